"""What a newcomer stumbles over: to-dos read as to-dos, lists have commas, a filter says what it counts."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.builders import add_players, as_user, make_tournament
from tests.playing import start_round, table_of
from tests.tournaments.desk.asking import get, text
from tests.tournaments.finish import evenings
from tournaments.messages.evening import SUBS, sub
from tournaments.messages.play import tables_done
from tournaments.models import Player, Station
from tournaments.queries.table_state import table_view
from tournaments.services._act import SYSTEM
from tournaments.services.rounds import draw_round, publish_draw

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def test_a_part_of_a_step_is_told_as_done_only_when_it_is() -> None:
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    html = get(t, "round", 1).content.decode()
    assert "<b>veröffentlichen</b>" in html
    assert "ausgelost</li>" in html
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    html = get(t, "round", 1).content.decode()
    assert "veröffentlicht</li>" in html
    assert "<b>Ergebnisse sammeln</b>" in html
    for code in SUBS:
        assert not sub(code, done=False).endswith("t")  # no participle


def test_all_tables_of_two_are_both() -> None:
    assert [tables_done(n, n) for n in (1, 2, 3)] == [
        "Der Tisch ist fertig",
        "Beide Tische fertig",
        "Alle 3 Tische fertig",
    ]


def test_those_who_go_on_are_listed_with_commas() -> None:
    t = evenings.in_ko()
    evenings.play_table_out(t)
    view = table_view(Station.objects.get(tournament=t, stage="ko", number=1))
    first, second = view.through
    html = render_to_string("referee/_ruhe.html", {"view": view, "show": "rest", "station": view.station})
    assert f'<bdi class="n">{first}</bdi>, <bdi class="n">{second}</bdi></p>' in html


def test_the_filter_of_those_who_owe_says_whom_it_counts(client: Client) -> None:
    t = make_tournament(entry_fee_cents=500)
    add_players(t, 3, present=True)
    add_players(t, 2, present=False, first=4)
    assert "da, nicht bezahlt (3)" in text(as_user(client).get(f"/leitung/{t.slug}/anmeldung/"))
    Player.objects.filter(tournament=t).update(status="registered")
    assert "da, nicht bezahlt (0)" in text(as_user(client).get(f"/leitung/{t.slug}/anmeldung/"))


def test_a_chair_is_no_rank() -> None:
    t = make_tournament()
    add_players(t, 8)
    start_round(t)
    assert '<th scope="col">Sitz</th>' in get(t, "table", table_of(t).id).content.decode()
