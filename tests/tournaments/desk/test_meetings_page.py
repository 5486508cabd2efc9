"""Wer saß mit wem: one person, pairs that met again, everybody at a glance."""

import re

import pytest

from tests.builders import HELFER, add_players, make_tournament
from tests.playing import facts, play_round, start_round, started
from tests.tournaments.desk.asking import get, text
from tournaments.queries.meetings import meetings
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player
from tournaments.services.rounds import draw_round
from tournaments.views.desk import meetings as view

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def evening(players: int = 8, rounds: int = 3):
    t = started(players)
    play_round(t)
    for _ in range(rounds - 1):
        play_round(t)
    return t


def shared(t, one: int, other: int) -> list[tuple[int, int]]:
    """The rounds and tables that two people shared, read from the seats."""
    return [
        (r.number, table.number)
        for r in facts(t).vorrunde
        for table in r.tables
        if one in table.players and other in table.players
    ]


@pytest.mark.parametrize("rounds", [2, 3])  # after two, nobody met more than twice
def test_pairs_that_met_again_stand_first_with_where_they_met(rounds):
    t = evening(rounds=rounds)
    answer = get(t, "meetings", role=HELFER)
    page = text(answer)
    pairs = [(a, b) for a in range(1, 9) for b in range(a + 1, 9) if len(shared(t, a, b)) > 1]
    assert f"{len(pairs)} Paare saßen mehr als einmal zusammen" in page
    for one, other in pairs:
        places = "; ".join(f"Runde {r}, Tisch {table}" for r, table in shared(t, one, other))
        assert (
            f"Anna Aalen {one} {one} und Anna Aalen {other} {other} {places} {len(shared(t, one, other))}×"
            in (page)
        )
    assert page.index("mehr als einmal") < page.index("Mit wem saß")


def test_a_person_has_everybody_he_sat_with_and_where():
    t = evening(9, 3)
    page = text(get(t, "meetings", wer=4))
    met = [n for n in range(1, 10) if n != 4 and shared(t, 4, n)]
    assert f"{len(met)} verschiedene Leute getroffen, nach 3 Runden" in page
    for other in met:
        places = "; ".join(f"Runde {r}, Tisch {table}" for r, table in shared(t, 4, other))
        assert f"Anna Aalen {other} {other} {places} {len(shared(t, 4, other))}×" in page
    fives = sum(1 for r in facts(t).vorrunde for x in r.tables if 4 in x.players and len(x.players) == 5)
    assert page.count("Fünfer Tisch") == fives


def test_the_table_of_all_is_the_same_from_both_sides():
    t = evening()
    html = get(t, "meetings", zeige="tafel").content.decode()
    rows = re.findall(r'<tr><th scope="row">.*?>(\d+)</a></th>(.*?)</tr>', html, re.S)
    cells = {int(n): re.findall(r"<td>(?:<mark><b>)?([\d–]?)(?:</b></mark>)?</td>", line) for n, line in rows}
    assert len(cells) == 8
    for one in range(1, 9):
        for other in range(1, 9):
            expected = "–" if one == other else str(len(shared(t, one, other)) or "")
            assert cells[one][other - 1] == expected


def test_a_large_field_has_pairs_instead_of_a_table(monkeypatch):
    t = evening()
    monkeypatch.setattr(view, "WIDEST", 7)
    answer = get(t, "meetings", zeige="tafel")
    assert "Bei mehr als 7 Leuten stehen hier nur die Paare" in text(answer)
    assert "mehr als einmal zusammen" in text(answer)
    assert "matrix" not in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "found"), [("mueller", "Jürgen Müller"), ("9", "Jürgen Müller"), ("aalen 3", "Anna Aalen 3")]
)
def test_one_hit_of_the_search_is_that_person(query, found):
    t = make_tournament()
    add_players(t, 8)
    add_player(tournament_id=t.pk, by=SYSTEM, first="Jürgen", last="Müller", present=True)
    start_round(t)
    assert f'<h1><bdi class="n">{found}</bdi></h1>' in get(t, "meetings", q=query).content.decode()


def test_several_hits_are_listed_and_nobody_is_said():
    t = evening()
    page = get(t, "meetings", q="anna").content.decode()
    assert page.count("<tr data-find>") == 8
    none = get(t, "meetings", q="Xaver").content.decode()
    assert "<tr data-find>" not in none
    assert '<p class="soft" data-none>Niemand mit diesem Namen.' in none


@pytest.mark.parametrize(("asked", "status"), [("99", 404), ("x", 200), ("1" * 40, 200), ("-1", 200)])
def test_an_address_nobody_has(asked, status):
    t = started(8)
    assert get(t, "meetings", wer=asked).status_code == status


def test_a_draft_is_nobodys_business():
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert meetings(facts(t)).pairs == {}
    page = text(get(t, "meetings"))
    assert "Noch saß niemand zusammen" in page
    assert "Anna Aalen" not in page
    assert "getroffen" not in text(get(t, "meetings", wer=1))


def test_nobody_twice_is_good_news():
    t = started(16)
    page = text(get(t, "meetings"))
    assert "Noch saß niemand zweimal zusammen" in page
    assert "0 Wiederholungen bis Runde 5 – besser geht es nicht" in page
