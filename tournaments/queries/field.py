"""Who of the cut goes on: checked in, waiting, moving up (C4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ranking import resolve_stechen
from tournaments.models import StechenCause
from tournaments.queries.decisions import CutPlaceFact, throws_of
from tournaments.queries.facts import Facts


@dataclass(frozen=True, slots=True)
class CutState:
    """Who sits down: `called` in order of the cut (as many as there are places), of those
    `checked_in` and `waiting`; `moved_up` came in for somebody who declined. `tied_next`: several
    share the next place and throw for `tied_places` (a Stechen of cause move_up)."""

    places: int
    called: tuple[CutPlaceFact, ...]
    checked_in: tuple[CutPlaceFact, ...]
    waiting: tuple[CutPlaceFact, ...]
    moved_up: frozenset[int]
    tied_next: tuple[int, ...] = ()
    tied_places: int = 0


def cut_state(facts: Facts) -> CutState:
    """The field of the K.O. as it stands. Needs a cut."""
    assert facts.cut is not None
    able = [p for p in facts.cut.places if p.eligible]
    places = min(facts.plan.qualifiers, len(able))
    first = able[:places]
    kept = [p for p in first if comes(facts, p)]
    free = places - len(kept)
    rest = [p for p in able[places:] if comes(facts, p)]
    next_in, tied, tied_places = _move_up(facts, rest, free)
    called = (*kept, *next_in)
    return CutState(
        places=places,
        called=called,
        checked_in=tuple(p for p in called if p.checked_in),
        waiting=tuple(p for p in called if not p.checked_in),
        moved_up=frozenset(p.player for p in next_in),
        tied_next=tied,
        tied_places=tied_places,
    )


def comes(facts: Facts, place: CutPlaceFact) -> bool:
    """Neither declined nor withdrawn or excluded since the cut."""
    return not place.declined and facts.players[place.player].eligible


def _move_up(
    facts: Facts, rest: Sequence[CutPlaceFact], free: int
) -> tuple[list[CutPlaceFact], tuple[int, ...], int]:
    """The next `free` of `rest`; who shares a rank is ordered by the old Stechen, then a new one."""
    taken: list[CutPlaceFact] = []
    old = throws_of(facts.stechen, StechenCause.TIES, facts.rules)
    new = throws_of(facts.stechen, StechenCause.MOVE_UP, facts.rules)
    index = 0
    while free > len(taken) and index < len(rest):
        equal = [p for p in rest[index:] if p.rank == rest[index].rank]
        index += len(equal)
        wanted = free - len(taken)
        if len(equal) <= wanted:
            taken.extend(equal)
            continue
        by_number = {p.player: p for p in equal}
        throws = {n: [*old.get(n, []), *new.get(n, [])] for n in by_number}
        state = resolve_stechen(tuple(by_number), (wanted,), throws)
        ordered = [by_number[n] for block in state.blocks for n in block]
        if state.pending:
            open_players = state.pending[0].players
            sure = [p for p in ordered if p.player not in open_players][: wanted - state.pending[0].places]
            taken.extend(sure)
            return taken, tuple(open_players), state.pending[0].places
        taken.extend(ordered[:wanted])
    return taken, (), 0
