"""C4.3 Who sits at which K.O. table."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.errors import RuleViolation

from .interface import Tables
from .lot import SEED_LIMIT, SplitMix64

SEEDINGS: Final = ("apart", "snake", "lot")


@dataclass(frozen=True, slots=True)
class KoEntrant:
    """A qualified player. `position`: his place in the order of his shared rank (Stechen, chain); equal
    positions are ordered by lot."""

    number: int
    rank: int
    position: int


def seat_ko(entrants: Sequence[KoEntrant], tables: int, seats: int, seeding: str, seed: int) -> Tables:
    """C4.3 The K.O. tables, each in seat order, sizes differing by at most one.

    `apart`: the best `tables` players on different tables, the rest by lot. `snake`: 1…t, t…1, 1…t in order
    of rank. `lot`: everybody by lot. With fewer players than places the tables are shorter, with fewer
    players than tables some are empty. Raises RuleViolation ko_seeding_unknown, ko_tables_invalid,
    too_few_players, ko_too_many (present, places), player_twice, seed_out_of_range.
    """
    _check(entrants, tables, seats, seeding, seed)
    drawn = _drawn(entrants, seed)
    ranked = _ranked(drawn)
    rows: list[list[int]] = [[] for _ in range(tables)]
    if seeding == "snake":
        for place, entrant in enumerate(ranked):
            lap, step = divmod(place, tables)
            rows[step if lap % 2 == 0 else tables - 1 - step].append(entrant.number)
        return tuple(tuple(row) for row in rows)
    heads = ranked[:tables] if seeding == "apart" else []
    order = heads + [entrant for entrant in drawn if entrant not in heads]
    for place, entrant in enumerate(order):
        rows[place % tables].append(entrant.number)
    return tuple(tuple(row) for row in rows)


def ko_order(entrants: Sequence[KoEntrant], seed: int) -> tuple[int, ...]:
    """C4.3, C4.4 The players best first as `seat_ko` sees them: rank, position, then the lot."""
    return tuple(entrant.number for entrant in _ranked(_drawn(entrants, seed)))


def ko_digest(entrants: Sequence[KoEntrant]) -> str:
    """SHA-256 (hex) of who is drawn: start numbers, ranks and positions, in order of the numbers."""
    plain = sorted([entrant.number, entrant.rank, entrant.position] for entrant in entrants)
    return hashlib.sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()


def _drawn(entrants: Sequence[KoEntrant], seed: int) -> list[KoEntrant]:
    return SplitMix64(seed).shuffled(sorted(entrants, key=lambda entrant: entrant.number))


def _ranked(drawn: Sequence[KoEntrant]) -> list[KoEntrant]:
    """By merit; the sort is stable: where rank and position are equal, the lot stands."""
    return sorted(drawn, key=lambda entrant: (entrant.rank, entrant.position))


def _check(entrants: Sequence[KoEntrant], tables: int, seats: int, seeding: str, seed: int) -> None:
    numbers = sorted(entrant.number for entrant in entrants)
    twice = tuple(one for one, other in zip(numbers, numbers[1:], strict=False) if one == other)
    if seeding not in SEEDINGS:
        raise RuleViolation("ko_seeding_unknown", field="ko_seeding", value=seeding)
    if tables < 1 or seats < 1:
        raise RuleViolation("ko_tables_invalid", field="ko_tables", tables=tables, seats=seats)
    if not numbers:
        raise RuleViolation("too_few_players", present=0, least=1)
    if len(numbers) > tables * seats:
        raise RuleViolation("ko_too_many", present=len(numbers), places=tables * seats)
    if twice:
        raise RuleViolation("player_twice", numbers=twice)
    if not 0 <= seed < SEED_LIMIT:
        raise RuleViolation("seed_out_of_range")
