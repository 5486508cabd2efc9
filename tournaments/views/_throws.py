"""What stands in the address of „Wer hat verloren?“: throws, whose they are, and which one is being entered;
and how its rows are shown.

Everything comes from strangers: what does not look as it should is left out, and `malformed` says so.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.ruleset import RuleSet
from scoring.verdict import Verdict, hand_matters
from tournaments.messages import verdict as words

MOST, USUAL = 6, 4
"""People at a table, for a table without names."""

_SWITCH, _ROW, _ID = "1?", "[1-6]?", "[0-9]{0,9}"
_EACH = {"w": "[1-6]{0,3}", "n": "[1-9]", "h": "[01]?", "nr": "[0-9]{0,5}"}
LOOKS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(look)
    for name, look in {
        **{f"{name}{key}": look for name, look in _EACH.items() for key in range(1, MOST + 1)},
        "tisch": _ID, "von": _ID, "spiel": "[0-9.]{0,40}", "half1": _ID, "half2": _ID, "endkampf": _ID,
        "beginn": _ROW, "jetzt": _ROW, "an": _ROW, "zahl": "[2-6]", "t": "[0-6]",
        "mehr": _SWITCH, "stock": _SWITCH, "urteil": _SWITCH, "teil": _SWITCH,
    }.items()
}  # fmt: skip
"""Each name of the address and how its value must look.

w: dice, n: throws, h: from the hand, nr: start number; tisch, beginn, zahl: who throws; jetzt, an, t: what
was tapped; von, spiel, half1…: of the table's page, to be given back."""


@dataclass(frozen=True, slots=True)
class Row:
    """One person. `key`: chair, or place in the order of entry; `dice`: none to three, as they were tapped;
    `hand`: None when nothing was said about it; `number`: start number, where it was typed."""

    key: int
    dice: str = ""
    throws: int = 1
    hand: bool | None = None
    number: int | None = None

    @property
    def full(self) -> bool:
        return len(self.dice) == 3

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(int(die) for die in self.dice)

    def asks_hand(self, rules: RuleSet) -> bool:
        """It is not known yet whether it came from the hand, and that matters."""
        return self.full and self.hand is None and hand_matters(self.values, self.throws, rules)


@dataclass(frozen=True, slots=True)
class Entered:
    """`rows`: in the order of throwing; `current`: key of the row that the next die belongs to, None when all
    are complete; `asked`: the verdict is wanted."""

    rows: tuple[Row, ...]
    current: int | None
    asked: bool


def read(query: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """(the parts of an address that look as they should, whether others were there)."""
    good = {name: query[name] for name, look in LOOKS.items() if look.fullmatch(query.get(name, "-"))}
    return good, any(name in query and name not in good for name in LOOKS)


def whole(given: Mapping[str, str], name: str) -> int | None:
    return int(given[name]) if given.get(name) else None


def entered(given: Mapping[str, str], seats: Sequence[int], rules: RuleSet) -> Entered:
    """The rows and what was tapped last. seats: chairs of the people who may throw, empty without names."""
    rows = [_row(given, key) for key in _order(given, seats)]
    starter = next((row.throws for row in rows if row.full), 1)
    # Who has not thrown yet will hardly throw more or less often than the starter did.
    rows = [row if row.dice else replace(row, throws=starter) for row in rows]
    opened = whole(given, "an")
    current = opened if opened is not None else whole(given, "jetzt")
    if current not in {row.key for row in rows}:
        current = _next(rows, None, rules)
    if "t" in given and current is not None and not opened:
        rows = [_tap(row, given["t"]) if row.key == current else row for row in rows]
    if not opened and not _wants(rows, current, rules):
        current = _next(rows, current, rules)
    pressed = bool(given.get("urteil")) and "t" not in given
    asked = not opened and (pressed or current is None)
    return Entered(tuple(rows), current, asked)


def _order(given: Mapping[str, str], seats: Sequence[int]) -> list[int]:
    """Keys of the rows: around the table from who began, or as they are entered."""
    if not seats:
        filled = [key for key in range(1, MOST + 1) if given.get(f"w{key}")]
        count = max([whole(given, "zahl") or USUAL, *filled]) + ("mehr" in given)
        return list(range(1, min(count, MOST) + 1))
    first = whole(given, "beginn")
    at = list(seats).index(first) if first is not None and first in seats else 0
    return [*seats[at:], *seats[:at]]


def _row(given: Mapping[str, str], key: int) -> Row:
    return Row(
        key=key,
        dice=given.get(f"w{key}", ""),
        throws=whole(given, f"n{key}") or 1,
        hand={"1": True, "0": False}.get(given.get(f"h{key}", "")),
        number=whole(given, f"nr{key}"),
    )


def _tap(row: Row, die: str) -> Row:
    """One more die, or (0) one less; a throw that was complete begins again."""
    if die == "0":
        return replace(row, dice=row.dice[:-1])
    return replace(row, dice=("" if row.full else row.dice) + die)


def _wants(rows: Sequence[Row], key: int | None, rules: RuleSet) -> bool:
    """Something is missing of this row."""
    return any(row.key == key and (not row.full or row.asks_hand(rules)) for row in rows)


def _next(rows: Sequence[Row], key: int | None, rules: RuleSet) -> int | None:
    """The next row of which something is missing, from `key` on around the table."""
    at = next((index + 1 for index, row in enumerate(rows) if row.key == key), 0)
    after = [*rows[at:], *rows[:at]]
    return next((row.key for row in after if _wants(rows, row.key, rules)), None)


def shown(
    row: Row, name: str, entry: Entered, verdict: Verdict | None, error: str, rules: RuleSet
) -> dict[str, Any]:
    """A row as hall/_wurf.html draws it; `error`: what is wrong with it, then there is no verdict."""
    return {
        "row": row,
        "name": name,
        "dice": row.dice.ljust(3, "0"),
        "spoken": "-".join(row.dice),
        "how": words.how(row.throws, built=row.hand is False) if row.full else "",
        "asks": row.hand is False or (row.full and hand_matters(row.values, row.throws, rules)),
        "error": error,
        "now": verdict is None and (bool(error) or row.key == entry.current),
        "lost": verdict is not None and row.key == verdict.loser,
        "best": verdict is not None and row.key == verdict.winner,
        "tied": verdict is not None and row.key in verdict.outcome.tied,
    }
