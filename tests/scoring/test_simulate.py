"""Simulated games keep the rules, and their figures agree with independent ones."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.acts import Cast, Stand, TurnSixes
from scoring.errors import RuleViolation
from scoring.game import as_result, begin_game
from scoring.points import game_points
from scoring.ruleset import PRESETS, RuleSet
from scoring.simulate import NAIVE, TEXT, Tactics, report, simulate_game, spread
from tests.scoring.table_play import RULES, replay

DUEREN = PRESETS["dueren"]
TACTICS = st.builds(Tactics, st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=80)
@given(RULES, st.integers(2, 6), st.integers(0, 2**32), TACTICS)
def test_every_die_of_a_simulated_game_is_legal(rules, count, seed, tactics):
    seats = tuple(range(11, 11 + count))
    acts = []
    facts = simulate_game(rules, seats, random.Random(seed), begins=seats[-1], tactics=tactics, acts=acts)
    game = replay(begin_game(rules, seats, begins=seats[-1]), acts)
    result = as_result(game)
    assert (facts.half1, facts.half2, facts.endkampf) == (result.half1, result.half2, result.endkampf)
    assert facts.loser == game.loser
    assert facts.points == tuple(game_points(result).values())
    assert facts.turns == sum(isinstance(act, Stand) for act in acts)
    assert facts.dice == sum(len(act.dice) for act in acts if isinstance(act, Cast))
    assert facts.throwing_rounds >= game.throwing_rounds
    assert facts.opener_lost <= facts.opened <= game.throwing_rounds


def test_writing_down_the_acts_changes_no_game():
    for seed in range(20):
        plain = simulate_game(DUEREN, (1, 2, 3, 4), random.Random(seed))
        assert simulate_game(DUEREN, (1, 2, 3, 4), random.Random(seed), acts=[]) == plain


def test_sixes_are_turned_where_the_rules_allow_it():
    def turned(rules):
        acts = []
        rng = random.Random(5)
        for _ in range(60):
            simulate_game(rules, (1, 2, 3, 4), rng, acts=acts)
        return {act.count for act in acts if isinstance(act, TurnSixes)}

    assert turned(DUEREN) == turned(PRESETS["typenclub"]) == {1, 2}
    assert turned(PRESETS["kneipe"]) == set()
    assert turned(RuleSet(two_sixes=False)) == {2}
    assert turned(RuleSet(three_sixes=False)) == {1}


@pytest.mark.parametrize(("seats", "share"), [(3, 0.33), (4, 0.24), (5, 0.20), (6, 0.16)])
def test_games_without_endkampf(seats, share):
    found = report(DUEREN, seats, 1000, random.Random(seats), tactics=NAIVE)
    assert found.without_endkampf == pytest.approx(share, abs=0.035)


@pytest.mark.parametrize(("seats", "points"), [(4, 3.37), (5, 3.68)])
def test_points_at_four_and_five_seats(seats, points):
    found = report(DUEREN, seats, 600, random.Random(1))
    assert found.points == pytest.approx(points, abs=0.03)
    p = found.without_endkampf
    assert found.points * seats == pytest.approx(p * 5 * (seats - 1) + (1 - p) * (5 * (seats - 2) + 3))


def test_a_game_of_four_has_about_28_throwing_rounds():
    text, naive = (report(DUEREN, 4, 800, random.Random(2), tactics=play) for play in (TEXT, NAIVE))
    assert text.throwing_rounds.mean < 28 < naive.throwing_rounds.mean
    assert text.throwing_rounds.mean > 22
    assert naive.throwing_rounds.mean < 34


def test_who_begins_a_throwing_round_has_the_better_part_of_it():
    found = report(DUEREN, 4, 600, random.Random(3))
    assert found.opener_lost < found.opener_fair - 0.05
    assert max(found.lost_by_seat) < 0.32
    assert sum(found.lost_by_seat) == pytest.approx(1)


def test_a_scharf_game_is_shorter_and_has_no_endkampf():
    found = report(replace(DUEREN, speed="scharf"), 4, 300, random.Random(4))
    assert found.without_endkampf == 1
    assert found.points == pytest.approx(3.75)
    assert found.turns.mean < 40


def test_the_same_seed_gives_the_same_report():
    assert report(DUEREN, 4, 50, random.Random(9)) == report(DUEREN, 4, 50, random.Random(9))


def test_how_counts_vary():
    found = spread(range(1, 101))
    assert (found.mean, found.low, found.median, found.high) == (50.5, 11, 51, 90)
    assert found.slowest == pytest.approx(96.6, abs=0.1)
    same = spread([7])
    assert (same.mean, same.low, same.high, same.slowest) == (7, 7, 7, 7)


def test_nobody_plays_alone():
    with pytest.raises(RuleViolation):
        simulate_game(DUEREN, (1,), random.Random(1))
    with pytest.raises(ValueError):
        report(DUEREN, 4, 0, random.Random(1))
