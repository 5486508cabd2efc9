"""Who of an entry list is new, and who is there already: by name, club and how many of them.

Names alone never merge two people; a doubt is shown, and the desk decides with one tap.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.imports.entries import Entry, EntryList
from tournaments.models.names import name_key


class Known(NamedTuple):
    """Somebody of this tournament, whatever the status. id: any number that the caller wants back."""

    id: int
    first: str
    last: str
    club: str = ""


class State(StrEnum):
    NEW = "new"
    ALREADY_THERE = "already_there"
    DUPLICATE_IN_FILE = "duplicate_in_file"
    SAME_NAME_OTHER_CLUB = "same_name_other_club"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One person of the list beside those who are there.

    take: ticked when the preview opens; a broken row cannot be ticked. known: the person it is
    (already_there: exactly one) or those of the same name. lines: earlier lines of the same name in the file.
    """

    entry: Entry
    state: State
    take: bool
    known: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Wants a look from the desk (counted as "zu klären")."""
        return self.state in DOUBTFUL or bool(self.entry.warnings)


DOUBTFUL = frozenset({State.DUPLICATE_IN_FILE, State.SAME_NAME_OTHER_CLUB, State.BROKEN})


def match_entries(
    entry_list: EntryList, existing: Iterable[Known | tuple[int, str, str, str]]
) -> list[PreviewRow]:
    """Each entry with its state, in the order of the list.

    Of k people of one name and club in the tournament the first k lines of the list are "already there".
    What is beyond them: the first line of a name is new, a further one with the same club may be a line
    that somebody copied: not taken unless the desk says "andere Person".
    """
    return _match(entry_list.entries, [Known(*known) for known in existing])


def _match(entries: Sequence[Entry], existing: Sequence[Known]) -> list[PreviewRow]:
    same: dict[str, list[int]] = defaultdict(list)  # name and club → people not yet found in the list
    named: dict[str, list[int]] = defaultdict(list)  # name → all people
    for person in existing:
        same[_with_club(person)].append(person.id)
        named[name_key(person.first, person.last)].append(person.id)
    lines_same: dict[str, list[int]] = defaultdict(list)
    lines_named: dict[str, list[int]] = defaultdict(list)
    rows = []
    for entry in entries:
        name, full = name_key(entry.first, entry.last), _with_club(entry)
        if entry.broken:
            rows.append(PreviewRow(entry, State.BROKEN, take=False))
            continue
        known, lines = tuple(named[name]), tuple(lines_named[name])
        if same[full]:
            rows.append(PreviewRow(entry, State.ALREADY_THERE, take=False, known=(same[full].pop(0),)))
        elif lines_same[full]:
            twins = tuple(lines_same[full])
            rows.append(PreviewRow(entry, State.DUPLICATE_IN_FILE, take=False, known=known, lines=twins))
        elif known or lines:
            rows.append(PreviewRow(entry, State.SAME_NAME_OTHER_CLUB, take=True, known=known, lines=lines))
        else:
            rows.append(PreviewRow(entry, State.NEW, take=True))
        lines_same[full].append(entry.line)
        lines_named[name].append(entry.line)
    return rows


def _with_club(person: Known | Entry) -> str:
    return name_key(person.first, person.last, person.club)
