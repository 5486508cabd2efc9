"""The list of a Stechen: who throws for what, room for every throw, and afterwards who is above (C3.4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import override

from tournaments.messages import finish as say
from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.paper import Document, Sheet

_OPEN, _DONE, _STROKE, _SIGN, _PAGE = 104, 84, 84, 240, 2090  # tenths of a millimetre
_TYPE_PT = {"": 11.5, "is-long": 10.5, "xlong": 9.0, "xxlong": 7.5, "huge": 6.0}  # as in liste.css
_NUMBER_MM, _RESULT_MM, _NAME_MM, _ALL_MM = 11.0, 27.0, 60.0, 180.0
_BLANKS, _WIDEST_MM, _NARROW_MM = 3, 41.0, 18.0


@dataclass(frozen=True, slots=True)
class Throw:
    """`dice` "653" or "" where none were written down; `said`: what it is called."""

    dice: str
    said: str


@dataclass(frozen=True, slots=True)
class Row:
    """`throws`: by attempt, None where there is none; `state`: won · lost · gone, "" while it is open."""

    name: str
    start_number: int
    throws: tuple[Throw | None, ...]
    state: str
    result: str


@dataclass(frozen=True, slots=True)
class Group:
    """One Stechen. `about`: what for; `where`: between which places; `strokes`: (behind which row, counted
    from 1, what was given away above it); `decided`: nobody has to throw any more."""

    about: str
    where: str
    rows: tuple[Row, ...]
    strokes: tuple[tuple[int, str], ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class StechenData:
    tournament: str
    date: date
    place: str
    groups: tuple[Group, ...]


def document(data: StechenData, *, language: str = "de") -> Document:
    """Each Stechen begins a page of its own, so that it can be carried to its table."""
    with override(language):
        title = str(words.STECHEN) % {"tournament": printable(data.tournament)}
        frame = head(data)
        pages = [page for group in data.groups for page in _pages(group)]
    sheets = tuple(Sheet("print/stechen.html", {**frame, **page}) for page in pages)
    return Document(title=title, style="print/stechen.css", sheets=sheets, language=language)


def _pages(group: Group) -> Iterator[dict[str, Any]]:
    thrown = max((len(row.throws) for row in group.rows), default=1)
    columns = thrown if group.decided else max(_BLANKS, thrown)
    width = min(_WIDEST_MM, (_ALL_MM - _NUMBER_MM - _RESULT_MM - _NAME_MM) / columns)
    room = _ALL_MM - _NUMBER_MM - _RESULT_MM - columns * width
    lines: list[Line] = []
    for number, row in enumerate(group.rows, start=1):
        behind = [text for after, text in group.strokes if after == number]
        lines.append(_row(group, row, columns, width, room, keep=bool(behind)))
        lines += [Line("stroke", _STROKE, text) for text in behind]
    if not group.decided:
        lines.append(Line("sign", _SIGN, None))
    for part, page in enumerate(fill(lines, _PAGE)):
        yield {
            "group": group,
            "goes_on": part > 0,
            "lines": page,
            "heads": [say.attempt(number) for number in range(1, columns + 1)],
            "width": f"{width:.2f}",
            "narrow": width < _NARROW_MM,
        }


def _row(group: Group, row: Row, columns: int, width: float, room: float, *, keep: bool) -> Line:
    name = printable(row.name)
    size = size_class(name)
    least = _DONE if group.decided else _OPEN
    height = max(least, text_height(letters(name), _TYPE_PT[size], room - 2))
    blank = marks.boxes(3, width / 3.5, width / 4.3) if not row.state and not group.decided else ""
    cells = [_cell(throw, width, blank) for throw in row.throws]
    cells += [{"blank": blank}] * (columns - len(cells))
    return Line("row", height, {"row": row, "name": name, "size": size, "cells": cells}, keep=keep)


def _cell(throw: Throw | None, width: float, blank: str) -> dict[str, Any]:
    if throw is None:
        return {"blank": blank}
    size = round(min(5.6, (width - 2) / 3.3), 2)
    return {"dice": marks.dice(throw.dice, size) if throw.dice else "", "said": throw.said}
