"""Which column means what: by its heading, else by what stands in it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.imports.entries import Column, Line, Problem
from tournaments.imports.headings import FIRST_NAMES, role_of
from tournaments.imports.values import GENDERS, is_paid_word
from tournaments.models.names import name_key, tidy

HEADER_WITHIN = 25  # filled lines in which the headings are looked for
SAMPLE = 60  # lines that are looked at when there are none
# Digits, signs of programs, ends of sentences, more than five words.
NOT_A_NAME = re.compile(
    r"[\d{}<>()=\\@#$%_\[\]|*+~^]|https?:|.{61}|(?:\S+\s+){5}\S|[,:;!?]$|\S+\s+\S+\s+.*\.$", re.DOTALL
)
NOT_TEXT = re.compile(r"[\d\s.,:/+\-€%()]*|\S+@\S+", re.DOTALL)
PLAUSIBLE_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rows are to be read. roles: column (from 0) → role."""

    roles: dict[str, int]
    columns: tuple[Column, ...]
    width: int  # cells that a row may fill
    header: int | None  # index in the lines; None: no headings
    first_row: int  # index of the first line below headings and titles
    last_name_first: bool = False  # a whole name without a comma begins with the last name
    commas: bool = False  # whole names have commas: one without lacks its first name
    headings: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def find_header(lines: Sequence[Line]) -> Layout | None:
    """The row of headings: the one that names most columns, among them a name; titles may stand above it."""
    best: tuple[int, int] | None = None
    filled_seen, wide_seen = 0, False
    for index, line in enumerate(lines):
        filled = line.filled
        if not filled:
            continue
        filled_seen += 1
        if filled_seen > HEADER_WITHIN:
            break
        roles = _settled([role_of(cell) for cell in line.cells])
        score = len({role for role in roles if role})
        # A person may be called Klub or Spieler: one word alone is a heading only at the top.
        named = any(role in ("first", "last", "full") for role in roles)
        if named and (score > 1 or not wide_seen) and (best is None or score > best[0]):
            best = (score, index)
        wide_seen = wide_seen or filled > 1
    return _layout(lines, best[1]) if best else None


def _settled(raw: Sequence[str]) -> list[str]:
    """Final roles: "name" is the last name beside first names, else the whole name; each role only once."""
    has = set(raw)
    name_is = "full"
    if "first" in has and "last" in has:
        name_is = ""
    elif "first" in has:
        name_is = "last"
    elif "last" in has:
        name_is = "first"
    both = {"first", "last"} <= has or {"first", "name"} <= has or {"last", "name"} <= has
    whole = "" if both else "full"
    means = {
        "name": name_is, "full": whole, "full_last": whole, "full_first": whole,
        "mannschaft": "team" if "club" in has else "club",
    }  # fmt: skip
    if "full" in has and not both and not has.isdisjoint({"first", "last"}):
        means["full"] = "last" if "first" in has else "first"  # "Teilnehmer" beside "Vorname"
    elif not both and has.isdisjoint({"name", "full_last", "full_first"}):
        means |= {"first": "full", "last": "full"}  # the only column of names holds whole names
    settled, taken = [], set()
    for role in raw:
        role = means.get(role, role)
        settled.append("" if role in taken else role)
        taken.add(role)
    return settled


def _layout(lines: Sequence[Line], header: int) -> Layout:
    cells = lines[header].cells
    raw = [role_of(cell) for cell in cells]
    settled = _settled(raw)
    titles = [tidy(cell) for cell in cells]
    while titles and not titles[-1]:
        titles.pop()
    columns = tuple(Column(n + 1, title, settled[n]) for n, title in enumerate(titles))
    twice = [
        Problem(lines[header].number, "column_twice", {"title": titles[n]})
        for n in range(len(titles))
        if raw[n] and not settled[n] and raw[n] in raw[:n]
    ]
    last_first = any(raw[n] == "full_last" and role == "full" for n, role in enumerate(settled))
    roles = {role: n for n, role in enumerate(settled) if role}
    headings = tuple(name_key(cell) for cell in cells if cell.strip())
    return Layout(
        roles, columns, len(columns), header, header + 1,
        last_name_first=last_first, headings=headings, problems=tuple(twice),
    )  # fmt: skip


def refined(layout: Layout, lines: Sequence[Line]) -> Layout:
    """The layout with what only the rows tell: their usual width, and how whole names are written."""
    rows = [line.cells for line in lines[layout.first_row :] if line.filled]
    if not rows:
        return layout
    # The middle row: a column of remarks without a heading is no mistake of every line.
    layout = replace(layout, width=max(layout.width, sorted(map(len, rows))[len(rows) // 2]))
    place = layout.roles.get("full")
    if place is None:
        return layout
    names = [row[place].strip() for row in rows if place < len(row) and row[place].strip()]
    commas = sum("," in name.strip(",") for name in names)
    if commas * 2 > len(names):
        return replace(layout, commas=True)
    words = [name.split() for name in names if len(name.split()) > 1]
    first_in_front = _first_names([pair[0] for pair in words])
    if layout.last_name_first or _first_names([pair[-1] for pair in words]) <= 2 * first_in_front:
        return layout
    told = Problem(0, "last_name_first")
    return replace(layout, last_name_first=True, problems=(*layout.problems, told))


def rate(lines: Sequence[Line], separator: str) -> tuple[float, ...]:
    """How well a separator explains the first lines of a file; higher is better, comparable as a tuple."""
    layout = find_header(lines)
    if layout is not None:
        below = [line for line in lines[layout.first_row :] if line.filled]
        too_wide = sum(any(cell.strip() for cell in line.cells[layout.width :]) for line in below)
        return (2.0, float(len(layout.roles)), -too_wide / max(1, len(below)))
    widths = Counter(len(line.cells) for line in lines if line.filled)
    if not widths:
        return (0.0,)
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    share = count / widths.total()
    return (1.0, share) if width > 1 and share >= PLAUSIBLE_SHARE else (0.0, 1.0 if not separator else 0.0)


def guess_columns(lines: Sequence[Line]) -> Layout | None:
    """The columns of a list without headings; None when no column looks like names."""
    start = _first_row(lines)
    sample = [line for line in lines[start:] if line.filled][:SAMPLE]
    width = max((len(line.cells) for line in sample), default=0)
    values = [[line.cells[n].strip() for line in sample if n < len(line.cells)] for n in range(width)]
    kinds = [_kind(column) for column in values]
    text = [n for n, kind in enumerate(kinds) if kind == "text"]
    if not text or any(role_of(cell) for cell in sample[0].cells):
        return None  # headings there are, but none over names
    roles: dict[str, int] = {kind: kinds.index(kind) for kind in ("paid", "gender") if kind in kinds}
    rest = text[1:]
    swapped = False
    if _holds_whole_names(values[text[0]], alone=not rest):
        roles["full"] = text[0]
    else:
        swapped = _first_names(values[text[0]]) < _first_names(values[text[1]])
        first, last = (text[1], text[0]) if swapped else (text[0], text[1])
        roles |= {"first": first, "last": last}
        rest = rest[1:]
    if rest:
        roles["club"] = rest[0]
    if not _plausible(sample, roles):
        return None
    by_column = {n: role for role, n in roles.items()}
    columns = tuple(Column(n + 1, "", by_column.get(n, "")) for n in range(width))
    problems = (Problem(0, "header_missing"),)
    return Layout(roles, columns, width, None, start, problems=problems)


def _first_row(lines: Sequence[Line]) -> int:
    """Behind titles: lines with one filled cell above the first of several."""
    wide = next((n for n, line in enumerate(lines) if line.filled > 1), 0)
    most_are_wide = sum(line.filled > 1 for line in lines) * 2 > sum(line.filled > 0 for line in lines)
    return wide if most_are_wide else 0


def _kind(column: Sequence[str]) -> str:
    """What a column holds: text · paid · gender · "" (numbers, dates, addresses, nothing)."""
    filled = [value for value in column if value]
    if not filled:
        return ""
    if all(name_key(value) in GENDERS for value in filled):
        return "gender"
    if all(is_paid_word(value) for value in filled):
        return "paid"
    if sum(bool(NOT_TEXT.fullmatch(value)) for value in filled) * 2 > len(filled):
        return ""
    return "text"


def _holds_whole_names(column: Sequence[str], *, alone: bool) -> bool:
    filled = [value for value in column if value]
    commas = sum("," in value for value in filled)
    several = sum(len(value.split()) > 1 for value in filled)
    return alone or commas * 2 >= len(filled) or several >= 0.7 * len(filled)


def _first_names(column: Sequence[str]) -> int:
    return sum(name_key(value) in FIRST_NAMES for value in column)


def _plausible(sample: Sequence[Line], roles: dict[str, int]) -> bool:
    """Letters, programs and poems have lines too: most lines must look like a person's name."""
    places = [roles[role] for role in ("first", "last", "full") if role in roles]
    names = [" ".join(line.cells[n].strip() for n in places if n < len(line.cells)) for line in sample]
    good = sum(bool(name.strip()) and not NOT_A_NAME.search(name) for name in names)
    return good >= PLAUSIBLE_SHARE * len(names)
