"""Lists on paper are paged by the height of their lines, before anything is laid out: so the number of
pages is known on the first one, and nothing is torn from its heading."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """`height` in tenths of a millimetre; `keep` holds it on the page of the line after it."""

    kind: str
    height: int
    data: Any
    keep: bool = False


def fill(lines: Sequence[Line], capacity: int) -> list[list[Line]]:
    """`lines` cut into columns of at most `capacity`; a kept line moves on with what follows it."""
    columns: list[list[Line]] = []
    for block in _blocks(lines):
        height = sum(line.height for line in block)
        if not columns or sum(line.height for line in columns[-1]) + height > capacity:
            columns.append([])
        columns[-1].extend(block)
    return columns


def balance(lines: Sequence[Line], capacity: int, columns: int) -> list[list[list[Line]]]:
    """Pages of `columns` columns; on the last page they end at about the same height."""
    filled = fill(lines, capacity)
    pages = [filled[start : start + columns] for start in range(0, len(filled), columns)]
    if pages:
        rest = [line for column in pages[-1] for line in column]
        total = sum(line.height for line in rest)
        for even in range(-(-total // columns), capacity + 1, 10):
            spread = fill(rest, even)
            if len(spread) <= columns:
                pages[-1] = spread
                break
    return pages


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    blocks: list[list[Line]] = []
    kept = False
    for line in lines:
        if kept:
            blocks[-1].append(line)
        else:
            blocks.append([line])
        kept = line.keep
    return blocks
