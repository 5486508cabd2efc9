"""Pages of the hall: which there are now, and what stands on each."""

from dataclasses import dataclass
from typing import Any

from scoring.knockout import TableState, ko_spans
from tournaments.models import LogEntry, Outcome, Phase, Stage
from tournaments.queries.deckel_view import Holder, Protocol, public_protocols
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact
from tournaments.queries.field import CutState, cut_state
from tournaments.queries.places import PlaceLine, places
from tournaments.queries.public import HallView
from tournaments.queries.standings import StandingLine, settled, stechen_groups
from tournaments.queries.strokes import Stroke, strokes


@dataclass(frozen=True, slots=True)
class Chair:
    """A player at a K.O. or final table: marks left of those issued, `place` (from, to) once out;
    `holder`: the Deckel, where somebody writes them down."""

    player: PlayerFact
    left: int
    issued: int
    out: bool
    through: bool
    place: tuple[int, int] | None
    holder: Holder | None = None


@dataclass(frozen=True, slots=True)
class KoTable:
    number: int
    complete: bool
    game: int | None
    chairs: tuple[Chair, ...]
    protocol: Protocol | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch of the standings. `kind`: in · open · out · all; `stroke`: the cut line behind it;
    `certain`: however the rounds end that are still to come."""

    kind: str
    lines: tuple[StandingLine, ...]
    people: int
    places: int = 0
    stroke: Stroke | None = None
    certain: bool = False


def pages(view: HallView) -> tuple[str, ...]:
    """The pages that have something to show, in the order of the evening."""
    facts = view.facts
    names = []
    if view.upto:
        names.append("stand")
    if facts.vorrunde:
        names.append("auslosung")
    if view.stechen:
        names.append("stechen")
    if facts.ko:
        names.append("ko")
    if facts.final:
        names.append("finale")
    if facts.tournament.phase == Phase.FINISHED:
        names.append("plaetze")
    if view.upto:
        names.append("statistik")
    return (*names, "regeln")


def current_page(view: HallView) -> str:
    """What a page that is left open shows now."""
    facts = view.facts
    phase = Phase(facts.tournament.phase)
    fixed = {Phase.FINISHED: "plaetze", Phase.FINAL: "finale", Phase.KO: "ko"}
    if phase in fixed:
        return fixed[phase]
    if phase == Phase.CUT:
        return "stand" if view.upto else "auslosung"
    if phase == Phase.VORRUNDE:
        running = facts.current
        if running is not None and not (view.complete and view.upto):
            return "auslosung"
        if running is None and any(s.group and not s.group.decided for s in view.stechen):
            return "stechen"
        return "stand" if view.upto else "auslosung"
    return "anmeldung"


def drawn_again(facts: Facts) -> bool:
    """Round 1 was published and withdrawn (C1.5): the hall has seen it and waits for another. One query."""
    if facts.tournament.phase != Phase.REGISTRATION:
        return False
    redrawn = LogEntry.objects.filter(tournament=facts.tournament, act="redraw_round", data__published=True)
    return redrawn.exists()


def ladder(view: HallView) -> tuple[tuple[StandingLine, ...], tuple[Zone, ...]]:
    """The standings, cut into what is above the line, open and below (all one zone when nothing is cut)."""
    lines = view.standings()
    facts = view.facts
    if lines and facts.cut is not None:
        lines = settled(facts, lines, stechen_groups(facts))
        return lines, _zones_of_cut(lines, cut_state(facts))
    done = view.upto >= facts.plan.rounds and not view.frozen
    groups = [s.group for s in view.stechen if s.group] if done else []
    lines = settled(facts, lines, groups)
    cut = next((s for s in strokes(facts, lines, groups) if s.kind == "cut"), None)
    if cut is None:
        return lines, (Zone("all", lines, len(lines)),)
    first = cut.tied_from - 1 if cut.open else cut.after
    above, tied, below = lines[:first], lines[first : cut.after], lines[cut.after :]
    zones = [
        Zone("in", above, len(above), stroke=None if tied else cut),
        Zone("open", tied, cut.people, cut.tied_places, stroke=cut),
        Zone("out", below, len(below)),
    ]
    return lines, tuple(zone for zone in zones if zone.lines)


def _zones_of_cut(lines: tuple[StandingLine, ...], state: CutState) -> tuple[Zone, ...]:
    """Once announced the cut says who goes on, in its own order; it also knows who declined."""
    by_number = {line.number: line for line in lines}
    called = tuple(by_number[place.player] for place in state.called if place.player in by_number)
    rest = tuple(line for line in lines if line not in called)
    stroke = Stroke("cut", state.places, len(called))
    zones = (Zone("in", called, len(called), stroke=stroke), Zone("out", rest, len(rest)))
    return tuple(zone for zone in zones if zone.lines)


def seats_by_name(facts: Facts, round_: RoundFact) -> list[tuple[PlayerFact, int]]:
    """Everybody of a round with his table, by name (DIN 5007), then start number."""
    seated = [(facts.players[p], table.number) for table in round_.tables for p in table.players]
    return sorted(seated, key=lambda pair: (pair[0].sort_key, pair[0].number))


def last_round(view: HallView) -> RoundFact | None:
    """The Vorrunde round whose draw is shown: the latest that was published."""
    return view.facts.vorrunde[-1] if view.facts.vorrunde else None


def ko_tables(facts: Facts, round_: RoundFact) -> tuple[KoTable, ...]:
    """Tables of the K.O. or the final with their Spielmarken and what is written down of their game."""
    told = public_protocols(facts, round_)
    states = [facts.fold(round_, table) for table in round_.tables]
    spans = ko_spans(states) if round_.stage == Stage.KO else {}
    known = {line.player.number: line for line in places(facts)} if facts.cut else {}
    return tuple(
        _ko_table(facts, round_, table, state, spans, known, told.get(table.id))
        for table, state in zip(round_.tables, states, strict=True)
    )


def _ko_table(
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    state: TableState,
    spans: dict[int, tuple[int, int]],
    known: dict[int, PlaceLine],
    told: Protocol | None,
) -> KoTable:
    issued = facts.marks_issued(round_, table)
    chairs = []
    for player in table.players:
        line = known.get(player)
        exact = (line.place, line.place) if line and line.place else None
        out = state.left[player] == 0
        chairs.append(
            Chair(
                player=facts.players[player],
                left=state.left[player],
                issued=issued[player],
                out=out,
                through=state.complete and not out,
                place=(exact or spans.get(player)) if out else None,
                holder=told.holder(player) if told and not out else None,
            )
        )
    return KoTable(table.number, state.complete, state.next_game, tuple(chairs), told)


def counts(facts: Facts) -> dict[str, Any]:
    """Numbers for the last page: people and games that count (C2.7)."""
    tables = [table for r in facts.rounds for table in r.tables]
    seated = {player for table in tables for player in table.players}
    counted = [table for table in tables if table.outcome != Outcome.VOID]
    return {"people": len(seated), "games": sum(len(table.results) for table in counted)}
