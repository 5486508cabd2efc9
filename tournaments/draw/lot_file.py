"""C1.4 The lot protocol as a file: how it is read on another machine, from hands that may mean no good.

Nothing is believed: every value has its type and its limits, or the file is refused in one sentence.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from scoring.errors import RuleViolation

from .interface import DrawInput, Tables
from .knockout import KoEntrant
from .record import protocol_input

FORMAT: Final = "schockturnier-losprotokoll-1"
MOST_BYTES: Final = 20_000_000
_MOST_PLAYERS, _MOST_NUMBER, _MOST_ROUNDS, _MOST_DRAWS = 2_000, 1_000_000, 50, 500
_MOST_LOT: Final = 999_999_999_999

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Lot:
    """What every draw of the file has. round: of the seed, the K.O. counts on after the Vorrunde · counts:
    False for a published draw that another one took the place of · seal, digest: hex · seed: 64 bits."""

    stage: str
    round: int
    draw_no: int
    counts: bool
    version: str
    seal: str
    seed: int
    digest: str
    result: Tables


@dataclass(frozen=True, slots=True)
class RoundLot:
    """A Turnierrunde. `given`: the inputs as the file has them; `seated`: the tables after all changes by
    hand (`swaps`); `plan`: the later rounds as this draw planned them."""

    lot: Lot
    given: dict[str, Any]
    draw_input: DrawInput
    swaps: tuple[dict[str, Any], ...]
    seated: Tables
    plan: tuple[Tables, ...]


@dataclass(frozen=True, slots=True)
class KoLot:
    """The K.O., or the final of a format without one. `numbers`: those of the tables that have players."""

    lot: Lot
    entrants: tuple[KoEntrant, ...]
    tables: int
    seats: int
    seeding: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LotFile:
    tournament: str
    commitment: str
    salt: str
    number: int | None
    rounds: tuple[RoundLot, ...]
    knockout: tuple[KoLot, ...]


def read_lot_file(raw: bytes) -> LotFile:
    """The protocol in `raw` (UTF-8 JSON).

    Raises RuleViolation: lot_file_too_large · lot_file_unreadable (no JSON) · lot_file_foreign (JSON of
    something else) · lot_file_early (saved before the last draw) · lot_file_damaged (place).
    """
    found = _json(raw)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RuleViolation("lot_file_foreign")
    top = _Place(found, "")
    if top.get("complete", _flag) is False:
        raise RuleViolation("lot_file_early")
    rounds: list[RoundLot] = []
    knockout: list[KoLot] = []
    for draw in top.objects("draws", _MOST_DRAWS):
        if draw.get("stage", _one_of("vorrunde", "ko", "final")) == "vorrunde":
            rounds.append(_round(draw))
        else:
            knockout.append(_knockout(draw))
    return LotFile(
        tournament=top.get("tournament", _name),
        commitment=top.get("commitment", _text(64)),
        salt=top.get("salt", _text(64)),
        number=top.get("number", _number_or_none),
        rounds=tuple(rounds),
        knockout=tuple(knockout),
    )


def _json(raw: bytes) -> Any:
    if len(raw) > MOST_BYTES:
        raise RuleViolation("lot_file_too_large", limit=MOST_BYTES // 1_000_000)
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, digits or brackets without end
        raise RuleViolation("lot_file_unreadable") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice would let two readers see two files."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


class _Place:
    """An object of the file that knows where it stands, for the sentence about what is wrong there."""

    def __init__(self, found: Mapping[str, Any], path: str) -> None:
        self.found, self.path = found, path

    def get(self, key: str, read: Callable[[Any], Value]) -> Value:
        try:
            return read(self.found[key])
        except RuleViolation as error:
            place = error.params.get("place", key)
            raise RuleViolation("lot_file_damaged", place=f"{self.path}{place}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise RuleViolation("lot_file_damaged", place=f"{self.path}{key}") from error

    def objects(self, key: str, most: int) -> "list[_Place]":
        listed = self.get(key, _list(_object, most))
        return [_Place(one, f"{self.path}{key} {n}, ") for n, one in enumerate(listed, start=1)]


def _lot(draw: _Place) -> Lot:
    return Lot(
        stage=draw.get("stage", _text(10)),
        round=draw.get("round", _whole(1, _MOST_ROUNDS + 1)),
        draw_no=draw.get("draw_no", _whole(1, 10_000)),
        counts=draw.get("counts", _flag),
        version=draw.get("version", _text(60)),
        seal=draw.get("seal", _text(64)),
        seed=draw.get("seed", _seed),
        digest=draw.get("digest", _text(64)),
        result=draw.get("result", _tables),
    )


def _round(draw: _Place) -> RoundLot:
    given = draw.get("inputs", _inputs)
    seed = draw.get("seed", _text(16))
    return RoundLot(
        lot=_lot(draw),
        given=given,
        draw_input=draw.get("inputs", lambda inputs: protocol_input({"inputs": inputs, "seed": seed})),
        swaps=tuple(draw.get("swaps", _list(_change, 10_000))),
        seated=draw.get("seated", _tables),
        plan=draw.get("plan", _rounds),
    )


def _knockout(draw: _Place) -> KoLot:
    entrants = draw.get("inputs", _list(_entrant, _MOST_PLAYERS))
    return KoLot(
        lot=_lot(draw),
        entrants=tuple(entrants),
        tables=draw.get("tables", _whole(1, 100)),
        seats=draw.get("seats", _whole(1, 100)),
        seeding=draw.get("seeding", _text(20)),
        numbers=tuple(draw.get("numbers", _numbers)),
    )


def _inputs(found: Any) -> dict[str, Any]:
    """The inputs of a round with every type as `DrawInput.canonical` writes it, within its limits."""
    inputs = _Place(_object(found), "inputs, ")
    for key, read in _INPUTS.items():
        inputs.get(key, read)
    if set(inputs.found) != set(_INPUTS):
        raise ValueError("unknown inputs")
    return dict(inputs.found)


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(value.__class__)
        return value

    return read


def _text(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        # What cannot be printed may not reach a terminal, and half a character has no bytes.
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise ValueError(value.__class__)
        return value

    return read


def _name(value: Any) -> str:
    """A name as people type it, without what cannot be printed."""
    return "".join(char for char in str(value)[:200] if char.isprintable())


def _list(each: Callable[[Any], Value], most: int) -> Callable[[Any], list[Value]]:
    def read(value: Any) -> list[Value]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(value.__class__)
        return [each(one) for one in value]

    return read


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in choices or not isinstance(value, str):
            raise ValueError(value.__class__)
        return value

    return read


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(value.__class__)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value.__class__)
    return value


def _seed(value: Any) -> int:
    text = _text(16)(value)
    if len(text) != 16 or not set(text) <= set("0123456789abcdef"):
        raise ValueError("seed")
    return int(text, 16)


def _number_or_none(value: Any) -> int | None:
    return None if value is None else _whole(0, _MOST_LOT)(value)


def _entrant(value: Any) -> KoEntrant:
    number, rank, position = _list(_whole(0, _MOST_NUMBER), 3)(value)
    return KoEntrant(number, rank, position)


def _change(value: Any) -> dict[str, Any]:
    found = _Place(_object(value), "swaps, ")
    kind = found.get("kind", _one_of(*_CHANGES))
    return {"kind": kind, **{key: found.get(key, _player) for key in _CHANGES[kind]}}


def _tables(value: Any) -> Tables:
    return tuple(tuple(table) for table in _list(_numbers, _MOST_PLAYERS)(value))


def _rounds(value: Any) -> tuple[Tables, ...]:
    return tuple(_list(_tables, _MOST_ROUNDS)(value))


_player = _whole(1, _MOST_NUMBER)
_numbers = _list(_player, _MOST_PLAYERS)
_groups = _list(_numbers, _MOST_PLAYERS)
_CHANGES: Final[Mapping[str, tuple[str, ...]]] = {
    "swap": ("first", "second"),
    "late": ("player", "table"),
    "unseat": ("player", "table"),
    "move": ("player", "table", "origin"),
}
_INPUTS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "round": _whole(1, _MOST_ROUNDS),
    "rounds": _whole(1, _MOST_ROUNDS),
    "odd_tables": _text(20),
    "clubs_apart": _flag,
    "players": _numbers,
    "clubs": _groups,
    "teams": _groups,
    "fixed": _groups,
    "history": _rounds,
    "plan": _rounds,
}
