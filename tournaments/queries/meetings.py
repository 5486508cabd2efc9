"""Wer saß mit wem: who shared a table with whom, in which rounds, of the Vorrunde as it was seated."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.draw.sizes import FULL
from tournaments.queries.facts import Facts, RoundFact

Place = tuple[int, int]
"""(round, table)."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people (start numbers, the smaller first) and every round and table they shared."""

    one: int
    other: int
    places: tuple[Place, ...]

    @property
    def times(self) -> int:
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Person:
    """One player: the tables he sat at with their seats, how often at an odd one, and everybody he met."""

    number: int
    tables: tuple[tuple[int, int, int], ...]
    met: tuple[Meeting, ...]

    @property
    def odd(self) -> int:
        return sum(1 for _, _, seats in self.tables if seats != FULL)


def places_of(rounds: Iterable[RoundFact]) -> dict[tuple[int, int], tuple[Place, ...]]:
    """Pair (smaller number first) → where it met, oldest first; nothing for pairs that never met."""
    found: dict[tuple[int, int], tuple[Place, ...]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(table.players), 2):
                found[pair] = (*found.get(pair, ()), (round_.number, table.number))
    return found


@dataclass(frozen=True, slots=True)
class Meetings:
    """All meetings of the published rounds. `people`: who sat anywhere, by name."""

    rounds: int
    people: tuple[int, ...]
    pairs: dict[tuple[int, int], tuple[Place, ...]]
    tables: dict[int, tuple[tuple[int, int, int], ...]]

    @property
    def again(self) -> tuple[Meeting, ...]:
        """Who met more than once, the most first."""
        found = [Meeting(*pair, places) for pair, places in self.pairs.items() if len(places) > 1]
        return tuple(sorted(found, key=lambda m: (-m.times, m.one, m.other)))

    def person(self, number: int) -> Person:
        """Everybody that somebody met, the most frequent first."""
        met = [Meeting(*pair, places) for pair, places in self.pairs.items() if number in pair]
        met.sort(key=lambda m: (-m.times, m.places, m.one, m.other))
        return Person(number, self.tables.get(number, ()), tuple(met))

    def different(self) -> dict[int, int]:
        """How many different people everybody met."""
        counts = dict.fromkeys(self.people, 0)
        for one, other in self.pairs:
            counts[one] += 1
            counts[other] += 1
        return counts

    def matrix(self) -> list[tuple[int, list[int]]]:
        """(start number, meetings with everybody) in order of the numbers, −1 for oneself."""
        numbers = sorted(self.people)
        place = {number: index for index, number in enumerate(numbers)}
        rows = [[0] * len(numbers) for _ in numbers]
        for (one, other), places in self.pairs.items():
            rows[place[one]][place[other]] = rows[place[other]][place[one]] = len(places)
        for index, row in enumerate(rows):
            row[index] = -1
        return list(zip(numbers, rows, strict=True))


def meetings(facts: Facts) -> Meetings:
    """Of the rounds that everybody may see; a draft is not counted."""
    rounds = [r for r in facts.vorrunde if r.published]
    tables: dict[int, tuple[tuple[int, int, int], ...]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for player in table.players:
                sat = (round_.number, table.number, len(table.seats))
                tables[player] = (*tables.get(player, ()), sat)
    by_name = sorted(tables, key=lambda number: (facts.players[number].sort_key, number))
    return Meetings(len(rounds), tuple(by_name), places_of(rounds), tables)
