"""The first block on a phone: whose it is, what it tells in every phase, and what it costs."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.builders import HELFER, LEITUNG, add_players, as_user
from tests.playing import at_ko, current, do, facts, play_round, play_table, start_round, started
from tests.tournaments import scenes
from tests.tournaments.finish.evenings import (
    CUT_TIED_3,
    TWO_TIES,
    all_here,
    at_cut,
    field,
    in_final,
    in_ko,
    ko_played,
    lose,
    move_up_tie,
    play_all,
    played,
)
from tournaments import live
from tournaments.models import Tournament
from tournaments.queries.own import Own, everybody
from tournaments.queries.public import hall_view
from tournaments.queries.standings import stechen_groups
from tournaments.services.absences import mark_no_show, void_table
from tournaments.services.cut import decline_place
from tournaments.services.final import finish
from tournaments.services.players import exclude_player, return_player, withdraw_player
from tournaments.services.results import add_schock_aus
from tournaments.services.rounds import draw_round, publish_draw
from tournaments.services.stechen import enter_throws, open_move_up_stechen, open_stechen
from tournaments.views._own import cookie_name

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
PAGES = (
    "",
    "stand/",
    "auslosung/",
    "auslosung/protokoll/",
    "stechen/",
    "ko/",
    "finale/",
    "plaetze/",
    "regeln/",
)


def own(t: Tournament, number: int) -> Own:
    return everybody(hall_view(facts(t)))[number]


def steps(t: Tournament) -> dict[int, str]:
    return {number: one.next for number, one in everybody(hall_view(facts(t))).items()}


def phone(t: Tournament, number: object) -> Client:
    client = Client()
    client.cookies[cookie_name(t)] = str(number)
    return client


def block(t: Tournament, number: int, language: str = "de") -> str:
    """The text of the block, in one line."""
    answer = Client().get(f"/{t.slug}/teil/ich/{number}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


# --- whose it is -----------------------------------------------------------------------------------


def test_a_name_is_chosen_kept_on_the_device_and_forgotten(client):
    t = started(8)
    names = client.get(f"/{t.slug}/ich/?von=auslosung").content.decode()
    assert names.count('name="number"') == 8
    answer = client.post(f"/{t.slug}/ich/", {"number": "3", "von": "auslosung"})
    assert answer["Location"] == f"/{t.slug}/auslosung/"
    kept = answer.cookies[cookie_name(t)]
    assert (kept.value, kept["path"], kept["samesite"]) == ("3", f"/{t.slug}/", "Lax")
    assert kept["httponly"]
    assert 0 < int(kept["max-age"]) <= 7 * 24 * 60 * 60
    for page in PAGES:
        text = client.get(f"/{t.slug}/{page}").content.decode()
        assert text.index("Startnummer 3") < text.index('id="teil"'), page
    answer = client.post(f"/{t.slug}/ich/", {"number": "", "von": "stand"})
    assert answer["Location"] == f"/{t.slug}/stand/"
    assert "Startnummer 3" not in client.get(f"/{t.slug}/").content.decode()


def test_another_tournament_knows_nothing_of_it():
    one, other = started(8), started(8)
    client = phone(one, 3)
    assert "Startnummer 3" in client.get(f"/{one.slug}/").content.decode()
    assert "Startnummer 3" not in client.get(f"/{other.slug}/").content.decode()


@pytest.mark.parametrize("value", ["", "abc", "-1", "1234567", "<b>", "1.5"])
def test_what_is_no_number_is_nobody(value):
    t = started(8)
    page = phone(t, value).get(f"/{t.slug}/").content.decode()
    assert "Meinen Namen wählen" in page
    answer = Client().post(f"/{t.slug}/ich/", {"number": value, "von": "//evil.example/"})
    assert answer["Location"] == f"/{t.slug}/"
    assert answer.cookies[cookie_name(t)].value == ""


def test_a_form_of_another_site_chooses_nothing():
    t = started(8)
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"/{t.slug}/ich/", {"number": "3"}).status_code == 403


@pytest.mark.parametrize("number", [9, 999999])
def test_an_unknown_number_is_told_plainly(number):
    t = started(8)
    assert "Diese Nummer steht in keiner Auslosung" in block(t, number)
    page = phone(t, number).get(f"/{t.slug}/").content.decode()
    assert f"Startnummer {number}" in page
    assert "bin ich nicht" in page


def test_who_is_in_no_published_draw_has_no_name_yet():
    t = started(8)
    add_players(t, 1, first=9)
    for text in (block(t, 9), Client().get(f"/{t.slug}/ich/").content.decode()):
        assert "Aalen 9" not in text


def test_the_own_line_is_marked_in_the_lists():
    t = started(8)
    play_round(t)
    style = Client().get(f"/{t.slug}/ich/3.css")
    assert style["Content-Type"] == "text/css"
    assert style.content.startswith(b".n3 ")
    for page in ("stand/", "auslosung/"):
        text = phone(t, 3).get(f"/{t.slug}/{page}").content.decode()
        assert f"/{t.slug}/ich/3.css" in text
        assert text.count('class="n3"') == 1


# --- what it tells ---------------------------------------------------------------------------------


def test_table_seat_and_who_sits_there():
    t = started(8, rounds=2, late_entry_until=2)
    play_round(t)
    start_round(t)
    table = current(t).tables[0]
    before = {frozenset(table.players) for table in facts(t).vorrunde[0].tables}
    for seat, number in enumerate(table.players, start=1):
        found = own(t, number)
        assert (found.next, found.table.number, found.table.seat) == ("play", table.number, seat)
        assert [one.player.number for one in found.table.beside] == [p for p in table.players if p != number]
        for one in found.table.beside:
            shared = any({number, one.player.number} <= players for players in before)
            assert one.met == ((1,) if shared else ())
    text = block(t, table.players[0])
    assert f"Jetzt an Tisch {table.number} Runde 2, Sitz 1" in text
    assert "schon in Runde 1" in text
    play_table(t, table.number)
    assert own(t, table.players[0]).next == "table_done"


def test_points_rank_and_how_far_it_is():
    t = started(8, rounds=3, ko_tables=0, final_size=6)
    play_round(t)
    start_round(t)
    lines = {line.number: line for line in hall_view(facts(t)).standings()}
    for number, line in lines.items():
        found = own(t, number)
        assert found.line == line
        assert found.others == sum(other.rank == line.rank for other in lines.values()) - 1
    best, last = (own(t, number) for number in (list(lines)[0], list(lines)[-1]))
    assert (best.gap.ahead, last.gap.ahead, best.gap.place) == (5, -5, 6)
    assert "Platz 1, geteilt mit 5 anderen" in block(t, best.player.number)
    assert "5 Punkte Vorsprung auf Platz 7" in block(t, best.player.number)
    assert "5 Punkte bis Platz 6" in block(t, last.player.number)
    assert best.chance == last.chance == "open"


def test_who_withdrew_or_was_excluded_reads_it():
    t = started(9, rounds=3)
    play_round(t)
    do(withdraw_player, t, player=1)
    do(exclude_player, t, player=2, reason="Streit")
    assert (own(t, 1).next, own(t, 2).next) == ("withdrawn", "excluded")
    assert own(t, 1).chance == own(t, 2).chance == ""
    assert "Zurückgezogen" in block(t, 1)
    assert "Ausgeschlossen" in block(t, 2)
    assert "Streit" not in block(t, 2)
    start_round(t)
    do(withdraw_player, t, player=3)
    assert own(t, 3).next == "withdrawn"
    do(return_player, t, player=3)
    assert own(t, 3).next in ("play", "sit_out")


def test_between_the_rounds_and_who_sits_out():
    t = started(9, rounds=2, late_entry_until=2)
    play_round(t)
    assert set(steps(t).values()) == {"pause"}
    assert "Runde 2 wird bald ausgelost" in block(t, 1)
    do(withdraw_player, t, player=1)
    start_round(t)
    assert own(t, 1).next == "withdrawn"
    found = facts(t)
    found.players[1] = replace(found.players[1], status="present")
    back = everybody(hall_view(found))[1]
    assert (back.next, back.table) == ("sit_out", None)


def test_the_stechen_calls_who_is_in_it():
    t = played(CUT_TIED_3)
    (group,) = [g for g in stechen_groups(facts(t)) if not g.decided]
    tied = sorted(group.group.players)
    said = steps(t)
    assert {number for number, code in said.items() if code == "stechen"} == set(tied)
    assert "Noch offen: Stechen um 1 Platz" in block(t, tied[0])
    opened = do(open_stechen, t, players=tied)["stechen"]
    assert {steps(t)[number] for number in tied} == {"throw"}
    do(enter_throws, t, stechen_id=opened, throws=[{"player": tied[0], "place": 1}])
    assert [steps(t)[number] for number in tied] == ["thrown", "throw", "throw"]
    assert "Stechen um 1 Platz: bitte werfen" in block(t, tied[1])
    assert "Stechen um 1 Platz: geworfen" in block(t, tied[0])
    do(enter_throws, t, stechen_id=opened, throws=[{"player": p, "place": 2} for p in tied[1:]])
    after = [steps(t)[number] for number in tied]
    assert sorted(after) == ["above", "below", "below"]


def test_a_stechen_says_what_it_is_about():
    t = played(TWO_TIES)
    bonus, cut = stechen_groups(facts(t))
    for group in (bonus, cut):
        do(open_stechen, t, players=sorted(group.group.players))
    assert "Stechen um 1 zusätzliche Spielmarke: bitte werfen" in block(t, bonus.group.players[0])
    assert "Stechen um 1 Platz: bitte werfen" in block(t, cut.group.players[0])


def test_after_the_cut():
    t = at_cut()
    state = field(t)
    called = [place.player for place in state.called]
    assert {steps(t)[number] for number in called} == {"report"}
    (other,) = set(facts(t).players) - set(called)
    assert (own(t, other).next, own(t, other).place.place) == ("beaten", 16)
    assert "Platz 16" in block(t, other)
    do(decline_place, t, player=called[0])
    assert own(t, called[0]).next == "declined"
    assert own(t, other).next == "report"
    here = all_here()
    assert {one for number, one in steps(here).items() if number in called} == {"reported"}


def test_a_stechen_about_moving_up_calls_too():
    t, tied = move_up_tie()
    opened = do(open_move_up_stechen, t)["stechen"]
    assert {steps(t)[number] for number in tied} == {"throw"}
    do(enter_throws, t, stechen_id=opened, throws=[{"player": tied[0], "dice": "111"}])
    assert steps(t)[tied[0]] == "thrown"


def test_from_the_ko_table_to_the_places():
    t = in_ko()
    table = current(t).tables[1]
    number = table.players[0]
    found = own(t, number)
    assert (found.next, found.table.number, found.table.chair.left) == (
        "ko",
        table.number,
        3 + (found.line.rank <= 3),
    )
    assert f"K.O., Tisch {'ABC'[table.number - 1]}" in block(t, number)
    assert f"{found.table.chair.left} von {found.table.chair.left} Spielmarken" in block(t, number)
    for _ in range(found.table.chair.left):
        lose(t, number)
    assert own(t, number).next == "out"
    assert "Platz 13 bis 15" in block(t, number)
    done = ko_played()
    assert sorted(set(steps(done).values())) == ["beaten", "out", "to_final"]
    final = in_final()
    assert sorted(set(steps(final).values())) == ["beaten", "final", "out"]
    play_all(final)
    assert list(steps(final).values()).count("champion") == 1
    do(finish, final)
    assert list(steps(final).values()).count("winner") == 1
    for number, one in everybody(hall_view(facts(final))).items():
        assert f"Platz {one.place.place}" in block(final, number)


def test_a_frozen_vorrunde_ends_without_a_word_about_who_goes_on():
    t = started(16, rounds=2, freeze_rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0)
    play_round(t)
    before = {n: (one.line, one.gap, one.chance) for n, one in everybody(hall_view(facts(t))).items()}
    play_round(t)
    after = everybody(hall_view(facts(t)))
    assert {n: (one.line, one.gap, one.chance) for n, one in after.items()} == before
    assert {one.next for one in after.values()} == {"secret"}


def test_running_results_and_drafts_are_in_no_block():
    t = started(8, rounds=3)
    play_round(t)
    before = everybody(hall_view(facts(t)))
    do(draw_round, t)
    assert everybody(hall_view(facts(t))) == before
    do(publish_draw, t)
    before = everybody(hall_view(facts(t)))
    one, two = current(t).tables
    do(mark_no_show, t, table_id=one.id, player=one.players[1])
    do(add_schock_aus, t, table_id=one.id, player=one.players[0])
    do(void_table, t, table_id=two.id, reason="Streit")
    play_table(t, 1)
    for number, now in everybody(hall_view(facts(t))).items():
        was = before[number]
        assert (was.next, now.next) == ("play", "table_done")
        assert replace(now, next="", table=None) == replace(was, next="", table=None)
        assert replace(now.table, done=False) == was.table


@pytest.mark.parametrize("role", [LEITUNG, HELFER])
@pytest.mark.parametrize("scene", ["draft", "running", "throwing", "cut", "ko"])
def test_the_desk_sees_in_a_block_what_everybody_sees(role, scene):
    t = getattr(scenes, scene)().tournament
    desk = as_user(phone(t, 1), role)
    for number in (1, 2, 99):
        address = f"/{t.slug}/teil/ich/{number}/"
        assert desk.get(address).content == Client().get(address).content


# --- what it costs ---------------------------------------------------------------------------------


def test_a_block_is_rendered_once_a_revision_and_told_apart_by_its_content(client, django_assert_num_queries):
    t = started(12)
    first = client.get(f"/{t.slug}/teil/ich/3/")
    with django_assert_num_queries(1):
        same = client.get(f"/{t.slug}/teil/ich/3/", headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    with django_assert_num_queries(2):
        client.get(f"/{t.slug}/teil/ich/4/")
    table = next(table for table in current(t).tables if 3 in table.players)
    play_table(t, table.number)
    assert client.get(f"/{t.slug}/teil/ich/3/", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_three_hundred_blocks_push_out_nothing_else(client):
    t = started(12)
    client.get(f"/{t.slug}/teil/jetzt/")
    kept = dict(live.snapshots._texts)
    for number in range(1, 301):
        client.get(f"/{t.slug}/teil/ich/{number}/")
    assert kept.items() <= live.snapshots._texts.items()
    assert sum(key[0] == t.pk for key in live.own_blocks._texts) == 12


@pytest.mark.parametrize("scene", ["registration", "running", "throwing", "cut", "ko", "final", "finished"])
def test_no_page_with_the_own_block_asks_much(scene, django_assert_max_num_queries):
    t = getattr(scenes, scene)().tournament
    client = phone(t, 1)
    for page in (*PAGES, "ich/", "teil/ich/1/"):
        live.snapshots.clear()
        live.own_blocks.clear()
        live.own_values.clear()
        with django_assert_max_num_queries(15):
            assert client.get(f"/{t.slug}/{page}").status_code == 200


def test_the_part_of_a_page_changes_with_every_block(client):
    """A stream tells only what changed, and the page fetches its block then."""
    t = at_ko()
    rules = client.get(f"/{t.slug}/teil/regeln/").content
    one = block(t, current(t).tables[0].players[0])
    play_table(t, 1)
    assert block(t, table := current(t).tables[0].players[0]) != one, table
    assert client.get(f"/{t.slug}/teil/regeln/").content != rules


def test_each_language_has_its_own_copy():
    t = started(8)
    for language in ("en", "de"):
        block(t, 1, language)
    assert {key[-1] for key in live.own_blocks._texts if key[0] == t.pk} == {"de", "en"}
    assert "Jetzt an Tisch" in block(t, 1)
