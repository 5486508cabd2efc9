"""One row → one person, with everything that is doubtful about it."""

import re
from typing import Any

from scoring.errors import RuleViolation
from tournaments.imports.columns import Layout
from tournaments.imports.entries import Entry, Grid, Line, Problem
from tournaments.imports.values import read_club, read_gender, read_paid
from tournaments.models.names import NAME_LENGTH, clean_name, name_key, says_something, tidy

RAW_LENGTH = 200
_PARTICLES = """von vom van der den dem de du da di del della ten ter zu zum zur auf und le la al el bin ben
    abu dos das af av"""
PARTICLES = frozenset(_PARTICLES.split())
_FORMULA_ERRORS = "#N/A #NV #REF! #BEZUG! #NAME? #VALUE! #WERT! #DIV/0! #NULL! #NUM! #ZAHL!"
FORMULA_ERRORS = frozenset(_FORMULA_ERRORS.split())
# UTF-8 that was once read as Windows-1252, or already replaced: Ã¼, Ã\x9f, �.
DAMAGED = re.compile("[ÃÅÄ][\u0080-\u00bf\u0152-\u0192\u02c6-\u2122]|\ufffd")


class _Row:
    """Collects the problems of one line while its cells are read."""

    def __init__(self, line: Line, grid: Grid, layout: Layout) -> None:
        self.line, self.grid, self.layout = line, grid, layout
        self.problems: list[Problem] = []

    def add(self, code: str, **params: Any) -> None:
        problem = Problem(self.line.number, code, params)
        if problem not in self.problems:
            self.problems.append(problem)

    def cell(self, role: str) -> str:
        place = self.layout.roles.get(role)
        if place is None:
            return ""
        where = (self.line.number, place)
        text = tidy(self.line.cells[place]) if place < len(self.line.cells) else ""
        if text in FORMULA_ERRORS and role not in ("paid", "gender"):
            self.add("formula_error", text=text, part=role)
            return ""
        if where in self.grid.formulas and not text:
            self.add("formula_empty", part=role)
        if where in self.grid.suspicious and role in ("first", "last", "full", "club", "team"):
            self.add("quote_open")
        return text

    def cleaned(self, part: str, text: str) -> str:
        """The stored form; a refused one leaves its problem and a shortened text to repair."""
        try:
            return clean_name(text, required=False)
        except RuleViolation as refusal:
            self.add(refusal.code, part=part, **refusal.params)
            return text[:NAME_LENGTH]


def read_entry(line: Line, grid: Grid, layout: Layout) -> Entry:
    """The person of one filled line."""
    row = _Row(line, grid, layout)
    first, last = _names(row)
    first, last = row.cleaned("first", first), row.cleaned("last", last)
    club = row.cleaned("club", read_club(row.cell("club")))
    team = row.cleaned("team", read_club(row.cell("team")))
    if DAMAGED.search(first + last + club + team):
        row.add("letters_damaged")
    paid, gender = read_paid(row.cell("paid")), read_gender(row.cell("gender"))
    if paid is None:
        row.add("paid_unclear", text=row.cell("paid")[:40])
    if gender is None:
        row.add("gender_unclear", text=row.cell("gender")[:40])
    extra = sum(bool(cell.strip()) for cell in line.cells[layout.width :])
    if extra:
        row.add("extra_cells", count=extra)
    return Entry(
        line.number, first, last, club, team, gender or "", bool(paid), _raw(line, grid), tuple(row.problems)
    )


def _names(row: _Row) -> tuple[str, str]:
    """(first, last) as written, with a problem where one is missing or guessed."""
    if "full" in row.layout.roles:
        return _whole_name(row, row.cell("full"))
    first, last = row.cell("first"), row.cell("last")
    if "," in last and not _says(first):
        return _whole_name(row, last)
    if not _says(first) and not _says(last):
        row.add("name_missing")
    elif not _says(first):
        row.add("first_missing")
    elif not _says(last):
        row.add("last_missing")
    return first, last


def _whole_name(row: _Row, text: str) -> tuple[str, str]:
    """Splits "Müller, Hans" and "Hans Müller". One word alone is what everybody calls this person."""
    before, comma, after = (part.strip() for part in text.partition(","))
    if comma and _says(before) and _says(after):
        return after, before
    words = (after if comma and not _says(before) else before).split()
    while words and not (_says(words[0]) and _says(words[-1])):
        words.pop(-1 if _says(words[0]) else 0)  # dashes and bullets around a name
    if not words:
        row.add("name_missing")
        return "", ""
    if row.layout.commas:
        row.add("first_missing")
        return "", " ".join(words)
    if len(words) == 1:
        row.add("one_name")
        return words[0], ""
    if row.layout.last_name_first:
        cut = _end_of_last_name(words)
        if len(words) > 2 and cut == 1:
            row.add("name_split_guessed")
        return " ".join(words[cut:]), " ".join(words[:cut])
    cut = _start_of_last_name(words)
    if cut > 1:
        row.add("name_split_guessed")
    return " ".join(words[:cut]), " ".join(words[cut:])


def _start_of_last_name(words: list[str]) -> int:
    """The last word, and the particles before it: Hans | von der Heydt."""
    cut = len(words) - 1
    while cut > 1 and words[cut - 1].lower() in PARTICLES:
        cut -= 1
    return cut


def _end_of_last_name(words: list[str]) -> int:
    """Particles and the word behind them: von der Heydt | Hans."""
    cut = 0
    while cut < len(words) - 2 and words[cut].lower() in PARTICLES:
        cut += 1
    return cut + 1


def _says(text: str) -> bool:
    return any(says_something(sign) for sign in text)


def _raw(line: Line, grid: Grid) -> str:
    separator = "\t" if grid.separator == "\t" else grid.separator or ";"
    text = separator.join(line.cells).rstrip(separator)
    return tidy(text.replace("\t", " ⇥ "))[:RAW_LENGTH]


def is_header_again(line: Line, layout: Layout) -> bool:
    """The headings once more, where somebody joined two lists."""
    return bool(layout.headings) and layout.headings == tuple(
        name_key(cell) for cell in line.cells if cell.strip()
    )
