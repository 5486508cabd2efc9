"""The standings at the desk: strokes, zones, the running round, the search (C3.1, C3.3)."""

import pytest

from tests.builders import make_tournament
from tests.playing import do, facts, play_table, start_round
from tests.tournaments.desk.asking import (
    get,
    text,
)
from tests.tournaments.finish.evenings import CLEAR_16, TWO_TIES, played, throw_all
from tournaments.models import Tournament
from tournaments.services.players import withdraw_player
from tournaments.services.tournaments import change_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def name(t: Tournament, number: int) -> str:
    return facts(t).players[number].name


def test_both_boundaries_run_through_the_standings():
    page = text(get(played(CLEAR_16), "standings"))
    assert page.index("Strich, 3 bekommen weitere Spielmarken") < page.index("Strich, 15 kommen weiter")
    assert page.count("=1 ") == 3
    assert "Stand nach Runde 1" in page


def test_a_tied_boundary_is_a_zone_until_its_stechen_is_over():
    t = played(TWO_TIES)
    page = text(get(t, "standings"))
    assert "offen: 4 Leute um 1 zusätzliche Spielmarke" in page
    assert "offen: 2 Leute um 1 Platz" in page
    assert page[page.index("offen: 2 Leute") :].count("=15 ") == 2  # the zone is said above both
    throw_all(t)
    assert "gestochen: 2 Leute um 1 Platz" in text(get(t, "standings"))


def test_the_running_round_is_shown_on_demand_and_marked():
    t = played(CLEAR_16, freeze_rounds=1)
    do(change_rounds, t, rounds=2)
    start_round(t)
    for _ in range(3):
        play_table(t, 1)
    assert "mit laufender Runde" in text(get(t, "standings"))
    assert "Stand nach Runde 1" in text(get(t, "standings"))
    running = text(get(t, "standings", runde="lauf"))
    assert "Laufender Stand" in running
    assert "R2" in running
    closed = get(t, "standings", runde="1")
    assert "R2" not in text(closed)  # of the page, whose hidden random keys may say anything
    assert 'aria-current="page">nach Runde 1' in closed.content.decode()
    for odd in ("0", "99", "-1", "²", "lauf; --"):
        assert get(t, "standings", runde=odd).status_code == 200


def test_what_the_hall_does_not_see_yet_is_said():
    t = played(CLEAR_16, freeze_rounds=1)
    assert "Die Halle sieht die letzte Runde noch nicht" in text(get(t, "standings"))


def test_a_name_is_found_and_marked():
    t = played(CLEAR_16)
    page = get(t, "standings", q="aalen 7").content.decode()
    assert page.count("<mark>") == 1
    assert page.count('id="treffer"') == 1
    assert get(t, "standings", q="7").content.decode().count("<mark>") == 1
    assert get(t, "standings", q="<script>").content.decode().count("<mark>") == 0


def test_who_withdrew_keeps_the_line_and_is_marked():
    t = played(CLEAR_16)
    do(withdraw_player, t, player=3)
    page = text(get(t, "standings"))
    assert "zurückgezogen" in page
    assert f"{name(t, 3)} 3" in page


def test_no_stroke_is_drawn_where_nobody_who_can_qualify_stands_below():
    t = played(CLEAR_16)
    do(withdraw_player, t, player=3)  # 15 are left for 15 places
    page = text(get(t, "standings"))
    assert "Strich, 3 bekommen weitere Spielmarken" in page
    assert "Strich, 15 kommen weiter" not in page


def test_before_the_first_round_there_is_no_table():
    assert "Noch keine Tabelle" in text(get(make_tournament(), "standings"))
