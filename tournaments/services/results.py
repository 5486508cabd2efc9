"""Results: recorded by whoever is first, taken back, decided when two devices disagree (C2, C5, C8)."""

from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import Conflict, Phase, Result, SchockAus, Stage, Tournament
from tournaments.queries.answers import Answer, check_answer
from tournaments.queries.facts import ResultFact
from tournaments.queries.tables import tally_open
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._ko import dissolve_final
from tournaments.services._results import insert_result, replace_result
from tournaments.services._tables import (
    PLAYING,
    Place,
    any_table,
    one_table,
    raise_version,
    require_open,
    require_played,
    void,
)


@act("record_game", *PLAYING)
def record_game(
    t: Tournament,
    *,
    by: Actor,
    table_id: int,
    draw_no: int,
    game: int,
    version: int,
    half1: int | None,
    half2: int | None = None,
    endkampf: int | None = None,
) -> Outcome:
    """The result of the next game of a table: who lost Hälfte 1, Hälfte 2, the Endkampf (start numbers).

    draw_no, game, version: what the device saw. Answer: {"state", "table", "game", "version",
    "next_game" (None: nothing more is played), …}. state `recorded`; `same`: this result was there
    already, nothing changes; `conflict`: another one was there (C8), it counts, both are in the answer
    as "first" and "second", and the desk decides; a conflict is stored but no receipt is.
    Refuses: round_redrawn · round_not_published · round_closed · final_formed · table_decided ·
    table_complete · stale_version · game_out_of_turn (next) · what check_game and check_ko_game refuse.
    """
    place = one_table(t, table_id)
    if place.round.draw_no != draw_no:
        raise RuleViolation("round_redrawn")
    answer = Answer(half1, half2, endkampf).completed(place.table, game, place.round.stage)
    known = place.table.results.get(game)
    if known is not None:
        return _known(t, place, known, answer, by)
    require_open(t, place.round)
    require_played(place.table)
    _require_turn(place, game, version)
    scharf = place.table.is_scharf(game)
    check_answer(place.facts, place.round, place.table, game, answer, scharf)
    result = insert_result(place, game, answer, scharf, by)
    data = {**place.log, "game": game, **answer.to_dict(), "loser": answer.loser(scharf)}
    return Outcome(answer=_answer(place, "recorded", game, result.pk), data=data)


def _require_turn(place: Place, game: int, version: int) -> None:
    expected = place.next_game
    if expected is None:
        raise RuleViolation("table_complete")
    if version != place.table.version:
        raise RuleViolation("stale_version")
    if game != expected:
        raise RuleViolation("game_out_of_turn", next=expected)


def _answer(place: Place, state: str, game: int, result: int) -> dict[str, Any]:
    return {
        "state": state,
        "table": place.table.id,
        "game": game,
        "result": result,
        "version": place.table.version,
        "next_game": place.next_game,
    }


def _known(t: Tournament, place: Place, known: ResultFact, answer: Answer, by: Actor) -> Outcome:
    """Somebody was faster: the same is accepted quietly, another answer is for the desk (C8)."""
    if answer == Answer.of(known):
        return Outcome(answer=_answer(place, "same", known.game, known.id), changed=False)
    require_open(t, place.round)
    require_played(place.table)
    check_answer(place.facts, place.round, place.table, known.game, answer, known.scharf)
    other = {**answer.to_dict(), "user": by.user_id}
    waiting = Conflict.objects.filter(result=known.id, device=by.device_id).order_by("id")
    conflict = next((c for c in waiting if Answer.from_dict(c.other) == answer), None)
    new = conflict is None
    conflict = conflict or Conflict.objects.create(
        table_id=place.table.id,
        game=known.game,
        result_id=known.id,
        other=other,
        device_id=by.device_id,
    )
    both = {
        "conflict": conflict.pk,
        "decision": conflict.decision,
        "first": {**Answer.of(known).to_dict(), "at": known.at.isoformat(), "device": known.device_id},
        "second": {**other, "at": conflict.created_at.isoformat(), "device": by.device_id},
    }
    return Outcome(
        answer=_answer(place, "conflict", known.game, known.id) | both,
        data={**place.log, "game": known.game, "conflict": conflict.pk, **answer.to_dict()},
        remember=False,
        changed=new,
        log_as="conflicting_game",
    )


@act("undo_game", *PLAYING)
def undo_game(t: Tournament, *, by: Actor, table_id: int, version: int, confirmed: bool = False) -> Outcome:
    """Take back the last result of a table: until the round is closed, in the K.O. until the final is
    formed. confirmed (desk only): a final without results is dissolved for it. version: what was seen.

    Refuses: round_redrawn · round_closed · final_formed · final_has_result · table_decided · no_result ·
    stale_version.
    """
    place = one_table(t, table_id)
    dissolved = confirmed and place.round.stage == Stage.KO and t.phase == Phase.FINAL
    if dissolved:
        dissolve_final(t, any_table(t, table_id).facts)
        place = one_table(t, table_id)
    require_open(t, place.round)
    require_played(place.table)
    if not place.table.results:
        raise RuleViolation("no_result")
    if version != place.table.version:
        raise RuleViolation("stale_version")
    game = max(place.table.results)
    last = place.table.results.pop(game)
    void(Result.objects.get(pk=last.id), by, counts=False)
    raise_version(place.table)
    data = {**place.log, "game": game, **Answer.of(last).to_dict(), "loser": last.loser}
    answer = _answer(place, "undone", game, last.id) | {"dissolved": dissolved}
    return Outcome(answer=answer, data={**data, "dissolved": dissolved})


@act("decide_conflict", *PLAYING)
def decide_conflict(t: Tournament, *, by: Actor, conflict_id: int, decision: str) -> Outcome:
    """The desk says which of two answers is right: `first` leaves the result, `second` replaces it by a
    new version. Refuses: bad_input · conflict_gone (decided, or its result was taken back) · round_closed ·
    final_formed and, of the second answer, what replace_result refuses.
    """
    if decision not in ("first", "second"):
        raise RuleViolation("bad_input")
    conflict = Conflict.objects.filter(
        pk=conflict_id, table__round__tournament=t, decision="", result__counts=True
    ).first()
    if conflict is None:
        raise RuleViolation("conflict_gone")
    place = any_table(t, conflict.table_id)
    require_open(t, place.round)
    answer = Answer.of(place.table.results[conflict.game])
    if decision == "second":
        answer = Answer.from_dict(conflict.other).completed(place.table, conflict.game, place.round.stage)
        replace_result(t, place, conflict.game, answer, by)
    conflict.decision, conflict.decided_at = decision, timezone.now()
    conflict.save(update_fields=["decision", "decided_at"])
    return Outcome(
        answer={"conflict": conflict.pk, "decision": decision, "version": place.table.version},
        data={**place.log, "game": conflict.game, "conflict": conflict.pk, **answer.to_dict()},
        log_as=f"decide_conflict_{decision}",
    )


@act("add_schock_aus", *PLAYING, Phase.CUT)
def add_schock_aus(t: Tournament, *, by: Actor, table_id: int, player: int) -> Outcome:
    """One Schock aus more for somebody at this table (C9); the table's version stays. The desk may put the
    tally of a closed round right as long as `tally_open` says.

    Refuses: round_not_published · round_redrawn · round_closed · final_formed · schock_aus_off ·
    player_not_seated.
    """
    place = _tally(t, table_id, player, by)
    SchockAus.objects.create(table_id=table_id, player_id=place.facts.players[player].id)
    return _strokes(place, player)


@act("take_back_schock_aus", *PLAYING, Phase.CUT)
def take_back_schock_aus(t: Tournament, *, by: Actor, table_id: int, player: int) -> Outcome:
    """One Schock aus less: the last one of this player at this table.

    Refuses what add_schock_aus refuses, and no_schock_aus.
    """
    place = _tally(t, table_id, player, by)
    stroke = (
        SchockAus.objects.filter(
            table=table_id, player=place.facts.players[player].id, voided_at__isnull=True
        )
        .order_by("-id")
        .first()
    )
    if stroke is None:
        raise RuleViolation("no_schock_aus", player=player)
    void(stroke, by)
    return _strokes(place, player)


def _tally(t: Tournament, table_id: int, player: int, by: Actor) -> Place:
    place = one_table(t, table_id)
    if by.device_id is not None or not tally_open(place.facts, place.round):
        require_open(t, place.round)
    if not place.facts.plan.schock_aus_counted:
        raise RuleViolation("schock_aus_off")
    if player not in place.table.players:
        raise RuleViolation("player_not_seated", player=player)
    return place


def _strokes(place: Place, player: int) -> Outcome:
    count = SchockAus.objects.filter(
        table=place.table.id, player=place.facts.players[player].id, voided_at__isnull=True
    ).count()
    answer = {"table": place.table.id, "player": player, "count": count}
    return Outcome(answer=answer, data={**place.log, "player": player, "count": count})
