"""C1.3 From a draw's input to what the search needs: weights, counts, and what it cannot get below."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from .bounds import bounds, together
from .evening import MATES, MEETING, SOFT, Ints, Mask, Problem
from .fairness import odd_counts
from .fixed import FixedGroup
from .interface import DrawInput, Entrant, Tables
from .sizes import FULL


def problem_of(
    draw_input: DrawInput, entrants: Sequence[Entrant], sizes: tuple[int, ...], groups: Sequence[FixedGroup]
) -> Problem:
    """The problem of all remaining rounds; player i is the i-th of the sorted `entrants`."""
    numbers = [entrant.number for entrant in entrants]
    weights = MEETING * earlier_meetings(numbers, draw_input.history)
    if draw_input.clubs_apart:
        weights = weights + MATES * _mates(entrants)
    counts = odd_counts(numbers, draw_input.history)
    return Problem(
        sizes=sizes,
        rounds=draw_input.rounds - draw_input.round + 1,
        weights=weights.astype(np.int32),
        odd_counts=np.array([counts[number] for number in numbers], dtype=np.int32),
        groups=tuple(group.players for group in groups),
        movable=np.array([entrant.fixed_table is None for entrant in entrants], dtype=np.bool_),
    )


def earlier_meetings(numbers: Sequence[int], history: Sequence[Tables]) -> Ints:
    """n × n, zero diagonal: how often two of `numbers` have met."""
    place = {number: index for index, number in enumerate(numbers)}
    met = np.zeros((len(numbers), len(numbers)), dtype=np.int32)
    for tables in history:
        for table in tables:
            present = [place[player] for player in table if player in place]
            for one, other in combinations(present, 2):
                met[one, other] += 1
                met[other, one] += 1
    return met


def _mates(entrants: Sequence[Entrant]) -> Mask:
    mates = np.zeros((len(entrants), len(entrants)), dtype=np.bool_)
    for members in [*_groups([e.club for e in entrants]), *_groups([e.team for e in entrants])]:
        mates[np.ix_(members, members)] = True
    np.fill_diagonal(mates, False)
    return mates


def _groups(labels: Sequence[int | None]) -> Iterable[list[int]]:
    members: dict[int, list[int]] = {}
    for index, label in enumerate(labels):
        if label is not None:
            members.setdefault(label, []).append(index)
    return members.values()


def least_squares(draw_input: DrawInput, sizes: Sequence[int], met: Ints) -> int:
    """A Q = Σ C(m, 2) over the pairs of those present, earlier rounds included, that no plan undercuts.

    `met` as `earlier_meetings` counts it. The bounds A and C hold for any history; B and with it the whole
    LBQ only for a field that has not changed.
    """
    n, rounds = sum(sizes), draw_input.rounds - draw_input.round + 1
    known = met.astype(np.int64)
    already = int((known * (known - 1)).sum()) // 4
    planned = rounds * sum(size * (size - 1) // 2 for size in sizes)
    by_pairs = together(int(known.sum()) // 2 + planned, n * (n - 1) // 2)
    least = rounds * (min(sizes) - 1)
    by_players = (sum(together(one + least, n - 1) for one in known.sum(axis=1).tolist()) + 1) // 2
    whole = bounds(sizes, draw_input.rounds).least if is_unchanged(draw_input, sizes) else 0
    return max(already, by_pairs, by_players, whole)


def is_unchanged(draw_input: DrawInput, sizes: Sequence[int]) -> bool:
    """Whether everybody present, and nobody else, has played every round so far, at tables of these sizes."""
    present = sorted(entrant.number for entrant in draw_input.entrants)
    return len(draw_input.history) == draw_input.round - 1 and all(
        sorted(player for table in tables for player in table) == present
        and sorted(len(table) for table in tables) == sorted(sizes)
        for tables in draw_input.history
    )


def least_mates(draw_input: DrawInput, entrants: Sequence[Entrant], tables: int) -> int:
    """Pairs of mates that share a table in every round: x people of a club spread over t tables leave
    g(x, t) of them."""
    if not draw_input.clubs_apart:
        return 0
    clubs = sum(together(len(group), tables) for group in _groups([e.club for e in entrants]))
    teams = sum(together(len(group), tables) for group in _groups([e.team for e in entrants]))
    return max(clubs, teams)


def least_unfairness(problem: Problem, fair: Ints) -> tuple[int, int]:
    """Σ fair[r] · squares of the odd counts after round r, when always those with the least go there; and
    the soft part of it."""
    seats = sum(size for size in problem.sizes if size != FULL)
    counts = problem.odd_counts.astype(np.int64)
    total = soft = 0
    for weight in fair.tolist():
        counts = np.sort(counts)
        counts[:seats] += 1
        total += weight * int((counts**2).sum())
        soft += weight * int((counts**2).sum()) if weight == SOFT else 0
    return total, soft
