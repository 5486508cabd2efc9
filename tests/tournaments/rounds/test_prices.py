"""A change of seats costs what two whole rounds differ by, each counted anew (C1.3, C2.6)."""

import random
from itertools import combinations

import pytest

from tournaments.draw import DrawInput, Entrant, Price, Prices, exchanged, measure, repeated_pairs


def played(seed: int, players: int = 18, rounds: int = 3) -> tuple[DrawInput, tuple[tuple[int, ...], ...]]:
    """Rounds without any thought, so that many meet again, and one more round to be measured."""
    chance = random.Random(seed)
    numbers = list(range(1, players + 1))
    tables = []
    for _ in range(rounds + 1):
        chance.shuffle(numbers)
        fours = [tuple(numbers[i : i + 4]) for i in range(0, players - 10, 4)]
        tables.append((*fours, tuple(numbers[-10:-5]), tuple(numbers[-5:])))
    entrants = tuple(Entrant(n, club=n % 4 or None, team=n // 9 or None) for n in sorted(numbers))
    question = DrawInput(entrants, tuple(tables[:-1]), rounds + 1, rounds + 1, "fives", True, 0)
    return question, tables[-1]


def counted(question: DrawInput, tables: tuple[tuple[int, ...], ...]) -> Price:
    """The same by the slow way: everything counted anew."""
    quality = measure(question, tables)
    fives = {p: sum(len(t) == 5 for r in question.history for t in r if p in t) for t in tables for p in t}
    return Price(
        repeats=quality.repeats,
        earlier=sum(meetings - 1 for _, _, meetings in repeated_pairs(question, tables)),
        odd=sum(fives[p] for table in tables if len(table) == 5 for p in table),
        mates=quality.club_pairs,
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_swap_costs_what_the_whole_round_tells(seed):
    question, tables = played(seed)
    prices, before = Prices(question, tables), counted(question, tables)
    for one, other in combinations(range(1, 19), 2):
        after = counted(question, exchanged(tables, one, other))
        assert prices.swap(one, other) == after - before, (one, other)
        assert prices.swap(other, one) == prices.swap(one, other)


def test_a_swap_at_one_table_costs_nothing():
    question, tables = played(1)
    assert Prices(question, tables).swap(*tables[0][:2]) == Price()


@pytest.mark.parametrize("seed", range(3))
def test_who_joins_a_table_costs_its_meetings(seed):
    question, tables = played(seed)
    late = tables[0][0]
    without = (tables[0][1:], *tables[1:])
    prices = Prices(question, without)
    before = counted(question, without)
    for index in range(1, len(tables)):
        joined = tuple((*t, late) if i == index else t for i, t in enumerate(without))
        price, after = prices.join(late, index), counted(question, joined)
        assert (price.repeats, price.earlier, price.mates) == (
            after.repeats - before.repeats,
            after.earlier - before.earlier,
            after.mates - before.mates,
        )


def test_fewer_repeats_come_first_then_older_ones_then_the_fives_then_the_clubs():
    mixed = [Price(0, 1, 0, 0), Price(0, 1, -9, 0), Price(-1, 9, 9, 9), Price(0, 1, 0, -2), Price(0, 0, 5, 9)]
    assert sorted(mixed) == [mixed[2], mixed[4], mixed[1], mixed[3], mixed[0]]
