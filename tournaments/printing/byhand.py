"""Lists to go on by hand: who is there and has paid, and the points of every round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.messages.finish import attempt
from tournaments.printing import marks
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.paper import Sheet

STYLE = "print/handliste.css"
_ROW, _PAGE = 84, 2310  # tenths of a millimetre
_TYPE_PT = {"": 11.5, "is-long": 10.5, "xlong": 9.0, "xxlong": 7.5, "huge": 6.0}  # as in liste.css
_PEOPLE_MM, _BOX_MM = 118.0, 5.5
_THROWERS, _THROWS, _DIE_MM = 25, 3, 7.5  # lines of a Stechen, attempts, a die with its gap
_ROUND_MM, _ROUNDS_MM, _OTHERS_MM = 13.0, 84.0, 43.0  # a round at most, all of them, number, sum and place


@dataclass(frozen=True, slots=True)
class Person:
    """Without a name it is a line to write on."""

    number: int
    last: str
    first: str = ""
    paid: bool = False


@dataclass(frozen=True, slots=True)
class ListData:
    """`people` in the order of a telephone book; `last`: the last start number that is taken; `reserve`: how
    many people there are lines for at least, who are not registered."""

    tournament: str
    date: date
    place: str
    rounds: int
    people: tuple[Person, ...]
    last: int
    reserve: int


def people(data: ListData) -> tuple[Sheet, ...]:
    """Everybody by name with boxes for "da" and "bezahlt", in the language that is set."""
    frame = {**head(data), "boxes": marks.boxes(1, _BOX_MM + 2, _BOX_MM)}
    pages = _pages(data.people, _PEOPLE_MM, data)
    return tuple(Sheet("print/handliste_leute.html", {**frame, "lines": lines}, STYLE) for lines in pages)


def tally(data: ListData) -> tuple[Sheet, ...]:
    """Everybody by start number with a column for each round, for the sum and for the place."""
    each = min(_ROUND_MM, _ROUNDS_MM / data.rounds)
    frame = {**head(data), "rounds": range(1, data.rounds + 1), "width": f"{each:.2f}"}
    ordered = sorted(data.people, key=lambda person: person.number)
    pages = _pages(ordered, 180 - _OTHERS_MM - each * data.rounds, data)
    return tuple(Sheet("print/handliste_stand.html", {**frame, "lines": lines}, STYLE) for lines in pages)


def throws(data: ListData) -> tuple[Sheet, ...]:
    """A page for a Stechen: names, three boxes for each throw, what came of it."""
    width = 3 * _DIE_MM
    frame = {
        **head(data),
        "heads": [attempt(number) for number in range(1, _THROWS + 1)],
        "boxes": marks.boxes(3, _DIE_MM, _BOX_MM),
        "width": f"{width + 2:.2f}",
        "lines": range(_THROWERS),
    }
    return (Sheet("print/handliste_stechen.html", frame, STYLE),)


def _pages(people: Sequence[Person], width_mm: float, data: ListData) -> list[list[dict[str, Any]]]:
    """Then lines with the start numbers that come next, for those who are new, until the page is full."""
    lines = [_line(person, width_mm) for person in people]
    lines += [_line(Person(data.last + more, ""), width_mm) for more in range(1, data.reserve + 1)]
    pages = fill(lines, _PAGE)
    room = (_PAGE - sum(line.height for line in pages[-1])) // _ROW
    last = data.last + data.reserve
    pages[-1] += [_line(Person(last + more, ""), width_mm) for more in range(1, room + 1)]
    return [[line.data for line in page] for page in pages]


def _line(person: Person, width_mm: float) -> Line:
    last, first = printable(person.last), printable(person.first)
    name = f"{last} {first}"
    size = size_class(name)
    height = max(_ROW, text_height(letters(name), _TYPE_PT[size], width_mm))
    return Line("row", height, {"person": person, "last": last, "first": first, "size": size})
