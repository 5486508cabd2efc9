"""The K.O. and the final come into being and go (C4.3, C4.4, C6)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from scoring.knockout import final_marks, issue_marks
from tournaments.draw import VERSION, KoEntrant, ko_digest, ko_order, make_seed, seat_ko
from tournaments.models import Phase, Round, RoundState, Seat, Stage, Table, Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import CutState, cut_state, placed
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._ko import dissolve_final as take_final_away
from tournaments.services._ko import require_no_ko_result, undo_ko_draw
from tournaments.services._tables import reason_of
from tournaments.services.scharf import first_scharf_game
from tournaments.services.stations import ensure_stations


@act("draw_ko", Phase.CUT)
def draw_ko(
    t: Tournament, *, by: Actor, smaller_confirmed: bool = False, without: list[int] | None = None
) -> Outcome:
    """C4.2–C4.4: seat who checked in and issue the marks; without K.O. tables the final sits down.

    without: of whom the confirmation speaks; somebody else who is missing is waited for.
    One alone sits down too: no table of so few plays, and he is the champion (C4.1a, C6.2).
    Raises move_up_open, bonus_open, bonus_waits (people), not_all_checked_in (waiting) unless confirmed,
    nobody_checked_in.
    """
    facts = load_facts(t)
    state = cut_state(facts)
    named = without is None or {place.player for place in state.waiting} <= set(without)
    _require_ready(state, confirmed=smaller_confirmed and named)
    entrants = _entrants(facts, state)
    seed, digest = _lot(t, facts, entrants)
    direct = facts.plan.ko_tables == 0
    tables = 1 if direct else facts.plan.ko_tables
    seats = facts.plan.final_size if direct else facts.plan.ko_seats
    seated = seat_ko(entrants, tables, seats, facts.plan.ko_seeding, seed)
    marks = issue_marks(facts.plan, _bonus_first(state, ko_order(entrants, seed)))
    protocol: dict[str, Any] = {
        "version": VERSION,
        "seed": f"{seed:016x}",
        "round": facts.plan.rounds + 1,
        "digest": digest,
        "inputs": [[e.number, e.rank, e.position] for e in entrants],
        "tables": tables,
        "seats": seats,
        "seeding": facts.plan.ko_seeding,
    }
    stage = Stage.FINAL if direct else Stage.KO
    _seat_round(t, facts, stage, seated, marks, protocol)
    t.phase = Phase.FINAL if direct else Phase.KO
    t.save(update_fields=["phase"])
    return Outcome({"tables": len(seated)}, {"tables": [list(table) for table in seated]})


@act("void_ko", Phase.KO, Phase.FINAL)
def void_ko(t: Tournament, *, by: Actor, reason: str = "") -> Outcome:
    """Back to the cut, until the first K.O. result. Raises text_too_long, name_unprintable, ko_has_result."""
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    require_no_ko_result(facts)
    drawn = undo_ko_draw(facts)
    t.phase = Phase.CUT
    t.save(update_fields=["phase"])
    return Outcome({}, {"drawn": drawn}, reason)


@act("form_final", Phase.KO)
def form_final(t: Tournament, *, by: Actor) -> Outcome:
    """C6.1: the survivors of every table sit down; the K.O. is closed.

    Raises tables_open, conflict_open, nobody_left.
    """
    facts = load_facts(t)
    assert facts.ko is not None
    states = [facts.fold(facts.ko, table) for table in facts.ko.tables]
    missing = [
        table.number for table, state in zip(facts.ko.tables, states, strict=True) if not state.complete
    ]
    if missing:
        raise RuleViolation("tables_open", numbers=missing, count=len(missing))
    ko_tables = {table.id for table in facts.ko.tables}
    if any(conflict.table_id in ko_tables for conflict in facts.conflicts):
        raise RuleViolation("conflict_open")
    issued = final_marks(facts.plan, states)
    if not issued:
        raise RuleViolation("nobody_left")
    marks = None if facts.plan.final_marks == "carry" else issued
    Round.objects.filter(pk=facts.ko.id).update(state=RoundState.CLOSED, closed_at=timezone.now())
    _seat_round(t, facts, Stage.FINAL, (tuple(issued),), marks, {"version": VERSION})
    t.phase = Phase.FINAL
    t.save(update_fields=["phase"])
    return Outcome({"finalists": list(issued)}, {"finalists": list(issued), "marks": list(issued.values())})


@act("dissolve_final", Phase.FINAL)
def dissolve_final(t: Tournament, *, by: Actor, reason: str = "") -> Outcome:
    """Back to the K.O., until the first final result.

    Raises text_too_long, name_unprintable, final_has_result, no_final.
    """
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    take_final_away(t, facts)
    return Outcome({}, {}, reason)


def _require_ready(state: CutState, *, confirmed: bool) -> None:
    if state.move_up and not state.move_up.decided:
        raise RuleViolation("move_up_open", people=len(state.move_up.group.players))
    if state.waiting and not confirmed:
        raise RuleViolation("not_all_checked_in", waiting=len(state.waiting))
    if not state.checked_in:
        raise RuleViolation("nobody_checked_in")
    if state.bonus_tie and not state.bonus_tie.decided:
        # Who shares that place is known only when nobody is awaited any more.
        code = "bonus_waits" if state.waiting else "bonus_open"
        raise RuleViolation(code, people=len(state.bonus_tie.group.players))


def _entrants(facts: Facts, state: CutState) -> list[KoEntrant]:
    """Rank of the cut; inside it what Stechen and chain separated, the rest is left to the lot."""
    lines = {line.player: line for line in placed(facts)}
    return [KoEntrant(p.player, p.rank, lines[p.player].seed) for p in state.checked_in]


def _lot(t: Tournament, facts: Facts, entrants: Sequence[KoEntrant]) -> tuple[int, str]:
    """Seed and digest of this draw (C1.4): start numbers and ranks only."""
    digest = ko_digest(entrants)
    return make_seed(t.lot_salt, t.lot_number, facts.plan.rounds + 1, digest), digest


def _bonus_first(state: CutState, order: Sequence[int]) -> list[int]:
    """C4.4: who gets the extra Spielmarken first; their owners are decided by the cut and by Stechen."""
    first: Collection[int] = state.bonus
    return [*first, *(player for player in order if player not in first)]


def _seat_round(
    t: Tournament,
    facts: Facts,
    stage: Stage,
    seated: Sequence[Sequence[int]],
    marks: Mapping[int, int] | None,
    protocol: dict[str, Any],
) -> Round:
    """A published round of `stage`; tables that nobody was drawn to are left out."""
    now = timezone.now()
    stations = ensure_stations(t, stage, len(seated))
    filled = [(number, players) for number, players in enumerate(seated, start=1) if players]
    protocol |= {
        "numbers": [number for number, _ in filled],
        "result": [list(players) for _, players in filled],
        "marks": {str(player): count for player, count in (marks or {}).items()},
        "swaps": [],
    }
    round_ = Round.objects.create(
        tournament=t,
        stage=stage,
        number=1,
        state=RoundState.PUBLISHED,
        protocol=protocol,
        drawn_at=now,
        published_at=now,
    )
    for number, players in filled:
        table = Table.objects.create(round=round_, station=stations[number], scharf_from=first_scharf_game(t))
        _seat(facts, table, players, marks)
    return round_


def _seat(facts: Facts, table: Table, players: Sequence[int], marks: Mapping[int, int] | None) -> None:
    """Everybody drawn to the table, with the Spielmarken issued here (None: none are)."""
    Seat.objects.bulk_create(
        Seat(
            round=table.round,
            table=table,
            player_id=facts.players[player].id,
            number=number,
            marks=None if marks is None else marks[player],
        )
        for number, player in enumerate(players, start=1)
    )
