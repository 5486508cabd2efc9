"""Cards of K.O. tables and of the final: seats with Spielmarken to cross out, games to fill in."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.messages import cards as say
from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.head import where_class
from tournaments.printing.lettering import printable, size_class
from tournaments.printing.sheets import halves

STYLE = "print/karte.css"

_COINS_MM, _COIN_ROW = 76.0, 9  # room for the Spielmarken of a seat; more than nine stand in two rows
_HIGH_MM, _COIN = {5: 13.5, 6: 12.2}, 0.86  # room in height; how much of its pitch a coin takes
_WIDE_MM = 64.0  # Spielmarken that take more leave names less room
_GROUPS, _LINES = 3, {6: 6}  # games stand in three columns of at most seven lines, six where six sit
_BOX_PITCH_MM, _BOX_MM = 14.0, 5.4


@dataclass(frozen=True, slots=True)
class Seat:
    """`name` "" is a line to write on. `marks`: Spielmarken at the start, 0 for who went before it."""

    number: int
    name: str
    start_number: int
    marks: int


@dataclass(frozen=True, slots=True)
class CardData:
    """A table that plays for Spielmarken. `sign`: what stands on its mat; `code` "" leaves out QR code and
    address; `survivors`: how many stay; `scharf_from`: the first game that one half decides; `tally`:
    whether Schock aus are counted; `deckel`: whether they may be written down on the device (R7).
    """

    tournament: str
    date: date
    place: str
    number: int
    sign: str
    code: str
    entry_url: str
    entry_place: str
    seats: tuple[Seat, ...]
    survivors: int
    rules: tuple[tuple[str, str], ...]
    scharf_from: int | None = None
    tally: bool = True
    deckel: bool = False

    @property
    def most_games(self) -> int:
        """The last game takes the last Spielmarke of one; those who stay keep one at least (C5.1, C5.2)."""
        alive = [seat.marks for seat in self.seats if seat.marks]
        return sum(alive) - self.survivors if len(alive) > self.survivors else 0


def context(data: CardData, name: str, *, table: str) -> dict[str, Any]:
    """What the template of every card asks for. `name`: the heading; `table`: as a sentence calls it."""
    games = data.most_games
    lines = min(games, _GROUPS * _LINES.get(len(data.seats), 7))
    high = _HIGH_MM.get(len(data.seats), 16.0)
    seats = [_seat(seat, high) for seat in data.seats]
    coins = max((seat["wide"] for seat in seats), default=0.0)
    return {
        "data": data,
        "name": name,
        "mat": marks.mat(data.sign, name, 29),
        "qr": _qr(data, table),
        "seats": seats,
        "coins_width": f"{max(coins, 28.0) + 4:.1f}",
        "wide": coins > _WIDE_MM,
        "games": _games(lines, data.scharf_from),
        "only_scharf": data.scharf_from == 1,
        "more": say.more_games(lines) if games > lines else "",
        "pitch": f"{_BOX_PITCH_MM:.1f}",
        "rule_columns": halves((*_play(data, games), *data.rules)),
        "where_class": where_class(data),
    }


def _qr(data: CardData, table: str) -> str:
    if not data.code:
        return ""
    return marks.qr(data.entry_url, str(words.QR_OF) % {"table": table, "code": data.code}, 26)


def _play(data: CardData, games: int) -> list[tuple[str, str]]:
    """What holds at such a table only, before the rules of the game."""
    if not games:
        return []
    return [say.begins(), say.leaves(), *([say.deckel()] if data.deckel else [])]


def _seat(seat: Seat, high_mm: float) -> dict[str, Any]:
    name = printable(seat.name)
    rows = 2 if seat.marks > _COIN_ROW else 1
    each = -(-seat.marks // rows)
    pitch = min(high_mm / rows, _COINS_MM / max(each, 1))
    return {
        "number": seat.number,
        "name": name,
        "size": size_class(name),
        "start_number": seat.start_number,
        "said": say.marks(seat.marks),
        "coins": marks.coins(seat.marks, rows, pitch, pitch * _COIN) if seat.marks else "",
        "wide": each * pitch,
    }


def _games(count: int, scharf_from: int | None) -> list[list[dict[str, Any] | None]]:
    """Rows of the list of games, which is read down the columns; None below the end of a column."""
    rows = -(-count // _GROUPS)
    lines = [_game(number, scharf_from) for number in range(1, count + 1)]
    columns = [lines[start : start + rows] for start in range(0, count, rows or 1)]
    return [[column[row] if row < len(column) else None for column in columns] for row in range(rows)]


def _game(number: int, scharf_from: int | None) -> dict[str, Any]:
    scharf = scharf_from is not None and number >= scharf_from
    boxes = marks.boxes(1 if scharf else 3, _BOX_PITCH_MM, _BOX_MM)
    return {"number": number, "boxes": boxes, "scharf": scharf and scharf_from != 1}


def title_of(tournament: str, text: Any) -> str:
    return str(text) % {"tournament": printable(tournament)}
