"""Text → rows of cells: separators, quotes and line ends as office programs (and people) write them."""

import re
from collections import Counter
from collections.abc import Sequence

from scoring.errors import RuleViolation
from tournaments.imports.columns import find_header, rate
from tournaments.imports.entries import ENTRIES_LIMIT, Grid, Line

SEPARATORS = (";", "\t", ",", "|", "")  # "": one cell a line; the first wins when two read equally well
LINE_END = re.compile(r"\r\n|\r|\n")
SEP_LINE = re.compile(r'\s*"?\s*sep\s*=\s*([;,|\t])"?[;,|\t ]*\s*', re.IGNORECASE)
QUOTE_OPEN = re.compile(r'[ ]*"')
FORMULA_TEXT = re.compile(r'="(.*)"', re.DOTALL)  # ="0815": how Excel is told to keep a zero
# Programs that know of it put ' before a cell that a spreadsheet would calculate: exactly that one goes.
NEUTRALISED = re.compile(r"'(?='*[=+\-@\t\r])")
HEAD = 200  # lines that decide about the separator
QUOTED_LINES = 12  # a cell with more lines is a quote that nobody closed
QUOTED_SIGNS = 4000
CELLS_LIMIT = 100
LINE_SIGNS = 20_000
LINES_LIMIT = 20_000  # also counting empty ones


def split_text(text: str, encoding: str) -> Grid:
    """The rows of a text file. Line numbers are those of an editor: a quoted line break counts."""
    raw = LINE_END.split(text.rstrip("\x00\x1a\r\n\t "))
    if len(raw) > LINES_LIMIT:
        raise RuleViolation("too_many_rows", limit=ENTRIES_LIMIT)
    if any(len(line) > LINE_SIGNS for line in raw):
        raise RuleViolation("file_not_a_table")
    start, declared = _declared_separator(raw)
    if declared is None:
        separator = max(
            SEPARATORS, key=lambda sep: rate(_split(raw, start, sep, HEAD)[0], sep)
        )  # max keeps the first of equals
    else:
        separator = declared
    lines, suspicious = _split(raw, start, separator)
    inner = _whole_lines_quoted(lines, raw)
    if inner is not None:
        return split_text(inner, encoding)
    return Grid(tuple(lines), "csv", encoding, separator, suspicious=frozenset(suspicious))


def _declared_separator(raw: Sequence[str]) -> tuple[int, str | None]:
    match = SEP_LINE.fullmatch(raw[0]) if raw else None
    return (1, match[1]) if match else (0, None)


def _whole_lines_quoted(lines: Sequence[Line], raw: Sequence[str]) -> str | None:
    """The text inside, when a comma list was opened and saved as one column: "Hans,Müller,Verein"."""
    filled = [line for line in lines if line.filled]
    if not filled or any(len(line.cells) > 1 for line in filled):
        return None
    if not all(raw[line.number - 1].startswith('"') for line in filled):
        return None
    best = max(SEPARATORS[:-1], key=lambda sep: sum(sep in line.cells[0] for line in filled))
    if not all(best in line.cells[0] and "\n" not in line.cells[0] for line in filled):
        return None
    if best == "," and find_header([Line(n, tuple(cells[0].split(","))) for n, cells in filled]) is None:
        return None  # "Müller, Hans" in quotes is one name, and read as such
    inside = [""] * len(raw)
    for line in filled:
        inside[line.number - 1] = line.cells[0]
    return "\n".join(inside)


def _split(
    raw: Sequence[str], start: int, separator: str, limit: int | None = None
) -> tuple[list[Line], list[tuple[int, int]]]:
    """Rows from raw[start] on, and the cells in which a quote may have swallowed other rows."""
    lines: list[Line] = []
    suspicious: list[tuple[int, int]] = []
    end = len(raw) if limit is None else min(len(raw), start + limit)
    position = start
    width = _usual_cells(raw[start : start + HEAD], separator)
    while position < end:
        text = raw[position]
        if '"' not in text:
            cells, used = text.split(separator, CELLS_LIMIT) if separator else [text], 1
        else:
            cells, used = _quoted(raw, position, separator, width)
        cells = [_value(cell) for cell in cells[:CELLS_LIMIT]]
        if used > 1:
            number = position + 1
            suspicious += [
                (number, place)
                for place, cell in enumerate(cells)
                if "\n" in cell and separator and separator in cell
            ]
        lines.append(Line(position + 1, tuple(cells)))
        position += used
    return lines, suspicious


def _usual_cells(raw: Sequence[str], separator: str) -> int:
    """Cells of most lines without quotes; 0 when there is nothing to compare with."""
    counted = Counter(_cells(text, separator) for text in raw if text.strip() and '"' not in text)
    width = counted.most_common(1)[0][0] if counted else 0
    return width if width > 1 else 0


def _cells(text: str, separator: str) -> int:
    return text.count(separator) + 1 if separator else 1


def _value(cell: str) -> str:
    match = FORMULA_TEXT.fullmatch(cell.strip())
    if match:
        return match[1].replace('""', '"')
    return NEUTRALISED.sub("", cell, count=1) if cell.startswith("'") else cell


def _quoted(raw: Sequence[str], position: int, separator: str, width: int) -> tuple[list[str], int]:
    """Cells of a row that contains quotes, and how many lines it takes."""
    text = raw[position]
    for used in range(1, QUOTED_LINES + 1):
        cells = _scan(text, separator)
        if cells is not None:
            if used > 1 and all(_cells(row, separator) == width for row in raw[position : position + used]):
                break  # each line is a full row: two stray quotes, and a person between them
            return cells, used
        if position + used >= len(raw) or len(text) > QUOTED_SIGNS:
            break
        text = f"{text}\n{raw[position + used]}"
    # Nobody closes this quote, or only another stray one does: no quote then, and the rows below keep
    # their people.
    loose = raw[position].split(separator, CELLS_LIMIT) if separator else [raw[position]]
    return [_unquoted(cell) for cell in loose], 1


def _unquoted(cell: str) -> str:
    """A cell without the pair around it, or without the half of a pair that somebody deleted."""
    bare = cell.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == '"':
        return bare[1:-1].replace('""', '"')
    return bare.strip('"') if bare.count('"') == 1 else cell


def _scan(text: str, separator: str) -> list[str] | None:
    """Cells of one row; None when a quote is still open at the end."""
    cells: list[str] = []
    position = 0
    while True:
        opening = QUOTE_OPEN.match(text, position)
        if opening:
            found = _closing(text, opening.end(), separator)
            if found is None:
                return None
            end, following = found
            cells.append(text[opening.end() : end].replace('""', '"'))
        else:
            following = text.find(separator, position) if separator else -1
            following = len(text) if following < 0 else following
            cells.append(_unquoted(text[position:following]))
        if following >= len(text) or len(cells) > CELLS_LIMIT:
            return cells
        position = following + 1


def _closing(text: str, position: int, separator: str) -> tuple[int, int] | None:
    """(closing quote, separator after it); a quote inside ("Die "wilden" Sechs") does not close."""
    while True:
        end = text.find('"', position)
        if end < 0:
            return None
        if text.startswith('""', end):
            position = end + 2
            continue
        after = end + 1
        while after < len(text) and text[after] == " ":
            after += 1
        if after >= len(text) or (separator and text[after] == separator):
            return end, after
        position = end + 1
