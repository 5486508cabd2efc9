"""Certificates: one landscape page for each, to hang up at home (C9, look.md)."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import override

from tournaments.messages import awards as words
from tournaments.printing import rim
from tournaments.printing.lettering import printable
from tournaments.printing.palatino import fitted
from tournaments.printing.paper import Document, Sheet

KING, LADY, LANTERN = "king", "lady", "lantern"
_FACES = {KING: rim.ACES, LADY: rim.STAR, LANTERN: rim.LANTERN}

_ROOM, _HIGH = 238.0, 146.0  # mm, between the frame and the signatures
_NAME = ((46.0, 1), (40.0, 1), (36.0, 2), (30.0, 2), (24.0, 2), (19.0, 3), (15.0, 4), (12.0, 6))
_CLUB = ((17.0, 1), (14.0, 1), (11.0, 2), (8.0, 3))
_EVENT = ((19.0, 1), (16.0, 1), (13.0, 2), (9.0, 3))
_SIGNED, _SIGNED_MM = ((11.5, 2), (9.5, 2), (8.0, 3), (6.5, 4), (5.0, 5), (4.0, 6)), 68.0
_FIXED = 47.0  # mm: all other lines and the air between them
_MAT = (38.0, 66.0)  # mm: it takes what the words leave


@dataclass(frozen=True, slots=True)
class Certificate:
    """`before`, `won`, `after`: „hat unter 101 Leuten“, „den 1. Platz“, „erknobelt.“. `place`: the number on
    the mat, None for an honour beside the places; `honour`: KING, LADY or LANTERN, then its sign stands
    there. `where`: the hall."""

    tournament: str
    date: date
    where: str
    name: str
    club: str
    before: str
    won: str
    after: str
    place: int | None = None
    honour: str = ""


def document(data: tuple[Certificate, ...], *, language: str = "de") -> Document:
    """The sheets in the order of `data`; a single one is named after its person."""
    with override(language):
        named = printable(data[0].name if len(data) == 1 else data[0].tournament)
        title = str(words.TITLE if len(data) == 1 else words.TITLES) % {"name": named}
        sheets = tuple(Sheet("print/urkunde.html", _frame(one)) for one in data)
    return Document(title=title, style="print/urkunde.css", sheets=sheets, language=language)


def _frame(data: Certificate) -> dict[str, Any]:
    said = {
        "name": fitted(printable(data.name), _NAME, _ROOM),
        "club": fitted(printable(data.club), _CLUB, _ROOM),
        "event": fitted(printable(data.tournament), _EVENT, _ROOM),
    }
    tall = _FIXED + sum(text.tall for text in said.values())
    size = max(_MAT[0], min(_MAT[1], _HIGH - tall))
    won, year = " ".join(data.won.split()), data.date.year
    return {
        **said,
        "data": data,
        "where": fitted(printable(data.where), _SIGNED, _SIGNED_MM),
        "won": won,
        "air": f"{max(0.0, (_HIGH - tall - size) / 2):.1f}",
        "mat": rim.mat(
            _FACES.get(data.honour) or rim.number(str(data.place or "")),
            f"{said['event'].text} · {year}",
            f"{words.CERTIFICATE} · {year}",
            won,
            round(size, 1),
        ),
    }
