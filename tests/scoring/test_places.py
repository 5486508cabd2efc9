import random

from hypothesis import given
from hypothesis import strategies as st

from scoring.format import Format
from scoring.knockout import Departure, final_marks, fold_table, ko_places, place_spans, tournament_places
from tests.scoring.case_files import order_of


def three_tables():
    """Three tables of four, two survivors each; players 1–12 in the order of the cut."""
    seats = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    outs = ((4, 3), (8, 7), (12, 11))
    return [
        fold_table(dict.fromkeys(seat, 1), dict(enumerate(out, start=1)), [], 2)
        for seat, out in zip(seats, outs, strict=True)
    ]


def test_places_of_the_knockout_are_counted_from_the_end():
    ranks = {player: player for player in range(1, 13)}
    assert ko_places(three_tables(), ranks) == {3: 7, 7: 8, 11: 9, 4: 10, 8: 11, 12: 12}
    assert ko_places([], ranks) == {}


def test_each_group_has_as_many_places_as_people_and_there_is_no_group_of_nobody():
    assert place_spans([5, 5, 5], 2) == ((7, 9), (10, 12), (13, 15))
    assert place_spans([5, 4, 2], 2) == ((7, 8), (9, 10), (11, 11))
    assert place_spans([2, 1], 2) == place_spans([], 2) == ()


def test_equal_preliminary_ranks_share_a_place():
    ranks = dict.fromkeys(range(1, 13), 1) | {3: 5, 7: 5, 11: 5, 12: 7}
    assert ko_places(three_tables(), ranks) == {3: 7, 7: 7, 11: 7, 4: 10, 8: 10, 12: 12}


def test_a_group_is_open_while_somebody_may_still_join_it():
    tables = three_tables()
    tables[0] = fold_table(dict.fromkeys((1, 2, 3, 4), 1), {1: 4}, [], 2)
    ranks = {player: player for player in range(1, 13)}
    assert ko_places(tables, ranks) == {7: None, 11: None, 4: 10, 8: 11, 12: 12}


def placed(places):
    return {place.player: place.place for place in places}


def test_the_larger_table_alone_has_a_fifth():
    five = fold_table(dict.fromkeys((1, 2, 3, 4, 5), 1), {1: 5, 2: 4, 3: 3}, [], 2)
    four = fold_table(dict.fromkeys((6, 7, 8, 9), 1), {1: 9, 2: 8}, [], 2)
    two = fold_table(dict.fromkeys((10, 11), 1), {}, [], 2)
    ranks = {player: player for player in range(1, 12)}
    assert ko_places([five, four, two], ranks) == {3: 7, 8: 8, 4: 9, 9: 10, 5: 11}


def test_everybody_else_follows_in_the_order_of_the_cut_with_shared_ranks():
    ranks = {p: p for p in range(1, 13)} | {13: 13, 14: 13, 15: 15, 20: 2}
    order = order_of([1, 20, *range(2, 13), 13, 14, 15], ranks)
    tables = three_tables()
    final = fold_table(final_marks(Format(), tables), {1: 2, 2: 5, 3: 6, 4: 9, 5: 10}, [], 1)
    places = tournament_places(order, tables, final)
    final_and_ko = {1: 1, 10: 2, 9: 3, 6: 4, 5: 5, 2: 6, 3: 7, 7: 8, 11: 9, 4: 10, 8: 11, 12: 12}
    assert placed(places) == final_and_ko | {20: 13, 13: 14, 14: 14, 15: 16}
    assert [place.player for place in places][:3] == [1, 10, 9]
    assert [place.player for place in places][-4:] == [20, 13, 14, 15]
    assert [place.shared for place in places] == [False] * 13 + [True, True, False]
    stages = [place.stage for place in places]
    assert stages == ["final"] * 6 + ["ko"] * 6 + ["vorrunde"] * 4


def test_a_finalist_who_withdraws_before_the_final_takes_the_last_place():
    tables = three_tables()
    tables[0] = fold_table(dict.fromkeys((1, 2, 3, 4), 1), {1: 4, 2: 3}, [Departure(3, 1)], 2)
    seats = final_marks(Format(), tables)
    assert seats == dict.fromkeys((2, 5, 6, 9, 10), 1)
    order = order_of(range(1, 13))
    before = tournament_places(order, tables, None)
    assert placed(before)[1] == 6
    assert placed(before)[2] is None
    withdrawn = fold_table(seats, {1: 5, 2: 6, 3: 9}, [Departure(1, 2)], 1)
    after = placed(tournament_places(order, tables, withdrawn))
    assert after == {10: 1, 9: 2, 6: 3, 5: 4, 2: 5, 1: 6, 3: 7, 7: 8, 11: 9, 4: 10, 8: 11, 12: 12}


def test_empty_chairs_in_the_order_of_withdrawal():
    tables = three_tables()
    tables[0] = fold_table(dict.fromkeys((1, 2, 3, 4), 1), {1: 4, 2: 3}, [Departure(3, 1)], 2)
    tables[2] = fold_table(dict.fromkeys((9, 10, 11, 12), 1), {1: 12, 2: 11}, [Departure(3, 9)], 2)
    places = placed(tournament_places(order_of(range(1, 13)), tables, None, empty_chairs=[9, 1]))
    assert (places[9], places[1]) == (6, 5)


def test_whoever_sits_in_the_final_is_placed_by_the_final():
    tables = three_tables()
    final = fold_table(final_marks(Format(), tables), {1: 2}, [], 1)
    places = placed(tournament_places(order_of(range(1, 13)), tables, final, empty_chairs=[1]))
    assert (places[2], places[1]) == (6, None)


def test_while_the_knockout_runs_nobody_stands_behind_who_went_out():
    tables = three_tables()
    tables[1] = fold_table(dict.fromkeys((5, 6, 7, 8), 1), {}, [], 2)
    places = tournament_places(order_of(range(1, 15)), tables, None)
    assert placed(places)[5] is None
    assert placed(places)[13] == 13
    assert [place.player for place in places][-2:] == [13, 14]
    stages = {place.player: place.stage for place in places}
    assert (stages[1], stages[5], stages[8], stages[3]) == ("final", "ko", "ko", "ko")
    assert {place.player for place in places} == set(range(1, 15))


def test_without_knockout_the_final_decides_at_once():
    final = fold_table(dict.fromkeys((1, 2, 3), 1), {1: 1, 2: 3}, [], 1)
    places = tournament_places(order_of([1, 2, 3, 4, 5], {5: 4}), [], final)
    assert placed(places) == {2: 1, 3: 2, 1: 3, 4: 4, 5: 4}
    assert placed(tournament_places(order_of([1, 2]), [], None)) == {1: 1, 2: 2}


@given(st.integers(3, 6), st.integers(1, 3), st.integers(0, 2), st.randoms(use_true_random=False))
def test_places_of_whole_evenings(seats, survivors, short, lot: random.Random):
    """Every player gets one place, in German counting; tables of unequal size too."""
    sizes = (seats, seats, max(1, seats - short))
    players = list(range(1, sum(sizes) + 5))
    ranks = {player: max(1, player - player % 3) for player in players}
    start, tables = 0, []
    for size in sizes:
        marks = dict.fromkeys(players[start : start + size], 2)
        tables.append(_play(marks, survivors, lot))
        start += size
    final = _play(final_marks(Format(), tables), 1, lot)
    order = order_of(players, ranks)
    places = tournament_places(order, tables, final)
    assert sorted(place.player for place in places) == players
    for place in places:
        better = sum(other.place < place.place for other in places)
        assert place.stage == "vorrunde" or place.place == 1 + better
    assert [place.place for place in places] == sorted(place.place for place in places)
    again = tournament_places(order, tables[::-1], final)
    assert placed(again) == placed(places)


def _play(marks, survivors, lot):
    losers = {}
    state = fold_table(marks, losers, [], survivors)
    while not state.complete:
        losers[state.next_game] = lot.choice([p for p, held in state.left.items() if held])
        state = fold_table(marks, losers, [], survivors)
    return state
