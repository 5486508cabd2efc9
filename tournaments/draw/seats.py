"""C1.5 Seats that were changed by hand after a draw: the changes of a protocol, made once more."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import RuleViolation

from .interface import Tables


def moved(drawn: Tables, swaps: Sequence[Mapping[str, Any]]) -> Tables:
    """The tables as they were seated in the end.

    swaps: in the order in which they were made, each with its `kind`: swap (first, second) · late (player,
    table) · unseat (player, table) · move (player, table, origin). Raises RuleViolation `lot_moves_wrong`
    (step, from 1) for a change that was not possible.
    """
    tables = [list(table) for table in drawn]
    for step, change in enumerate(swaps, start=1):
        try:
            _move(tables, change)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise RuleViolation("lot_moves_wrong", step=step) from error
    return tuple(tuple(table) for table in tables)


def _move(tables: list[list[int]], change: Mapping[str, Any]) -> None:
    kind = change["kind"]
    if kind == "swap":
        first, second = (_seat_of(tables, change[who]) for who in ("first", "second"))
        tables[first[0]][first[1]], tables[second[0]][second[1]] = change["second"], change["first"]
        return
    table, player = _at(tables, change["table"]), change["player"]
    if kind in ("unseat", "move"):
        # Those behind him move up, so that a table has no gap.
        (table if kind == "unseat" else _at(tables, change["origin"])).remove(player)
    elif kind != "late":
        raise ValueError(kind)
    if kind != "unseat":
        if any(player in row for row in tables):
            raise ValueError(player)
        table.append(player)


def _at(tables: list[list[int]], number: int) -> list[int]:
    if number < 1:
        raise IndexError(number)
    return tables[number - 1]


def _seat_of(tables: list[list[int]], player: int) -> tuple[int, int]:
    for index, table in enumerate(tables):
        if player in table:
            return index, table.index(player)
    raise ValueError(player)
