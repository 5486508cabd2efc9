"""All places, to hang up when it is over: the winner large, then everybody (C5.4, C6)."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import awards as words
from tournaments.printing import rim
from tournaments.printing.head import head
from tournaments.printing.lettering import letters, printable, size_class, text_height
from tournaments.printing.lines import Line, fill
from tournaments.printing.palatino import fitted
from tournaments.printing.paper import Document, Sheet

_PAGE, _WINNER, _GROUP, _ROW = 2350, 580, 110, 60  # tenths of a millimetre, as in plaetze.css
_TYPE_PT = {"": 12.0, "is-long": 11.0, "xlong": 9.0, "xxlong": 7.5, "huge": 6.0}
_NAME_MM = 118.0
_FIRST, _FIRST_MM = ((36.0, 1), (30.0, 2), (24.0, 2), (19.0, 3), (15.0, 4), (11.0, 6)), 122.0


@dataclass(frozen=True, slots=True)
class Row:
    """`points`: of the Vorrunde; `stage`: final · ko · vorrunde."""

    place: int
    shared: bool
    name: str
    start_number: int
    points: int
    stage: str


@dataclass(frozen=True, slots=True)
class PlacesData:
    """`rows`: best first."""

    tournament: str
    date: date
    place: str
    rows: tuple[Row, ...]


def document(data: PlacesData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.ALL_PLACES) % {"name": printable(data.tournament)}
        frame = head(data, 20)
        pages = fill(_lines(data), _PAGE)
    frame["shared"] = any(row.shared for row in data.rows)
    sheets = tuple(Sheet("print/plaetze.html", {**frame, "lines": lines}) for lines in pages)
    return Document(title=title, style="print/plaetze.css", sheets=sheets, language=language)


def _lines(data: PlacesData) -> list[Line]:
    lines = [Line("winner", _WINNER, _winner(data))]
    stage = ""
    for row in data.rows[1:]:
        if row.stage != stage:
            stage = row.stage
            lines.append(Line("group", _GROUP, str(words.STAGES[stage]), keep=True))
        lines.append(_row(row))
    return lines


def _winner(data: PlacesData) -> dict[str, object]:
    first, year = data.rows[0], data.date.year
    tournament = printable(data.tournament)
    said = str(words.place(first.place, first.shared))
    return {
        "row": first,
        "name": fitted(printable(first.name), _FIRST, _FIRST_MM),
        "mat": rim.mat(
            rim.number(str(first.place)), f"{tournament} · {year}", f"{words.SCHOCK} · {year}", said, 50
        ),
    }


def _row(row: Row) -> Line:
    name = printable(row.name)
    size = size_class(name)
    height = max(_ROW, text_height(letters(name), _TYPE_PT[size], _NAME_MM))
    return Line("row", height, {"row": row, "name": name, "size": size})
