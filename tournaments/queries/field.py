"""Who of the cut goes on: checked in, waiting, moving up, with extra Spielmarken (C4.2, C4.4)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from scoring.cut import Filled, Placed, cut_order, fill_places, stechen_of, valid_throws, with_levels
from scoring.ranking import Boundary, TiedGroup, boundaries_for, chain_key, resolve_stechen
from tournaments.models import StechenCause
from tournaments.queries.answers import Answer
from tournaments.queries.corrections import has_results, with_answer
from tournaments.queries.decisions import CutPlaceFact, held_stechen
from tournaments.queries.facts import Facts, RoundFact
from tournaments.queries.standings import (
    OpenGroup,
    boundaries,
    counted_rounds,
    rank_field,
    stechen_about_ties,
)


@dataclass(frozen=True, slots=True)
class CutState:
    """Who sits down: `called` in order of the cut (as many as there are places), of those
    `checked_in` and `waiting`; `moved_up` came in for somebody who declined.

    `move_up`: several share the next place and have a Stechen about it, or need one; `bonus`: who gets
    the extra Spielmarken as things stand; `bonus_tie`: several share the last of those and throw for it.
    Nothing of the extra ones after the draw: then they are issued.
    """

    places: int
    called: tuple[CutPlaceFact, ...]
    checked_in: tuple[CutPlaceFact, ...]
    waiting: tuple[CutPlaceFact, ...]
    moved_up: frozenset[int]
    move_up: OpenGroup | None = None
    bonus: tuple[int, ...] = ()
    bonus_tie: OpenGroup | None = None

    @property
    def open_group(self) -> OpenGroup | None:
        """The Stechen that has to be decided before the tables can be drawn."""
        if self.move_up and not self.move_up.decided:
            return self.move_up
        # Who checks in later may change who shares the last extra Spielmarke.
        if self.bonus_tie and not self.bonus_tie.decided and not self.waiting:
            return self.bonus_tie
        return None

    @property
    def groups(self) -> tuple[OpenGroup, ...]:
        """Every Stechen about the cut as it was made: moving up, extra Spielmarken."""
        return tuple(group for group in (self.move_up, self.bonus_tie) if group is not None)


@dataclass(frozen=True, slots=True)
class Chair:
    """A drawn chair that nobody sits on: for whom it was drawn, which seat of which table."""

    owner: int
    table_id: int
    seat: int


@dataclass(frozen=True, slots=True)
class Drift:
    """C8.1: what a correction after the cut would change; the stored cut stays. By start number."""

    enters: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.enters or self.leaves or self.tied)


def placed(facts: Facts) -> tuple[Placed, ...]:
    """The stored order of the cut, with what the Stechen and the chain separated inside a rank."""
    assert facts.cut is not None
    lines = [Placed(p.player, p.position, p.rank, p.points, p.eligible) for p in facts.cut.places]
    then = at_the_cut(facts)
    ranked = rank_field(then, counted_rounds(then))
    chain = {line.player: chain_key(line, facts.plan.tie_breaks) for line in ranked}
    held = held_stechen(stechen_about_ties(facts), StechenCause.TIES, facts.rules)
    across = boundaries_for(facts.plan, sum(1 for line in lines if line.eligible))
    return with_levels(lines, across, held, chain, decide=facts.plan.decide)


def sharing(facts: Facts) -> set[int]:
    """Start numbers of those who share their rank of the cut."""
    order = placed(facts)
    shared = Counter(line.rank for line in order)
    return {line.player for line in order if shared[line.rank] > 1}


def in_order_of_throws(facts: Facts, players: Collection[int]) -> bool:
    """C4.2: some of them share a rank and come one after the other as they threw before the cut."""
    levels: dict[int, set[int]] = defaultdict(set)
    for line in placed(facts):
        if line.player in players:
            levels[line.rank].add(line.level)
    return any(len(apart) > 1 for apart in levels.values())


def at_the_cut(facts: Facts) -> Facts:
    """C8.1: with the results of the Vorrunde as they were then; a later correction moves nobody.

    One query when a result of the Vorrunde has a second version, none otherwise.
    """
    assert facts.cut is not None
    tables = [table for round_ in facts.vorrunde for table in round_.tables]
    if all(result.version == 1 for table in tables for result in table.results.values()):
        return facts
    then = facts
    for data in facts.cut.corrected_since:
        then = with_answer(then, data["table_id"], data["game"], Answer.from_dict(data["before"]))
    then.__dict__["stechen"] = facts.stechen  # the same ones: not asked for twice
    return then


def cut_state(facts: Facts) -> CutState:
    """The field of the K.O. as it stands. Needs a cut."""
    assert facts.cut is not None
    order = placed(facts)
    rows = {p.player: p for p in facts.cut.places}
    able = {line.player for line in order if line.eligible}
    places = min(facts.plan.qualifiers, len(able))
    first = fill_places(order, able, places).players
    coming = {number for number in able if comes(facts, rows[number])}
    filled, move_up = _filled(facts, order, coming, places, "cut")
    called = tuple(rows[number] for number in filled.players)
    state = CutState(
        places=places,
        called=called,
        checked_in=tuple(p for p in called if p.checked_in),
        waiting=tuple(p for p in called if not p.checked_in),
        moved_up=frozenset(filled.players) - frozenset(first),
        move_up=move_up,
    )
    return state if drawn_round(facts) else _with_bonus(facts, order, state)


def _with_bonus(facts: Facts, order: tuple[Placed, ...], state: CutState) -> CutState:
    """C4.4: the extra Spielmarken go to the first `bonus_ranks` who checked in."""
    if not facts.plan.bonus_marks or not facts.plan.bonus_ranks:
        return state
    here = {p.player for p in state.checked_in}
    filled, tie = _filled(facts, order, here, facts.plan.bonus_ranks, "bonus")
    return replace(state, bonus=filled.players, bonus_tie=tie)


def _filled(
    facts: Facts, order: tuple[Placed, ...], available: Collection[int], places: int, kind: str
) -> tuple[Filled, OpenGroup | None]:
    """The places filled, and the tie for the last of them with its Stechen so far (C3.4a, C4.2)."""
    blank = fill_places(order, available, places)
    if not blank.pending:
        return blank, None
    tied, free = blank.pending[0].players, blank.pending[0].places
    about = [s for s in facts.stechen if s.cause == StechenCause.MOVE_UP]
    held = held_stechen(about, StechenCause.MOVE_UP, facts.rules)
    counting = stechen_of(tied, held)
    thrown = {p: t for p, t in counting.throws.items() if p in tied} if counting else {}
    called = counting.players if counting else frozenset()
    group = TiedGroup(tied, len(blank.players) + 1, (Boundary(kind, places),), (free,))
    tie = OpenGroup(
        group=group,
        state=resolve_stechen(tied, (free,), thrown),
        stechen_id=about[held.index(counting)].id if counting else None,
        newcomers=tuple(p for p in tied if p not in called),
    )
    return fill_places(order, available, places, thrown), tie


def comes(facts: Facts, place: CutPlaceFact) -> bool:
    """Neither declined nor withdrawn or excluded since the cut."""
    return not place.declined and facts.players[place.player].eligible


def drawn_round(facts: Facts) -> RoundFact | None:
    """The round at which the qualified sit down: the K.O., or the final when there is no K.O. (C4.1a)."""
    return facts.ko if facts.plan.ko_tables else facts.final


def empty_chairs(facts: Facts) -> tuple[Chair, ...]:
    """Chairs of the draw that nobody sits on: by table and seat, those that nobody will claim first."""
    round_ = drawn_round(facts)
    if round_ is None or facts.cut is None or "numbers" not in round_.protocol:
        return ()
    taken = {(table.number, seat.number) for table in round_.tables for seat in table.seats}
    ids = {table.number: table.id for table in round_.tables}
    empty = [
        Chair(owner, ids[number], seat)
        for number, players in zip(round_.protocol["numbers"], round_.protocol["result"], strict=True)
        for seat, owner in enumerate(players, start=1)
        if (number, seat) not in taken
    ]
    claimed = {p.player for p in facts.cut.places if comes(facts, p)}
    return tuple(sorted(empty, key=lambda chair: chair.owner in claimed))


def misplaced(facts: Facts) -> tuple[int, ...]:
    """Who sits at the drawn tables without being called: the Stechen about moving up was changed since."""
    called = {place.player for place in cut_state(facts).called}
    round_ = drawn_round(facts)
    seated = [player for table in round_.tables for player in table.players] if round_ else []
    return tuple(p for p in seated if p not in called and facts.players[p].eligible)


def ko_touched(facts: Facts) -> bool:
    """Has a K.O. or final game a result? After the first one nobody moves up (C4.2)."""
    return any(has_results(round_) for round_ in (facts.ko, facts.final) if round_)


def cut_drift(facts: Facts) -> Drift:
    """C8.1: who would be in and who out if the cut were made on the results as they are now."""
    assert facts.cut is not None
    able = {p.player for p in facts.cut.places if p.eligible}
    ranked = [replace(s, eligible=s.player in able) for s in rank_field(facts, counted_rounds(facts))]
    lines = boundaries(facts, ranked)
    held = held_stechen(stechen_about_ties(facts), StechenCause.TIES, facts.rules)
    order = cut_order(ranked, lines, valid_throws(ranked, lines, held), tie_breaks=facts.plan.tie_breaks)
    places = min(facts.plan.qualifiers, len(able))
    inside = {p.player for p in [p for p in facts.cut.places if p.eligible][:places]}
    certain, possible = _sides([line for line in order if line.eligible], places)
    return Drift(
        enters=tuple(sorted(certain - inside)),
        leaves=tuple(sorted(inside - possible)),
        tied=tuple(sorted(possible - certain)),
    )


def _sides(able: Iterable[Placed], places: int) -> tuple[set[int], set[int]]:
    """(surely above the line, above it or tied across it), by rank as decided."""
    ranks = [(line.rank, line.player) for line in able]
    better = {player: sum(other < rank for other, _ in ranks) for rank, player in ranks}
    equal = {player: sum(other == rank for other, _ in ranks) for rank, player in ranks}
    certain = {player for _, player in ranks if better[player] + equal[player] <= places}
    return certain, {player for _, player in ranks if better[player] < places}
