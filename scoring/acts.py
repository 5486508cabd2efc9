"""What is done at a table while it plays (R3–R5), as values that can be kept and played again.

A game is the list of its acts: undo drops the last one and plays the rest again. The same game may
be told in three grains: die by die (Cast, TurnSixes, Stand), throw by throw (Thrown), or throwing
round by throwing round (Settled).
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final

from scoring.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Cast:
    """R3: who is on turn throws. `dice`: what fell; `kept`: what stays lying, so that both are three dice."""

    dice: tuple[int, ...]
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnSixes:
    """R3.3: who is on turn turns `count` sixes of the last throw to ones: one of two, or two of three."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Stand:
    """R3.1: who is on turn lets the throw stand."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """R1.4: what a player's throw has become. `throws` used; `hand`: all three dice out of one throw."""

    player: int
    dice: tuple[int, ...]
    throws: int
    hand: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """R3.5: a throwing round of which only its end is known.

    `deckel`: worth of the best throw, None = all (R4.4). `best`: who had it; may be missing while
    all Deckel come from the Stock (R4.1).
    """

    loser: int
    deckel: int | None
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """C2.5: a player goes home; the Deckel go back to the Stock and the others play on."""

    player: int


Act = Cast | TurnSixes | Stand | Thrown | Settled | Leave

_NAMES: Final[Mapping[str, type[Act]]] = {
    "cast": Cast,
    "turn_sixes": TurnSixes,
    "stand": Stand,
    "thrown": Thrown,
    "settled": Settled,
    "leave": Leave,
}
_WORDS: Final = {kind: word for word, kind in _NAMES.items()}


def to_plain(act: Act) -> dict[str, object]:
    """An act as JSON values: {"act": "thrown", "player": 7, …}."""
    plain: dict[str, object] = {"act": _WORDS[type(act)]}
    for item in fields(act):
        value = getattr(act, item.name)
        plain[item.name] = list(value) if isinstance(value, tuple) else value
    return plain


def from_plain(plain: object) -> Act:
    """Back from `to_plain`; it may come from a device, so that every value is looked at.

    Raises act_unknown, act_malformed (field = the wrong or missing part).
    """
    if not isinstance(plain, Mapping) or not isinstance(plain.get("act"), str):
        raise RuleViolation("act_unknown", "act", act="")
    kind = _NAMES.get(plain["act"])
    if kind is None:
        raise RuleViolation("act_unknown", "act", act=plain["act"])
    parts: dict[str, Any] = {name: value for name, value in plain.items() if name != "act"}
    known = {item.name: item.default is MISSING for item in fields(kind)}
    for name in parts:
        if name not in known:
            raise RuleViolation("act_malformed", str(name))
    for name, needed in known.items():
        if name not in parts and not needed:
            continue
        if name not in parts or not _LOOKS[name](parts[name]):
            raise RuleViolation("act_malformed", name)
        if isinstance(parts[name], list):
            parts[name] = tuple(parts[name])
    return kind(**parts)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole_or_none(value: object) -> bool:
    return value is None or _whole(value)


def _some_dice(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) <= 3 and all(map(_whole, value))


_LOOKS: Final[Mapping[str, Callable[[object], bool]]] = {
    "dice": _some_dice,
    "kept": _some_dice,
    "count": _whole,
    "throws": _whole,
    "hand": lambda value: isinstance(value, bool),
    "player": _whole,
    "loser": _whole,
    "best": _whole_or_none,
    "deckel": _whole_or_none,
}
