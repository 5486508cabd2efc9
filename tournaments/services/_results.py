"""Versions of a result: append only, one counts (C8.1)."""

from django.db.models import Max

from scoring.errors import RuleViolation
from tournaments.models import Phase, Result, Stage, Tournament
from tournaments.queries.answers import Answer, check_answer
from tournaments.queries.corrections import chairs, has_results, replay_conflicts, with_answer
from tournaments.queries.facts import Facts, ResultFact
from tournaments.services._act import Actor
from tournaments.services._tables import Place, listed, raise_version, require_played, void


def insert_result(
    place: Place, game: int, answer: Answer, scharf: bool, by: Actor, reason: str = ""
) -> Result:
    """The next version of this game's result, which counts; the table's facts follow."""
    last = 0
    if place.table.version > 1:  # else nothing has ever happened here
        versions = Result.objects.filter(table=place.table.id, game=game)
        last = versions.aggregate(last=Max("version"))["last"] or 0
    ids = place.facts.players
    result = Result.objects.create(
        table_id=place.table.id,
        game=game,
        version=last + 1,
        scharf=scharf,
        half1_id=ids[answer.half1 or 0].id,
        half2_id=ids[answer.half2].id if answer.half2 else None,
        endkampf_id=ids[answer.endkampf].id if answer.endkampf else None,
        user_id=by.user_id,
        device_id=by.device_id,
        reason=reason,
    )
    place.table.results[game] = ResultFact(
        result.pk, game, result.version, scharf, answer.half1 or 0, answer.half2, answer.endkampf,
        result.created_at, by.user_id, by.device_id,
    )  # fmt: skip
    raise_version(place.table)
    return result


def replace_result(
    t: Tournament, place: Place, game: int, answer: Answer, by: Actor, reason: str = ""
) -> Result:
    """Another version of a game that has a result; everything after it is replayed (C5.6, C8.1).

    Refuses: table_decided · no_result · same_result · what the rules say against the answer ·
    correction_contradicts, final_contradicts (games) · final_has_result · final_formed ·
    reopen_first.
    """
    require_played(place.table)
    known = place.table.results.get(game)
    if known is None:
        raise RuleViolation("no_result")
    if answer == Answer.of(known):
        raise RuleViolation("same_result")
    check_answer(place.facts, place.round, place.table, game, answer, known.scharf)
    check_replay(t, place, with_answer(place.facts, place.table.id, game, answer))
    void(Result.objects.get(pk=known.id), by, reason, counts=False)
    return insert_result(place, game, answer, known.scharf, by, reason)


def check_replay(t: Tournament, place: Place, after: Facts) -> None:
    """C5.6: nothing is saved that a later result contradicts. `after`: the facts as they would be.

    Refuses: correction_contradicts, final_contradicts (games) · final_has_result · final_formed ·
    reopen_first.
    """
    if place.round.stage == Stage.VORRUNDE:
        return
    contradicted = replay_conflicts(after, place.table.id)
    if contradicted:
        raise RuleViolation("correction_contradicts", games=listed(contradicted))
    final = place.facts.final
    if final is None:
        return
    if place.round.stage == Stage.KO:
        if chairs(place.facts, place.table.id) != chairs(after, place.table.id):
            raise RuleViolation("final_has_result" if has_results(final) else "final_formed")
        games = [g for table in final.tables for g in replay_conflicts(after, table.id)]
        if games:
            raise RuleViolation("final_contradicts", games=listed(games))
    if t.phase == Phase.FINISHED and not all(
        after.complete(round_, table)
        for round_ in after.rounds
        if round_.stage == Stage.FINAL
        for table in round_.tables
    ):
        raise RuleViolation("reopen_first")
