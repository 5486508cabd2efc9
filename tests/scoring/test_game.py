"""Halves become a game (R5): Blattschuss, Endkampf, scharf, who begins, laden, who goes home (C2.5)."""

from dataclasses import replace

import pytest

from scoring import game as games
from scoring.acts import Leave, Settled
from scoring.errors import RuleViolation
from scoring.game import as_result, begin_game
from scoring.points import game_points
from scoring.ruleset import PRESETS, RuleSet
from tests.scoring.table_play import replay

DUEREN = PRESETS["dueren"]


def play(*acts, rules=DUEREN, seats=(1, 2, 3, 4), begins=None):
    return replay(begin_game(rules, seats, begins), acts)


def loses(player):
    """A Schock aus ends the half at once."""
    return Settled(player, None)


def code_of(*acts, **more):
    play(*acts[:-1], **more)
    with pytest.raises(RuleViolation) as refused:
        play(*acts, **more)
    return refused.value.code


def test_a_blattschuss_ends_the_game():
    game = play(loses(2), loses(2))
    assert (game.stage, game.loser, game.losers) == ("over", 2, (2, 2))
    assert game_points(as_result(game)) == {1: 5, 2: 0, 3: 5, 4: 5}
    assert code_of(loses(2), loses(2), loses(2)) == "game_over"
    assert code_of(loses(2), loses(2), Leave(1)) == "game_over"


def test_two_losers_play_the_endkampf_and_the_first_of_them_begins():
    game = play(loses(4), loses(2))
    assert (game.stage, game.half.seats, game.half.order) == ("endkampf", (2, 4), (4, 2))
    game = games.apply(game, loses(2))
    assert (game.stage, game.loser, game.losers) == ("over", 2, (4, 2, 2))
    assert game_points(as_result(game)) == {1: 5, 2: 0, 3: 5, 4: 3}


def test_who_begins():
    assert play().half.order == (1, 2, 3, 4)
    assert play(begins=3).half.order == (3, 4, 1, 2)
    game = play(loses(3))
    assert (game.stage, game.half.order, game.half.stock) == ("half2", (3, 4, 1, 2), 13)


def test_all_play_the_second_half_and_only_two_the_endkampf():
    assert play(loses(3)).half.active == (1, 2, 3, 4)
    assert code_of(loses(3), loses(1), Settled(2, 1)) == "not_playing"


@pytest.mark.parametrize(
    ("laden", "opening"),
    [("none", (False, False, False)), ("game", (True, False, False)), ("half", (True, True, True))],
)
def test_laden(laden, opening):
    rules = RuleSet(laden=laden)
    halves = (
        play(rules=rules).half,
        play(loses(1), rules=rules).half,
        play(loses(1), loses(2), rules=rules).half,
    )
    assert tuple(half.laden for half in halves) == opening


def test_a_scharf_game_is_one_half():
    rules = replace(DUEREN, speed="scharf")
    game = play(Settled(1, 5), loses(3), rules=rules)
    assert (game.stage, game.loser, game.losers) == ("over", 3, (3,))
    result = as_result(game)
    assert result.scharf
    assert game_points(result) == {1: 5, 2: 5, 3: 0, 4: 5}


def test_throwing_rounds_of_all_halves_are_counted():
    game = play(Settled(1, 5), loses(3))
    assert (game.throwing_rounds, game.rounds) == (2, 2)
    game = replay(game, [Settled(2, 1)])
    assert game.throwing_rounds == 3
    assert replay(game, [loses(3)]).throwing_rounds == 4


def test_undo_is_playing_all_but_the_last_act():
    acts = [Settled(1, 5), loses(3), Settled(2, 1)]
    start = begin_game(DUEREN, (1, 2, 3, 4))
    assert replay(start, acts[:-1]) == play(Settled(1, 5), loses(3))
    assert replay(start, acts[:1]).half.stock == 8


def test_who_goes_home_in_the_first_half_plays_no_other():
    game = play(Settled(2, 5), Leave(2), loses(1))
    assert (game.stage, game.half.seats, game.left) == ("half2", (1, 3, 4), {2})
    game = replay(game, [loses(3), loses(3)])
    assert game_points(as_result(game)) == {1: 3, 2: 0, 3: 0, 4: 5}


def test_who_lost_a_half_and_goes_home_has_lost_the_game():
    game = play(loses(2), Leave(2), loses(4))
    assert (game.stage, game.loser, game.losers) == ("over", 2, (2, 4, 2))
    assert game_points(as_result(game)) == {1: 5, 2: 0, 3: 5, 4: 3}


def test_who_goes_home_in_the_endkampf_has_lost_it():
    game = play(loses(2), loses(4), Leave(4))
    assert (game.loser, game.losers) == (4, (2, 4, 4))
    watching = play(loses(2), loses(4), Leave(1))
    assert (watching.stage, watching.left, watching.half.seats) == ("endkampf", {1}, (2, 4))


def test_who_sits_next_begins_for_a_loser_who_went_home():
    game = play(loses(4), Leave(4))
    assert game.half.order == (1, 2, 3)
    game = play(Settled(1, 5), Settled(2, 5), Settled(1, 3), Leave(1), seats=(1, 2, 3))
    assert (game.stage, game.losers, game.half.order) == ("half2", (1,), (2, 3))


def test_the_last_two_of_a_table():
    game = play(Leave(1), seats=(1, 2))
    assert (game.stage, game.loser, game.losers) == ("over", 1, (1, 1))
    assert game_points(as_result(game)) == {1: 0, 2: 5}
    game = play(loses(1), Leave(2), seats=(1, 2))
    assert (game.loser, game.losers) == (2, (1, 2, 2))
    assert game_points(as_result(game)) == {1: 3, 2: 0}


def test_both_losers_went_home():
    game = play(loses(1), Leave(1), Settled(2, 5), Settled(3, 5), Settled(2, 3), Leave(2), seats=(1, 2, 3))
    assert (game.stage, game.losers) == ("over", (1, 2, 1))
    assert game_points(as_result(game)) == {1: 0, 2: 0, 3: 5}


def test_only_who_sits_there_goes_home_and_only_once():
    assert code_of(Leave(9)) == "not_seated"
    assert code_of(loses(2), loses(4), Leave(1), Leave(1)) == "left_already"


def test_a_game_needs_two_different_players():
    for seats in ((), (1,), (1, 1)):
        with pytest.raises(RuleViolation):
            begin_game(DUEREN, seats)
