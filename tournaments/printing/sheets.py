"""Table sheets of a round: one page a table, filled in by hand and typed in at the desk (product.md §7).

Blank ones have lines for the names, for the table and for the round, and nothing to scan.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.head import where_class
from tournaments.printing.lettering import printable, size_class
from tournaments.printing.paper import Document, Sheet

STYLE = "print/tischzettel.css"
FORM = "print/tischzettel.html"
ENTRY = "print/tischzettel_eintrag.html"
_ROOM_MM = 104.0  # for all tick boxes of a row; the rest of 180 is name and tally
_PITCH_MM = 19.0  # a box with its gap, when the round has one game
_PITCH_MANY_MM = 13.5  # and when names need the room
_TICKED = 4  # more games than this get one box each


@dataclass(frozen=True, slots=True)
class Seat:
    """`name` "" is a line to write on."""

    number: int
    name: str
    start_number: int


@dataclass(frozen=True, slots=True)
class SheetData:
    """One table. `games` holds for each game of the round whether it is played scharf (C7.2: one half
    decides); `rules` are (title, sentence); `entry_url` is what the QR code says, `entry_place` what
    somebody types instead; `tally` whether Schock aus is counted. On a blank sheet `table` and `round` are
    0 and `code` is "".
    """

    tournament: str
    date: date
    place: str
    table: int
    round: int
    rounds: int
    code: str
    entry_url: str
    entry_place: str
    seats: tuple[Seat, ...]
    rules: tuple[tuple[str, str], ...] = ()
    games: tuple[bool, ...] = (False,)
    tally: bool = True


def document(sheets: Sequence[SheetData], *, language: str = "de") -> Document:
    """All sheets in the order of the table numbers; all belong to one round."""
    ordered = sorted(sheets, key=lambda data: data.table)
    first = ordered[0]
    with override(language):
        title = str(words.SHEETS) % {"round": first.round, "tournament": printable(first.tournament)}
        pages = _pages(ordered)
    return Document(title=title, style=STYLE, sheets=pages, language=language)


def blank_document(sheets: Sequence[SheetData], *, language: str = "de") -> Document:
    """Blank sheets, one for each number of seats."""
    with override(language):
        title = str(words.BLANK_SHEETS) % {"tournament": printable(sheets[0].tournament)}
        pages = blank_pages(sheets)
    return Document(title=title, style=STYLE, sheets=pages, language=language)


def blank_pages(sheets: Sequence[SheetData]) -> tuple[Sheet, ...]:
    """In the language that is set."""
    return _pages(sheets)


def _pages(sheets: Sequence[SheetData]) -> tuple[Sheet, ...]:
    forms: dict[object, Sheet] = {}
    return tuple(_sheet(data, forms) for data in sheets)


def _sheet(data: SheetData, forms: dict[object, Sheet]) -> Sheet:
    """`forms`: those that tables share, by what they depend on. A blank sheet is a form of its own."""
    sheet = Sheet(FORM, _form(data, _seats(data)), STYLE, entry=Sheet(ENTRY, _entry(data), STYLE))
    if not data.table:
        return sheet
    same = len(data.seats), replace(data, table=1, code="", entry_url="", seats=())
    if same not in forms:
        forms[same] = Sheet(FORM, _form(data, _places(data)), STYLE)
    return replace(sheet, shared=forms[same])


def _form(data: SheetData, seats: list[dict[str, object]]) -> dict[str, object]:
    """Everything but the number of the table, what leads to its page, and the names where `seats` keeps
    places for them."""
    return {
        "data": data,
        "mat": marks.bare_mat(),
        "where_class": where_class(data),
        "seats": seats,
        "games": _columns(data.games),
        "only_scharf": all(data.games),
        "written": len(data.games) > _TICKED,
        "tally": data.tally,
        "tally_width": 38 if len(data.games) == 1 else 26,
        "rules": data.rules,
        "rule_columns": halves(data.rules),
        "blank": not data.table,
    }


def _places(data: SheetData) -> list[dict[str, object]]:
    return [{"number": seat.number, "place": f"name{seat.number}"} for seat in data.seats]


def _seats(data: SheetData) -> list[dict[str, object]]:
    return [
        {
            "number": seat.number,
            "start_number": seat.start_number,
            "name": printable(seat.name),
            "size": size_class(printable(seat.name)),
        }
        for seat in data.seats
    ]


def _entry(data: SheetData) -> dict[str, object]:
    """What is written into the form of a table, and the names where it has places for them."""
    table = str(words.TABLE) % {"table": data.table} if data.table else str(words.TABLE_TO_WRITE)
    return {
        "data": data,
        "mat": marks.mat_number(str(data.table or ""), table),
        "qr": marks.qr(data.entry_url, str(words.QR) % {"table": data.table, "code": data.code})
        if data.code
        else "",
        "seats": _seats(data),
        "many": len(data.games) > 1,
    }


def _columns(games: Sequence[bool]) -> list[dict[str, object]]:
    """The boxes of each game: H1, H2, EK, or a single one when it is played scharf.

    Three boxes for each of more than four games would be too small for a pen: then one box takes a sign.
    """
    single, written = len(games) == 1, len(games) > _TICKED
    gap = 1.0 if single or written else 4.0
    counts = [1 if scharf or written else 3 for scharf in games]
    pitch = min(_PITCH_MM if single else _PITCH_MANY_MM, (_ROOM_MM - gap * len(games)) / sum(counts))
    box = 12.0 if single else round(pitch * (0.8 if written else 0.7), 2)
    columns = []
    for scharf, count in zip(games, counts, strict=True):
        wide = max(pitch, 19.0) if scharf and not written else pitch
        columns.append(
            {
                "scharf": scharf,
                "pitch": f"{wide:.2f}",
                "width": f"{count * wide + gap:.2f}",
                "type": f"{min(14.0, pitch * (0.9 if count == 1 else 1.6)):.1f}",
                "boxes": marks.boxes(count, wide, box),
            }
        )
    return columns


def halves(rules: Sequence[tuple[str, str]]) -> list[Sequence[tuple[str, str]]]:
    """Two columns of about the same height, read down the first."""
    weights = [1 + (len(title) + len(sentence)) // 48 for title, sentence in rules]
    best = min(range(len(rules) + 1), key=lambda cut: (abs(sum(weights[:cut]) - sum(weights[cut:])), -cut))
    return [rules[:best], rules[best:]]
