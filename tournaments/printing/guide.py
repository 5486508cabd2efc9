"""The guide for the Leitung on one page, to lie on the desk."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import guide as told
from tournaments.messages import paper as words
from tournaments.printing.head import head
from tournaments.printing.lettering import printable
from tournaments.printing.paper import Document, Sheet

_LEFT = 4
"""Chapters of the evening in the left column; what may go wrong stands right."""


@dataclass(frozen=True, slots=True)
class GuideData:
    """`days`: after how many the names go; `lines`: every sentence, so that a changed one makes what was
    printed old."""

    tournament: str
    date: date
    place: str
    days: int
    lines: tuple[str, ...]


def document(data: GuideData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.GUIDE) % {"tournament": printable(data.tournament)}
        frame = head(data, 20)
        chapters = told.chapters(data.days)
    context = {
        **frame,
        "columns": (chapters[:_LEFT], chapters[_LEFT:]),
        "keys": told.KEYS,
    }
    sheets = (Sheet("print/hilfe.html", context),)
    return Document(title=title, style="print/hilfe.css", sheets=sheets, language=language)
