"""The emergency package: how the evening goes on by paper, and every sheet that takes, in one file."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import override

from tournaments.messages import package as say
from tournaments.messages import paper as words
from tournaments.printing import byhand, cards, final_card, ko_cards, rulesheet, sheets, stands
from tournaments.printing.head import head
from tournaments.printing.lettering import printable
from tournaments.printing.paper import Document, Sheet

_LEFT = 3
"""Chapters in the left column, below the list of what is there."""


@dataclass(frozen=True, slots=True)
class PackageData:
    """`blanks`: blank table sheets with the number of copies of each (0: where needed); `chapters`: what to
    do by hand."""

    tournament: str
    date: date
    place: str
    chapters: tuple[say.Chapter, ...]
    lists: byhand.ListData
    blanks: tuple[tuple[sheets.SheetData, int], ...]
    ko: tuple[ko_cards.KoCardData, ...]
    final: cards.CardData
    rules: rulesheet.RuleSheetData
    stands: stands.StandsData


@dataclass(frozen=True, slots=True)
class _Part:
    """Sheets that lie together. `copies`: how often to print them."""

    name: str
    sheets: tuple[Sheet, ...]
    copies: str = "1"


def document(data: PackageData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.PACKAGE) % {"tournament": printable(data.tournament)}
        parts = _parts(data, language)
        cover = Sheet("print/paket.html", _cover(data, parts), "print/paket.css")
    pages = (cover, *(sheet for part in parts for sheet in part.sheets))
    return Document(title=title, style="print/paket.css", sheets=pages, language=language)


def _parts(data: PackageData, language: str) -> list[_Part]:
    """In the order in which the evening asks for them."""
    blanks = [
        _Part(
            say.blank_sheet(len(blank.seats)),
            sheets.blank_pages([blank]),
            str(copies or say.WHERE_NEEDED),
        )
        for blank, copies in data.blanks
    ]
    ko = _of(ko_cards.document(data.ko, language=language)) if data.ko else ()
    parts = [
        _Part(str(say.PARTS["people"]), byhand.people(data.lists)),
        *blanks,
        _Part(str(say.PARTS["tally"]), byhand.tally(data.lists)),
        _Part(str(say.PARTS["throws"]), byhand.throws(data.lists), str(say.WHERE_NEEDED)),
        _Part(str(say.PARTS["ko_cards"]), ko),
        _Part(str(say.PARTS["final_card"]), _of(final_card.document(data.final, language=language))),
        _Part(str(say.PARTS["rules"]), _of(rulesheet.document(data.rules, language=language))),
        _Part(str(say.PARTS["stands"]), _of(stands.document(data.stands, language=language))),
    ]
    return [part for part in parts if part.sheets]


def _of(paper: Document) -> tuple[Sheet, ...]:
    """The sheets of another paper, each with the style it has there."""
    return tuple(replace(sheet, style=sheet.style or paper.style) for sheet in paper.sheets)


def _cover(data: PackageData, parts: list[_Part]) -> dict[str, Any]:
    listed, last = [], 1
    for part in parts:
        first, last = last + 1, last + len(part.sheets)
        listed.append({"name": part.name, "first": first, "last": last, "copies": part.copies})
    return {
        **head(data, 20),
        "lead": say.LEAD,
        "parts": listed,
        "columns": (data.chapters[:_LEFT], data.chapters[_LEFT:]),
    }
