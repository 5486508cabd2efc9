"""Lines of the projector: at most twelve a page, nothing torn, and larger where few stand on a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from tournaments.queries.facts import PlayerFact

LINES = 12
LETTERS = 21
"""Letters that stand in one line of a projector's column at 1024×768, the narrowest that is used."""

WHOLE, WRAPPED, STEP = 100, 80, 20
"""Hundredths of a row: one that is not broken, and each line of one that is;
the steps in which a page is tried shorter."""

Heights = Callable[[Any, int], int]


@dataclass(frozen=True, slots=True)
class Size:
    """A type size: `lines` of a page, `letters` of a name in one of them, `name` of its class."""

    lines: int
    letters: int
    name: str


SIZES = (Size(6, 13, "is-huge"), Size(8, 17, "is-large"), Size(10, 21, "is-medium"))
"""Larger type is bounded by the width too (style.css), so that 4:3 holds the letters of 16:9."""
NORMAL = Size(LINES, LETTERS, "")


def height(player: PlayerFact, letters: int = LETTERS) -> int:
    """Hundredths of a row that a name needs, broken between words, and inside of one where it must be."""
    parts = wrap(player.label, letters, break_long_words=False)
    return max(WHOLE, WRAPPED * sum(-(-width(part) // letters) for part in parts))


def width(part: str) -> int:
    """In letters of an ordinary name: capitals take more room, and M and W half as much again."""
    return len(part) + sum(map(str.isupper, part)) // 6 + sum(map(part.count, "MWmw")) // 3


def laid_out(
    rows: Sequence[Any],
    height_of: Heights,
    columns: int = 1,
    *,
    taken: int = 0,
    spare: int = 0,
    letters: int = LETTERS,
) -> tuple[list[list[Any]], Size]:
    """The columns, and the largest type in which they are no more pages than in the usual one.

    height_of(row, letters) → hundredths of a row; taken: lines of the page that something else needs;
    spare: lines that only larger type has to leave free; letters: of a name in the usual type.
    """

    def columns_of(size: Size, taken: int) -> list[list[Any]]:
        fitting = size.letters * letters // LETTERS
        return paged(rows, WHOLE * (size.lines - taken), lambda row: height_of(row, fitting), columns)

    usual = columns_of(NORMAL, taken)
    for size in SIZES:
        found = columns_of(size, taken + spare)
        if -(-len(found) // columns) <= -(-len(usual) // columns):
            return found, size
    return usual, NORMAL


def paged(
    rows: Sequence[Any], lines: int, height_of: Callable[[Any], int], columns: int = 1
) -> list[list[Any]]:
    """`rows` cut into parts of at most `lines` hundredths, every row in exactly one, all about equally
    long; with two `columns` a page an even number of them, as soon as one is not enough."""
    parts = _cut_up(rows, lines, height_of)
    wanted = len(parts) if len(parts) < 2 else -(-len(parts) // columns) * columns
    total = sum(height_of(row) for row in rows)
    for limit in range(-(-total // max(wanted, 1)), lines, STEP):
        even = _cut_up(rows, limit, height_of)
        if len(even) <= wanted:
            return even
    return parts


def _cut_up(rows: Sequence[Any], lines: int, height_of: Callable[[Any], int]) -> list[list[Any]]:
    parts: list[list[Any]] = []
    used = lines
    for row in rows:
        needed = height_of(row)
        if used + needed > lines:
            parts.append([])
            used = 0
        parts[-1].append(row)
        used += needed
    return parts


def pairs(columns: Sequence[list[Any]]) -> list[Sequence[list[Any]]]:
    """Two columns a page."""
    return [columns[i : i + 2] for i in range(0, len(columns), 2)]
