"""What the desk changes about a list before it is taken: names the other way round, lines put right."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.imports.entries import Entry, EntryList, Problem
from tournaments.imports.people import DAMAGED
from tournaments.models.names import clean_name

PARTS = ("first", "last", "club", "team")
ABOUT_NAMES = frozenset({"name_missing", "first_missing", "last_missing", "one_name", "name_split_guessed"})
_ASKED = {
    "name_missing": ("first", "last"),
    "first_missing": ("first",),
    "last_missing": ("last",),
    "one_name": ("last",),
    "name_split_guessed": ("first", "last"),
}
_OTHER_WAY = {
    "first": "last",
    "last": "first",
    "first_missing": "last_missing",
    "last_missing": "first_missing",
}
SWAPPED = Problem(0, "names_swapped")


def swap_names(entry_list: EntryList) -> EntryList:
    """The list with first and last names the other way round; twice is the list itself."""
    known = SWAPPED in entry_list.problems
    problems = (
        tuple(problem for problem in entry_list.problems if problem != SWAPPED)
        if known
        else (*entry_list.problems, SWAPPED)
    )
    columns = (replace(c, role=_OTHER_WAY.get(c.role, c.role)) for c in entry_list.columns)
    entries = (_swapped(entry) for entry in entry_list.entries)
    return replace(entry_list, columns=tuple(columns), entries=tuple(entries), problems=problems)


def _swapped(entry: Entry) -> Entry:
    if any(problem.code == "one_name" for problem in entry.problems):
        return entry  # the only name that somebody has is his first in any order
    problems = tuple(_other_way(problem) for problem in entry.problems)
    return replace(entry, first=entry.last, last=entry.first, problems=problems)


def _other_way(problem: Problem) -> Problem:
    params = dict(problem.params)
    if "part" in params:
        params["part"] = _OTHER_WAY.get(params["part"], params["part"])
    return replace(problem, code=_OTHER_WAY.get(problem.code, problem.code), params=params)


def without_money(entry_list: EntryList) -> EntryList:
    """The list without the question who has paid, for an evening that costs nothing."""
    entries = (
        replace(entry, problems=tuple(p for p in entry.problems if p.code != "paid_unclear"))
        for entry in entry_list.entries
    )
    return replace(entry_list, entries=tuple(entries))


def asked_parts(entry: Entry) -> tuple[str, ...]:
    """What the desk may type in for this line: the parts that are missing, refused or guessed."""
    asked: set[str] = set()
    for problem in entry.problems:
        asked.update(_ASKED.get(problem.code, ()))
        if problem.level == "broken" and "part" in problem.params:
            part = problem.params["part"]
            asked.update(("first", "last") if part == "full" else (part,))
        if problem.code == "letters_damaged":
            asked.update(part for part in PARTS if DAMAGED.search(getattr(entry, part)))
    return tuple(part for part in PARTS if part in asked)


def repair_entry(
    entry: Entry, *, first: str, last: str, club: str | None = None, team: str | None = None
) -> Entry:
    """An entry with what the desk typed in (club, team: None keeps them); the names are settled then.

    Refuses as models.names.clean_name does, at the part.
    """
    typed = {"first": first, "last": last, "club": club, "team": team}
    changed: dict[str, Any] = {
        part: clean_name(text, field=part, required=part == "first")
        for part, text in typed.items()
        if text is not None
    }
    repaired = replace(entry, **changed)
    return replace(repaired, problems=tuple(p for p in entry.problems if not _settled(p, repaired, changed)))


def _settled(problem: Problem, repaired: Entry, changed: Mapping[str, Any]) -> bool:
    if problem.code == "letters_damaged":
        return not any(DAMAGED.search(getattr(repaired, part)) for part in PARTS)
    part = problem.params.get("part")
    return problem.code in ABOUT_NAMES or part in changed or part == "full"
