"""Entry lists as other programs write them: bytes for the tests of the reader."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import openpyxl

from scoring.errors import RuleViolation
from tournaments.imports import EntryList, read_entries

DATA = Path(__file__).parent / "data"
HEADINGS = ("Vorname", "Nachname", "Verein", "Bezahlt", "Geschlecht")


def written(
    rows: Iterable[Sequence[str]], *, separator: str = ";", line_end: str = "\r\n", encoding: str = "utf-8"
) -> bytes:
    target = io.StringIO()
    # Python's writer leaves a line feed unquoted where a carriage return ends the lines.
    quoting = csv.QUOTE_ALL if line_end == "\r" else csv.QUOTE_MINIMAL
    csv.writer(target, delimiter=separator, lineterminator=line_end, quoting=quoting).writerows(rows)
    return target.getvalue().encode(encoding)


def csv_cell(text: str) -> str:
    """With ' before what a spreadsheet would calculate, as careful programs write it."""
    return f"'{text}" if re.match(r"'*[=+\-@\t\r]", text) else text


def workbook(rows: Iterable[Sequence[Any]], *, title: str = "Blatt1") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(list(row))
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def read(data: bytes | str) -> EntryList:
    return read_entries("liste.csv", data.encode() if isinstance(data, str) else data)


def people(entry_list: EntryList) -> list[tuple[str, str, str, bool, str]]:
    return [(e.first, e.last, e.club, e.paid, e.gender) for e in entry_list.entries]


def names(entry_list: EntryList) -> list[tuple[str, str]]:
    return [(e.first, e.last) for e in entry_list.entries]


def codes(entry_list: EntryList) -> dict[int, list[str]]:
    """line → codes of its problems, lines without problems left out."""
    return {e.line: [p.code for p in e.problems] for e in entry_list.entries if e.problems}


def refusal(data: bytes | str) -> RuleViolation:
    try:
        read(data)
    except RuleViolation as violation:
        return violation
    raise AssertionError("the file was read")
