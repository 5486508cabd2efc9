"""C4.3 Who sits at which K.O. table."""

import pytest

from scoring.errors import RuleViolation
from tournaments.draw import KoEntrant, ko_order, seat_ko

FIFTEEN = [KoEntrant(100 - rank, rank, 0) for rank in range(1, 16)]


def _ranks(tables: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [[100 - number for number in table] for table in tables]


def test_snake_is_the_one_of_the_rules() -> None:
    assert _ranks(seat_ko(FIFTEEN, 3, 5, "snake", 1)) == [
        [1, 6, 7, 12, 13],
        [2, 5, 8, 11, 14],
        [3, 4, 9, 10, 15],
    ]


@pytest.mark.parametrize(
    ("n", "tables", "seats", "expected"),
    [
        (8, 2, 4, [[1, 4, 5, 8], [2, 3, 6, 7]]),
        (10, 2, 5, [[1, 4, 5, 8, 9], [2, 3, 6, 7, 10]]),
        (11, 3, 5, [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]),
        (5, 1, 5, [[1, 2, 3, 4, 5]]),
        (12, 4, 3, [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12]]),
    ],
)
def test_snake_over_other_tables(n: int, tables: int, seats: int, expected: list[list[int]]) -> None:
    entrants = [KoEntrant(100 - rank, rank, 0) for rank in range(1, n + 1)]
    assert _ranks(seat_ko(entrants, tables, seats, "snake", 1)) == expected


@pytest.mark.parametrize("seeding", ["apart", "snake", "lot"])
@pytest.mark.parametrize("tables", [1, 2, 3, 4, 6])
def test_everybody_sits_once_and_tables_differ_by_one_at_most(seeding: str, tables: int) -> None:
    for n in range(1, 5 * tables + 1):
        entrants = [KoEntrant(rank, rank, 0) for rank in range(1, n + 1)]
        seated = seat_ko(entrants, tables, 5, seeding, n)
        assert sorted(number for table in seated for number in table) == list(range(1, n + 1))
        sizes = [len(table) for table in seated]
        assert len(sizes) == tables
        assert max(sizes) - min(sizes) <= 1


def test_a_table_may_have_one_seat() -> None:
    entrants = [KoEntrant(number, number, 0) for number in (1, 2, 3)]
    assert seat_ko(entrants, 3, 1, "snake", 1) == ((1,), (2,), (3,))


def test_apart_puts_the_best_on_different_tables_and_the_rest_by_lot() -> None:
    seen = set()
    for seed in range(30):
        tables = _ranks(seat_ko(FIFTEEN, 3, 5, "apart", seed))
        assert [table[0] for table in tables] == [1, 2, 3]
        seen.add(tuple(sorted(tables[0])))
    assert len(seen) > 20


def test_lot_may_put_the_best_together() -> None:
    together = [
        seed
        for seed in range(60)
        if any({1, 2, 3} <= set(table) for table in _ranks(seat_ko(FIFTEEN, 3, 5, "lot", seed)))
    ]
    assert 0 < len(together) < 60


def test_position_decides_inside_a_shared_rank() -> None:
    entrants = [KoEntrant(number, 1, 10 - number) for number in range(1, 10)]
    tables = seat_ko(entrants, 3, 3, "apart", 5)
    assert [table[0] for table in tables] == [9, 8, 7]
    assert seat_ko(entrants, 3, 3, "snake", 5)[0] == (9, 4, 3)


def test_equal_positions_are_ordered_by_lot() -> None:
    entrants = [KoEntrant(number, 1, 0) for number in range(1, 10)]
    heads = {tuple(table[0] for table in seat_ko(entrants, 3, 3, "snake", seed)) for seed in range(30)}
    assert len(heads) > 20


@pytest.mark.parametrize("seed", range(10))
def test_the_order_for_extra_marks_is_the_one_of_the_seeding(seed: int) -> None:
    shared = [KoEntrant(number, 1 + number // 6, number % 2) for number in range(1, 16)]
    order = ko_order(shared, seed)
    assert tuple(table[0] for table in seat_ko(shared, 3, 5, "apart", seed)) == order[:3]
    assert tuple(table[0] for table in seat_ko(shared, 3, 5, "snake", seed)) == order[:3]


@pytest.mark.parametrize("seeding", ["apart", "snake", "lot"])
def test_the_seed_decides_and_the_order_given_does_not(seeding: str) -> None:
    shared = [KoEntrant(number, 1 + number // 4, 0) for number in range(1, 16)]
    one = seat_ko(shared, 3, 5, seeding, 99)
    assert one == seat_ko(list(reversed(shared)), 3, 5, seeding, 99)
    assert one != seat_ko(shared, 3, 5, seeding, 100)


@pytest.mark.parametrize(
    ("entrants", "tables", "seats", "seeding", "seed", "code"),
    [
        (FIFTEEN, 3, 5, "best", 1, "ko_seeding_unknown"),
        (FIFTEEN, 0, 5, "apart", 1, "ko_tables_invalid"),
        (FIFTEEN, 3, 0, "apart", 1, "ko_tables_invalid"),
        (FIFTEEN, 2, 5, "apart", 1, "ko_too_many"),
        ([], 3, 5, "apart", 1, "too_few_players"),
        ([*FIFTEEN[:5], FIFTEEN[0]], 3, 5, "apart", 1, "player_twice"),
        (FIFTEEN, 3, 5, "apart", -1, "seed_out_of_range"),
    ],
)
def test_what_cannot_be_seated_is_refused_by_its_code(
    entrants: list[KoEntrant], tables: int, seats: int, seeding: str, seed: int, code: str
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        seat_ko(entrants, tables, seats, seeding, seed)
    assert refusal.value.code == code
