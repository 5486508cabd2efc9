"""C1.3 What two players at one table cost, and what no search can get below."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from .interface import Entrant, Tables

Matrix = npt.NDArray[np.int64]

# Far apart, so that one sum keeps the order of C1.3: meetings first, then clubs. A pair that has met m times
# costs m: over the rounds this adds up to the sum of C(m, 2), which keeps both the repeats and the most
# meetings of one pair small; counting repeats alone seats the same pairs together round after round.
CLUB: Final = 1
MEETING: Final = 1 << 32


def pair_weights(entrants: Sequence[Entrant], history: Sequence[Tables], clubs_apart: bool) -> Matrix:
    """n × n, symmetric, zero diagonal: the cost of seating players i and j (sorted entrants) together."""
    index = {entrant.number: i for i, entrant in enumerate(entrants)}
    met = np.zeros((len(entrants), len(entrants)), dtype=np.int64)
    for tables in history:
        for table in tables:
            present = [index[player] for player in table if player in index]
            for one, other in combinations(present, 2):
                met[one, other] += 1
                met[other, one] += 1
    weights: Matrix = met * MEETING
    if clubs_apart:
        weights += CLUB * _mates(entrants)
    np.fill_diagonal(weights, 0)
    return weights


def _mates(entrants: Sequence[Entrant]) -> npt.NDArray[np.bool_]:
    mates = np.zeros((len(entrants), len(entrants)), dtype=np.bool_)
    for labels in ([entrant.club for entrant in entrants], [entrant.team for entrant in entrants]):
        for members in _label_members(labels):
            mates[np.ix_(members, members)] = True
    return mates


def _label_members(labels: Sequence[int | None]) -> Iterable[list[int]]:
    members: dict[int, list[int]] = {}
    for index, label in enumerate(labels):
        if label is not None:
            members.setdefault(label, []).append(index)
    return members.values()


def least_cost(
    entrants: Sequence[Entrant], history: Sequence[Tables], sizes: Sequence[int], clubs_apart: bool
) -> int:
    """A cost that no seating can undercut: the search stops when it is reached.

    A group of x spread over t tables leaves at least g(x, t) pairs together: so do the table of any earlier
    round and any club. And whoever sits with more people than are new to him repeats the difference.
    """
    present = {entrant.number for entrant in entrants}
    spread = [sum(_together(len(present.intersection(t)), len(sizes)) for t in tables) for tables in history]
    repeats = max([_forced(entrants, history, sizes), *spread])
    if not clubs_apart:
        return MEETING * repeats
    clubs = sum(_together(len(m), len(sizes)) for m in _label_members([e.club for e in entrants]))
    teams = sum(_together(len(m), len(sizes)) for m in _label_members([e.team for e in entrants]))
    return MEETING * repeats + CLUB * max(clubs, teams)


def _together(members: int, cells: int) -> int:
    """g(x, c): pairs in one cell when x items fill c cells evenly."""
    each, more = divmod(members, cells)
    return more * (each + 1) * each // 2 + (cells - more) * each * (each - 1) // 2


def _forced(entrants: Sequence[Entrant], history: Sequence[Tables], sizes: Sequence[int]) -> int:
    present = {entrant.number for entrant in entrants}
    met: dict[int, set[int]] = {number: {number} for number in present}
    for tables in history:
        for table in tables:
            here = [player for player in table if player in present]
            for player in here:
                met[player].update(here)
    fewest = min(sizes) - 1
    lacking = sum(max(0, fewest - (len(present) - len(known))) for known in met.values())
    return (lacking + 1) // 2
