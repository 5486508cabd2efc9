"""What a read entry list is made of: plain values that survive JSON (the row Import keeps them)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple, Self

BYTES_LIMIT = 2_000_000  # of the file
ENTRIES_LIMIT = 2000  # people in one list

# What each code means for its line: "broken" cannot be taken as it is, "warning" is taken but worth a look,
# "note" is only said. The sentences: tournaments/messages/entries.py.
LEVELS: dict[str, str] = {
    "name_missing": "broken",
    "first_missing": "broken",
    "last_missing": "broken",
    "name_too_long": "broken",
    "name_unprintable": "broken",
    "formula_error": "broken",
    "quote_open": "warning",
    "one_name": "warning",
    "name_split_guessed": "warning",
    "letters_damaged": "warning",
    "extra_cells": "warning",
    "paid_unclear": "warning",
    "gender_unclear": "warning",
    "formula_empty": "warning",
    "empty_line": "note",
    "title_line": "note",
    "header_again": "note",
    "header_missing": "warning",
    "last_name_first": "warning",
    "names_swapped": "note",
    "column_twice": "warning",
    "other_sheets": "warning",
    "hidden_sheet": "warning",
}


class Line(NamedTuple):
    """One row of the file: its number as the file counts (from 1) and its cells as text."""

    number: int
    cells: tuple[str, ...]

    @property
    def filled(self) -> int:
        return sum(bool(cell.strip()) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of one file or sheet, before anybody knows what they mean."""

    lines: tuple[Line, ...]
    kind: str  # csv · xlsx
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    problems: tuple["Problem", ...] = ()
    formulas: frozenset[tuple[int, int]] = frozenset()  # (line, column from 0) of formulas without a value
    suspicious: frozenset[tuple[int, int]] = frozenset()  # cells that swallowed a line break and a separator


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about one line (line 0: about the whole list). `params` fill the sentence of `code`."""

    line: int
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def level(self) -> str:
        """broken · warning · note"""
        return LEVELS[self.code]


@dataclass(frozen=True, slots=True)
class Column:
    """How one column was read. role: first · last · full · club · team · paid · gender · "" (ignored)."""

    number: int  # from 1, as the file counts
    title: str
    role: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One person of the list. Names are clean (models.names) unless the entry is broken."""

    line: int
    first: str
    last: str
    club: str = ""
    team: str = ""
    gender: str = ""  # w · m · d · ""
    paid: bool = False
    raw: str = ""  # the line as it stands in the file, shortened
    problems: tuple[Problem, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def broken(self) -> bool:
        return any(problem.level == "broken" for problem in self.problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.level == "warning")


@dataclass(frozen=True, slots=True)
class EntryList:
    """A whole file, understood. encoding and separator have their German words in messages/entries.py."""

    filename: str
    digest: str  # SHA-256 of the bytes, hex
    kind: str  # csv · xlsx
    encoding: str
    separator: str
    sheet: str
    header_line: int | None  # None: the file has no headings
    columns: tuple[Column, ...]
    entries: tuple[Entry, ...]
    ignored: tuple[Problem, ...]  # empty lines, titles above the headings, headings repeated below
    problems: tuple[Problem, ...]  # about the list as a whole

    def to_dict(self) -> dict[str, Any]:
        """For a JSON column; from_dict gives an equal list back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        values = dict(stored)
        values["columns"] = tuple(Column(**column) for column in stored["columns"])
        values["entries"] = tuple(
            Entry(**{**entry, "problems": _problems(entry["problems"])}) for entry in stored["entries"]
        )
        values["ignored"] = _problems(stored["ignored"])
        values["problems"] = _problems(stored["problems"])
        return cls(**values)


def _problems(stored: Any) -> tuple[Problem, ...]:
    return tuple(Problem(**problem) for problem in stored)
