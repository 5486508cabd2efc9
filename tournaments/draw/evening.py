"""All remaining rounds at once while the search moves players: sums kept up to date, integers only.

A row is one table of one round; rows of round r are r·t … r·t+t−1. Players are indices 0 … n−1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .sizes import FULL

Ints = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

MEETING: Final = 16
"""Cost of a pair for each time it met before; a pair of one club or team at one table costs MATES."""
MATES: Final = 3

FAIR: Final = 1024
"""Weight of the squares of the odd counts after the last round: more than the meetings can be worth."""
SOFT: Final = 4
"""The same after an earlier round where the meetings come first; strictly it is FAIR there too."""
LENIENT: Final = 7
"""The same after the last round of a field that has changed: one person is sent to an odd table out of turn
to save a meeting, not two."""

SEATS: Final = FULL + 1


@dataclass(frozen=True, slots=True)
class Problem:
    """What stays while the rounds are planned.

    sizes: seats of the tables of every round · rounds: how many are planned · weights: n × n, MEETING for
    every earlier meeting plus MATES for a mate · odd_counts: earlier rounds at an odd table (C1.3) ·
    groups: players bound to one table together · movable: who is bound to none · strict: whether the odd
    tables must be fair after every round and not only after the last · lenient: not even there, where it
    saves a meeting.
    """

    sizes: tuple[int, ...]
    rounds: int
    weights: Ints
    odd_counts: Ints
    groups: tuple[tuple[int, ...], ...]
    movable: Mask
    strict: bool = True
    lenient: bool = False

    @property
    def players(self) -> int:
        return len(self.odd_counts)


Rounds = list[list[list[int]]]
"""Rounds of tables of player indices."""


class Evening:
    """A plan in work.

    members: rows × 5, padded with n · row_of: rounds × n · load[row, x]: weight of x to the members of row ·
    weights: of the problem plus MEETING for every planned meeting · spare[r, x]: what a player of that
    table has against it when nobody there meets twice.
    """

    def __init__(self, problem: Problem, plan: Rounds) -> None:
        self.problem = problem
        n, tables = problem.players, len(problem.sizes)
        self.members: Ints = np.full((problem.rounds * tables, SEATS), n, dtype=np.int32)
        self.row_of: Ints = np.zeros((problem.rounds, n), dtype=np.int32)
        for number, table in enumerate(table for tables_ in plan for table in tables_):
            self.members[number, : len(table)] = table
            self.row_of[number // tables, table] = number
        size = np.tile(np.array([len(t) for t in plan[0]], dtype=np.int32), problem.rounds)
        self.size: Ints = size
        self._set_weights()
        self._set_load()
        self._set_fairness()

    def _set_weights(self) -> None:
        n = self.problem.players
        padded = np.zeros((n + 1, n + 1), dtype=np.int32)
        padded[:n, :n] = self.problem.weights
        for one in range(SEATS):
            for other in range(SEATS):
                if one != other:
                    np.add.at(padded, (self.members[:, one], self.members[:, other]), MEETING)
        self.weights: Ints = np.ascontiguousarray(padded[:n, :n])

    def _set_load(self) -> None:
        n = self.problem.players
        padded = np.vstack([self.weights, np.zeros((1, n), dtype=np.int32)])
        self.load: Ints = padded[self.members[:, 0]]
        for seat in range(1, SEATS):
            self.load += padded[self.members[:, seat]]
        self.ids: Ints = np.arange(n, dtype=np.int32)
        self.spare: Ints = (MEETING * (self.size[self.row_of] - 1)).astype(np.int32)

    def _set_fairness(self) -> None:
        self.odd_row: Ints = (self.size != FULL).astype(np.int32)
        self.odd: Ints = self.odd_row[self.row_of]
        self.mixed = bool(self.odd_row.any() and not self.odd_row.all())
        rounds = self.problem.rounds
        self.fair: Ints = np.full(rounds, FAIR if self.problem.strict else SOFT, dtype=np.int32)
        self.fair[-1] = LENIENT if self.problem.lenient else FAIR
        self.soft: Ints = np.where(self.fair == SOFT, self.fair, 0)
        self.price: Ints = self.fair[::-1].cumsum(dtype=np.int32)[::-1]
        self.counts: Ints = (self.problem.odd_counts + self.odd.cumsum(axis=0)).astype(np.int32)
        self.slope: Ints = np.zeros_like(self.counts)
        self._set_slope(self.ids)

    def _set_slope(self, players: Ints) -> None:
        """slope[r, x]: weighted odd counts of x after round r and all later ones; price[r]: the weights."""
        weighted = self.fair[:, None] * self.counts[:, players]
        self.slope[:, players] = weighted[::-1].cumsum(axis=0, dtype=np.int32)[::-1]

    def against(self) -> Ints:
        """rounds × n: what every player has against his table in every round; 0 is best."""
        found: Ints = np.take(self.load.ravel(), self.row_of * self.problem.players + self.ids) - self.spare
        return found

    def cost(self) -> int:
        """MEETING · Σ C(m, 2) over the pairs present + MATES · pairs of mates at one table + fairness."""
        return self.meeting_cost() + self.fairness_cost()

    def meeting_cost(self) -> int:
        mates = self.problem.weights % MEETING
        met = (self.weights - mates) // MEETING
        together = int((met.astype(np.int64) * (met - 1)).sum()) // 4
        return MEETING * together + self._mates_cost()

    def _mates_cost(self) -> int:
        n = self.problem.players
        mates = np.zeros((n + 1, n + 1), dtype=np.int32)
        mates[:n, :n] = self.problem.weights % MEETING
        if not mates.any():
            return 0
        pairs = [(i, j) for i in range(SEATS) for j in range(i)]
        return sum(int(mates[self.members[:, i], self.members[:, j]].sum()) for i, j in pairs)

    def fairness_cost(self) -> int:
        if not self.mixed:
            return 0
        return int(((self.counts.astype(np.int64) ** 2).sum(axis=1) * self.fair).sum())

    def soft_cost(self) -> int:
        """The part of the cost that must never outweigh a meeting: fairness before the last round, SOFT."""
        if not self.mixed or self.problem.strict:
            return 0
        return int(((self.counts.astype(np.int64) ** 2).sum(axis=1) * self.soft).sum())

    def soft_change(self, turn: int, one: int, other: int) -> int:
        """Change of `soft_cost` by this exchange."""
        moves = int(self.odd[turn, one]) - int(self.odd[turn, other])
        if self.problem.strict or not moves:
            return 0
        apart = self.counts[turn:, other].astype(np.int64) - self.counts[turn:, one]
        return 2 * int(((moves * apart + 1) * self.soft[turn:]).sum())

    def exchange(self, turn: int, one: int, other: int) -> None:
        """Two players of different tables change places in one round (`turn` from 0)."""
        here, there = int(self.row_of[turn, one]), int(self.row_of[turn, other])
        n = self.problem.players
        change = np.zeros(n + 1, dtype=np.int32)
        change[self.members[here]] -= MEETING
        change[self.members[there]] += MEETING
        change[[one, other, n]] = 0
        moved = self.weights[other] - self.weights[one]
        self.load[here] += moved
        self.load[there] -= moved
        self.members[here, self.members[here] == one] = other
        self.members[there, self.members[there] == other] = one
        self.row_of[turn, one], self.row_of[turn, other] = there, here
        self.spare[turn, [one, other]] = self.spare[turn, [other, one]]
        self._change_meetings(one, other, change)
        if self.mixed and self.odd_row[here] != self.odd_row[there]:
            step = int(self.odd_row[there]) - int(self.odd_row[here])
            self.odd[turn, [one, other]] = self.odd[turn, [other, one]]
            self.counts[turn:, one] += step
            self.counts[turn:, other] -= step
            self._set_slope(np.array([one, other], dtype=np.int32))

    def _change_meetings(self, one: int, other: int, change: Ints) -> None:
        """`one` meets x `change[x]` more, `other` as much less."""
        line = change[:-1]
        self.weights[one] += line
        self.weights[:, one] += line
        self.weights[other] -= line
        self.weights[:, other] -= line
        self.load[self.row_of[:, one]] += line
        self.load[self.row_of[:, other]] -= line
        sums = change[self.members].sum(axis=1, dtype=np.int32)
        self.load[:, one] += sums
        self.load[:, other] -= sums


def rounds_of(problem: Problem, members: Ints) -> Rounds:
    """The rows of an evening as rounds of tables, everybody in order of his number."""
    n, tables = problem.players, len(problem.sizes)
    rows = [sorted(p for p in row if p < n) for row in members.tolist()]
    return [rows[start : start + tables] for start in range(0, len(rows), tables)]


def tables_of(sizes: Sequence[int]) -> tuple[list[int], list[int]]:
    """(indices of the odd tables, of the ordinary ones)."""
    odd = [i for i, size in enumerate(sizes) if size != FULL]
    return odd, [i for i, size in enumerate(sizes) if size == FULL]
