"""Standings after a round, with shared ranks, both boundaries and what is still open (C3)."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.paper import Document, Sheet

_ROW, _ZONE, _STROKE, _PAGE = 62, 84, 84, 2310  # tenths of a millimetre
_TYPE_PT = {"": 11.5, "is-long": 10.5, "xlong": 9.0, "xxlong": 7.5, "huge": 6.0}  # as in liste.css
_ROUNDS_MM = 60.0  # at most, for the points of all rounds
_OTHERS_MM = 57.0  # rank, number, lost games, points


@dataclass(frozen=True, slots=True)
class Row:
    """`rounds`: the points of each round, "–" where there was no game; `note`: withdrawn, excluded, …"""

    rank: int
    shared: bool
    name: str
    start_number: int
    points: int
    lost: int
    rounds: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A boundary (`cut`, `bonus` or `prize`) behind row number `after` (1 = behind the first row).

    `places` are above it. When a tie lies across it, `tied_from` is the first row of the tied group,
    `people` throw for `tied_places`, and the stroke stands behind the group; `decided` once all have thrown.
    """

    kind: str
    places: int
    after: int
    tied_from: int | None = None
    tied_places: int = 0
    people: int = 0
    decided: bool = False


@dataclass(frozen=True, slots=True)
class StandingsData:
    """`at`: when these standings were read (aware); `last`: no round follows, so ties are played out;
    `frozen`: the hall may not see them yet (C3.5), so that nobody hangs them up."""

    tournament: str
    date: date
    place: str
    round: int
    rounds: int
    at: datetime
    rows: tuple[Row, ...]
    strokes: tuple[Stroke, ...] = ()
    bonus_marks: int = 1
    last: bool = True
    frozen: bool = False


def document(data: StandingsData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.STANDINGS) % {"round": data.round, "tournament": printable(data.tournament)}
        frame = head(data)
    played = max((len(row.rounds) for row in data.rows), default=0)
    frame |= {
        "columns": range(1, played + 1),
        "column_width": f"{_round_mm(played):.2f}",
        "shared": any(row.shared for row in data.rows),
    }
    pages = fill(_lines(data), _PAGE) or [[]]
    sheets = tuple(Sheet("print/stand.html", {**frame, "lines": lines}) for lines in pages)
    return Document(title=title, style="print/liste.css", sheets=sheets, language=language)


def _lines(data: StandingsData) -> list[Line]:
    lines: list[Line] = []
    played = max((len(row.rounds) for row in data.rows), default=0)
    width = 180 - _OTHERS_MM - played * _round_mm(played)
    for number, row in enumerate(data.rows, start=1):
        tied = [stroke for stroke in data.strokes if stroke.tied_from == number]
        if tied:
            zone = {"people": tied[0].people, "decided": tied[0].decided, "strokes": tied}
            lines.append(Line("zone", _ZONE, zone, keep=True))
        behind = [stroke for stroke in data.strokes if stroke.after == number]
        is_open = any(
            s.tied_from is not None and not s.decided and s.tied_from <= number <= s.after
            for s in data.strokes
        )
        lines.append(_row(row, width, is_open=is_open, keep=bool(behind)))
        for place, stroke in enumerate(behind, start=1):
            lines.append(Line("stroke", _STROKE, stroke, keep=place < len(behind)))
    return lines


def _row(row: Row, width_mm: float, *, is_open: bool, keep: bool) -> Line:
    name = printable(row.name)
    size = size_class(name)
    full = letters(name) + letters(row.note) * 3 // 4
    height = max(_ROW, text_height(full, _TYPE_PT[size], width_mm))
    return Line("row", height, {"row": row, "name": name, "size": size, "open": is_open}, keep=keep)


def _round_mm(played: int) -> float:
    return min(9.0, _ROUNDS_MM / max(played, 1))
