"""C1.3 Fixed tables: who cannot move keeps the table number; the others come to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import RuleViolation

from .checks import is_number
from .interface import Entrant
from .lot import SplitMix64


@dataclass(frozen=True, slots=True)
class FixedGroup:
    """Everybody (indices into the sorted entrants) who must sit at one table, and its number."""

    table: int
    players: tuple[int, ...]


def fixed_groups(entrants: Sequence[Entrant], sizes: Sequence[int]) -> tuple[FixedGroup, ...]:
    """The groups in order of their table number.

    Raises RuleViolation `fixed_table_missing` (numbers, tables: how many there are) and `fixed_table_full`
    (numbers, table, seats) when more are bound to a table than the largest one left for them has seats.
    """
    lost = [e.number for e in entrants if e.fixed_table is not None and not _exists(e.fixed_table, sizes)]
    if lost:
        raise RuleViolation(
            "fixed_table_missing", field="fixed_table", numbers=tuple(lost), tables=len(sizes)
        )
    members: dict[int, list[int]] = {}
    for index, entrant in enumerate(entrants):
        if entrant.fixed_table is not None:
            members.setdefault(entrant.fixed_table, []).append(index)
    by_need = sorted(sorted(members), key=lambda table: -len(members[table]))
    for table, seats in zip(by_need, sorted(sizes, reverse=True), strict=False):
        if len(members[table]) > seats:
            numbers = tuple(entrants[i].number for i in members[table])
            raise RuleViolation(
                "fixed_table_full", field="fixed_table", numbers=numbers, table=table, seats=seats
            )
    return tuple(FixedGroup(table, tuple(members[table])) for table in sorted(members))


def _exists(table: int, sizes: Sequence[int]) -> bool:
    return is_number(table) and table <= len(sizes)


def number_tables(
    tables: Sequence[tuple[int, ...]], groups: Sequence[FixedGroup], lot: SplitMix64
) -> list[tuple[int, ...]]:
    """The tables in order of their number: fixed ones where they must be, then largest first, by lot."""
    numbered: dict[int, tuple[int, ...]] = {}
    free = list(tables)
    for group in groups:
        holder = next(table for table in free if group.players[0] in table)
        numbered[group.table] = holder
        free.remove(holder)
    free = lot.shuffled(free)
    free.sort(key=len)
    return [numbered.get(number) or free.pop() for number in range(1, len(tables) + 1)]
