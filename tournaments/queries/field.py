"""Who of the cut goes on: checked in, waiting, moving up (C4.2)."""

from dataclasses import dataclass

from scoring.cut import Placed, fill_places, with_levels
from scoring.ranking import Pending, chain_key
from tournaments.models import StechenCause
from tournaments.queries.decisions import CutPlaceFact, held_stechen, throws_of
from tournaments.queries.facts import Facts
from tournaments.queries.standings import counted_rounds, rank_field


@dataclass(frozen=True, slots=True)
class CutState:
    """Who sits down: `called` in order of the cut (as many as there are places), of those
    `checked_in` and `waiting`; `moved_up` came in for somebody who declined. `tied_next`: several
    share the next place and throw for `tied_places` (a Stechen of cause move_up, `move_up`: its
    throws that are missing)."""

    places: int
    called: tuple[CutPlaceFact, ...]
    checked_in: tuple[CutPlaceFact, ...]
    waiting: tuple[CutPlaceFact, ...]
    moved_up: frozenset[int]
    tied_next: tuple[int, ...] = ()
    tied_places: int = 0
    move_up: tuple[Pending, ...] = ()


def placed(facts: Facts) -> tuple[Placed, ...]:
    """The stored order of the cut, with what the Stechen and the chain separated inside a rank."""
    assert facts.cut is not None
    lines = [Placed(p.player, p.position, p.rank, p.points, p.eligible) for p in facts.cut.places]
    ranked = rank_field(facts, counted_rounds(facts))
    chain = {line.player: chain_key(line, facts.plan.tie_breaks) for line in ranked}
    return with_levels(lines, held_stechen(facts.stechen, StechenCause.TIES, facts.rules), chain)


def cut_state(facts: Facts) -> CutState:
    """The field of the K.O. as it stands. Needs a cut."""
    assert facts.cut is not None
    order = placed(facts)
    rows = {p.player: p for p in facts.cut.places}
    able = {line.player for line in order if line.eligible}
    places = min(facts.plan.qualifiers, len(able))
    first = fill_places(order, able, places).players
    coming = {number for number in able if comes(facts, rows[number])}
    thrown = throws_of(facts.stechen, StechenCause.MOVE_UP, facts.rules)
    filled = fill_places(order, coming, places, thrown)
    called = tuple(rows[number] for number in filled.players)
    pending = filled.pending[0] if filled.pending else None
    return CutState(
        places=places,
        called=called,
        checked_in=tuple(p for p in called if p.checked_in),
        waiting=tuple(p for p in called if not p.checked_in),
        moved_up=frozenset(filled.players) - frozenset(first),
        tied_next=pending.players if pending else (),
        tied_places=pending.places if pending else 0,
        move_up=filled.pending,
    )


def comes(facts: Facts, place: CutPlaceFact) -> bool:
    """Neither declined nor withdrawn or excluded since the cut."""
    return not place.declined and facts.players[place.player].eligible
