"""The lot protocol: what binds the draws of the evening, then each of them with every seat (C1.4)."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.paper import Document, Sheet

_ROW, _PAGE, _CHANGE = 76, 2380, 50  # tenths of a millimetre
_TYPE_PT = {"": 9.0, "is-long": 7.5, "xlong": 6.5, "xxlong": 5.5, "huge": 4.5}  # as in losprotokoll.css
_FIRST, _MORE = 14, 32  # draws listed on the first page and on each after it
_TABLE_MM, _WIDTH_MM = 14.0, 180.0


@dataclass(frozen=True, slots=True)
class Seat:
    """`name`: of the person with this start number."""

    start_number: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A published draw. `seed`: hex, None while it is secret; `replaced`: why another one took its place,
    None for a draw that counts; `tables`: (its number or letter, seats in order); `changes`: by hand."""

    title: str
    draw_no: int
    published_at: datetime | None
    seal: str
    seed: str | None
    replaced: str | None
    tables: tuple[tuple[str, tuple[Seat, ...]], ...]
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotsData:
    """`mark`: what is public of the salt from the beginning; `salt`: None before the last draw; `said`: when
    it will be there; `how`: how anybody checks it, sentence by sentence."""

    tournament: str
    date: date
    place: str
    number: int | None
    mark: str
    salt: str | None
    said: str
    how: tuple[str, ...]
    draws: tuple[Drawn, ...]


def document(data: LotsData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.LOTS) % {"tournament": printable(data.tournament)}
        frame = head(data, 20)
    sheets = [
        Sheet("print/losprotokoll.html", {**frame, "first": number == 0, "draws": draws})
        for number, draws in enumerate(_index(data.draws))
    ]
    for drawn in data.draws:
        sheets += [Sheet("print/losprotokoll_runde.html", {**frame, **page}) for page in _pages(drawn)]
    return Document(title=title, style="print/losprotokoll.css", sheets=tuple(sheets), language=language)


def _index(draws: tuple[Drawn, ...]) -> list[tuple[Drawn, ...]]:
    """The list of all draws: what has room on the first page, then whole pages."""
    rest = range(_FIRST, len(draws), _MORE)
    return [draws[:_FIRST], *(draws[start : start + _MORE] for start in rest)]


def _pages(drawn: Drawn) -> list[dict[str, Any]]:
    seats = max((len(people) for _, people in drawn.tables), default=1)
    width = (_WIDTH_MM - _TABLE_MM) / seats
    lines = [
        Line("row", _height(people, width), _row(table, people, seats)) for table, people in drawn.tables
    ]
    lines += [Line("change", _CHANGE, change) for change in drawn.changes]
    return [
        {
            "drawn": drawn,
            "first": number == 0,
            "rows": [line.data for line in page if line.kind == "row"],
            "changes": [line.data for line in page if line.kind == "change"],
            "places": range(1, seats + 1),
            "width": f"{width:.2f}",
        }
        for number, page in enumerate(fill(lines, _PAGE) or [[]])
    ]


def _height(people: tuple[Seat, ...], width_mm: float) -> int:
    return max([_ROW, *(_seat_height(seat, width_mm - 3) for seat in people)])


def _seat_height(seat: Seat, room_mm: float) -> int:
    """The names are not bold: a letter is narrower than `text_height` thinks."""
    name = printable(seat.name)
    wide = (letters(name) + len(str(seat.start_number)) + 1) * 9 // 10
    return text_height(wide, _TYPE_PT[size_class(name)], room_mm) + 6


def _row(table: str, people: tuple[Seat, ...], seats: int) -> dict[str, Any]:
    """Smaller tables have empty cells, which say nothing."""
    named = [(seat.start_number, printable(seat.name)) for seat in people]
    cells = [(number, name, size_class(name)) for number, name in named]
    return {"table": table, "seats": [*cells, *[(None, "", "")] * (seats - len(people))]}
