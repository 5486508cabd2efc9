"""Name → table, for the wall: alphabetical, two columns, large type (product.md §3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.lettering import letters, printable, size_class
from tournaments.printing.lines import Line, balance
from tournaments.printing.paper import Document, Sheet

_LETTER = 112  # tenths of a millimetre
_ROW = {"": 88, "is-long": 112, "xlong": 136, "xxlong": 156}
_COLUMN = 2240


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
    """`entries` in the order of printing."""

    tournament: str
    date: date
    place: str
    round: int
    rounds: int
    entries: tuple[Entry, ...]
    entry_place: str = ""


def document(data: NameListData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.NAMES) % {"round": data.round, "tournament": printable(data.tournament)}
        sign = marks.tally_mat(str(words.SIGN))
    frame = {"data": data, "sign": sign, "where_class": size_class(max(data.tournament, data.place, key=len))}
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
        last, first = printable(entry.last), printable(entry.first)
        size = _size(f"{last} {first}")
        lines.append(Line("row", _ROW[size], {"entry": entry, "last": last, "first": first, "size": size}))
    return lines


def _size(name: str) -> str:
    # 16 points in 68 mm: a line holds fewer letters than on the sheets.
    return "is-long" if 19 < letters(name) <= 27 else size_class(name)


def _span(lists: Sequence[Sequence[Line]]) -> str:
    """„A – M“: what is on this page, to be found from two metres away."""
    found = [line.data for column in lists for line in column if line.kind == "letter"]
    rows = [line.data["entry"].letter for column in lists for line in column if line.kind == "row"]
    ends = (rows[:1] or found[:1]) + rows[-1:]
    return " – ".join(dict.fromkeys(ends))
