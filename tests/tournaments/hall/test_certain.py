"""„Sicher weiter“ and „ausgeschieden“ in the standings: only what the hall may know, and it comes true."""

import re
from random import Random

import pytest

from scoring.chances import OPEN, OUT, SURE
from tests.builders import add_players, fresh
from tests.playing import current, do, facts, record, start_round, started, table_of
from tests.tournaments.finish.evenings import SALT
from tournaments.models import Tournament
from tournaments.queries.certain import certain, parted
from tournaments.queries.hall import ladder
from tournaments.queries.public import hall_view
from tournaments.services._act import SYSTEM
from tournaments.services.players import withdraw_player
from tournaments.services.rounds import close_round
from tournaments.services.tournaments import change_format, create_tournament, open_registration
from tournaments.views.hall import fragment

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def twelve(places: int) -> Tournament:
    """Twelve people in five rounds, the same draws in every run."""
    made = create_tournament(by=SYSTEM, name="Probe", date="2026-11-29", preset="dueren", salt=SALT)
    t = Tournament.objects.get(pk=made["tournament"])
    plan = {"rounds": 5, "ko_tables": 0, "final_size": places, "bonus_ranks": 0}
    do(change_format, t, changes=plan)
    do(open_registration, t)
    add_players(t, 12)
    return t


def play(t: Tournament, dice: Random, rounds: int) -> None:
    """Rounds in which the ones with low numbers mostly win."""
    for _ in range(rounds):
        if facts(t).current is None:
            start_round(t)
        for number in [table.number for table in current(t).tables]:
            table = table_of(t, number)
            weights = [player**2 for player in table.players]
            first, second = dice.choices(table.players, weights, k=2)
            record(t, table, first, second, None if first == second else max(first, second))
        do(close_round, t)


def known(t: Tournament) -> dict[int, str]:
    return certain(hall_view(facts(t)))


@pytest.fixture(params=[(4, 0), (4, 3), (6, 5), (6, 8)])
def before_the_last(request) -> tuple[Tournament, Random]:
    """Four of five rounds are over, the best four or six of twelve go on."""
    places, seed = request.param
    dice = Random(seed)
    t = twelve(places)
    play(t, dice, 4)
    return t, dice


def test_it_comes_true(before_the_last):
    t, dice = before_the_last
    told = known(t)
    assert set(told) == set(facts(t).players)
    assert OUT in told.values()
    play(t, dice, 1)
    assert known(t) == {}
    points = {line.number: line.standing.points for line in hall_view(facts(t)).standings()}
    for number, word in told.items():
        level = sum(other >= points[number] for other in points.values()) - 1
        above = sum(other > points[number] for other in points.values())
        assert word != SURE or level < facts(t).plan.qualifiers
        assert word != OUT or above >= facts(t).plan.qualifiers


def test_the_standings_are_cut_where_it_gets_certain(before_the_last):
    t, _ = before_the_last
    view, told = hall_view(facts(t)), known(t)
    lines, whole = ladder(view)
    zones = parted(whole, told)
    assert [line.number for zone in zones for line in zone.lines] == [line.number for line in lines]
    assert sum(zone.stroke is not None for zone in zones) == 1
    for zone in zones:
        wanted = {"in": SURE, "out": OUT}[zone.kind] if zone.certain else OPEN
        assert {told[line.number] for line in zone.lines} == {wanted}
        assert zone.people == len(zone.lines)
    html = fragment(fresh(t), "stand")
    gone = re.search(r'<tbody class="is-gone">(.*?)</tbody>', html, re.S)[1]
    assert "ausgeschieden" in gone
    assert gone.count("data-find") == sum(word == OUT for word in told.values())
    assert html.count("is-gone") == 1
    assert (SURE in told.values()) == ("sicher weiter" in html.split("</table>")[0])
    assert (OPEN in told.values()) == ("noch offen" in html.split("</table>")[0])


def test_the_line_lies_between_those_who_are_still_open():
    t = twelve(6)
    play(t, Random(8), 4)
    zones = parted(ladder(hall_view(facts(t)))[1], known(t))
    parts = [(zone.kind, zone.certain, zone.people) for zone in zones]
    assert parts == [("in", True, 3), ("in", False, 3), ("out", False, 2), ("out", True, 4)]
    assert [zone.stroke and zone.stroke.position for zone in zones] == [None, 6, None, None]


def test_a_frozen_round_is_still_to_come():
    t = started(12, rounds=5, freeze_rounds=1, ko_tables=0, final_size=4, bonus_ranks=0)
    dice = Random(1)
    play(t, dice, 4)
    told = known(t)
    play(t, dice, 1)
    assert told
    assert known(t) == told


def test_who_withdrew_has_no_word_and_still_counts_as_one_who_may_come_back(before_the_last):
    t, _ = before_the_last
    told = known(t)
    best = hall_view(facts(t)).standings()[0].number
    do(withdraw_player, t, player=best)
    now = known(t)
    assert best not in now
    assert {n for n, word in now.items() if word == SURE} <= {n for n, word in told.items() if word == SURE}


def test_while_somebody_may_still_come_nobody_is_sure():
    t = started(12, rounds=2, late_entry_until=2, ko_tables=0, final_size=6, bonus_ranks=0)
    play(t, Random(2), 1)
    assert SURE not in known(t).values()


@pytest.mark.parametrize("players", [4, 3])
def test_where_everybody_goes_on_nothing_is_told(players):
    t = started(players, rounds=3, ko_tables=0, final_size=4, bonus_ranks=0)
    play(t, Random(3), 1)
    assert known(t) == {}
    assert "ausgeschieden" not in fragment(fresh(t), "stand")


def test_who_came_in_round_two_is_in_it_before_the_round_is_closed():
    t = started(12, rounds=4, ko_tables=0, final_size=4, bonus_ranks=0)
    play(t, Random(5), 1)
    add_players(t, 1, first=13)
    start_round(t)
    assert known(t)[13] in (OPEN, OUT)
