"""A Stechen after something changed: throws that stay, throws that are void (C3.4a)."""

import pytest

from tests.playing import do, facts, refused
from tests.tournaments.finish.evenings import CUT_TIED_2, play_points
from tests.tournaments.finish.seen import seen
from tests.tournaments.finish.tied import groups, opened, throw
from tournaments.queries.next_step import next_step
from tournaments.queries.standings import standings, void_stechen_ids
from tournaments.services.corrections import correct_game
from tournaments.services.players import return_player, withdraw_player
from tournaments.services.rounds import close_round, reopen_round
from tournaments.services.stechen import (
    open_stechen,
)
from tournaments.services.tournaments import change_rounds

pytestmark = pytest.mark.django_db


def test_who_leaves_before_it_is_out_and_the_others_need_no_stechen_any_more():
    t, stechen, tied = opened(CUT_TIED_2)
    before = seen(t)
    do(withdraw_player, t, player=tied[0])
    assert groups(t) == []
    assert void_stechen_ids(facts(t)) == (stechen,)
    with refused("not_asked"):
        throw(t, stechen, tied[1], "653")
    do(return_player, t, player=tied[0])
    assert seen(t) == before


def a_game(t, player, points):
    """(table, game, result) of a game that gave `player` 5 and 3 or 0 (`points`) to somebody."""
    for table in facts(t).vorrunde[0].tables:
        for number, result in table.results.items():
            if player in table.players and (result.loser == player) == (points == 0):
                return table, number, result
    raise AssertionError


def test_a_correction_that_dissolves_the_tie_makes_the_stechen_void_and_back_again():
    t, stechen, tied = opened(CUT_TIED_2, bonus_ranks=0)
    throw(t, stechen, tied[0], "653")
    throw(t, stechen, tied[1], "652")
    before = seen(t)
    table, game, result = a_game(t, tied[0], 0)
    other = next(p for p in table.players if p != tied[0] and points_of(t, p) >= 10)
    do(correct_game, t, table_id=table.id, game=game, half1=other, half2=other, reason="verlesen")
    assert groups(t) == []
    assert void_stechen_ids(facts(t)) == (stechen,)
    assert next_step(facts(t)).code == "make_cut"
    do(correct_game, t, table_id=table.id, game=game, half1=result.half1, half2=result.half2,
       endkampf=result.endkampf, reason="doch nicht")  # fmt: skip
    assert seen(t) == before


def points_of(t, player):
    return next(line.standing.points for line in standings(facts(t)) if line.number == player)


def test_a_newcomer_to_the_tie_throws_in_and_the_old_throws_stay():
    t, stechen, tied = opened(CUT_TIED_2, bonus_ranks=0)
    throw(t, stechen, tied[0], "653")
    throw(t, stechen, tied[1], "543")
    # Somebody with ten points turns out to have lost everything.
    table, newcomer = next(
        (table, p)
        for table in facts(t).vorrunde[0].tables
        for p in table.players
        if points_of(t, p) == 10 and not set(tied) & set(table.players)
    )
    for game in sorted(table.results):
        if points_of(t, newcomer) == 0:
            break
        if table.results[game].loser != newcomer:
            losers = {"half1": newcomer, "half2": newcomer}
            do(correct_game, t, table_id=table.id, game=game, reason="vertauscht", **losers)
    assert points_of(t, newcomer) == 0
    (group,) = groups(t)
    assert set(group.group.players) == {*tied, newcomer}
    assert group.newcomers == (newcomer,)
    assert next_step(facts(t)).code == "open_stechen"
    with refused("not_in_stechen"):
        throw(t, stechen, newcomer, "222")
    assert do(open_stechen, t, players=list(group.group.players))["stechen"] == stechen
    assert next_step(facts(t)).code == "enter_throws"
    with refused("not_asked"):
        throw(t, stechen, tied[0], "222")
    throw(t, stechen, newcomer, "222")
    assert groups(t)[0].decided


def test_a_further_round_makes_the_old_throws_void_until_it_is_taken_back():
    t, stechen, tied = opened(CUT_TIED_2)
    throw(t, stechen, tied[0], "653")
    throw(t, stechen, tied[1], "652")
    before = seen(t)
    do(change_rounds, t, rounds=2)
    assert next_step(facts(t)).code == "draw_round"
    with refused("rounds_open", closed=1, rounds=2):
        do(open_stechen, t, players=list(tied))
    do(change_rounds, t, rounds=1)
    assert seen(t) == before
    do(change_rounds, t, rounds=2)
    play_points(t, CUT_TIED_2, 3)
    for group in groups(t):
        assert group.stechen_id is None
    assert stechen in void_stechen_ids(facts(t))


def test_reopening_the_round_keeps_the_throws_for_when_it_is_closed_again():
    t, stechen, tied = opened(CUT_TIED_2)
    throw(t, stechen, tied[0], "653")
    before = seen(t)
    do(reopen_round, t)
    with refused("rounds_open"):
        do(open_stechen, t, players=list(tied))
    with refused("not_asked"):
        throw(t, stechen, tied[1], "653")
    do(close_round, t)
    assert seen(t) == before
