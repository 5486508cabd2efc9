"""What a correction would move, before it is saved (C5.6, C8.1)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scoring.errors import RuleViolation
from tournaments.models import Outcome, Stage
from tournaments.queries.answers import Answer, check_answer
from tournaments.queries.facts import AbsenceFact, Facts, ResultFact, RoundFact, TableFact
from tournaments.queries.one_table import find
from tournaments.queries.standings import StandingLine, standings


@dataclass(frozen=True, slots=True)
class Moved:
    """One player whose line in the standings changes; ranks and points before → after."""

    player: int
    points_before: int
    points_after: int
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class MarksMoved:
    """One player whose Spielmarken at the table change."""

    player: int
    left_before: int
    left_after: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What `correct_game` would do.

    `moved`: standings of the Vorrunde that change (the running round included when it is corrected).
    `enters`, `leaves`: who would come into or drop out of the places of the cut, ties across it
    included; `untied`: who of the latter was only tied across it; `tied`: who would be equal across it,
    when those would be others than now. After the cut they only inform, the stored cut stays. `marks`:
    Spielmarken that change.
    `conflict_games`: later games of this table that contradict; `final_games`: those of the final.
    `dissolves_final`: the final is formed and would seat others. `refusal`: code of what stands in
    the way, "" when it can be saved (with `confirmed` when the final is dissolved).
    """

    before: Answer
    after: Answer
    moved: tuple[Moved, ...] = ()
    enters: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()
    untied: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    marks: tuple[MarksMoved, ...] = ()
    conflict_games: tuple[int, ...] = ()
    final_games: tuple[int, ...] = ()
    dissolves_final: bool = False
    refusal: str = ""


def preview_correction(
    facts: Facts,
    table_id: int,
    game: int,
    half1: int | None,
    half2: int | None = None,
    endkampf: int | None = None,
) -> Preview:
    """The preview of a correction. Raises RuleViolation for an answer that cannot be a result:
    round_redrawn (no such table), table_decided, no_result, same_result and what the rules refuse."""
    found = find(facts, table_id)
    if found is None:
        raise RuleViolation("round_redrawn")
    round_, table = found
    known = table.results.get(game)
    if table.outcome != Outcome.PLAYED:
        raise RuleViolation("table_decided", table=table.number)
    if known is None:
        raise RuleViolation("no_result")
    before = Answer.of(known)
    answer = Answer(half1, half2, endkampf).completed(table, game, round_.stage)
    if answer == before:
        raise RuleViolation("same_result")
    check_answer(facts, round_, table, game, answer, known.scharf)
    after = with_answer(facts, table_id, game, answer)
    if round_.stage == Stage.VORRUNDE:
        return _standings_moved(facts, after, round_, Preview(before, answer))
    return _marks_moved(facts, after, round_, table, Preview(before, answer))


def with_answer(facts: Facts, table_id: int, game: int, answer: Answer) -> Facts:
    """The facts as they would be with another result of one game; `facts` stays as it is."""

    def corrected(table: TableFact) -> TableFact:
        known = table.results[game]
        new = ResultFact(
            known.id, known.game, known.version, known.scharf, answer.half1 or 0, answer.half2,
            answer.endkampf, known.at, known.user_id, known.device_id,
        )  # fmt: skip
        return replace(table, results={**table.results, game: new})

    return _changed(facts, table_id, corrected)


def without_absence(facts: Facts, table_id: int, absence_id: int) -> Facts:
    """The facts as they would be without one absence."""

    def present(table: TableFact) -> TableFact:
        kept: list[AbsenceFact] = [a for a in table.absences if a.id != absence_id]
        return replace(table, absences=kept)

    return _changed(facts, table_id, present)


def _changed(facts: Facts, table_id: int, change: Callable[[TableFact], TableFact]) -> Facts:
    rounds = [
        replace(r, tables=[change(t) if t.id == table_id else t for t in r.tables]) for r in facts.rounds
    ]
    return replace(facts, rounds=rounds)


def replay_conflicts(facts: Facts, table_id: int) -> tuple[int, ...]:
    """C5.6: games of a K.O. or final table that cannot have been played as they stand: somebody lost a
    half in them without Spielmarken, or they follow the end of the table."""
    found = find(facts, table_id)
    if found is None:
        return ()
    round_, table = found
    wrong = set(facts.fold(round_, table).conflict_games)
    for game, result in sorted(table.results.items()):
        try:
            check_answer(facts, round_, table, game, Answer.of(result), result.scharf)
        except RuleViolation:
            wrong.add(game)
    return tuple(sorted(wrong))


def has_results(round_: RoundFact) -> bool:
    """Something was played in this round."""
    return any(table.results for table in round_.tables)


def chairs(facts: Facts, table_id: int) -> frozenset[int] | None:
    """Who goes from this K.O. table to the final, None while it still plays."""
    found = find(facts, table_id)
    if found is None:
        return None
    state = facts.fold(*found)
    return frozenset(state.survivors) - frozenset(state.emptied) if state.complete else None


def _standings_moved(facts: Facts, after: Facts, round_: RoundFact, preview: Preview) -> Preview:
    running = not round_.closed
    old = {line.number: line for line in standings(facts, running=running)}
    new = standings(after, running=running)
    moved = tuple(_moved(old[line.number], line) for line in new if _differs(old[line.number], line))
    inside_before, tied_before = _inside(tuple(old.values()), facts.plan.qualifiers)
    inside_after, tied_after = _inside(new, facts.plan.qualifiers)
    return replace(
        preview,
        moved=moved,
        enters=tuple(sorted(inside_after - inside_before)),
        leaves=tuple(sorted(inside_before - inside_after)),
        untied=tuple(sorted(tied_before - inside_after)),
        tied=tuple(sorted(tied_after)) if tied_after != tied_before else (),
    )


def _differs(old: StandingLine, new: StandingLine) -> bool:
    return old.rank != new.rank or old.standing.points != new.standing.points


def _moved(old: StandingLine, new: StandingLine) -> Moved:
    return Moved(new.number, old.standing.points, new.standing.points, old.rank, new.rank)


def _inside(lines: tuple[StandingLine, ...], places: int) -> tuple[set[int], set[int]]:
    """(above the line or tied across it, of them the tied), among those who can still qualify (C3.3)."""
    eligible = [line for line in lines if line.standing.eligible]
    above = [line for line in eligible if sum(other.rank < line.rank for other in eligible) < places]
    last = max((line.rank for line in above), default=0)
    tied = {line.number for line in above if line.rank == last} if len(above) > places else set()
    return {line.number for line in above}, tied


def _marks_moved(
    facts: Facts, after: Facts, round_: RoundFact, table: TableFact, preview: Preview
) -> Preview:
    left_before = facts.fold(round_, table).left
    changed = find(after, table.id)
    assert changed is not None
    left_after = after.fold(*changed).left
    marks = tuple(
        MarksMoved(player, left_before[player], left_after[player])
        for player in table.players
        if left_before[player] != left_after[player]
    )
    conflicts = replay_conflicts(after, table.id)
    preview = replace(preview, marks=marks, conflict_games=conflicts)
    final = facts.final
    if conflicts or final is None or round_.stage == Stage.FINAL:
        return replace(preview, refusal="correction_contradicts" if conflicts else "")
    if chairs(facts, table.id) != chairs(after, table.id):
        refusal = "final_has_result" if has_results(final) else ""
        return replace(preview, dissolves_final=not refusal, refusal=refusal)
    games = tuple(g for t in final.tables for g in replay_conflicts(after, t.id))
    return replace(preview, final_games=games, refusal="final_contradicts" if games else "")
