import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import Pending, resolve_stechen
from scoring.ruleset import PRESETS
from scoring.throws import ABSENT, place_strength, stechen_strength
from tests.scoring.case_files import cases, dice, number, numbers


@pytest.mark.parametrize("case", cases("more_stechen"), ids=lambda c: c["why"])
def test_every_case(case):
    rules = replace(PRESETS[case["preset"]], **case["changes"])
    players = numbers(case["players"])
    throws = {player: [] for player in players}
    for attempt in case["throws"]:
        for player, thrown in throws.items():
            name = next((name for name in attempt if number(name) == player), None)
            thrown.append(stechen_strength(dice(attempt[name]), rules) if name else None)
    state = resolve_stechen(players, [case["places"]], throws)
    repeat = case["repeat"]
    repeating = set(numbers(repeat["players"]))
    assert {player for pending in state.pending for player in pending.players} == repeating
    assert sum(pending.places for pending in state.pending) == repeat["places"]
    settled = [player for block in state.blocks for player in block if player not in repeating]
    above = case["places"] - repeat["places"]
    assert set(settled[:above]) == set(numbers(case["in"]))
    assert set(settled[above:]) == set(numbers(case["out"]))
    assert state.decided == (not repeating)


def test_nobody_has_thrown_yet():
    state = resolve_stechen([3, 1, 2], [1], {})
    assert state.blocks == ((1, 2, 3),)
    assert state.pending == (Pending((1, 2, 3), 1, 1, (1, 2, 3)),)


def test_who_is_missing_is_named():
    (pending,) = resolve_stechen([1, 2, 3], [1], {1: [100], 2: [None]}).pending
    assert (pending.players, pending.missing) == ((1, 2, 3), (2, 3))


def test_no_line_inside_no_stechen():
    for places in ([], [0], [3], [7], [-1]):
        state = resolve_stechen([1, 2, 3], places, {})
        assert state.blocks == ((1, 2, 3),)
        assert state.decided


def test_one_throw_for_two_lines():
    state = resolve_stechen(range(1, 7), [1, 4], {p: [10 * (10 - p)] for p in range(1, 7)})
    assert state.blocks == tuple((p,) for p in range(1, 7))
    assert state.decided


def test_two_lines_may_each_need_a_repeat():
    throws = {1: [90], 2: [90], 3: [50], 4: [20], 5: [20], 6: [10]}
    state = resolve_stechen(range(1, 7), [1, 4], throws)
    assert state.blocks == ((1, 2), (3,), (4, 5), (6,))
    assert state.pending == (
        Pending((1, 2), 1, 2, (1, 2)),
        Pending((4, 5), 1, 2, (4, 5)),
    )


def test_two_lines_through_one_repeat():
    throws = {p: [50] for p in range(1, 6)}
    (pending,) = resolve_stechen(range(1, 6), [1, 3], throws).pending
    assert pending.places == 3


def test_who_does_not_come_is_last():
    state = resolve_stechen([1, 2, 3], [2], {1: [ABSENT], 2: [1], 3: [5]})
    assert state.blocks == ((3,), (2,), (1,))
    assert state.decided


def test_absent_from_the_repeat_only():
    state = resolve_stechen([1, 2, 3], [1], {1: [9, ABSENT], 2: [9, 4], 3: [5]})
    assert state.blocks == ((2,), (1,), (3,))


def test_two_absent_across_the_line_stay_open():
    (pending,) = resolve_stechen([1, 2, 3], [2], {1: [ABSENT], 2: [ABSENT], 3: [5]}).pending
    assert pending.players == (1, 2)


def test_an_order_of_names():
    throws = {1: [place_strength(3)], 2: [place_strength(1)], 3: [place_strength(2)]}
    assert resolve_stechen([1, 2, 3], [1, 2], throws).blocks == ((2,), (3,), (1,))


def test_a_newcomer_throws_in():
    throws = {1: [90], 2: [50], 3: [20]}
    assert resolve_stechen([1, 2, 3], [2], throws).decided
    (pending,) = resolve_stechen([1, 2, 3, 4], [2], throws).pending
    assert pending.missing == (4,)
    state = resolve_stechen([1, 2, 3, 4], [2], throws | {4: [70]})
    assert state.blocks == ((1,), (4,), (2,), (3,))


def test_a_newcomer_who_ties_repeats_with_those_he_ties_with():
    throws = {1: [90], 2: [50, 60], 3: [50, 30], 4: [50]}
    (pending,) = resolve_stechen([1, 2, 3, 4], [2], throws).pending
    assert (pending.players, pending.attempt, pending.missing) == ((2, 3, 4), 2, (4,))


def test_throws_that_no_line_asks_for_are_ignored():
    throws = {1: [90, 1], 2: [90, 9], 3: [50], 99: [100]}
    assert resolve_stechen([1, 2, 3], [2], throws).blocks == ((1, 2), (3,))


@st.composite
def stechen(draw):
    players = draw(st.lists(st.integers(1, 60), min_size=2, max_size=12, unique=True))
    places = draw(st.lists(st.integers(-1, 13), max_size=3))
    strengths = st.lists(st.one_of(st.none(), st.integers(-1, 4)), max_size=4)
    return players, places, {player: draw(strengths) for player in players}


@given(stechen(), st.randoms(use_true_random=False))
def test_blocks_part_the_group_and_only_lines_are_open(facts, lot: random.Random):
    players, places, throws = facts
    state = resolve_stechen(players, places, throws)
    assert sorted(p for block in state.blocks for p in block) == sorted(players)
    ends = []
    for block in state.blocks:
        start = ends[-1] if ends else 0
        ends.append(start + len(block))
        crossed = any(start < place < ends[-1] for place in places)
        assert crossed == any(pending.players == block for pending in state.pending)
    lot.shuffle(players)
    lot.shuffle(places)
    assert resolve_stechen(players, places, throws) == state


@given(stechen())
def test_first_throws_decide_first(facts):
    players, places, throws = facts
    state = resolve_stechen(players, places, throws)
    if len(state.blocks) > 1:
        order = [throws[player][0] for block in state.blocks for player in block]
        assert order == sorted(order, reverse=True)
