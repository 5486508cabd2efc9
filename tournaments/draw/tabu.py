"""C1.3 Tabu search over exchanges of two players in one round of a plan; bounded by steps, never by time."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from .evening import Evening, Ints, Mask
from .lot import SplitMix64

TENURE: Final = 6
"""An exchanged pair rests 1 … TENURE steps; longer is much slower."""
SHAKE: Final = 1000
TRADE: Final = 50
POLISH: Final = 400
WIDTH: Final = 4096
"""Prices looked at in one step."""
NEVER: Final = np.int32(1 << 30)


@dataclass(slots=True)
class Found:
    """The members of the best plan so far, its cost and that without the soft fairness, which comes first."""

    firm: int
    cost: int
    members: Ints


@dataclass(frozen=True, slots=True)
class Goal:
    """What ends the search: `cost` reached, `firm` reached and POLISH idle steps for the rest, or `steps`."""

    firm: int
    cost: int
    steps: int


def improve(evening: Evening, goal: Goal, lot: SplitMix64) -> Found:
    """Exchange players until the goal is reached or its steps are used up; `evening` is changed.

    After SHAKE steps without a better plan as many random exchanges as there are rounds.
    """
    cost, soft = evening.cost(), evening.soft_cost()
    best = Found(cost - soft, cost, evening.members.copy())
    rests_until = np.zeros(evening.row_of.shape, dtype=np.int32)
    idle = 0
    trades = evening.mixed and evening.problem.rounds > 1 and not evening.problem.groups
    for step in range(1, goal.steps + 1):
        if best.cost <= goal.cost or (best.firm <= goal.firm and idle >= POLISH):
            break
        if idle % SHAKE == SHAKE - 1:
            _shake(evening, lot)
            cost, soft = evening.cost(), evening.soft_cost()
        if idle % TRADE == TRADE - 1 and trades:
            _trade(evening, lot)
            cost, soft = evening.cost(), evening.soft_cost()
        against = evening.against()
        turns, players = _conflicted(evening, against, lot)
        prices = _prices(evening, against, turns, players)
        rests = (rests_until[turns] >= step) | (rests_until[turns, players] >= step)[:, None]
        picked = _pick(prices, rests, best.cost - cost, lot)
        idle += 1
        if picked is None:
            continue
        row, other = divmod(picked, prices.shape[1])
        turn, one = int(turns[row]), int(players[row])
        cost += int(prices[row, other])
        soft += evening.soft_change(turn, one, other)
        evening.exchange(turn, one, other)
        rests_until[turn, [one, other]] = step + 1 + lot.below(TENURE)
        if (cost - soft, cost) < (best.firm, best.cost):
            best, idle = Found(cost - soft, cost, evening.members.copy()), 0
    return best


def _conflicted(evening: Evening, against: Ints, lot: SplitMix64) -> tuple[Ints, Ints]:
    """(rounds, players) with something against their table, at most WIDTH / n of them."""
    movable = evening.problem.movable
    flat = np.flatnonzero((against > 0) & movable)
    if not len(flat):
        flat = np.flatnonzero(np.broadcast_to(movable, against.shape))
    most = max(1, WIDTH // evening.problem.players)
    if len(flat) > most:
        start = lot.below(len(flat))
        flat = np.concatenate([flat, flat])[start : start + most]
    turns, players = np.divmod(flat, evening.problem.players)
    return turns.astype(np.int32), players.astype(np.int32)


def _prices(evening: Evening, against: Ints, turns: Ints, players: Ints) -> Ints:
    """Change of the cost when players[k] and each other one change places in round turns[k]."""
    rows = evening.row_of[turns]
    here = evening.row_of[turns, players]
    prices = evening.load[here]
    prices += np.take(evening.load.ravel(), rows * evening.problem.players + players[:, None])
    prices -= 2 * evening.weights[players]
    prices -= against[turns]
    prices -= against[turns, players][:, None]
    if evening.mixed:
        moves = evening.odd[turns, players][:, None] - evening.odd[turns]
        slope = evening.slope[turns]
        slope -= evening.slope[turns, players][:, None]
        slope += moves * evening.price[turns][:, None]
        slope *= 2 * moves
        prices += slope
        if evening.problem.groups:
            # Bound people may keep the odd tables unfair; then nobody goes there out of turn for them.
            before = evening.counts[turns] - evening.odd[turns]
            own = before[np.arange(len(turns)), players]
            prices[(moves != 0) & (before != own[:, None])] = NEVER
    prices[(rows == here[:, None]) | ~evening.problem.movable] = NEVER
    return prices


def _pick(prices: Ints, rests: Mask, gain: int, lot: SplitMix64) -> int | None:
    """Flat index of the least price; of resting players only what gives the best plan so far."""
    least = prices.min()
    if least >= gain:
        prices = np.where(rests, NEVER, prices)
        least = prices.min()
    if least == NEVER:
        return None
    equal = np.flatnonzero(prices == least)
    return int(equal[lot.below(len(equal))])


def _trade(evening: Evening, lot: SplitMix64) -> None:
    """Two players at an odd table in different rounds trade these rounds; nobody sits there more often.

    No single exchange does this without sending somebody there too often in between. The first is one who
    has something against his odd table.
    """
    against, odd = evening.against(), evening.odd.astype(np.bool_)
    wanting = np.flatnonzero((against > 0) & odd)
    if not len(wanting):
        return
    turn, one = divmod(int(wanting[lot.below(len(wanting))]), evening.problem.players)
    own = evening.row_of[:, one]
    prices = evening.load[own] + evening.load[evening.row_of, one]
    prices -= 2 * evening.weights[one] + against + against[:, one][:, None]
    prices += prices[turn]
    possible = odd & ~odd[turn] & ~odd[:, one][:, None]
    if evening.problem.strict:
        # Whose turn comes earlier is at one more until the other's.
        lead = evening.counts - evening.counts[:, one][:, None]
        possible[:turn] &= lead[:turn] == 1
        possible[turn:] &= lead[turn] == -1
    prices[~possible] = NEVER
    if prices.min() == NEVER:
        return
    equal = np.flatnonzero(prices == prices.min())
    later, other = divmod(int(equal[lot.below(len(equal))]), evening.problem.players)
    evening.exchange(turn, one, other)
    evening.exchange(later, other, one)


def _shake(evening: Evening, lot: SplitMix64) -> None:
    """Random exchanges that leave the odd tables to the same people."""
    free = np.flatnonzero(evening.problem.movable).tolist()
    for _ in range(evening.problem.rounds):
        turn = lot.below(evening.problem.rounds)
        one, other = free[lot.below(len(free))], free[lot.below(len(free))]
        rows = evening.row_of[turn]
        if rows[one] != rows[other] and evening.odd[turn, one] == evening.odd[turn, other]:
            evening.exchange(turn, one, other)
