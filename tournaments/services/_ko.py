"""The way into the K.O. and the chairs there: what several acts do and ask. No act of its own."""

from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from scoring.format import Format
from tournaments.models import Absence, AbsenceKind, Phase, Round, RoundState, Seat, Stage, Table, Tournament
from tournaments.queries.corrections import has_results
from tournaments.queries.facts import Facts, RoundFact
from tournaments.queries.field import Chair, drawn_round, empty_chairs, ko_touched
from tournaments.services._act import Actor
from tournaments.services._tables import raise_version


def require_vorrunde_over(facts: Facts) -> None:
    """C2.4, C3.3: refuses `rounds_open` (closed, rounds) while a Turnierrunde is still to be played."""
    if not facts.vorrunde_over:
        raise RuleViolation("rounds_open", closed=facts.closed_rounds, rounds=facts.plan.rounds)


def require_no_ko_result(facts: Facts) -> None:
    """C4.2: refuses `ko_has_result`: nobody moves up then, and nothing before it is undone."""
    if ko_touched(facts):
        raise RuleViolation("ko_has_result")


def require_chairs_open(facts: Facts) -> None:
    """C4.2: refuses `ko_has_result`, `final_formed`: who sits at the K.O. tables changes no more."""
    require_no_ko_result(facts)
    if facts.ko is not None and facts.final is not None:
        raise RuleViolation("final_formed")


def undo_ko_draw(facts: Facts) -> list[dict[str, Any]]:
    """Take the tables of the K.O. (and the final) away. Answer: their protocols, for the log."""
    drawn = [round_ for round_ in (facts.ko, facts.final) if round_ is not None]
    Round.objects.filter(pk__in=[round_.id for round_ in drawn]).delete()
    return [round_.protocol for round_ in drawn]


def dissolve_final(t: Tournament, facts: Facts) -> None:
    """The final is formed no more: back to the K.O. Raises final_has_result, no_final."""
    if facts.final is None or facts.ko is None:
        raise RuleViolation("no_final")
    if has_results(facts.final):
        raise RuleViolation("final_has_result")
    _keep_chairs_empty(facts, facts.ko, facts.final)
    Round.objects.filter(pk=facts.final.id).delete()
    Round.objects.filter(pk=facts.ko.id).update(state=RoundState.PUBLISHED, closed_at=None)
    t.phase = Phase.KO
    t.save(update_fields=["phase"])


def _keep_chairs_empty(facts: Facts, ko: RoundFact, final: RoundFact) -> None:
    """Who left the final before its first game has left the K.O. table: he is not formed in again (C6.2)."""
    for absence in sorted((a for table in final.tables for a in table.absences), key=lambda a: a.id):
        table = ko.table_of(absence.player)
        if table is None or any(a.player == absence.player for a in table.absences):
            continue
        Absence.objects.create(
            table_id=table.id,
            player_id=facts.players[absence.player].id,
            kind=AbsenceKind.LEFT,
            game=facts.fold(ko, table).absence_game,
            reason=absence.reason,
        )
        raise_version(table)


def reissue_final_marks(t: Tournament, plan: Format) -> None:
    """C6.1: `final_marks` was changed before the first final result: everybody there gets the new ones.

    A final without K.O. tables keeps what was issued with its draw (C4.1a).
    """
    if t.phase != Phase.FINAL or not plan.ko_tables:
        return
    marks = plan.final_marks if isinstance(plan.final_marks, int) else None
    tables = Table.objects.filter(round__tournament=t, round__stage=Stage.FINAL)
    for table in tables:
        Seat.objects.filter(table=table).update(marks=marks)
        Table.objects.filter(pk=table.pk).update(version=table.version + 1)


def leave_chair(facts: Facts, player: int, by: Actor) -> None:
    """Empty the chair of `player`; nothing when he has none. An absence noted there goes with it."""
    round_ = drawn_round(facts)
    table = round_.table_of(player) if round_ else None
    if table is None:
        return
    Absence.objects.filter(table=table.id, player=facts.players[player].id, voided_at__isnull=True).update(
        voided_at=timezone.now(), voided_by=by.user_id
    )
    Seat.objects.filter(table=table.id, player__start_number=player).delete()
    raise_version(table)


def take_chair(facts: Facts, player: int, refusal: str) -> None:
    """`player` sits down on his own chair of the draw, else on one that nobody will claim.

    With the marks issued to him; who was not drawn has `marks` (C4.2). Raises `refusal` when no
    chair is empty.
    """
    round_ = drawn_round(facts)
    empty = empty_chairs(facts)
    if round_ is None or not empty:
        raise RuleViolation(refusal, "player", player=player)
    chair: Chair = next((c for c in empty if c.owner == player), empty[0])
    marks = round_.protocol["marks"].get(str(player), facts.plan.marks)
    Seat.objects.create(
        round_id=round_.id,
        table_id=chair.table_id,
        player_id=facts.players[player].id,
        number=chair.seat,
        marks=marks,
    )
    raise_version(next(table for table in round_.tables if table.id == chair.table_id))
