"""C1.3 Clubs and teams apart, seats that rotate, fixed tables."""

import random
from itertools import combinations

import pytest

from scoring.errors import RuleViolation
from tests.draw import verifier
from tests.draw.evenings import field_of, next_input, play
from tournaments.draw import Draw, DrawInput, Entrant, draw_round

Tables = tuple[tuple[int, ...], ...]


def _spread(members: int, tables: int) -> int:
    """Pairs that must share a table when `members` spread over `tables`."""
    filled = [members // tables + (1 if i < members % tables else 0) for i in range(tables)]
    return sum(k * (k - 1) // 2 for k in filled)


@pytest.mark.parametrize(
    ("n", "clubs"),
    [(64, [8] * 8), (48, [12, 8, 6, 5, 4, 4, 3, 3, 3]), (101, [40, 20, 10, 2, 2])],
)
def test_clubs_are_apart_as_far_as_their_size_allows(n: int, clubs: list[int]) -> None:
    def look(draw_input: DrawInput, draw: Draw) -> None:
        club = {entrant.number: entrant.club for entrant in draw_input.entrants}
        together = sum(
            1
            for table in draw.tables
            for a, b in combinations(table, 2)
            if club[a] is not None and club[a] == club[b]
        )
        assert together == sum(_spread(size, len(draw.tables)) for size in clubs)
        assert draw.quality.club_pairs == together
        assert draw.quality.repeats == 0

    play(field_of(n, clubs), 5, look=look)


def test_teams_are_apart_too() -> None:
    teams = tuple(Entrant(i, team=i % 8) for i in range(1, 33))
    draw = draw_round(next_input(teams, rounds=5))
    assert draw.quality.club_pairs == 0
    for table in draw.tables:
        assert len({number % 8 for number in table}) == len(table)


def test_repeats_weigh_more_than_clubs() -> None:
    """The fewest earlier meetings come first, even where they put club mates together."""
    clubs = tuple(Entrant(i, club=(i - 1) // 4) for i in range(1, 9))
    apart = (((1, 2, 5, 6), (3, 4, 7, 8)), ((1, 2, 7, 8), (3, 4, 5, 6)), ((1, 3, 5, 7), (2, 4, 6, 8)))
    history = (*apart, ((1, 4, 5, 8), (2, 3, 6, 7)))
    draw = draw_round(next_input(clubs, history))
    price = verifier.meetings(history)
    assert sum(price[pair] for pair in verifier.meetings((draw.tables,))) == _least_meetings(history)


def _least_meetings(history: tuple[Tables, ...]) -> int:
    """Among all ways to split eight players into two fours: the fewest earlier meetings at one table."""
    met = verifier.meetings(history)
    totals = []
    for rest in combinations(range(2, 9), 3):
        one = (1, *rest)
        other = tuple(number for number in range(1, 9) if number not in one)
        totals.append(sum(met[frozenset(pair)] for table in (one, other) for pair in combinations(table, 2)))
    return min(totals)


def test_clubs_do_not_count_when_they_need_not() -> None:
    entrants = field_of(24, [6, 6, 6, 6])
    price = [
        draw_round(next_input(entrants, rounds=2, clubs_apart=False, lot=lot)).quality.club_pairs
        for lot in range(5)
    ]
    assert max(price) > 0


@pytest.mark.parametrize(("n", "rounds"), [(64, 4), (64, 5), (101, 4), (101, 7), (48, 5)])
def test_seats_rotate(n: int, rounds: int) -> None:
    spreads = verifier.seat_spreads(play(field_of(n), rounds))
    assert max(spreads.values()) <= 2
    assert sum(1 for spread in spreads.values() if spread > 1) <= n // 20


@pytest.mark.parametrize("n", [12, 13, 30, 101])
def test_nobody_is_always_first(n: int) -> None:
    history = play(field_of(n), 4)
    firsts = [table[0] for tables in history for table in tables]
    assert max(firsts.count(number) for number in firsts) <= 2


@pytest.mark.parametrize("odd_tables", ["fives", "threes"])
def test_fixed_players_keep_their_table_in_every_round(odd_tables: str) -> None:
    entrants = list(field_of(38))
    fixed = {3: 7, 11: 1, 12: 1, 30: 9}
    for number, table in fixed.items():
        entrants[number - 1] = Entrant(number, fixed_table=table)

    def look(draw_input: DrawInput, draw: Draw) -> None:
        numbers = [entrant.number for entrant in draw_input.entrants]
        verifier.assert_legal(numbers, odd_tables, draw_input.history, draw.tables, fair=False)
        for number, table in fixed.items():
            assert number in draw.tables[table - 1]
        pair = {11, 12}
        again = [t for t in draw.tables for a, b in combinations(t, 2) if {a, b} == pair]
        assert len(again) == 1
        assert draw.quality.odd_twice == 0

    history = play(entrants, 5, odd_tables=odd_tables, look=look)
    # Four of them are the two who share their table.
    assert verifier.repeats(history) <= 4 + 4


def test_a_fixed_player_brings_the_five_to_his_table_when_it_is_his_turn() -> None:
    entrants = [*field_of(12), Entrant(13, fixed_table=3)]
    history = play(entrants, 4)
    at_five = [len(tables[2]) == 5 for tables in history]
    assert all(13 in tables[2] for tables in history)
    assert 1 <= sum(at_five) <= 2


@pytest.mark.parametrize("seed", range(40))
def test_fixed_groups_go_to_the_least_unfair_tables(seed: int) -> None:
    """Against every possible choice of the five-seat table, with late fixed players of other counts."""
    chance = random.Random(seed)
    groups = {number: chance.choice([1, 2, None, None]) for number in range(1, 10)}
    while sum(1 for t in groups.values() if t == 1) > 4 or sum(1 for t in groups.values() if t == 2) > 4:
        groups = {number: chance.choice([1, 2, None, None]) for number in range(1, 10)}
    order = chance.sample(range(1, 10), 9)
    first: Tables = (tuple(order[:5]), tuple(order[5:]))
    entrants = [Entrant(number, fixed_table=groups[number]) for number in range(1, 10)]
    draw = draw_round(next_input(entrants, (first,)))

    def splits(five: tuple[int, ...]) -> bool:
        homes = [{groups[p] for p in side} - {None} for side in (five, set(range(1, 10)) - set(five))]
        return all(len(home) <= 1 for home in homes) and not homes[0] & homes[1]

    counted = set(first[0])
    least = min(len(counted & set(five)) for five in combinations(range(1, 10), 5) if splits(five))
    chosen = next(table for table in draw.tables if len(table) == 5)
    assert len(counted & set(chosen)) == least


def test_a_field_that_is_wholly_fixed_sits_where_it_must() -> None:
    entrants = [Entrant(number, fixed_table=1 + number % 2) for number in range(1, 9)]
    tables = draw_round(next_input(entrants)).tables
    assert [sorted(table) for table in tables] == [[2, 4, 6, 8], [1, 3, 5, 7]]


@pytest.mark.parametrize("table", [4, 0, -1, 99])
def test_a_table_that_does_not_exist_is_refused_with_the_players(table: int) -> None:
    entrants = [*field_of(11), Entrant(12, fixed_table=table)]
    with pytest.raises(RuleViolation) as refusal:
        draw_round(next_input(entrants))
    assert (refusal.value.code, refusal.value.params) == (
        "fixed_table_missing",
        {"numbers": (12,), "tables": 3},
    )


def test_too_many_at_one_fixed_table_are_refused_with_the_players() -> None:
    entrants = [Entrant(number, fixed_table=2 if number <= 5 else None) for number in range(1, 13)]
    with pytest.raises(RuleViolation) as refusal:
        draw_round(next_input(entrants))
    assert refusal.value.code == "fixed_table_full"
    assert refusal.value.params == {"numbers": (1, 2, 3, 4, 5), "table": 2, "seats": 4}


def test_two_groups_of_five_need_two_fives() -> None:
    homes = {number: 1 if number <= 5 else 2 if number <= 10 else None for number in range(1, 15)}
    entrants = [Entrant(number, fixed_table=home) for number, home in homes.items()]
    tables = draw_round(next_input(entrants)).tables
    assert [sorted(table) for table in tables[:2]] == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]
    with pytest.raises(RuleViolation) as refusal:
        draw_round(next_input(entrants[:-1]))
    assert refusal.value.params == {"numbers": (6, 7, 8, 9, 10), "table": 2, "seats": 4}
