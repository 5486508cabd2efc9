"""The speaker's list: honours, then places from the last to the first, large enough for a stage (C9)."""

from dataclasses import dataclass
from datetime import date
from math import ceil

from django.utils.translation import override

from tournaments.messages import awards as words
from tournaments.printing import marks
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.palatino import EM, fitted
from tournaments.printing.palatino import lines as lines_of
from tournaments.printing.paper import Document, Sheet

_PAGE, _GROUP, _TITLE, _ROW = 2350, 130, 92, 150  # tenths of a millimetre, as in preise.css
_NAME_MM = 114.0
_NAME = ((21.0, 1), (17.0, 1), (15.0, 2), (12.0, 2), (9.5, 3), (8.0, 5))
_SMALL_PT = 9.5
_MANY_PT, _MANY_MM = 13.0, 156.0
_ABOVE = 3  # places with a mat


@dataclass(frozen=True, slots=True)
class Person:
    """`place`: None for an honour beside the places; `said`: how it came, in short lines."""

    name: str
    start_number: int
    club: str
    place: int | None = None
    shared: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Honoured:
    """What is called out for some people; `count`: for how much, in words. `short`: so many share it that
    their names are read in one breath, without a prize for each."""

    title: str
    count: str
    people: tuple[Person, ...]
    short: bool = False


@dataclass(frozen=True, slots=True)
class PrizesData:
    """`places`: in the order of calling, the champion last."""

    tournament: str
    date: date
    place: str
    honours: tuple[Honoured, ...]
    places: tuple[Person, ...]


def document(data: PrizesData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.LIST) % {"name": printable(data.tournament)}
        frame = head(data, 20)
        pages = fill(_lines(data), _PAGE)
    sheets = tuple(Sheet("print/preise.html", {**frame, "lines": lines}) for lines in pages)
    return Document(title=title, style="print/preise.css", sheets=sheets, language=language)


def _lines(data: PrizesData) -> list[Line]:
    lines: list[Line] = []
    if data.honours:
        lines.append(Line("group", _GROUP, str(words.HONOURS), keep=True))
    for honour in data.honours:
        lines.append(Line("title", _TITLE, honour, keep=True))
        lines += [_many(honour)] if honour.short else [_person(person) for person in honour.people]
    lines.append(Line("group", _GROUP, str(words.PLACES), keep=True))
    return lines + [_person(person) for person in data.places]


def _many(honour: Honoured) -> Line:
    names = [printable(person.name) for person in honour.people]
    tall = lines_of(", ".join(names), _MANY_PT, _MANY_MM) * _MANY_PT * EM * 1.2
    return Line("many", ceil(tall * 10) + 35, names)


def _person(person: Person) -> Line:
    name = fitted(printable(person.name), _NAME, _NAME_MM)
    club = printable(person.club)
    small = sum(
        text_height(letters(text), _SMALL_PT, _NAME_MM) - 8
        for text in (club, " · ".join(person.said))
        if text
    )
    height = ceil(name.tall * 10) + small + 40
    mat = ""
    if person.place and person.place <= _ABOVE:
        mat = marks.mat(str(person.place), str(words.place(person.place, person.shared)), 14)
    content = {"person": person, "name": name, "club": club, "mat": mat}
    return Line("person", max(_ROW, height), content)
