"""Reads the worked-out values in `cases/`: names there become numbers here."""

import json
from pathlib import Path
from typing import Any

from scoring.cut import Placed

CASES = Path(__file__).parent / "cases"


def cases(*names: str) -> list[Any]:
    """All cases of these files, in order; an empty file would be a test that tests nothing."""
    found: list[Any] = []
    for name in names:
        part = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
        assert part, name
        found.extend(part)
    return found


def number(name: str) -> int:
    """P07, S07 → 7; A → 1."""
    return int(name[1:]) if len(name) > 1 else ord(name) - ord("A") + 1


def numbers(names: list[str]) -> tuple[int, ...]:
    return tuple(number(name) for name in names)


def by_number(table: dict[str, Any]) -> dict[int, Any]:
    return {number(name): value for name, value in table.items()}


def optional(name: str | None) -> int | None:
    return None if name is None else number(name)


def dice(throw: str) -> tuple[int, ...]:
    """611, 611h, 611b → (6, 1, 1)."""
    return tuple(int(sign) for sign in throw[:3])


def order_of(players, ranks=None):
    """Players in the order of a cut; rank = position unless `ranks` says otherwise."""
    return tuple(
        Placed(player, position, (ranks or {}).get(player, position), 0, True)
        for position, player in enumerate(players, start=1)
    )
