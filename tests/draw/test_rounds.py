"""C1.1–C1.3 Every draw is legal, and its repeats are few."""

import pytest

from tests.draw import verifier
from tests.draw.evenings import field_of, next_input, play
from tournaments.draw import Draw, DrawInput, draw_round, measure, repeated_pairs

SAMPLE = [3, 5, 6, 7, 8, 9, 11, 12, 13, 18, 23, 27, 32, 37, 50, 64, 65, 66, 67, 101, 130]


def _assert_seated(draw_input: DrawInput, draw: Draw) -> None:
    numbers = [entrant.number for entrant in draw_input.entrants]
    verifier.assert_legal(numbers, draw_input.odd_tables, draw_input.history, draw.tables, fair=False)


def _assert_fair(draw_input: DrawInput, draw: Draw) -> None:
    numbers = [entrant.number for entrant in draw_input.entrants]
    verifier.assert_legal(numbers, draw_input.odd_tables, draw_input.history, draw.tables)


def _assert_evening(n: int, rounds: int, odd_tables: str) -> None:
    history = play(field_of(n), rounds, odd_tables=odd_tables, look=_assert_seated)
    counts = verifier.odd_history(history)
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize("n", SAMPLE)
def test_a_field_is_drawn_legally_round_after_round(n: int) -> None:
    _assert_evening(n, 4, "fives")


@pytest.mark.parametrize("n", [3, 5, 9, 10, 17, 33, 62])
def test_threes_are_drawn_legally_round_after_round(n: int) -> None:
    _assert_evening(n, 4, "threes")


@pytest.mark.long
@pytest.mark.parametrize("odd_tables", ["fives", "threes"])
@pytest.mark.parametrize("rounds", range(1, 8))
@pytest.mark.parametrize("n", [*range(3, 131), 200, 400, 1000])
def test_every_field_is_drawn_legally_round_after_round(n: int, rounds: int, odd_tables: str) -> None:
    _assert_evening(n, rounds, odd_tables)


@pytest.mark.parametrize("n", [25, 29, 37, 38, 42, 50, 61, 62, 63, 101, 102, 103])
def test_where_it_costs_no_meeting_the_fives_are_fair_after_every_round(n: int) -> None:
    play(field_of(n), 5, look=_assert_fair)


@pytest.mark.parametrize("n", [200, 400])
def test_large_fields_meet_nobody_twice(n: int) -> None:
    assert verifier.repeats(play(field_of(n), 5, look=_assert_fair)) == 0


@pytest.mark.parametrize("lot", range(1, 11))
def test_101_players_meet_nobody_twice_in_five_rounds(lot: int) -> None:
    assert verifier.repeats(play(field_of(101), 5, lot=lot, look=_assert_fair)) == 0


@pytest.mark.parametrize("n", [16, 20, 24, 28, 32, 36, 37, 48, 64, 65, 66, 67, 130])
def test_medium_fields_meet_nobody_twice_in_five_rounds(n: int) -> None:
    assert verifier.repeats(play(field_of(n), 5)) == 0


def test_repeats_are_spread_instead_of_falling_on_the_same_pairs() -> None:
    for lot in range(1, 6):
        assert max(verifier.meetings(play(field_of(12), 5, lot=lot)).values()) <= 4


def test_two_tables_of_four_reach_the_bound_of_four_repeats() -> None:
    history = play(field_of(8), 2)
    assert verifier.repeats(history) == 4


@pytest.mark.parametrize("n", [8, 13, 23, 101])
def test_quality_agrees_with_an_independent_count(n: int) -> None:
    def look(draw_input: DrawInput, draw: Draw) -> None:
        before, after = draw_input.history, (*draw_input.history, draw.tables)
        met = verifier.meetings(after)
        now = verifier.meetings((draw.tables,))
        assert draw.quality.repeats == verifier.repeats(after) - verifier.repeats(before)
        assert draw.quality.worst == max(met[pair] for pair in now)
        assert draw.quality.odd_twice == len(verifier.unfair(before, draw.tables))
        again = [(*sorted(pair), met[pair]) for pair in now if met[pair] > 1]
        assert list(repeated_pairs(draw_input, draw.tables)) == sorted(again)

    play(field_of(n), 5, look=look)


def test_quality_of_a_bad_seating_is_told() -> None:
    first = ((1, 2, 3, 4, 5), (6, 7, 8, 9))
    draw_input = next_input(field_of(9, clubs=[2, 0, 3]), (first,))
    price = measure(draw_input, first)
    assert (price.repeats, price.worst, price.odd_twice) == (16, 2, 5)
    assert price.club_pairs == 4


def test_the_largest_tables_have_the_lowest_numbers() -> None:
    tables = draw_round(next_input(field_of(102))).tables
    assert [len(table) for table in tables] == [5, 5] + [4] * 23


def test_another_number_drawn_gives_another_draw() -> None:
    draws = {draw_round(next_input(field_of(40), lot=lot)).tables for lot in range(10)}
    assert len(draws) == 10
