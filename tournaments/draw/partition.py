"""Players on tables while the search moves them: sums kept up to date, integers only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .fairness import Split
from .lot import SplitMix64
from .sizes import FULL
from .weights import Matrix

Vector = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

NEVER: Final = np.int64(1 << 60)
"""A price nobody pays: marks exchanges that are not allowed."""


@dataclass(frozen=True, slots=True)
class Field:
    """What does not change while one round is searched. `groups`: players bound to one table together."""

    sizes: tuple[int, ...]
    weights: Matrix
    odd_counts: Vector
    groups: tuple[tuple[int, ...], ...]
    movable: Mask


class Partition:
    """`table_of[i]`: the table of player i. `load[t, i]`: what player i has against those at table t."""

    __slots__ = ("field", "load", "odd", "table_of")

    def __init__(self, field: Field) -> None:
        self.field = field
        self.odd: Mask = np.array([size != FULL for size in field.sizes], dtype=np.bool_)
        self.table_of: Vector = np.full(len(field.odd_counts), -1, dtype=np.int64)
        self.load: Matrix = np.zeros((len(field.sizes), len(field.odd_counts)), dtype=np.int64)

    def seat(self, player: int, table: int) -> None:
        self.table_of[player] = table
        self.load[table] += self.field.weights[player]

    def restore(self, table_of: Vector) -> None:
        """Take over a seating found earlier."""
        self.table_of = table_of.copy()
        self.load[:] = 0
        np.add.at(self.load, self.table_of, self.field.weights)

    def costs(self) -> Vector:
        """What every player has against his own table."""
        own: Vector = self.load[self.table_of, np.arange(len(self.table_of))]
        return own

    def cost(self) -> int:
        return int(self.costs().sum()) // 2

    def exchange_prices(self, player: int, costs: Vector) -> Vector:
        """Change of the cost when `player` and each other one change places; NEVER where C1.3 or a
        fixed table forbids it. `costs` as returned by `costs()` now."""
        field, here = self.field, int(self.table_of[player])
        prices: Vector = (
            self.load[here]
            + self.load[self.table_of, player]
            - 2 * field.weights[player]
            - costs
            - costs[player]
        )
        # An exchange with an odd table is fair only between players who have been there equally often.
        fair = (self.odd[self.table_of] == self.odd[here]) | (field.odd_counts == field.odd_counts[player])
        prices[~(field.movable & fair) | (self.table_of == here)] = NEVER
        return prices

    def exchange(self, player: int, other: int) -> None:
        here, there = int(self.table_of[player]), int(self.table_of[other])
        change = self.field.weights[other] - self.field.weights[player]
        self.load[here] += change
        self.load[there] -= change
        self.table_of[player], self.table_of[other] = there, here

    def members(self) -> list[list[int]]:
        """The players of each table, in order of their index."""
        tables: list[list[int]] = [[] for _ in self.field.sizes]
        for player, table in enumerate(self.table_of.tolist()):
            tables[table].append(player)
        return tables


def greedy_start(field: Field, split: Split, lot: SplitMix64) -> Partition:
    """A first seating: fixed groups, then table by table whoever has the least against it; ties by lot."""
    partition = Partition(field)
    odd = [table for table, size in enumerate(field.sizes) if size != FULL]
    ordinary = [table for table, size in enumerate(field.sizes) if size == FULL]
    _seat_groups(partition, split, odd, ordinary)
    at_odd = np.zeros(len(field.odd_counts), dtype=np.bool_)
    at_odd[list(split.odd_singles)] = True
    _fill(partition, odd, at_odd, lot)
    _fill(partition, ordinary, partition.table_of < 0, lot)
    return partition


def _seat_groups(partition: Partition, split: Split, odd: Sequence[int], ordinary: Sequence[int]) -> None:
    free_odd, free_ordinary = list(odd), list(ordinary)
    for index, group in enumerate(partition.field.groups):
        table = free_odd.pop(0) if index in split.odd_groups else free_ordinary.pop(0)
        for player in group:
            partition.seat(player, table)


def _fill(partition: Partition, tables: Sequence[int], waiting: Mask, lot: SplitMix64) -> None:
    for table in tables:
        seated = int((partition.table_of == table).sum())
        for _ in range(partition.field.sizes[table] - seated):
            price = np.where(waiting, partition.load[table], NEVER)
            player = pick_least(price, lot)
            waiting[player] = False
            partition.seat(player, table)


def pick_least(prices: Vector, lot: SplitMix64) -> int:
    """The index of the least price; among equal ones the lot decides."""
    least = np.flatnonzero(prices == prices.min())
    return int(least[lot.below(len(least))])
