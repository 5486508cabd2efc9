import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cut import (
    Placed,
    Stechen,
    cut_order,
    fill_places,
    stechen_of,
    valid_throws,
    with_levels,
)
from scoring.format import Format
from scoring.ranking import (
    Boundary,
    Tally,
    boundaries_for,
    chain_key,
    open_groups,
    rank_players,
    resolve_stechen,
)
from scoring.throws import ABSENT

CUT_3 = (Boundary("cut", 3),)


def entry(player, points, **more):
    return Tally(player=player, points=points, games=5, **more)


def evening():
    """12 alone in front, 13–20 tied for three places, 21 behind."""
    tallies = [entry(p, 100 - p) for p in range(1, 13)]
    tallies += [entry(p, 50) for p in range(13, 21)] + [entry(21, 10)]
    return rank_players(tallies)


def throws_of(**by_name):
    return {int(name[1:]): thrown for name, thrown in by_name.items()}


def open_stechen(standings, boundaries, throws=None):
    """What must be thrown before the cut can be made."""
    states = [
        resolve_stechen(group.players, group.places, throws or {})
        for group in open_groups(standings, boundaries)
    ]
    return [pending for state in states for pending in state.pending]


def ranks(order):
    return {line.player: line.rank for line in order}


def test_the_stechen_parts_a_shared_rank_in_two():
    lines = boundaries_for(Format(), 21)
    throws = {p: [p] for p in range(13, 21)}
    order = cut_order(evening(), lines, throws)
    assert [line.player for line in order] == [*range(1, 13), *range(20, 12, -1), 21]
    assert [line.position for line in order] == list(range(1, 22))
    assert [line.rank for line in order] == [*range(1, 13), 13, 13, 13, 16, 16, 16, 16, 16, 21]
    assert [line.level for line in order] == list(range(1, 22))
    assert open_stechen(evening(), lines, throws) == []


def test_inside_a_side_equal_throws_stand_by_chain_then_number():
    tallies = [entry(1, 9, lost=2), entry(2, 9, lost=1), entry(3, 9, lost=1), entry(4, 9), entry(5, 9)]
    throws = throws_of(p1=[70], p2=[70], p3=[70], p4=[30], p5=[20])
    order = cut_order(rank_players(tallies), CUT_3, throws)
    assert [line.player for line in order] == [2, 3, 1, 4, 5]
    assert [line.rank for line in order] == [1, 1, 1, 4, 4]
    assert [line.level for line in order] == [1, 1, 1, 4, 5]
    assert [line.seed for line in order] == [1, 1, 3, 4, 5]


def test_before_the_stechen_the_rank_stays_shared_and_the_line_open():
    lines = boundaries_for(Format(), 21)
    order = cut_order(evening(), lines)
    assert [line.rank for line in order if line.points == 50] == [13] * 8
    (pending,) = open_stechen(evening(), lines)
    assert (pending.players, pending.places) == (tuple(range(13, 21)), 3)


def test_one_stechen_for_bonus_and_cut():
    standings = rank_players([entry(p, 50) for p in range(1, 21)])
    lines = boundaries_for(Format(), 20)
    order = cut_order(standings, lines, {p: [100 - p] for p in range(1, 21)})
    assert [line.rank for line in order] == [1] * 3 + [4] * 12 + [16] * 5


def test_whoever_cannot_qualify_keeps_the_rank_of_his_points():
    tallies = [entry(1, 9), entry(2, 9, eligible=False), entry(3, 9), entry(4, 9), entry(5, 9), entry(6, 1)]
    standings = rank_players(tallies)
    throws = throws_of(p1=[10], p3=[40], p4=[30], p5=[20])
    order = cut_order(standings, (Boundary("cut", 2),), throws)
    assert [line.player for line in order] == [3, 4, 2, 5, 1, 6]
    assert [line.rank for line in order] == [1, 1, 1, 4, 4, 6]
    assert ranks(order)[2] == {line.player: line.rank for line in standings}[2]


def test_with_the_chain_the_stechen_is_for_what_it_leaves_tied():
    tallies = [entry(1, 9, lost=1), entry(2, 9), entry(3, 9), entry(4, 9), entry(5, 9)]
    standings = rank_players(tallies, decide="chain")
    order = cut_order(standings, CUT_3, throws_of(p2=[5], p3=[6], p4=[7], p5=[1]))
    assert [line.player for line in order] == [4, 3, 2, 5, 1]
    assert [line.rank for line in order] == [1, 1, 1, 4, 5]


def test_throws_stay_valid_for_those_still_tied():
    held = [Stechen(frozenset({1, 2, 3, 4}), throws_of(p1=[10], p2=[20], p3=[30], p4=[40]))]
    standings = rank_players([entry(p, 9) for p in (1, 2, 3)] + [entry(4, 8), entry(5, 9)])
    throws = valid_throws(standings, CUT_3, held)
    assert throws == {1: [10], 2: [20], 3: [30]}
    (pending,) = open_stechen(standings, CUT_3, throws)
    assert pending.missing == (5,)


def test_a_stechen_whose_tie_is_gone_counts_for_nobody():
    held = [Stechen(frozenset({1, 2, 3, 4}), {p: [p] for p in (1, 2, 3, 4)})]
    apart = rank_players([entry(p, 20 - p) for p in range(1, 7)])
    assert valid_throws(apart, CUT_3, held) == {}
    moved = rank_players([entry(1, 30), entry(2, 29), entry(3, 9), entry(5, 9), entry(6, 9)])
    assert valid_throws(moved, CUT_3, held) == {}


def test_the_stechen_with_most_of_the_group_counts_then_the_latest():
    small = Stechen(frozenset({1, 2}), {})
    large = Stechen(frozenset({3, 4, 5}), {})
    late = Stechen(frozenset({4, 5, 6}), {})
    assert stechen_of({1, 2, 3, 4, 5}, [large, small]) is large
    assert stechen_of({3, 4, 5, 6}, [large, late]) is late
    assert stechen_of({1, 3}, [small, large]) is None
    assert stechen_of({1}, [small]) is None
    assert stechen_of(set(), []) is None


def test_a_called_player_who_has_not_thrown_is_known():
    standings = rank_players([entry(p, 9) for p in range(1, 5)])
    held = [Stechen(frozenset({1, 2, 3, 4}), {1: [5]})]
    assert valid_throws(standings, CUT_3, held) == {1: [5], 2: (), 3: (), 4: ()}


def decided_evening():
    held = [Stechen(frozenset(range(13, 21)), {p: [p if p > 14 else 14] for p in range(13, 21)})]
    standings = evening()
    lines = boundaries_for(Format(), 21)
    return standings, held, cut_order(standings, lines, valid_throws(standings, lines, held))


def as_stored(order):
    return [Placed(line.player, line.position, line.rank, line.points, line.eligible) for line in order]


def test_levels_are_found_again_from_the_stored_order():
    standings, held, order = decided_evening()
    chain = {line.player: chain_key(line, ("fewer_lost_games",)) for line in standings}
    assert with_levels(as_stored(order)[::-1], boundaries_for(Format(), 21), held, chain) == order


def test_levels_are_found_again_where_the_chain_separates_ranks():
    tallies = [entry(1, 9, lost=1), *(entry(p, 9) for p in range(2, 6)), entry(6, 8)]
    standings = rank_players(tallies, decide="chain")
    held = [Stechen(frozenset({2, 3, 4, 5}), throws_of(p2=[5], p3=[6], p4=[6], p5=[1]))]
    order = cut_order(standings, CUT_3, valid_throws(standings, CUT_3, held))
    assert [line.level for line in order] == [1, 1, 3, 4, 5, 6]
    chain = {line.player: chain_key(line, ("fewer_lost_games",)) for line in standings}
    assert with_levels(as_stored(order), CUT_3, held, chain, decide="chain") == order


def test_a_throw_that_no_line_asked_for_separates_nobody():
    stored = [Placed(1, 1, 1, 9, True), Placed(2, 2, 1, 9, True), Placed(3, 3, 3, 9, True)]
    cut = (Boundary("cut", 2),)
    held = [Stechen(frozenset({1, 2, 3}), {1: [50, 60], 2: [50, 10], 3: [20]})]
    levels = with_levels(stored, cut, held, {1: (0,), 2: (1,), 3: (1,)})
    assert [(line.level, line.seed) for line in levels] == [(1, 1), (1, 2), (3, 3)]
    assert [line.level for line in with_levels(stored, cut, [])] == [1, 1, 3]


def test_a_stechen_whose_tie_was_gone_at_the_cut_separates_nobody():
    standings = rank_players([entry(p, 9) for p in (1, 2, 3)] + [entry(4, 9, eligible=False), entry(5, 8)])
    held = [Stechen(frozenset({1, 2, 3, 4}), throws_of(p1=[5], p2=[6], p3=[ABSENT], p4=[1]))]
    order = cut_order(standings, CUT_3, valid_throws(standings, CUT_3, held))
    assert [line.level for line in order if line.eligible] == [1, 1, 1, 5]
    assert with_levels(as_stored(order), CUT_3, held) == order


def test_the_next_in_the_order_of_the_old_stechen_moves_up():
    _, _, order = decided_evening()
    everybody = {line.player for line in order}
    assert fill_places(order, everybody, 15).players == (*range(1, 13), 20, 19, 18)
    filled = fill_places(order, everybody - {7, 20}, 15)
    assert filled.players == (*range(1, 7), *range(8, 13), 19, 18, 17, 16)
    assert filled.pending == ()


def test_a_tie_of_those_who_move_up_goes_to_a_new_stechen():
    _, _, order = decided_evening()
    everybody = {line.player for line in order}
    gone = everybody - {1, 2, 3, 4}
    filled = fill_places(order, gone, 15)
    assert filled.players == (*range(5, 13), 20, 19, 18, 17, 16, 15)
    (pending,) = filled.pending
    assert (pending.players, pending.places) == ((13, 14), 1)
    decided = fill_places(order, gone, 15, {13: [4], 14: [9]})
    assert decided.players[-1] == 14
    assert decided.pending == ()
    assert 13 in fill_places(order, gone - {14}, 15, {13: [4], 14: [9]}).players


def test_an_absent_one_does_not_move_up_before_the_others():
    _, _, order = decided_evening()
    gone = {line.player for line in order} - {1, 2, 3, 4}
    assert fill_places(order, gone, 15, {13: [4], 14: [ABSENT]}).players[-1] == 13


def test_withdrawn_players_are_no_part_of_a_tie_of_those_who_move_up():
    tallies = [entry(1, 9), entry(2, 9), entry(3, 9, eligible=False)]
    order = cut_order(rank_players(tallies), ())
    assert [(line.player, line.level) for line in order] == [(1, 1), (2, 1), (3, 3)]
    assert with_levels(order, (), []) == order


def test_withdrawn_players_never_fill_a_place():
    order = cut_order(rank_players([entry(1, 9, eligible=False), entry(2, 8)]), ())
    assert fill_places(order, {1, 2}, 2).players == (2,)
    assert fill_places(order, {1, 2}, 0).players == ()


TALLIES = st.lists(
    st.builds(
        Tally,
        player=st.integers(1, 60),
        points=st.integers(0, 4),
        games=st.just(5),
        lost=st.integers(0, 1),
        eligible=st.integers(0, 5).map(bool),
    ),
    unique_by=lambda line: line.player,
    max_size=30,
)
THROWS = st.dictionaries(st.integers(1, 60), st.lists(st.integers(-1, 3), max_size=3))
LINES = st.lists(st.integers(1, 30), max_size=3, unique=True).map(
    lambda positions: [Boundary("prize", position) for position in sorted(positions)]
)


@given(TALLIES, LINES, THROWS, st.sampled_from(["stechen", "chain"]), st.randoms(use_true_random=False))
def test_the_order_of_the_cut(tallies, lines, throws, decide, lot: random.Random):
    standings = rank_players(tallies, decide=decide)
    order = cut_order(standings, lines, throws)
    assert sorted(line.player for line in order) == sorted(line.player for line in tallies)
    before = {line.player: line.rank for line in standings}
    for line in order:
        assert line.rank == 1 + sum(other.rank < line.rank for other in order)
        assert line.rank >= before[line.player]
        assert line.eligible or line.rank == before[line.player]
        assert line.rank <= line.level <= line.seed <= line.position
    lot.shuffle(tallies)
    again = rank_players(tallies, decide=decide)
    assert cut_order(again, lines, throws) == order


@given(TALLIES, LINES, THROWS)
def test_a_line_without_open_stechen_separates_ranks(tallies, lines, throws):
    standings = rank_players(tallies)
    order = cut_order(standings, lines, throws)
    if open_stechen(standings, lines, throws):
        return
    able = [line for line in order if line.eligible]
    for line in lines:
        if line.position < len(able):
            assert able[line.position - 1].rank < able[line.position].rank


@pytest.mark.parametrize("field", [12, 14, 15, 16])
def test_fields_around_the_size_of_the_cut(field):
    """failures.md: 12, 14, 15, 16 players, all equal."""
    standings = rank_players([entry(p, 9) for p in range(1, field + 1)])
    lines = boundaries_for(Format(bonus_ranks=0), field)
    assert len(open_stechen(standings, lines)) == (field > 15)
    order = cut_order(standings, lines)
    filled = fill_places(order, range(1, field + 1), 15)
    assert len(filled.players) == (field if field <= 15 else 0)
