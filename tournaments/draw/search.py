"""C1.3 The search of one round: greedy starts, then exchanges of two players, bounded by steps."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .fairness import split_field
from .lot import SplitMix64
from .partition import NEVER, Field, Partition, Vector, greedy_start, pick_least
from .weights import MEETING

STARTS: Final = 4
STEPS: Final = 3000
IDLE: Final = 800
TENURE: Final = 6
_WORK: Final = 4_000_000
"""Players × steps of one draw: keeps a thousand players within seconds."""


@dataclass(slots=True)
class _Best:
    cost: int
    table_of: Vector


def search_round(field: Field, bound: int, lot: SplitMix64) -> Partition:
    """The best seating found; stops as soon as its cost reaches `bound`."""
    best: _Best | None = None
    steps = max(200, min(STEPS, _WORK // (STARTS * len(field.odd_counts))))
    for _ in range(STARTS):
        split = split_field(field.sizes, field.odd_counts.tolist(), field.groups, lot)
        partition = greedy_start(field, split, lot)
        found = _improve(partition, bound, steps, lot)
        if best is None or found.cost < best.cost:
            best = found
        if best.cost <= bound:
            break
    assert best is not None
    result = Partition(field)
    result.restore(best.table_of)
    return result


def _improve(partition: Partition, bound: int, steps: int, lot: SplitMix64) -> _Best:
    """Short-memory exchanges: a conflicted player takes his best place, worse for the moment if need be."""
    costs = partition.costs()
    cost = int(costs.sum()) // 2
    best = _Best(cost, partition.table_of.copy())
    rests_until = np.zeros(len(costs), dtype=np.int64)
    idle = 0
    for step in range(steps):
        if best.cost <= bound or idle >= IDLE:
            break
        player = _conflicted(partition, costs, lot)
        if player is None:
            break
        prices = partition.exchange_prices(player, costs)
        idle += 1
        # A resting player moves all the same when that gives the best seating so far.
        if cost + int(prices.min()) >= best.cost:
            prices = np.where(rests_until > step, NEVER, prices)
        if prices.min() == NEVER:
            continue
        other = pick_least(prices, lot)
        partition.exchange(player, other)
        rests_until[[player, other]] = step + 2 + lot.below(TENURE)
        cost += int(prices[other])
        costs = partition.costs()
        if cost < best.cost:
            best, idle = _Best(cost, partition.table_of.copy()), 0
    return best


def _conflicted(partition: Partition, costs: Vector, lot: SplitMix64) -> int | None:
    """Somebody with something against his table: mostly a repeat while there is one."""
    movable = partition.field.movable
    heavy = np.flatnonzero((costs >= MEETING) & movable)
    unhappy = heavy if len(heavy) and lot.below(4) else np.flatnonzero((costs > 0) & movable)
    return int(unhappy[lot.below(len(unhappy))]) if len(unhappy) else None
