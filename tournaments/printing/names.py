"""Name → table, for the wall: alphabetical, two columns, large type (product.md §3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, balance
from tournaments.printing.paper import Document, Sheet

_LETTER, _ROW, _COLUMN = 112, 88, 2240  # tenths of a millimetre
_TYPE_PT = {"": 16.0, "is-long": 13.0, "xlong": 10.5, "xxlong": 8.0, "huge": 6.5}  # as in liste.css
_WIDTH_MM = 69.0


@dataclass(frozen=True, slots=True)
class Entry:
    """`letter`: the heading under which the name stands, from its sort key (Ä under A, DIN 5007-1)."""

    last: str
    first: str
    start_number: int
    table: int
    letter: str


@dataclass(frozen=True, slots=True)
class NameListData:
    """`entries` in the order of printing; `lot_mark`, `lot_number`: what binds the draw (C1.4)."""

    tournament: str
    date: date
    place: str
    round: int
    entries: tuple[Entry, ...]
    entry_place: str = ""
    lot_mark: str = ""
    lot_number: int | None = None


def document(data: NameListData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.NAMES) % {"round": data.round, "tournament": printable(data.tournament)}
        frame = head(data)
    pages = balance(_lines(data.entries), _COLUMN, 2) or [[]]
    sheets = tuple(
        Sheet("print/namen.html", {**frame, "lists": lists, "span": _span(lists)}) for lists in pages
    )
    return Document(title=title, style="print/liste.css", sheets=sheets, language=language)


def _lines(entries: Sequence[Entry]) -> list[Line]:
    lines: list[Line] = []
    letter = None
    for entry in entries:
        if entry.letter != letter:
            letter = entry.letter
            lines.append(Line("letter", _LETTER, letter, keep=True))
        lines.append(_row(entry))
    return lines


def _row(entry: Entry) -> Line:
    last, first = printable(entry.last), printable(entry.first)
    name = f"{last} {first}"
    # 16 points in 69 mm: a line holds fewer letters than on the sheets.
    size = "is-long" if 19 < letters(name) <= 27 else size_class(name)
    height = text_height(letters(name) + 3, _TYPE_PT[size], _WIDTH_MM)
    content = {"entry": entry, "last": last, "first": first, "size": size}
    return Line("row", max(_ROW, height), content)


def _span(lists: Sequence[Sequence[Line]]) -> str:
    """„A – M“: what is on this page, to be found from two metres away."""
    found = [line.data for column in lists for line in column if line.kind == "letter"]
    rows = [line.data["entry"].letter for column in lists for line in column if line.kind == "row"]
    ends = (rows[:1] or found[:1]) + rows[-1:]
    return " – ".join(dict.fromkeys(ends))
