"""C1.3 Seats rotate, so that the same player is not always first: seats 1–4 evenly, the fifth as it comes."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from .interface import Tables
from .lot import SplitMix64
from .partition import Partition

Wear = tuple[int, ...]
"""How often a player sat on seats 1–4 more than on his rarest of them, then how often on a fifth or later."""

PASSES: Final = 4
TRIES: Final = 48


def seat_wear(numbers: Sequence[int], history: Sequence[Tables]) -> list[Wear]:
    """The wear of each of `numbers`, in their order."""
    counts = {number: [0, 0, 0, 0, 0] for number in numbers}
    for tables in history:
        for table in tables:
            for seat, player in enumerate(table):
                if player in counts:
                    counts[player][min(seat, 4)] += 1
    return [_wear(counts[number]) for number in numbers]


def _wear(counts: Sequence[int]) -> Wear:
    least = min(counts[:4])
    return (*(count - least for count in counts[:4]), counts[4])


def _seat_price(wear: Wear, seat: int) -> int:
    """0 on a seat this player had least often; seat 1 begins the game and weighs a little more."""
    excess = wear[min(seat, 4)]
    return excess * excess * (5 if seat == 0 else 4)


class SeatPlan:
    """Cheapest seat orders of tables, remembered by the wear of their players."""

    __slots__ = ("_known", "wear")

    def __init__(self, wear: list[Wear]) -> None:
        self.wear = wear
        self._known: dict[tuple[Wear, ...], int] = {}

    def price(self, players: Sequence[int]) -> int:
        key = tuple(sorted(self.wear[player] for player in players))
        if key not in self._known:
            self._known[key] = _cheapest(key)[0]
        return self._known[key]

    def order(self, players: Sequence[int], lot: SplitMix64) -> tuple[int, ...]:
        """The players in seat order; among equally good orders the lot decides."""
        mixed = lot.shuffled(players)
        _, seats = _cheapest([self.wear[player] for player in mixed])
        return tuple(player for _, player in sorted(zip(seats, mixed, strict=True)))


def _cheapest(wear: Sequence[Wear]) -> tuple[int, tuple[int, ...]]:
    """(price, seat of each) of the cheapest way to give everybody one seat; over sets of taken seats."""
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for one in wear:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (price, seats) in reached.items():
            for seat in range(len(wear)):
                state = taken | 1 << seat
                total = price + _seat_price(one, seat)
                if state != taken and (state not in following or total < following[state][0]):
                    following[state] = (total, (*seats, seat))
        reached = following
    return reached[(1 << len(wear)) - 1]


def ease_seats(partition: Partition, plan: SeatPlan, lot: SplitMix64) -> None:
    """Exchange players between tables where that costs nothing else and lets the seats rotate better."""
    if not any(any(wear) for wear in plan.wear):
        return
    tables = partition.members()
    prices = [plan.price(table) for table in tables]
    for _ in range(PASSES):
        eased = [_ease_table(table, partition, plan, tables, prices, lot) for table in range(len(tables))]
        if not any(eased):
            return


def _ease_table(
    table: int,
    partition: Partition,
    plan: SeatPlan,
    tables: list[list[int]],
    prices: list[int],
    lot: SplitMix64,
) -> bool:
    """One exchange that helps this table and the other one together; False if none was found."""
    if prices[table] == 0:
        return False
    costs = partition.costs()
    for player in lot.shuffled([p for p in tables[table] if partition.field.movable[p]]):
        free = np.flatnonzero(partition.exchange_prices(player, costs) <= 0).tolist()
        for other in lot.shuffled(free)[:TRIES]:
            there = int(partition.table_of[other])
            mine = [other if p == player else p for p in tables[table]]
            theirs = [player if p == other else p for p in tables[there]]
            if plan.price(mine) + plan.price(theirs) < prices[table] + prices[there]:
                partition.exchange(player, other)
                tables[table], tables[there] = mine, theirs
                prices[table], prices[there] = plan.price(mine), plan.price(theirs)
                return True
    return False
