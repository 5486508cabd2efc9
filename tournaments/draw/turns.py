"""C1.3 Seats rotate, so that the same player is not always first: seats 1–4 by Euler splits.

The graph of players and tables is bipartite. Colouring its Euler trails alternately halves the degree of
every vertex; two halvings give every table each of the seats 1–4 once and every player each seat
⌊d/4⌋ or ⌈d/4⌉ times in d rounds. A fifth seat is taken off beforehand. Seats of earlier rounds are then
evened out table by table.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from .evening import SEATS, Ints, Rounds
from .interface import Tables
from .lot import SplitMix64
from .sizes import FULL

PASSES: Final = 8

# Seat 1 begins the game and weighs a little more; fifth seats are evened out among themselves.
_WEIGHT: Final = np.array([5, 4, 4, 4, 2], dtype=np.int32)

_Edge = tuple[int, int]


def seat_wear(numbers: Sequence[int], history: Sequence[Tables]) -> Ints:
    """n × 5: how often each of `numbers` sat on seat 1 … 4, and on a fifth or later one."""
    place = {number: index for index, number in enumerate(numbers)}
    wear = np.zeros((len(numbers), SEATS), dtype=np.int32)
    for tables in history:
        for table in tables:
            for seat, player in enumerate(table):
                if player in place:
                    wear[place[player], min(seat, FULL)] += 1
    return wear


def seat_rounds(plan: Rounds, wear: Ints, lot: SplitMix64) -> Rounds:
    """The tables of all rounds in seat order; `wear` as `seat_wear` counts it for the earlier rounds."""
    rows = [table for tables in plan for table in tables]
    last = _fifths(rows, wear[:, FULL].tolist(), lot)
    edges = [(player, row) for row, table in enumerate(rows) for player in table if player != last[row]]
    seats = [seat for half in _halves(lot.shuffled(edges)) for seat in _halves(half)]
    seated: list[list[int]] = [[] for _ in rows]
    for seat in seats:
        for player, row in seat:
            seated[row].append(player)
    for row, player in enumerate(last):
        seated[row].extend([player] if player >= 0 else [])
    per_round = len(plan[0])
    found = [seated[start : start + per_round] for start in range(0, len(seated), per_round)]
    if wear.any():
        return _evened(_evened(found, wear, [0], steep=True), wear, list(range(1, len(found))))
    small = any(len(table) < FULL for table in plan[0])
    return _evened(found, wear, list(range(len(found)))) if small else found


def _fifths(rows: list[list[int]], counts: list[int], lot: SplitMix64) -> list[int]:
    """Who takes the fifth seat of every row: whoever did least often; −1 where there is none."""
    last = []
    for table in rows:
        if len(table) <= FULL:
            last.append(-1)
            continue
        player = min(lot.shuffled(table), key=lambda one: counts[one])
        counts[player] += 1
        last.append(player)
    return last


def _halves(edges: list[_Edge]) -> tuple[list[_Edge], list[_Edge]]:
    """Edges in two halves whose degrees differ by at most one at every vertex."""
    ends: list[dict[int, list[int]]] = [{}, {}]
    for number, edge in enumerate(edges):
        for side in (0, 1):
            ends[side].setdefault(edge[side], []).append(number)
    used = bytearray(len(edges))
    halves: tuple[list[_Edge], list[_Edge]] = ([], [])
    # A trail that ends must end where it cannot go on: those of odd degree come first.
    odd = [(side, v) for side in (0, 1) for v, at in ends[side].items() if len(at) % 2]
    for side, vertex in odd + [(0, player) for player in ends[0]]:
        colour = 0
        for number in _trail(edges, ends, used, side, vertex):
            halves[colour].append(edges[number])
            colour = 1 - colour
    return halves


def _trail(
    edges: list[_Edge], ends: list[dict[int, list[int]]], used: bytearray, side: int, vertex: int
) -> list[int]:
    trail: list[int] = []
    while True:
        waiting = ends[side][vertex]
        while waiting and used[waiting[-1]]:
            waiting.pop()
        if not waiting:
            return trail
        number = waiting.pop()
        used[number] = 1
        trail.append(number)
        side = 1 - side
        vertex = edges[number][side]


def _evened(plan: Rounds, wear: Ints, turns: list[int], *, steep: bool = False) -> Rounds:
    """Order the tables of these rounds anew as long as that makes the squares of the seat counts smaller.

    `steep`: only by the earlier rounds and by the excess over everybody's rarest seat, for the round that
    is drawn now: the later ones may be planned again.
    """
    counts = wear.copy()
    groups = [_by_size(tables) for tables in plan]
    for turn, group in enumerate(groups):
        for members in group:
            _count(counts, members, 0 if steep and turn not in turns else 1)
    chosen = [members for turn in turns for members in groups[turn]]
    for _ in range(PASSES):
        eased = [_even_group(counts, members, steep) for members in chosen]
        if not any(eased):
            break
    return [[table for members in group for table in members.tolist()] for group in groups]


def _by_size(tables: list[list[int]]) -> list[Ints]:
    """The tables of one round, those of one size as one array, largest first."""
    sizes = sorted({len(table) for table in tables}, reverse=True)
    return [np.array([t for t in tables if len(t) == size], dtype=np.int32) for size in sizes]


def _count(counts: Ints, members: Ints, step: int) -> None:
    counts[members, np.arange(members.shape[1])] += step


def _even_group(counts: Ints, members: Ints, steep: bool) -> bool:
    """Tables of one size in one round: nobody sits at two of them, so all are ordered at once."""
    _count(counts, members, -1)
    seats = members.shape[1]
    orders = _orders(seats)
    known = counts[members]
    price = _steep(known, seats) if steep else (2 * known[:, :, :seats] + 1) * _WEIGHT[:seats]
    # price[table, member, seat]; orders[order, seat] is the member who takes it.
    totals = price[:, orders, np.arange(seats)].sum(axis=2)
    best = totals.argmin(axis=1)
    better = totals[np.arange(len(members)), best] < totals[:, 0]
    members[better] = np.take_along_axis(members, orders[best], axis=1)[better]
    _count(counts, members, 1)
    return bool(better.any())


def _steep(known: Ints, seats: int) -> npt.NDArray[np.int64]:
    """What each seat leaves of unevenness between the seats 1–4 of a player; the first and the fifth seat
    decide between equals."""
    price = np.zeros((*known.shape[:2], seats), dtype=np.int64)
    for seat in range(seats):
        after = known[:, :, :FULL].astype(np.int64)
        if seat < FULL:
            after[:, :, seat] += 1
        for one, other in combinations(range(FULL), 2):
            price[:, :, seat] += (after[:, :, one] - after[:, :, other]) ** 6
    price[:, :, 0] += known[:, :, 0]
    price[:, :, FULL:] += known[:, :, FULL:seats]
    return price


def _orders(seats: int) -> Ints:
    return np.array(list(permutations(range(seats))), dtype=np.int32)
