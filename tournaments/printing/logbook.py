"""The log on paper: every act, the oldest first, so that a later print only adds pages (C8.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable
from tournaments.printing.lines import Line, fill
from tournaments.printing.paper import Document, Sheet

_LINE, _GAP, _DAY, _PAGE = 38, 12, 100, 2520  # tenths of a millimetre
_WHAT_MM, _WHO_MM, _LETTER_MM = 130.0, 30.0, 1.64  # a letter of the regular sans at 8.5 points
_BERLIN = ZoneInfo("Europe/Berlin")


@dataclass(frozen=True, slots=True)
class Entry:
    """One act, as `queries.log.LogLine`. `at`: aware."""

    at: datetime
    text: str
    who: str
    detail: str
    reason: str


@dataclass(frozen=True, slots=True)
class LogData:
    """`entries`: the oldest first."""

    tournament: str
    date: date
    place: str
    entries: tuple[Entry, ...]


def document(data: LogData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.LOG) % {"tournament": printable(data.tournament)}
        frame = head(data, 20)
    pages = fill([*_lines(data.entries)], _PAGE) or [[]]
    sheets = tuple(
        Sheet("print/protokoll.html", {**frame, "lines": page, "first": number == 0})
        for number, page in enumerate(pages)
    )
    return Document(title=title, style="print/protokoll.css", sheets=sheets, language=language)


def _lines(entries: Sequence[Entry]) -> Iterator[Line]:
    """The head of the first page counts as lines of it; each day begins with its date."""
    yield Line("head", 260, None)
    day = None
    for entry in entries:
        at = entry.at.astimezone(_BERLIN)
        if at.date() != day:
            day = at.date()
            yield Line("day", _DAY, day, keep=True)
        yield Line("act", _height(entry), _act(entry, at))


def _act(entry: Entry, at: datetime) -> dict[str, Any]:
    parts = {part: printable(getattr(entry, part)) for part in ("text", "who", "detail", "reason")}
    return {"time": f"{at:%H:%M:%S}", **parts}


def _height(entry: Entry) -> int:
    told = sum(_rows(part, _WHAT_MM) for part in (entry.text, entry.detail, entry.reason) if part)
    return max(told, _rows(entry.who, _WHO_MM)) * _LINE + _GAP


def _rows(text: str, room_mm: float) -> int:
    """How many lines this takes, rather too many: long words wrap early."""
    wide = letters(text) * _LETTER_MM
    return 1 if wide <= room_mm else int(wide * 1.15 / room_mm) + 1
