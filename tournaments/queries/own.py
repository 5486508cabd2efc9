"""One's own evening: what the first block on a phone tells about a start number, of what is public only."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.models import Phase, Stage
from tournaments.models.player import GONE
from tournaments.queries.certain import certain
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact
from tournaments.queries.field import cut_state
from tournaments.queries.hall import Chair, Zone, ko_tables, ladder
from tournaments.queries.meetings import Place, places_of
from tournaments.queries.places import PlaceLine, places
from tournaments.queries.public import HallView
from tournaments.queries.standings import OpenGroup, StandingLine

NOTHING = ("", 0)


class Beside(NamedTuple):
    """Who sits at the same table, and the rounds in which they shared one before."""

    player: PlayerFact
    met: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that plays now. `seat` counts from 1; `done`: nothing more is played there; `chair`: the
    Spielmarken, at a K.O. table or in the final."""

    stage: str
    round: int
    number: int
    seat: int
    done: bool
    beside: tuple[Beside, ...]
    chair: Chair | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """Points to the cut: `ahead` of the first below it, or −`ahead` behind the last above it; 0: level."""

    ahead: int
    place: int


@dataclass(frozen=True, slots=True)
class Own:
    """What is known of one player. `next`: what comes now, as a code of messages/own.py; `about`: what a
    Stechen is about (cut · bonus · prize) and how many; `others`: with whom the rank is shared; `chance`:
    sure · open · out · ""."""

    player: PlayerFact
    next: str
    line: StandingLine | None = None
    others: int = 0
    gap: Gap | None = None
    chance: str = ""
    table: OwnTable | None = None
    place: PlaceLine | None = None
    span: tuple[int, int] | None = None
    about: tuple[str, int] = NOTHING
    round: int = 0
    qualifiers: int = 0


def everybody(view: HallView) -> dict[int, Own]:
    """Start number → what is told, for all who were seated in a published draw;
    nobody else has a name here."""
    facts = view.facts
    seated = sorted({p for round_ in facts.rounds for table in round_.tables for p in table.players})
    if not seated:
        return {}
    lines, zones = ladder(view)
    shared = Counter(line.rank for line in lines)
    by_number = {line.number: line for line in lines}
    gaps, chances = _gaps(view, lines), certain(view)
    tables, final = _tables(view), {line.player.number: line for line in places(facts)}
    steps = _Steps(view, zones, tables, final)
    found = {}
    for number in seated:
        line = by_number.get(number)
        code, about = steps.next(number)
        table = tables.get(number)
        found[number] = Own(
            player=facts.players[number],
            next=code,
            line=line,
            others=shared[line.rank] - 1 if line else 0,
            gap=gaps.get(number),
            chance=chances.get(number, ""),
            table=table,
            place=final.get(number),
            span=table.chair.place if table and table.chair else None,
            about=about,
            round=len(facts.vorrunde),
            qualifiers=facts.plan.qualifiers,
        )
    return found


def _gaps(view: HallView, lines: Sequence[StandingLine]) -> dict[int, Gap]:
    """C3.3: the line runs among those who may qualify; nothing where it is drawn or nobody stands below."""
    position = view.facts.plan.qualifiers
    able = [line for line in lines if line.standing.eligible]
    if view.facts.cut is not None or position >= len(able):
        return {}
    points = sorted((line.standing.points for line in able), reverse=True)
    last, first_below = points[position - 1], points[position]
    return {
        line.number: Gap(max(line.standing.points - first_below, 0) or line.standing.points - last, position)
        for line in able
        if not line.thrown
    }


def _tables(view: HallView) -> dict[int, OwnTable]:
    """Where everybody sits now: the round that runs, K.O. and final until the end."""
    facts = view.facts
    running = facts.current
    if running is not None and running.stage == Stage.VORRUNDE:
        met = places_of(r for r in facts.vorrunde if r.number < running.number)
        return {
            player: _own_table(facts, running, table, player, met, table.id in view.complete)
            for table in running.tables
            for player in table.players
        }
    met = places_of(facts.vorrunde)
    found: dict[int, OwnTable] = {}
    for round_ in (facts.ko, facts.final):
        if round_ is None:
            continue
        for table, shown in zip(round_.tables, ko_tables(facts, round_), strict=True):
            for seated in shown.chairs:
                chair = replace(seated, holder=None)  # Deckel are told at the table's own place
                number = chair.player.number
                found[number] = _own_table(facts, round_, table, number, met, shown.complete, chair)
    return found


def _own_table(
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    player: int,
    met: dict[tuple[int, int], tuple[Place, ...]],
    done: bool,
    chair: Chair | None = None,
) -> OwnTable:
    others = [other for other in table.players if other != player]
    pairs = [met.get((min(player, other), max(player, other)), ()) for other in others]
    beside = tuple(
        Beside(facts.players[other], tuple(round_number for round_number, _ in shared))
        for other, shared in zip(others, pairs, strict=True)
    )
    seat = next(seat.number for seat in table.seats if seat.player == player)
    return OwnTable(round_.stage, round_.number, table.number, seat, done, beside, chair)


class _Steps:
    """What comes next for whom: a code, and what a Stechen is about."""

    def __init__(
        self,
        view: HallView,
        zones: Sequence[Zone],
        tables: dict[int, OwnTable],
        final: dict[int, PlaceLine],
    ) -> None:
        self.view, self.facts = view, view.facts
        self.tables, self.final = tables, final
        self.zone = {line.number: zone for zone in zones for line in zone.lines}
        state = cut_state(self.facts) if self.facts.cut else None
        self.called = {place.player: place.checked_in for place in state.called} if state else {}
        self.declined = {p.player for p in self.facts.cut.places if p.declined} if self.facts.cut else set()
        about_cut = [group for group in state.groups if group.stechen_id] if state else []
        self.throwing = _throwing([one.group for one in view.stechen if one.group] + about_cut)

    def next(self, number: int) -> tuple[str, tuple[str, int]]:
        phase = Phase(self.facts.tournament.phase)
        if phase == Phase.FINISHED:
            line = self.final.get(number)
            return ("winner" if line and line.place == 1 and line.stage == Stage.FINAL else "place"), NOTHING
        table = self.tables.get(number)
        if table and table.chair:
            return self._knockout(table, table.chair), NOTHING
        if number in self.throwing:
            return self.throwing[number]
        status = self.facts.players[number].status
        if status in GONE:
            return str(status), NOTHING
        if table:
            return ("table_done" if table.done else "play"), NOTHING
        if self.facts.cut is not None:
            return self._after_cut(number), NOTHING
        return self._vorrunde(number)

    @staticmethod
    def _knockout(table: OwnTable, chair: Chair) -> str:
        if table.stage == Stage.FINAL:
            return "out" if chair.out else "champion" if chair.through else "final"
        return "out" if chair.out else "to_final" if chair.through else "ko"

    def _after_cut(self, number: int) -> str:
        if number in self.declined:
            return "declined"
        if self.facts.ko or self.facts.final or number not in self.called:
            return "beaten"
        return "reported" if self.called[number] else "report"

    def _vorrunde(self, number: int) -> tuple[str, tuple[str, int]]:
        facts, zone = self.facts, self.zone.get(number)
        if facts.current is not None:
            return "sit_out", NOTHING
        if facts.closed_rounds < facts.plan.rounds:
            return "pause", NOTHING
        if self.view.frozen:
            return "secret", NOTHING
        if zone is not None and zone.kind == "open":
            return "stechen", ("cut", zone.places)
        return ("below" if zone is not None and zone.kind == "out" else "above"), NOTHING


def _throwing(groups: Sequence[OpenGroup]) -> dict[int, tuple[str, tuple[str, int]]]:
    """Who is in a Stechen that is not decided: has to throw, or waits for the others."""
    return {
        player: ("throw" if player in pending.missing else "thrown", (group.about[0], pending.places))
        for group in groups
        for pending in (group.state.pending if group.stechen_id else ())
        for player in pending.players
    }
