"""C7.3: when this evening ends, from its format, its field and the times it took so far."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils import timezone

from scoring.forecast import (
    STEP,
    Part,
    Playing,
    Reached,
    expected_seconds,
    marks_in_final,
    pace_of,
    plan_parts,
    remaining_parts,
    rounded_parts,
    total_minutes,
    usual_samples,
)
from scoring.format import Format
from scoring.ruleset import RuleSet
from tournaments.messages import forecast as say
from tournaments.models import Outcome, Phase, Stage
from tournaments.queries.effects import people_of
from tournaments.queries.facts import Facts, RoundFact, TableFact

CODES = ("round", "cut", "ko", "final")
LONG = 6 * 60
"""Minutes from which on an evening is called long."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """end: to the next five minutes. parts: what is still to come. measured: rounds of this evening that
    corrected the start values."""

    end: datetime
    minutes: int
    parts: tuple[Part, ...]
    measured: int


def forecast(facts: Facts, now: datetime) -> Forecast | None:
    """None when nothing is left to come: the last Spielmarke is lost or the evening is over."""
    people = playing_in(facts)
    measured = usual_samples(samples(facts))
    pace = pace_of(measured, pauses(facts))
    parts = remaining_parts(facts.rules, facts.plan, people, _reached(facts, now), pace=pace)
    minutes = total_minutes(parts)
    if not minutes:
        return None
    end = now + timedelta(minutes=minutes)
    late = timedelta(minutes=end.minute % STEP, seconds=end.second, microseconds=end.microsecond)
    return Forecast(end - late + timedelta(minutes=STEP if late else 0), minutes, parts, len(measured))


def people_in(facts: Facts) -> int:
    """How many people the evening is about."""
    return people_of([p.status for p in facts.players.values()], facts.plan, facts.tournament.phase)


def playing_in(facts: Facts) -> int:
    """`people_in`; once a round is drawn, who has not come by then counts no more."""
    phase = Phase.VORRUNDE if facts.vorrunde else facts.tournament.phase
    return people_of([p.status for p in facts.players.values()], facts.plan, phase)


def evening_effect(rules: RuleSet, plan: Format, people: int, *, advise: bool = True) -> str:
    """What a format takes with so many people, from the first throw on, and what would shorten it."""
    parts = rounded_parts(plan_parts(rules, plan, people))
    spent = {code: max((p.minutes for p in parts if p.code == code), default=0) for code in CODES}
    total = total_minutes(parts)
    evening = say.Evening(
        people=people,
        total=total,
        rounds=plan.rounds,
        marks=marks_in_final(plan, people),
        pauses=sum(part.pause for part in parts),
        **spent,
    )
    shorter = {"rounds": plan.rounds > 1, "marks": plan.marks > 1, "scharf": rules.speed == "normal"}
    long = say.too_long([way for way, open_ in shorter.items() if open_]) if advise and total > LONG else ""
    return f"{say.whole_evening(evening)} {long}".rstrip()


def end_sentence(facts: Facts, now: datetime) -> str:
    """For the desk: how long it will be, or the hour when it ends; "" when it is over."""
    found = forecast(facts, now)
    if found is None:
        return ""
    if not any(round_.published for round_ in facts.vorrunde):
        return say.will_last(total_minutes(rounded_parts(found.parts)), playing_in(facts))
    end = say.will_end(timezone.localtime(found.end).strftime("%H:%M"), measured=found.measured > 0)
    marks = _marks_of_final(facts)
    return f"{end} {say.final_marks(marks)}" if marks else end


def _marks_of_final(facts: Facts) -> int:
    """Spielmarken with which a running final began: why it takes longer or shorter than one usually does."""
    if facts.tournament.phase != Phase.FINAL:
        return 0
    final = facts.stage(Stage.FINAL)[0]
    return sum(sum(facts.marks_issued(final, table).values()) for table in final.tables)


def samples(facts: Facts) -> list[tuple[int, int]]:
    """(expected, seen) seconds of a mean table in every closed round, from its beginning to its results."""
    found = []
    for round_ in facts.vorrunde:
        begin = round_.begin
        done = [table for table in round_.tables if table.results and table.outcome == Outcome.PLAYED]
        if not round_.closed or begin is None or not done:
            continue
        expected = sum(_expected(facts, table) for table in done) // len(done)
        seen = sum(_seconds(begin, _last_result(table)) for table in done) // len(done)
        found.append((expected, seen))
    return found


def pauses(facts: Facts) -> list[int]:
    """Minutes from the last result of a round to the beginning of the next one."""
    found = []
    for before, after in pairwise(facts.vorrunde):
        begin = after.begin
        ends = [_last_result(table) for table in before.tables if table.results]
        if before.closed and begin is not None and ends:
            found.append(_seconds(max(ends), begin) // 60)
    return found


def _reached(facts: Facts, now: datetime) -> Reached:
    phase = Phase(facts.tournament.phase)
    if phase in (Phase.SETUP, Phase.REGISTRATION, Phase.VORRUNDE):
        return Reached("vorrunde", facts.closed_rounds, _running_round(facts, now))
    if phase == Phase.CUT:
        closed = [round_.closed_at for round_ in facts.vorrunde if round_.closed_at]
        return Reached("cut", facts.closed_rounds, Playing(_since(max(closed, default=None), now)))
    stage = {Phase.KO: Stage.KO, Phase.FINAL: Stage.FINAL}.get(phase)
    round_ = facts.stage(stage)[0] if stage and facts.stage(stage) else None
    if round_ is None:
        return Reached("finished")
    return Reached(str(phase), facts.closed_rounds, _running_ko(facts, round_))


def _running_round(facts: Facts, now: datetime) -> Playing | None:
    round_ = next((r for r in facts.vorrunde if not r.closed and r.published), None)
    if round_ is None:
        return None
    games = facts.plan.games_per_round
    open_ = tuple(
        (len(table.players), games - len(table.results), table.is_scharf(len(table.results) + 1))
        for table in round_.tables
        if not facts.complete(round_, table)
    )
    return Playing(_since(round_.begin, now), open_)


def _running_ko(facts: Facts, round_: RoundFact) -> Playing:
    """The Spielmarken that are left say how far a table is."""
    tables = []
    for table in round_.tables:
        state = facts.fold(round_, table)
        if not state.complete:
            tables.append(tuple(sorted(marks for marks in state.left.values() if marks)))
    return Playing(marks=tuple(tables))


def _expected(facts: Facts, table: TableFact) -> int:
    return sum(
        expected_seconds(facts.rules, len(table.present(game)), scharf=result.scharf)
        for game, result in table.results.items()
    )


def _last_result(table: TableFact) -> datetime:
    return max(result.at for result in table.results.values())


def _since(begin: datetime | None, now: datetime) -> int:
    return max(0, _seconds(begin, now)) if begin else 0


def _seconds(begin: datetime, end: datetime) -> int:
    """May be negative: clocks are put right (the pace leaves such a measure out)."""
    return int((end - begin).total_seconds())
