"""Where everything stands in the drawings of the statistics page: whole tenths of a unit, no floats.

A template draws them as SVG; columns are piles of Deckel, so that they can be read without a colour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.queries.statistics import Endings, SeatPoints

WIDTH = 3200
HEAD = 180  # room above the highest column, for its number
TALLEST = 1500
THICKEST = 140  # a Deckel of a pile
COUNTED = 110  # narrower columns have no room for a number of two digits
SPELLED = 200  # narrower ones name every fifth value only
LARGE = 140  # narrower ones have smaller letters
FIFTH = 5
SEAT = 440
SEATS = 5
POINT = 200
FOOT = 380  # room below a seat, for its mean and its number
NARROWEST = 40  # a part of the bar that can still be seen


@dataclass(frozen=True, slots=True)
class Column:
    """A pile: from `x`, its top at `y`, `high`; `middle`: of its width. name: what it is of, text: its
    number; "" where there is no room."""

    x: int
    y: int
    high: int
    middle: int
    name: str
    text: str | Decimal


@dataclass(frozen=True, slots=True)
class Piles:
    """Columns on a line at `base`. `slot`: width of a column with its gap, `deckel`: thickness of one of the
    pile with the gap above it. `level`: where a line goes across all of them, None without one."""

    width: int
    height: int
    base: int
    slot: int
    deckel: int
    columns: tuple[Column, ...]
    level: int | None = None

    @property
    def letters(self) -> int:
        return 120 if self.slot >= LARGE else 100

    @property
    def wide(self) -> int:
        """Of a Deckel."""
        return min(self.slot * 4 // 5, 400)

    @property
    def inset(self) -> int:
        return (self.slot - self.wide) // 2

    @property
    def gap(self) -> int:
        return self.deckel // 5

    @property
    def thick(self) -> int:
        """Of a Deckel alone; its lower edge lies in the shade."""
        return self.deckel - self.gap

    @property
    def light(self) -> int:
        return self.thick * 2 // 3

    @property
    def bevel(self) -> int:
        return min(self.thick, self.wide) // 3


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a bar. kind: endkampf · blattschuss · scharf · left."""

    kind: str
    count: int
    x: int
    width: int


def piles(points: Sequence[tuple[int, int]]) -> Piles | None:
    """How many people have how many points: a Deckel for each of them, a column for each number of points."""
    if not points:
        return None
    first, most = points[0][0] // FIFTH * FIFTH, max(count for _, count in points)
    values = range(first, points[-1][0] + 1)
    slot = WIDTH // len(values)
    deckel = min(THICKEST, max(1, TALLEST // most))
    base = HEAD + deckel * most
    known = dict(points)
    columns = [
        Column(
            x=place * slot,
            y=base - deckel * count,
            high=deckel * count,
            middle=place * slot + slot // 2,
            name=str(value) if slot >= SPELLED or value % FIFTH == 0 else "",
            text=str(count) if count and (slot >= COUNTED or count == most) else "",
        )
        for place, value in enumerate(values)
        for count in [known.get(value, 0)]
    ]
    return Piles(WIDTH, base + HEAD, base, slot, deckel, tuple(columns))


def seat_piles(sizes: Sequence[SeatPoints]) -> list[tuple[SeatPoints, Piles]]:
    """All on one height."""
    most = max((mean for seats in sizes for mean in seats.means), default=Decimal(0))
    return [(seats, _seats(seats, HEAD // 2 + _high(most))) for seats in sizes]


def _seats(seats: SeatPoints, base: int) -> Piles:
    """The mean points of each seat, five Deckel a point, and a line at the mean of the table."""
    left = (SEATS - seats.size) * SEAT // 2
    columns = [
        Column(
            x=left + seat * SEAT,
            y=base - _high(mean),
            high=_high(mean),
            middle=left + seat * SEAT + SEAT // 2,
            name=str(seat + 1),
            text=mean,
        )
        for seat, mean in enumerate(seats.means)
    ]
    level = base - _high(seats.mean)
    return Piles(SEATS * SEAT, base + FOOT, base, SEAT, POINT // 5, tuple(columns), level)


def _high(mean: Decimal) -> int:
    return int(mean * POINT)


def bar(endings: Endings) -> tuple[Part, ...]:
    """The games in one line, each kind as long as its share; rare kinds can still be seen."""
    kinds = [(kind, getattr(endings, kind)) for kind in ("endkampf", "blattschuss", "scharf", "left")]
    kinds = [(kind, count) for kind, count in kinds if count]
    widths = [max(NARROWEST, WIDTH * count // endings.games) for _, count in kinds]
    if widths:
        widest = widths.index(max(widths))
        widths[widest] += WIDTH - sum(widths)
    return tuple(_parts(kinds, widths))


def _parts(kinds: Iterable[tuple[str, int]], widths: Iterable[int]) -> Iterable[Part]:
    x = 0
    for (kind, count), width in zip(kinds, widths, strict=True):
        yield Part(kind, count, x, width)
        x += width
