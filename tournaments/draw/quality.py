"""C1.3 The price of a draw, counted anew from tables and history; shares nothing with the search."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from .fairness import odd_counts
from .interface import DrawInput, Entrant, Quality, Tables
from .sizes import FULL

Pair = tuple[int, int]


def measure(draw_input: DrawInput, tables: Tables) -> Quality:
    """The quality of `tables` as the next round after the history of `draw_input`."""
    repeated = repeated_pairs(draw_input, tables)
    return Quality(
        repeats=len(repeated),
        worst=max((meetings for _, _, meetings in repeated), default=1),
        odd_twice=_odd_twice(draw_input, tables),
        club_pairs=len(mate_pairs(draw_input.entrants, tables)),
    )


def meetings(history: Iterable[Tables]) -> Counter[Pair]:
    """How often two (smaller number first) shared a table."""
    met: Counter[Pair] = Counter()
    for tables in history:
        for table in tables:
            met.update(combinations(sorted(table), 2))
    return met


def repeated_pairs(draw_input: DrawInput, tables: Tables) -> tuple[tuple[int, int, int], ...]:
    """(smaller number, larger number, meetings with this one) of all who meet again, in order."""
    met = meetings(draw_input.history)
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    return tuple((one, other, met[one, other] + 1) for one, other in sorted(pairs) if met[one, other])


def mate_pairs(entrants: Iterable[Entrant], tables: Tables) -> tuple[Pair, ...]:
    """Pairs of one club or team at one table, smaller number first, in order."""
    known = {entrant.number: entrant for entrant in entrants}
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    return tuple((one, other) for one, other in sorted(pairs) if _mates(known[one], known[other]))


def _odd_twice(draw_input: DrawInput, tables: Tables) -> int:
    counts = odd_counts(sorted(player for table in tables for player in table), draw_input.history)
    ordinary = [counts[player] for table in tables if len(table) == FULL for player in table]
    if not ordinary:
        return 0
    odd = [counts[player] for table in tables if len(table) != FULL for player in table]
    return sum(1 for count in odd if count > min(ordinary))


def _mates(one: Entrant, other: Entrant) -> bool:
    same_club = one.club is not None and one.club == other.club
    return same_club or (one.team is not None and one.team == other.team)


@dataclass(frozen=True, slots=True, order=True)
class Price:
    """What a change by hand costs, below zero what it gains; the smallest is the best (C1.3).

    repeats: pairs that meet again · earlier: how often those met before, in all · odd: rounds that the
    people at odd tables have spent at one before · mates: pairs of one club or team at one table.
    """

    repeats: int = 0
    earlier: int = 0
    odd: int = 0
    mates: int = 0

    def __add__(self, other: "Price") -> "Price":
        return Price(
            self.repeats + other.repeats,
            self.earlier + other.earlier,
            self.odd + other.odd,
            self.mates + other.mates,
        )

    def __sub__(self, other: "Price") -> "Price":
        return self + Price(-other.repeats, -other.earlier, -other.odd, -other.mates)


class Prices:
    """Prices of changes to `tables`, each from the one or two tables it touches. `draw_input.entrants`
    holds everybody seated and whoever is to sit down."""

    def __init__(self, draw_input: DrawInput, tables: Tables) -> None:
        self._tables = tables
        self._met = meetings(draw_input.history)
        self._known = {entrant.number: entrant for entrant in draw_input.entrants}
        self._odd = odd_counts(sorted(self._known), draw_input.history)
        self._place = {player: index for index, table in enumerate(tables) for player in table}

    def swap(self, first: int, second: int) -> Price:
        """Two people who are seated change places; nothing at one table but who begins."""
        here, there = self._place[first], self._place[second]
        if here == there:
            return Price()
        after = exchanged((self._tables[here], self._tables[there]), first, second)
        before = self._table(self._tables[here]) + self._table(self._tables[there])
        return self._table(after[0]) + self._table(after[1]) - before

    def join(self, player: int, index: int) -> Price:
        """Somebody without a seat sits down at table `index` (from 0)."""
        table = self._tables[index]
        return self._table((*table, player)) - self._table(table)

    def _table(self, table: tuple[int, ...]) -> Price:
        pairs = list(combinations(sorted(table), 2))
        return Price(
            repeats=sum(1 for pair in pairs if self._met[pair]),
            earlier=sum(self._met[pair] for pair in pairs),
            odd=sum(self._odd[player] for player in table) if len(table) != FULL else 0,
            mates=sum(1 for one, other in pairs if _mates(self._known[one], self._known[other])),
        )


def exchanged(tables: Tables, first: int, second: int) -> Tables:
    """`tables` after two people have changed seats."""
    new = {first: second, second: first}
    return tuple(tuple(new.get(player, player) for player in table) for table in tables)
