"""Entry lists: read and kept as a preview, then taken as a whole or not at all (product.md §2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.imports import (
    Entry,
    EntryList,
    PreviewRow,
    State,
    match_entries,
    read_entries,
    repair_entry,
)
from tournaments.imports import (
    swap_names as other_way_round,
)
from tournaments.imports.repairs import PARTS
from tournaments.models import Club, Import, ImportState, Player, Team, Tournament
from tournaments.models.names import name_key, search_key, sort_key
from tournaments.queries.registration import Guest, guests
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._people import check_late_entry, next_number
from tournaments.services.players import ENTRY_PHASES

SURE = frozenset({State.NEW, State.SAME_NAME_OTHER_CLUB})
"""Taken on the line's own account; any other state needs "andere Person"."""


def preview_import(
    *, tournament_id: int, by: Actor, key: UUID | None = None, filename: str, data: bytes
) -> dict[str, Any]:
    """Read a file and keep what was understood; nobody is entered. Answer: {"import": id}.

    The same file again is the same preview while it waits. The file is read before the lock is taken: that
    may last a second, and the tables go on meanwhile.
    Refuses: what read_entries refuses, at "file" · late_entry_closed.
    """
    entries = read_entries(filename, data).to_dict()
    return _keep_preview(tournament_id=tournament_id, by=by, key=key, entries=entries)


@act("preview_import", *ENTRY_PHASES)
def _keep_preview(t: Tournament, *, by: Actor, entries: dict[str, Any]) -> Outcome:
    check_late_entry(t)
    waiting = Import.objects.filter(tournament=t, digest=entries["digest"], state=ImportState.PREVIEW).first()
    if waiting is not None:
        return Outcome(answer={"import": waiting.pk}, changed=False)
    row = Import.objects.create(
        tournament=t,
        filename=entries["filename"],
        digest=entries["digest"],
        rows=entries,
        user_id=by.user_id,
    )
    return Outcome(answer={"import": row.pk}, data={"import": row.pk, "lines": len(entries["entries"])})


@act("discard_import")
def discard_import(t: Tournament, *, by: Actor, import_id: int) -> Outcome:
    """Take nothing of a list; what was read goes, also its names. Refuses: import_gone · import_done."""
    row = _import(t, import_id)
    if row.state == ImportState.DISCARDED:
        return Outcome(answer={"import": row.pk}, changed=False)
    if row.state == ImportState.CONFIRMED:
        raise RuleViolation("import_done")
    _close(row, ImportState.DISCARDED)
    return Outcome(answer={"import": row.pk}, data={"import": row.pk})


@act("confirm_import", *ENTRY_PHASES)
def confirm_import(
    t: Tournament,
    *,
    by: Actor,
    import_id: int,
    take: Sequence[int],
    namesakes: Sequence[int] = (),
    repairs: Mapping[str, Mapping[str, str]] | None = None,
    swap_names: bool = False,
) -> Outcome:
    """Enter the people of a list, with start numbers in its order, all of them or nobody.

    take: line numbers; namesakes: lines that are another person although the name is there already;
    repairs: line (as text, JSON) → {first, last, club, team} as they stood in the fields, what is left out
    or as in the list stays. A broken line is taken when something was typed in.
    Compared again with everybody who is there now: who was entered meanwhile is skipped.
    Answer: {"added", "first", "last" (start numbers, None for nobody), "skipped": lines}.
    Refuses: late_entry_closed · import_gone · import_done · nobody_chosen · bad_input · with `line`:
    entry_broken, entry_known (who), entry_twice (lines), and what the names refuse, at the part.
    """
    check_late_entry(t)
    row = _import(t, import_id, waiting=True)
    entry_list = EntryList.from_dict(row.rows)
    if swap_names:
        entry_list = other_way_round(entry_list)
    by_line = {entry.line: entry for entry in entry_list.entries}
    typed = _typed(by_line, repairs or {})
    wanted = _wanted(by_line, {*take, *namesakes}, typed)
    entry_list = replace(entry_list, entries=tuple({**by_line, **wanted}.values()))
    people = guests(t)
    rows = match_entries(entry_list, [(g.number, g.first, g.last, g.club) for g in people])
    chosen, skipped = _chosen([r for r in rows if r.entry.line in wanted], set(namesakes), set(typed), people)
    numbers = _enter(t, chosen)
    _close(row, ImportState.CONFIRMED)
    first, last = (numbers[0], numbers[-1]) if numbers else (None, None)
    told = {"added": len(numbers), "first": first, "last": last}
    return Outcome(
        answer={**told, "skipped": skipped}, data={"import": row.pk, **told, "skipped": len(skipped)}
    )


def _import(t: Tournament, import_id: int, *, waiting: bool = False) -> Import:
    """waiting: neither confirmed nor discarded."""
    row = Import.objects.filter(tournament=t, pk=import_id).first()
    if waiting and row and row.state == ImportState.CONFIRMED:
        raise RuleViolation("import_done")
    if row is None or (waiting and row.state != ImportState.PREVIEW):
        raise RuleViolation("import_gone")
    return row


def _close(row: Import, state: str) -> None:
    """The names of a list are not kept twice: those who were taken are players now."""
    row.state, row.rows = state, {}
    row.save(update_fields=["state", "rows"])


def _typed(
    entries: Mapping[int, Entry], repairs: Mapping[str, Mapping[str, str]]
) -> dict[int, dict[str, str]]:
    """Lines in which something else stands than in the list: what was typed there."""
    typed = {}
    for text, parts in repairs.items():
        line = int(text) if text.isdecimal() and len(text) < 7 else 0
        if line not in entries or set(parts) - set(PARTS):
            raise RuleViolation("bad_input")
        changed = {part: value for part, value in parts.items() if value != getattr(entries[line], part)}
        if changed:
            typed[line] = changed
    return typed


def _wanted(
    by_line: Mapping[int, Entry], asked: set[int], typed: Mapping[int, Mapping[str, str]]
) -> dict[int, Entry]:
    """The lines to take, repaired: those asked for, and the broken ones into which something was typed."""
    lines = asked | {line for line in typed if by_line[line].broken}
    if not lines:
        raise RuleViolation("nobody_chosen")
    if lines - set(by_line):
        raise RuleViolation("bad_input")
    return {
        line: _repaired(by_line[line], typed.get(line, {}))
        if line in typed or by_line[line].broken
        else by_line[line]
        for line in sorted(lines)
    }


def _repaired(entry: Entry, parts: Mapping[str, str]) -> Entry:
    try:
        return repair_entry(entry, **{"first": entry.first, "last": entry.last, **parts})
    except RuleViolation as refusal:
        raise RuleViolation(
            refusal.code, field=refusal.field, **{**refusal.params, "line": entry.line}
        ) from None


def _chosen(
    rows: Iterable[PreviewRow], namesakes: set[int], typed: set[int], people: Sequence[Guest]
) -> tuple[list[Entry], list[int]]:
    """Those to enter, and the lines whose people are there meanwhile."""
    chosen, skipped = [], []
    for row in rows:
        line = row.entry.line
        if row.state == State.BROKEN:
            raise RuleViolation("entry_broken", line=line)
        if row.state in SURE or line in namesakes:
            chosen.append(row.entry)
        elif line in typed:
            # Nobody could see this coming before the name was typed: ask instead of leaving it out.
            raise _known(row, people)
        else:
            skipped.append(line)
    return chosen, skipped


def _known(row: PreviewRow, people: Sequence[Guest]) -> RuleViolation:
    line = row.entry.line
    if not row.known:
        return RuleViolation("entry_twice", field="first", line=line, lines=row.lines)
    who = [f"{g.number} ({g.club})" if g.club else str(g.number) for g in people if g.number in row.known]
    return RuleViolation("entry_known", field="first", line=line, who=", ".join(who))


def _enter(t: Tournament, entries: Sequence[Entry]) -> list[int]:
    """All at once: row by row two thousand people would hold the lock for seconds."""
    start, now, fee = next_number(t), timezone.now(), t.plan.entry_fee_cents
    clubs = _clubs([entry.club for entry in entries if entry.club])
    teams = _teams(t, [entry.team for entry in entries if entry.team])
    rows = [
        Player(
            tournament=t,
            start_number=number,
            first=entry.first,
            last=entry.last,
            sort_key=sort_key(entry.last, entry.first),
            search_key=search_key(entry.first, entry.last, entry.club),
            club=clubs.get(name_key(entry.club)) if entry.club else None,
            team=teams.get(name_key(entry.team)) if entry.team else None,
            gender=entry.gender,
            fee_cents=fee,
            paid_at=now if entry.paid else None,
            status_at=now,
        )
        for number, entry in enumerate(entries, start)
    ]
    Player.objects.bulk_create(rows)
    return [row.start_number for row in rows]


def _clubs(names: Iterable[str]) -> dict[str, Club]:
    """Clubs by name_key, however they are spelled; those that are new are made once, in order."""

    def known() -> dict[str, Club]:
        return {name_key(club.name): club for club in Club.objects.order_by("-id")}

    new = _new(names, known())
    # Clubs belong to no tournament: another one's lock may make the same one in this moment.
    # Sorted, because two that make the same in another order would wait for each other.
    Club.objects.bulk_create([Club(name=name) for name in sorted(new)], ignore_conflicts=True)
    return known()


def _teams(t: Tournament, names: Iterable[str]) -> dict[str, Team]:
    teams = {name_key(team.name): team for team in Team.objects.filter(tournament=t).order_by("-id")}
    made = Team.objects.bulk_create([Team(tournament=t, name=name) for name in _new(names, teams)])
    return teams | {name_key(team.name): team for team in made}


def _new(names: Iterable[str], known: Mapping[str, object]) -> list[str]:
    """The first spelling of each name that is not known."""
    new: dict[str, str] = {}
    for name in names:
        key = name_key(name)
        if key not in known:
            new.setdefault(key, name)
    return list(new.values())
