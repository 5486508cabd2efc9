"""XLSX → rows of cells. Read from the file's values only: nothing is calculated, nothing is loaded."""

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from xml.parsers import expat

from scoring.errors import RuleViolation
from tournaments.imports.columns import find_header
from tournaments.imports.entries import BYTES_LIMIT, ENTRIES_LIMIT, Grid, Line, Problem

# Bytes after unpacking. A list of 2,000 people has 1–4 MB and shrinks to a tenth; openpyxl needs up to eighty
# times the size of what it parses.
UNPACKED_LIMIT = 20_000_000
PART_LIMIT = 4_000_000  # styles, texts: parsed as a whole, unlike the sheets
RATIO_LIMIT = 60
SMALL = 1_000_000  # below this any ratio will do
PARTS_LIMIT = 1000
# Ten thousand members in twenty columns; half a kilobyte and some microseconds each while they are read.
ELEMENTS_LIMIT = 500_000
KEPT_LIMIT = 100_000  # at once: openpyxl lets go of a row when it is over, and of nothing else
ROW = "http://schemas.openxmlformats.org/spreadsheetml/2006/main row"
SIGNS_LIMIT = BYTES_LIMIT  # as of a text file: one long text may stand in every cell
COLUMNS_LIMIT = 60
ROWS_LIMIT = 20_000  # filled or not
EMPTY_ROWS = 2000  # in a row: the rest of the sheet is only formatted
SHEETS_LIMIT = 20
ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def read_workbook(data: bytes) -> Grid:
    """The first sheet with headings, else the first that is not empty; visible ones before hidden ones.

    Refuses with file_unreadable, workbook_too_large, file_empty, file_not_a_table, xls_not_supported,
    ods_not_supported, too_many_rows.
    """
    _check_archive(data)
    try:
        return _read(data)
    except RuleViolation:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part leads it to
        raise RuleViolation("file_unreadable") from error


def _check_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            _check_kind(archive, names)
            _check_sizes(parts, len(data))
            _check_markup(archive, names)
    except RuleViolation:
        raise
    except Exception as error:  # zipfile raises whatever a damaged archive leads it to
        raise RuleViolation("file_unreadable") from error


def _check_kind(archive: zipfile.ZipFile, names: set[str]) -> None:
    if "xl/workbook.xml" in names:
        return
    if "xl/workbook.bin" in names:
        raise RuleViolation("xls_not_supported")
    if "mimetype" in names and b"opendocument.spreadsheet" in archive.open("mimetype").read(200):
        raise RuleViolation("ods_not_supported")
    raise RuleViolation("file_not_a_table")


def _check_sizes(parts: list[zipfile.ZipInfo], packed: int) -> None:
    whole = sum(part.file_size for part in parts)
    largest = max((p.file_size for p in parts if not p.filename.startswith("xl/worksheets/")), default=0)
    if (
        len(parts) > PARTS_LIMIT
        or whole > min(UNPACKED_LIMIT, SMALL + RATIO_LIMIT * packed)
        or largest > PART_LIMIT
    ):
        raise RuleViolation("workbook_too_large")


def _check_markup(archive: zipfile.ZipFile, names: set[str]) -> None:
    """Refuses more elements than a list has, before anything is built of them."""
    left = ELEMENTS_LIMIT
    for name in sorted(names):
        left -= _elements(archive, name, left)


def _elements(archive: zipfile.ZipFile, name: str, most: int) -> int:
    """How many elements openpyxl meets in a part. What is no XML has none, or those before its mistake."""
    parser = expat.ParserCreate(namespace_separator=" ")
    counted = kept = 0

    def begin(*_: object) -> None:
        nonlocal counted, kept
        counted, kept = counted + 1, kept + 1
        if counted > most or kept > KEPT_LIMIT:
            raise RuleViolation("workbook_too_large")

    def end(tag: str) -> None:
        nonlocal kept
        kept = 0 if tag == ROW else kept

    def declared(*_: object) -> None:
        # No office program writes a document type; one that grows a thousandfold needs it.
        raise RuleViolation("file_unreadable")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.StartDoctypeDeclHandler = declared
    with archive.open(name) as part, suppress(expat.ExpatError):
        while block := part.read(1 << 20):
            parser.Parse(block)
    return counted


def _read(data: bytes) -> Grid:
    # Imported late: 0.2 s and 15 MB that only an import needs.
    import openpyxl

    warnings.filterwarnings("ignore", module="openpyxl")
    values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False)
    sheets = sorted(values.worksheets[:SHEETS_LIMIT], key=lambda sheet: sheet.sheet_state != "visible")
    signs = _Signs()
    grids = [grid for sheet in sheets if (grid := _grid(sheet, formulas[sheet.title], signs)).lines]
    if not grids:
        raise RuleViolation("file_empty")
    chosen = next((grid for grid in grids if find_header(grid.lines)), grids[0])
    others = ", ".join(grid.sheet for grid in grids if grid is not chosen)
    if not others:
        return chosen
    told = Problem(0, "other_sheets", {"sheet": chosen.sheet, "others": others[:200]})
    return replace(chosen, problems=(*chosen.problems, told))


class _Signs:
    """How much text a workbook may still show; its file holds a text once, for all cells that show it."""

    left = SIGNS_LIMIT

    def spend(self, texts: tuple[str, ...]) -> None:
        self.left -= sum(map(len, texts))
        if self.left < 0:
            raise RuleViolation("workbook_too_large")


def _grid(sheet: Any, formula_sheet: Any, signs: _Signs) -> Grid:
    """One sheet; without lines when nothing stands in it."""
    lines: list[Line] = []
    waiting: list[Line] = []  # empty rows: they count only when something follows
    unsaved: set[tuple[int, int]] = set()
    for number, (cells, formulas) in enumerate(_row_pairs(sheet, formula_sheet), start=1):
        texts = tuple(_text(cell) for cell in cells)
        signs.spend(texts)
        # A formula whose value the program did not save reads as empty and must not pass unseen.
        open_formulas = {
            (number, place)
            for place, formula in enumerate(formulas)
            if formula is not None and place < len(cells) and cells[place] is None
        }
        line = Line(number, _without_tail(texts))
        if not line.filled and not open_formulas:
            waiting.append(line)
            if len(waiting) > EMPTY_ROWS:
                break
            continue
        if number > ROWS_LIMIT:
            raise RuleViolation("too_many_rows", limit=ENTRIES_LIMIT)
        lines += [*waiting, line]
        waiting.clear()
        unsaved |= open_formulas
    hidden = [] if sheet.sheet_state == "visible" else [Problem(0, "hidden_sheet", {"sheet": sheet.title})]
    return Grid(tuple(lines), "xlsx", sheet=sheet.title, problems=tuple(hidden), formulas=frozenset(unsaved))


def _row_pairs(sheet: Any, formula_sheet: Any) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """The same row as values and as formulas."""
    for half in (sheet, formula_sheet):
        half.reset_dimensions()  # some programs write a wrong size, and rows behind it would be lost
    yield from zip(
        sheet.iter_rows(max_col=COLUMNS_LIMIT, values_only=True),
        formula_sheet.iter_rows(max_col=COLUMNS_LIMIT, values_only=True),
        strict=False,
    )


def _without_tail(texts: tuple[str, ...]) -> tuple[str, ...]:
    end = len(texts)
    while end and not texts[end - 1].strip():
        end -= 1
    return texts[:end]


def _text(value: Any) -> str:
    """What a person sees in the cell, near enough: 12 not 12.0, a date in German order, ja for a tick."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime | datetime.date):
        return value.strftime("%d.%m.%Y")
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), str(value))
