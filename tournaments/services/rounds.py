"""Turnierrunden: drawn, published, closed, each with its way back (C1, C2.7)."""

from dataclasses import asdict, replace
from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.draw import DrawInput, Entrant, make_seed, planned, protocol
from tournaments.draw import draw_round as draw_tables
from tournaments.models import (
    LogEntry,
    Phase,
    Round,
    RoundState,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.queries.draws import draw_quality
from tournaments.queries.facts import Facts, RoundFact, load_facts
from tournaments.queries.next_step import is_stale
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._tables import any_round, listed, reason_of
from tournaments.services.scharf import first_scharf_game
from tournaments.services.stations import ensure_stations

DRAWING = (Phase.REGISTRATION, Phase.VORRUNDE)


@act("draw_round", *DRAWING)
def draw_round(t: Tournament, *, by: Actor) -> Outcome:
    """C1.3: draw the next Turnierrunde; only the desk sees it until it is published.

    Answer: {"round", "number", "draw_no", "tables"}. Refuses: round_open (number) · all_rounds_drawn
    (rounds) · what the draw refuses (too_few_players, fixed_table_missing, fixed_table_full).
    """
    facts = load_facts(t)
    open_round = next((r for r in facts.vorrunde if not r.closed), None)
    if open_round is not None:
        raise RuleViolation("round_open", number=open_round.number)
    number = len(facts.vorrunde) + 1
    if number > facts.plan.rounds:
        raise RuleViolation("all_rounds_drawn", rounds=facts.plan.rounds)
    # A round that was redrawn and then discarded must not get its first tables again.
    redraws = LogEntry.objects.filter(tournament=t, act="redraw_round", data__number=number).count()
    draw_no = redraws + 1
    tables, record = _draw(t, facts, number, draw_no)
    now = timezone.now()
    row = Round.objects.create(
        tournament=t,
        stage=Stage.VORRUNDE,
        number=number,
        draw_no=draw_no,
        protocol=record,
        drawn_at=now,
    )
    _seat(t, facts, row, tables)
    return _drawn(row, tables)


@act("redraw_round", *DRAWING)
def redraw_round(
    t: Tournament, *, by: Actor, reason: str = "", number: int | None = None, draw_no: int | None = None
) -> Outcome:
    """C1.5: draw the open round again, until its first result or absence; it is a draft again.

    The old protocol goes to the log. Round 1 that was published opens the registration again.
    reason: required once the draw was published; number, draw_no: the round and the draw of it that were
    meant. Refuses: no_open_round · round_gone · round_redrawn · round_touched · what a reason refuses ·
    what the draw refuses.
    """
    facts = load_facts(t)
    old = _open_round(facts, number, draw_no)
    if old.touched:
        raise RuleViolation("round_touched", number=old.number)
    reason = reason_of(reason, required=old.published)
    next_no = old.draw_no + 1
    tables, record = _draw(t, facts, old.number, next_no)
    row = Round.objects.get(pk=old.id)
    Table.objects.filter(round=row).delete()
    row.state, row.draw_no, row.protocol = RoundState.DRAWN, next_no, record
    row.drawn_at, row.published_at, row.started_at = timezone.now(), None, None
    row.save(update_fields=["state", "draw_no", "protocol", "drawn_at", "published_at", "started_at"])
    _seat(t, facts, row, tables)
    _set_phase(t, Phase.REGISTRATION if old.number == 1 else Phase.VORRUNDE)
    outcome = _drawn(row, tables)
    quality = asdict(draw_quality(facts, old).quality)
    outcome.data |= {"published": old.published, "protocol": old.protocol, "quality": quality}
    outcome.reason = reason
    return outcome


@act("discard_draw", *DRAWING)
def discard_draw(
    t: Tournament, *, by: Actor, number: int | None = None, draw_no: int | None = None
) -> Outcome:
    """Undo of drawing: the draft goes, until it is published. number, draw_no: what was meant.

    Refuses: no_open_round · round_gone · round_redrawn · draw_published.
    """
    draft = _draft(load_facts(t), number, draw_no)
    Round.objects.filter(pk=draft.id).delete()
    data = {"number": draft.number, "draw_no": draft.draw_no, "protocol": draft.protocol}
    return Outcome(answer={"number": draft.number}, data=data)


@act("publish_draw", *DRAWING)
def publish_draw(
    t: Tournament, *, by: Actor, number: int | None = None, draw_no: int | None = None
) -> Outcome:
    """Show the draw to the hall; with round 1 the Vorrunde begins. Undo: redraw_round.

    number, draw_no: the round and the draw of it that were looked at. Refuses: no_open_round · round_gone ·
    round_redrawn · draw_published · draw_stale (somebody came or went since).
    """
    facts = load_facts(t)
    draft = _draft(facts, number, draw_no)
    if is_stale(facts, draft):
        raise RuleViolation("draw_stale", number=draft.number)
    Round.objects.filter(pk=draft.id).update(state=RoundState.PUBLISHED, published_at=timezone.now())
    _set_phase(t, Phase.VORRUNDE)
    data = {"number": draft.number, "draw_no": draft.draw_no, "tables": len(draft.tables)}
    return Outcome(answer={"round": draft.id, "number": draft.number}, data=data)


@act("close_round", Phase.VORRUNDE)
def close_round(t: Tournament, *, by: Actor, number: int | None = None) -> Outcome:
    """C2.7: every table has its result or is "ohne Wertung", nothing is disputed. Undo: reopen_round.

    number: the round that was meant. Refuses: no_open_round · round_gone · round_not_published ·
    conflicts_open (tables) · round_incomplete (tables, count).
    """
    facts = load_facts(t)
    round_ = _open_round(facts, number)
    if not round_.published:
        raise RuleViolation("round_not_published")
    disputed = {c.table_id for c in facts.conflicts}
    conflicts = [table.number for table in round_.tables if table.id in disputed]
    if conflicts:
        raise RuleViolation("conflicts_open", tables=listed(conflicts), count=len(conflicts))
    missing = [table.number for table in round_.tables if not facts.complete(round_, table)]
    if missing:
        raise RuleViolation("round_incomplete", tables=listed(missing), count=len(missing))
    row = Round.objects.get(pk=round_.id)
    row.state, row.closed_at = RoundState.CLOSED, timezone.now()
    if row.number <= facts.plan.rounds - facts.plan.freeze_rounds:
        # What was once public never disappears, whatever the freeze becomes (C3.5).
        row.standings_public_at = row.standings_public_at or row.closed_at
    row.save(update_fields=["state", "closed_at", "standings_public_at"])
    data = {"number": row.number, "tables": len(round_.tables)}
    return Outcome(answer={"round": row.pk, "number": row.number}, data=data)


@act("reopen_round", Phase.VORRUNDE)
def reopen_round(t: Tournament, *, by: Actor, number: int | None = None) -> Outcome:
    """Undo of closing the last round, until the next one is drawn or the cut is made.

    number: the round that was meant. Refuses: no_closed_round · next_round_drawn (number) · round_gone.
    """
    facts = load_facts(t)
    last = facts.vorrunde[-1] if facts.vorrunde else None
    if last is None:
        raise RuleViolation("no_closed_round")
    if not last.closed:
        if len(facts.vorrunde) == 1:
            raise RuleViolation("no_closed_round")
        raise RuleViolation("next_round_drawn", number=last.number)
    _require_meant(last, number)
    Round.objects.filter(pk=last.id).update(state=RoundState.PUBLISHED, closed_at=None)
    return Outcome(answer={"round": last.id, "number": last.number}, data={"number": last.number})


@act("start_clock", Phase.VORRUNDE, Phase.KO, Phase.FINAL)
def start_clock(t: Tournament, *, by: Actor, round_id: int, again: bool = True) -> Outcome:
    """C7.1: the clock of a published round starts, or starts `again`.

    Refuses: round_gone · round_not_published · round_closed · clock_runs (not again).
    """
    round_ = any_round(load_facts(t), round_id)
    if not round_.published:
        raise RuleViolation("round_not_published")
    if round_.closed:
        raise RuleViolation("round_closed", round=round_.number)
    if round_.started_at and not again:
        raise RuleViolation("clock_runs")
    now = timezone.now()
    Round.objects.filter(pk=round_.id).update(started_at=now)
    data = {"stage": round_.stage, "number": round_.number}
    return Outcome(answer={"round": round_.id, "started_at": now.isoformat()}, data=data)


def _open_round(facts: Facts, number: int | None, draw_no: int | None = None) -> RoundFact:
    found = next((r for r in facts.vorrunde if not r.closed), None)
    if found is None:
        raise RuleViolation("no_open_round")
    _require_meant(found, number, draw_no)
    return found


def _require_meant(round_: RoundFact, number: int | None, draw_no: int | None = None) -> None:
    """A button on a page that was left open must not act on a later round, or a draw nobody saw there."""
    if number is not None and number != round_.number:
        raise RuleViolation("round_gone")
    if draw_no is not None and draw_no != round_.draw_no:
        raise RuleViolation("round_redrawn")


def _draft(facts: Facts, number: int | None, draw_no: int | None) -> RoundFact:
    draft = _open_round(facts, number, draw_no)
    if draft.published:
        raise RuleViolation("draw_published", number=draft.number)
    return draft


def _set_phase(t: Tournament, phase: Phase) -> None:
    if t.phase != phase:
        t.phase = phase
        t.save(update_fields=["phase"])


def _draw(
    t: Tournament, facts: Facts, number: int, draw_no: int
) -> tuple[tuple[tuple[int, ...], ...], dict[str, Any]]:
    """Tables in seat order and the protocol of this draw (C1.4)."""
    entrants = tuple(
        Entrant(p.number, club=p.club_id, team=p.team_id, fixed_table=p.fixed_station) for p in facts.present
    )
    earlier = [r for r in facts.vorrunde if r.number < number]
    history = tuple(tuple(table.players for table in r.tables) for r in earlier)
    blank = DrawInput(
        entrants=entrants,
        history=history,
        round=number,
        rounds=facts.plan.rounds,
        odd_tables=facts.plan.odd_tables,
        clubs_apart=facts.plan.clubs_apart,
        seed=0,
        # A redraw is wanted because of what was planned (C1.5); it must not give the same tables again.
        plan=planned(earlier[-1].protocol) if earlier and draw_no == 1 else (),
    )
    seed = make_seed(t.lot_salt, t.lot_number, number, blank.digest(), draw_no=draw_no)
    wanted = replace(blank, seed=seed)
    draw = draw_tables(wanted)
    return draw.tables, {**protocol(wanted, draw), "swaps": []}


def _seat(t: Tournament, facts: Facts, round_: Round, tables: tuple[tuple[int, ...], ...]) -> None:
    stations = ensure_stations(t, Stage.VORRUNDE, len(tables))
    scharf = first_scharf_game(t)
    rows = Table.objects.bulk_create(
        Table(round=round_, station=stations[number], scharf_from=scharf)
        for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, table=row, player_id=facts.players[player].id, number=seat)
        for row, players in zip(rows, tables, strict=True)
        for seat, player in enumerate(players, start=1)
    )


def _drawn(row: Round, tables: tuple[tuple[int, ...], ...]) -> Outcome:
    answer = {
        "round": row.pk,
        "number": row.number,
        "draw_no": row.draw_no,
        "tables": len(tables),
    }
    data = {
        "number": row.number,
        "draw_no": row.draw_no,
        "tables": len(tables),
        "seed": row.protocol["seed"],
        "digest": row.protocol["digest"],
    }
    return Outcome(answer=answer, data=data)
