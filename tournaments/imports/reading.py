"""A file as it was handed over → EntryList, or a refusal that says what to do."""

import hashlib

from scoring.errors import RuleViolation
from tournaments.imports.cells import split_text
from tournaments.imports.columns import Layout, find_header, guess_columns, refined
from tournaments.imports.encodings import decode
from tournaments.imports.entries import BYTES_LIMIT, ENTRIES_LIMIT, Entry, EntryList, Grid, Problem
from tournaments.imports.people import is_header_again, read_entry
from tournaments.imports.sheets import read_workbook
from tournaments.models.names import tidy

FILENAME_LENGTH = 200

# First bytes of files that are sometimes taken for a list. OLE: Excel before 2007, and any locked workbook.
OLE = (b"\xd0\xcf\x11\xe0", b"\x09\x08", b"\x09\x04\x06\x00", b"\x09\x02\x06\x00")
NO_TABLE = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b")
MARKUP = ("<!doctype", "<html", "<?xml", "<svg", "<table", "<head", "{", "[{")


def read_entries(filename: str, data: bytes) -> EntryList:
    """Everything that the file says, nothing decided. The content counts, not the file's ending.

    Refuses with RuleViolation: file_empty · file_too_large (limit, MB) · workbook_too_large ·
    too_many_rows (limit) · file_unreadable · file_not_a_table · xls_not_supported ·
    ods_not_supported · no_name_column · no_rows.
    """
    grid = _grid(data)
    layout = refined(find_header(grid.lines) or _guessed(grid), grid.lines)
    entries: list[Entry] = []
    ignored = [
        Problem(line.number, "title_line", {"text": _short(line.cells)})
        for line in grid.lines[: layout.first_row if layout.header is None else layout.header]
        if line.filled
    ]
    calculated = {number for number, _ in grid.formulas}
    for line in grid.lines[layout.first_row :]:
        if not line.filled and line.number not in calculated:
            ignored.append(Problem(line.number, "empty_line"))
        elif is_header_again(line, layout):
            ignored.append(Problem(line.number, "header_again"))
        elif len(entries) >= ENTRIES_LIMIT:
            raise RuleViolation("too_many_rows", field="file", limit=ENTRIES_LIMIT)
        else:
            entries.append(read_entry(line, grid, layout))
    if not entries:
        raise RuleViolation("no_rows", field="file")
    return _entry_list(filename, data, grid, layout, entries, ignored)


def _entry_list(
    filename: str,
    data: bytes,
    grid: Grid,
    layout: Layout,
    entries: list[Entry],
    ignored: list[Problem],
) -> EntryList:
    return EntryList(
        filename=tidy(filename)[-FILENAME_LENGTH:],
        digest=hashlib.sha256(data).hexdigest(),
        kind=grid.kind,
        encoding=grid.encoding,
        separator=grid.separator,
        sheet=grid.sheet,
        header_line=None if layout.header is None else grid.lines[layout.header].number,
        columns=layout.columns,
        entries=tuple(entries),
        ignored=tuple(ignored),
        problems=(*grid.problems, *layout.problems),
    )


def _grid(data: bytes) -> Grid:
    try:
        return _rows(data)
    except RuleViolation as refusal:
        refusal.field = "file"
        raise


def _rows(data: bytes) -> Grid:
    if len(data) > BYTES_LIMIT:
        raise RuleViolation("file_too_large", limit=BYTES_LIMIT // 1_000_000)
    if not data.strip(b"\x00 \t\r\n"):
        raise RuleViolation("file_empty")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return read_workbook(data)
    if data.startswith(OLE):
        raise RuleViolation("xls_not_supported")
    if data.startswith(NO_TABLE):
        raise RuleViolation("file_not_a_table")
    text, encoding = decode(data)
    if text.lstrip().lower().startswith(MARKUP):
        raise RuleViolation("file_not_a_table")
    return split_text(text, encoding)


def _guessed(grid: Grid) -> Layout:
    layout = guess_columns(grid.lines)
    if layout is None:
        first = next((line for line in grid.lines if line.filled), None)
        raise RuleViolation("no_name_column", field="file", found=_short(first.cells if first else ()))
    return layout


def _short(cells: tuple[str, ...]) -> str:
    return tidy(" · ".join(cell for cell in cells if cell.strip()))[:80]
