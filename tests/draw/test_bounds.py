"""C1.3 The bounds: against every possible draw of tiny fields, against known cells, and the known plans."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.draw import verifier
from tests.draw.evenings import field_of, next_input
from tournaments.draw import bounds, draw_round, table_sizes
from tournaments.draw.known import developed

DATA = Path(__file__).parents[2] / "tournaments" / "draw" / "data"
BANK = json.loads((DATA / "bank.json").read_text())
STARTERS = json.loads((DATA / "starters.json").read_text())

Round = tuple[tuple[int, ...], ...]


def _squares(rounds: tuple[Round, ...]) -> int:
    return sum(times * (times - 1) // 2 for times in verifier.meetings(rounds).values())


def _partitions(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Round]:
    """Every way to seat `people` at tables of these sizes, equal tables in one order only."""
    if not sizes:
        yield ()
        return
    for table in combinations(people, sizes[0]):
        rest = tuple(p for p in people if p not in table)
        for others in _partitions(rest, sizes[1:]):
            if not others or len(others[0]) != len(table) or others[0] > table:
                yield (table, *others)


def _least_fair_squares(n: int, rounds: int) -> int:
    """By trying everything: the least Q with odd tables that are fair at the end."""
    ways = list(_partitions(tuple(range(n)), table_sizes(n)))
    best = 10**9

    def go(played: tuple[Round, ...]) -> None:
        nonlocal best
        if _squares(played) >= best:
            return
        if len(played) == rounds:
            odd = Counter(p for tables in played for t in tables if len(t) != 4 for p in t)
            counts = [odd[p] for p in range(n)]
            if max(counts) - min(counts) <= 1:
                best = _squares(played)
            return
        for tables in ways:
            go((*played, tables))

    go((ways[0],))
    return best


@pytest.mark.parametrize(
    ("n", "rounds"), [(5, 3), (6, 2), (6, 3), (6, 4), (7, 2), (7, 3), (8, 2), (8, 3), (9, 2)]
)
def test_tiny_fields_reach_the_best_of_all_possible_evenings(n: int, rounds: int) -> None:
    least = _least_fair_squares(n, rounds)
    draw = draw_round(next_input(field_of(n), rounds=rounds))
    assert bounds(table_sizes(n), rounds).least <= least
    assert _squares((draw.tables, *draw.plan)) == least == draw.certificate.squares


@pytest.mark.parametrize(
    ("n", "rounds", "least", "forced"),
    [
        (17, 5, 24, True),
        (21, 5, 12, True),
        (26, 2, 4, True),
        (26, 3, 4, True),
        (27, 2, 6, True),
        (31, 2, 6, True),
        (8, 5, 40, False),
        (16, 5, 0, False),
        (28, 9, 0, False),
        (28, 10, 42, False),
        (101, 7, 0, False),
    ],
)
def test_known_bounds(n: int, rounds: int, least: int, forced: bool) -> None:
    found = bounds(table_sizes(n), rounds)
    assert (found.least, found.forced_by_fairness) == (least, forced)


@pytest.mark.parametrize("players", STARTERS)
def test_starters_give_rounds_in_which_nobody_meets_twice(players: str) -> None:
    most, base = STARTERS[players]
    rounds = tuple(tuple(tuple(t) for t in tables) for tables in developed(most, base))
    assert len(rounds) == most
    for tables in rounds:
        verifier.assert_legal(list(range(int(players))), "fives", (), tables)
    assert verifier.repeats(rounds) == 0


@pytest.mark.parametrize("entry", BANK, ids=lambda entry: f"{entry['n']}-{entry['rounds_count']}")
def test_banked_plans_are_legal_fair_and_as_good_as_they_say(entry: dict[str, object]) -> None:
    n, rounds = entry["n"], tuple(tuple(tuple(t) for t in tables) for tables in entry["rounds"])
    assert len(rounds) == entry["rounds_count"]
    for tables in rounds:
        verifier.assert_legal(list(range(n)), "fives", (), tables, fair=False)
    counts = verifier.odd_history(rounds).values()
    assert max(counts) - min(counts) <= 1
    assert _squares(rounds) == entry["q"]
    assert verifier.repeats(rounds) == entry["repeats"]
    assert bounds(table_sizes(n), len(rounds)).least == entry["lower_bound_q"]
    draw = draw_round(next_input(field_of(n), rounds=len(rounds)))
    assert draw.certificate.squares <= entry["q"]
