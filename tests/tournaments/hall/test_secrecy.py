"""What the hall never sees before its time (C3.5, model.md): drafts, running and frozen results, codes."""

import re
from itertools import product

import pytest
from django.test import Client

from tests.builders import add_players, fresh, make_tournament
from tests.playing import (
    at_ko,
    current,
    do,
    facts,
    finish_ko_table,
    play_round,
    play_table,
    start_round,
    started,
    table_of,
)
from tests.tournaments.finish.evenings import CUT_TIED_2, in_final, played
from tournaments.live import snapshots
from tournaments.models import Station
from tournaments.queries.public import hall_view
from tournaments.queries.screens import screens
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show, void_table
from tournaments.services.cut import announce_cut, check_in_place, hide_cut, make_cut
from tournaments.services.knockout import draw_ko
from tournaments.services.results import add_schock_aus
from tournaments.services.rounds import draw_round, publish_draw, reopen_round
from tournaments.services.screen import present_best
from tournaments.services.stechen import open_stechen
from tournaments.services.tournaments import change_format
from tournaments.views.api import CONTENT
from tournaments.views.hall import PARTS

pytestmark = pytest.mark.django_db
ADDRESSES = ["", *(f"teil/{part}/" for part in sorted(PARTS)), "beamer/"]
PAGES = [
    "stand/", "auslosung/", "auslosung/protokoll/", "auslosung/protokoll.json", "stechen/", "ko/", "finale/",
    "plaetze/", "statistik/", "regeln/", "wer-hat-verloren/", "beamer/?hell",
]  # fmt: skip


TOLD = ["", *(f"{name}/" for name in sorted(CONTENT) if name != "tournament")]


def everything(tournament, client=None) -> str:
    """All that a guest can fetch, every page of the projector and the JSON included."""
    client = client or Client()
    told = [client.get(f"/api/v1/{fresh(tournament).slug}/{tail}") for tail in TOLD]
    assert {answer.status_code for answer in told} == {200}
    return pages(tournament, client) + "".join(answer.content.decode() for answer in told)


def pages(tournament, client) -> str:
    slug = fresh(tournament).slug
    found = facts(tournament)
    turning = len(screens(hall_view(found)))
    own = [f"teil/ich/{number}/" for number in [*found.players, len(found.players) + 1]]
    addresses = [*ADDRESSES, *PAGES, "ich/", *(f"beamer/{n}/" for n in range(turning)), *own]
    texts = []
    for address in addresses:
        answer = client.get(f"/{slug}/{address}")
        assert answer.status_code == 200, address
        texts.append(answer.content.decode())
    # The revision is no secret; the time of the answer and the key of a form are no content.
    other = r'data-revision="\d+"|data-now="[^"]+"|\d\d:\d\d(:\d\d)?|csrfmiddlewaretoken" value="\w+"'
    return re.sub(other, "", "".join(texts))


def test_a_tournament_in_set_up_does_not_exist_for_the_hall(client):
    t = make_tournament(open_=False)
    for address in [*ADDRESSES, *PAGES, "revision/", "ich/", "ich/1.css", "teil/ich/1/"]:
        assert client.get(f"/{t.slug}/{address}").status_code == 404
    assert "Probe" not in client.get("/").content.decode()


def test_a_draft_is_nowhere_until_it_is_published(client):
    t = make_tournament()
    add_players(t, 8)
    before = everything(t)
    do(draw_round, t)
    assert everything(t) == before
    do(publish_draw, t)
    seen = everything(t)
    assert seen != before
    assert "Aalen 8" in seen


def test_a_draft_is_told_by_no_etag_and_no_changed_answer():
    """Whoever asks again gets a 304 whatever the desk prepares: also that something changed is not public."""
    t = make_tournament()
    add_players(t, 8)
    addresses = [f"/{t.slug}/{tail}" for tail in (*ADDRESSES[1:-1], "beamer/0/", "beamer/1/", "teil/ich/1/")]
    addresses += [f"/api/v1/{t.slug}/{tail}" for tail in TOLD]
    known = {address: Client().get(address)["ETag"] for address in addresses}
    do(draw_round, t)
    for address, etag in known.items():
        assert Client().get(address, headers={"if-none-match": etag}).status_code == 304, address
    do(publish_draw, t)
    changed = [
        a for a, etag in known.items() if Client().get(a, headers={"if-none-match": etag}).status_code != 304
    ]
    assert f"/{t.slug}/teil/auslosung/" in changed


def test_what_the_desk_prepares_for_the_projector_shows_nothing():
    t = in_final()
    before = everything(t)
    do(present_best, t)
    assert everything(t) == before


def test_running_results_move_nothing_but_the_count_of_tables(client):
    t = started(8, rounds=2)
    play_round(t)
    start_round(t)
    view = hall_view(facts(t))
    standings = view.standings()
    do(mark_no_show, t, table_id=table_of(t, 1).id, player=table_of(t, 1).players[3])
    do(add_schock_aus, t, table_id=table_of(t, 1).id, player=table_of(t, 1).players[0])
    play_table(t, 1)
    now = hall_view(facts(t))
    assert [(x.number, x.rank, x.standing.points, x.each) for x in now.standings()] == [
        (x.number, x.rank, x.standing.points, x.each) for x in standings
    ]
    assert now.complete == {table_of(t, 1).id}
    for table in now.facts.current.tables:
        assert (table.results, table.absences, table.schock_aus) == ({}, [], {})


def test_an_outcome_said_by_the_desk_stays_hidden_while_the_round_runs():
    t = started(8)
    do(void_table, t, table_id=table_of(t, 1).id, reason="Streit am Tisch")
    assert hall_view(facts(t)).facts.current.table(1).outcome == "played"
    assert "Streit" not in everything(t)


def test_table_codes_are_on_no_page():
    t = at_ko()
    text = everything(t)
    for code in Station.objects.filter(tournament=t).values_list("code", flat=True):
        assert code not in text


def test_gender_and_money_are_on_no_page(client):
    from tournaments.services.players import add_player

    t = make_tournament(entry_fee_cents=1234)
    for number in range(8):
        add_player(
            tournament_id=t.pk, by=SYSTEM, first="Toni", last=f"Ort {number}", gender="w", paid=True,
            present=True, namesake=True,
        )  # fmt: skip
    start_round(t)
    text = everything(t)
    assert "12,34" not in text
    assert "weiblich" not in text


@pytest.fixture
def frozen():
    """Two rounds, the second secret: both closed, the cut not announced."""
    t = started(16, rounds=2, freeze_rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="stechen")
    play_round(t)
    play_round(t)
    return t


def test_frozen_rounds_stay_secret_until_the_cut_is_announced(frozen):
    view = hall_view(facts(frozen))
    assert (view.upto, view.frozen) == (1, True)
    assert all(len(line.each) == 1 for line in view.standings())
    assert "Stand nach Runde 1" in everything(frozen)
    assert "Stand nach Runde 2" not in everything(frozen)


def test_what_is_known_of_a_frozen_tie_is_names_and_throws():
    from tournaments.queries.standings import stechen_groups

    t = played(CUT_TIED_2, freeze_rounds=1)
    group = stechen_groups(facts(t))[0]
    do(open_stechen, t, players=list(group.group.players))
    view = hall_view(facts(t))
    assert sorted(p.number for p in view.stechen[0].players) == sorted(group.group.players)
    assert (view.upto, view.standings()) == (0, ())
    assert "Stand nach Runde" not in everything(t)
    assert "wirft noch" in everything(t)


def test_the_announcement_shows_everything_and_hiding_takes_it_back():
    t = played(CUT_TIED_2, freeze_rounds=1, decide="chain", tie_breaks=["fewer_lost_games"], bonus_ranks=0,
               ko_tables=2, ko_seats=4)  # fmt: skip
    assert hall_view(facts(t)).upto == 0
    do(make_cut, t)
    assert hall_view(facts(t)).facts.cut is None
    assert hall_view(facts(t)).upto == 0
    do(announce_cut, t)
    assert hall_view(facts(t)).facts.cut is not None
    assert hall_view(facts(t)).upto == 1
    do(hide_cut, t)
    assert hall_view(facts(t)).upto == 0


def test_what_was_once_public_never_disappears():
    t = started(8, rounds=2)
    play_round(t)
    assert hall_view(facts(t)).upto == 1
    do(change_format, t, changes={"freeze_rounds": 2})
    assert hall_view(facts(t)).upto == 1


def test_a_reopened_round_leaves_the_standings():
    t = started(8, rounds=2)
    play_round(t)
    do(reopen_round, t)
    assert hall_view(facts(t)).upto == 0


def test_an_unannounced_cut_is_announced_by_its_tables():
    t = started(8, rounds=1, freeze_rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="chain")
    play_round(t)
    do(make_cut, t)
    for place in facts(t).cut.places:
        do(check_in_place, t, player=place.player)
    do(draw_ko, t)
    assert hall_view(facts(t)).upto == 1


def test_knockout_and_final_are_public_game_by_game(client):
    t = at_ko()
    before = everything(t)
    play_table(t, 1)
    assert everything(t) != before
    finish_ko_table(t, 1)
    assert "im Finale" in everything(t)


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_the_hall_only_reads(client, method):
    t = started(8)
    for address in [*ADDRESSES, "revision/"]:
        assert getattr(client, method)(f"/{t.slug}/{address}").status_code == 405


def test_a_hostile_name_is_text_everywhere():
    from tournaments.services.players import add_player

    t = make_tournament(rounds=1, ko_tables=0, final_size=3, bonus_ranks=0, decide="chain")
    hostile = "<img src=x onerror=alert(1)>"
    for number in range(4):
        add_player(
            tournament_id=t.pk, by=SYSTEM, first=hostile, last=f"'\"{number}", present=True, namesake=True
        )
    play_round(t)
    do(make_cut, t)
    do(announce_cut, t)
    seen = pages(t, Client())  # in JSON it is text as it stands
    assert "<img" not in seen
    assert "&lt;img" in seen


def test_what_was_shown_is_not_kept_for_the_next_tournament_of_the_same_address(client):
    """Parts are kept by tournament, revision and language, never by address."""
    first, second = started(8), started(8)
    text = {t.pk: client.get(f"/{t.slug}/teil/auslosung/").content for t in (first, second)}
    assert client.get(f"/{first.slug}/teil/auslosung/").content == text[first.pk]
    assert [current(t).number for t in (first, second)] == [1, 1]


@pytest.mark.parametrize(("part", "language"), [*product(["jetzt", "regeln"], ["de", "en"])])
def test_each_language_has_its_own_copy(client, part, language):
    t = started(8)
    answer = client.get(f"/{t.slug}/teil/{part}/", headers={"accept-language": language})
    again = client.get(
        f"/{t.slug}/teil/{part}/",
        headers={"accept-language": "en" if language == "de" else "de"},
    )
    keys = {key for key in snapshots._texts if key[0] == t.pk}
    assert answer.status_code == again.status_code == 200
    assert {key[3] for key in keys} == {"de", "en"}
