"""What holds in every game by any rules: order of throws (R1, R2), Deckel (R4.6), one loser, undo."""

import contextlib
import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import game as games
from scoring.acts import Act, Thrown, from_plain, to_plain
from scoring.errors import RuleViolation
from scoring.game import as_result, begin_game
from scoring.points import check_game, game_loser, game_points
from scoring.ruleset import PRESETS
from scoring.throwing import decide
from scoring.throws import classify_throw, throw_table
from tests.scoring.table_play import RULES, chance_act, chance_dice_act, chance_thrown, replay

DICE = list(itertools.product(range(1, 7), repeat=3))
THROWS = st.lists(
    st.tuples(st.sampled_from(DICE), st.integers(1, 3), st.booleans()), min_size=2, max_size=6
).map(
    lambda drawn: [
        Thrown(player, dice, throws, hand or throws == 1)
        for player, (dice, throws, hand) in enumerate(drawn, start=1)
    ]
)
SEATS = st.integers(2, 6).map(lambda count: tuple(range(1, count + 1)))
SEEDS = st.integers(0, 2**32)


@given(RULES)
def test_counts_of_permutations_from_the_hand(rules):
    rules = replace(rules, jule="none", jule_from_hand=False)
    kinds = [throw.kind for throw in throw_table(rules)[True].values()]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {"general": 5, "schock": 15, "schock_aus": 1, "strasse": 24, "zahl": 171}


@given(RULES, st.booleans())
def test_throws_are_in_one_order_and_equal_only_with_equal_dice(rules, hand):
    by_strength = {}
    for dice in DICE:
        throw = classify_throw(dice, hand=hand, ruleset=rules)
        assert throw == throw_table(rules)[hand][dice]
        by_strength.setdefault(throw.strength, set()).add(tuple(sorted(dice)))
    assert len(by_strength) == 56
    assert {len(same) for same in by_strength.values()} == {1}


@given(RULES, THROWS, SEEDS)
def test_the_order_of_the_dice_does_not_matter(rules, throws, seed):
    rng = random.Random(seed)
    shuffled = [replace(act, dice=tuple(rng.sample(act.dice, 3))) for act in throws]
    assert decide(shuffled, rules) == decide(throws, rules)


@given(RULES, THROWS)
def test_a_round_has_one_loser_or_is_repeated(rules, throws):
    end = decide(throws, rules, givers=range(1, 7))
    if end.repeat:
        assert rules.equal_throws[-1] == "repeat"
        assert len(end.tied) > 1
        assert (end.best, end.worst) == (None, None)
    else:
        assert end.best != end.worst
        assert {end.best, end.worst} <= {act.player for act in throws}
        assert decide(throws[::-1], rules).deckel in (end.deckel, 0)


@given(RULES.filter(lambda rules: rules.equal_throws[-1] == "earlier"), THROWS, st.integers(0, 5))
def test_who_is_neither_best_nor_worst_changes_neither(rules, throws, index):
    end = decide(throws, rules)
    rest = [act for act in throws if act.player != index + 1]
    if index + 1 not in (end.best, end.worst) and len(rest) > 1:
        assert decide(rest, rules) == end


def play_out(rules, seats, seed, choose):
    """All states and acts of one game; `choose` picks a legal act."""
    rng = random.Random(seed)
    states, acts = [begin_game(rules, seats)], []
    while states[-1].loser is None:
        assert len(acts) < 20_000
        acts.append(choose(rng, states[-1].half))
        states.append(games.apply(states[-1], acts[-1]))
    return states, acts


@settings(max_examples=60)
@given(RULES, SEATS, SEEDS, st.sampled_from([chance_act, chance_dice_act, chance_thrown]))
def test_deckel_losers_and_undo_of_any_game(rules, seats, seed, choose):
    states, acts = play_out(rules, seats, seed, choose)
    for state in states:
        check_state(state)
    end = states[-1]
    check_game(as_result(end))
    result = as_result(end)
    assert end.loser == game_loser(result.half1, result.half2, result.endkampf, result.scharf)
    assert game_points(result)[end.loser] == 0
    at = seed % len(acts)
    stored: list[Act] = [from_plain(to_plain(act)) for act in acts]
    assert replay(states[0], stored[:at]) == states[at]
    assert replay(states[0], stored) == end


def check_state(game):
    half = game.half
    assert half.stock + sum(half.deckel) == game.rules.deckel_total
    assert min(half.deckel) >= 0
    assert all(half.owns(player) == 0 for player in half.safe)
    if game.loser is not None:
        return
    assert len(half.active) >= 2
    assert half.starter in half.active
    assert set(half.order) == set(half.active)
    assert not set(half.active) & game.left
    if half.phase == 2:
        assert all(half.owns(player) for player in half.active)
    if game.stage == "endkampf":
        assert set(half.seats) == set(game.losers)


@settings(max_examples=60)
@given(RULES, SEATS, SEEDS)
def test_the_loser_of_a_half_holds_all_deckel(rules, seats, seed):
    states, _ = play_out(rules, seats, seed, chance_thrown)
    total = rules.deckel_total
    ended = [state for before, state in itertools.pairwise(states) if len(state.losers) > len(before.losers)]
    assert len(ended) == len(states[-1].losers)
    last = states[-1].half
    assert (last.owns(last.loser), last.stock, sorted(last.deckel)[-2]) == (total, 0, 0)


@settings(max_examples=40)
@given(RULES, SEATS, SEEDS)
def test_a_refused_act_changes_nothing_and_never_breaks(rules, seats, seed):
    rng = random.Random(seed)
    states, acts = play_out(rules, seats, seed, chance_act)
    for _ in range(30):
        state = rng.choice(states)
        act = rng.choice(acts)
        with contextlib.suppress(RuleViolation):
            check_state(games.apply(state, act))
        assert replay(states[0], acts[: states.index(state)]) == state


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_ends_with_six_at_the_table(name):
    for seed in range(20):
        states, _ = play_out(PRESETS[name], (1, 2, 3, 4, 5, 6), seed, chance_dice_act)
        assert states[-1].loser in states[-1].losers
