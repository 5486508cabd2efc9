"""The Ausschreibung of a tournament: its format in sentences, and the plan of its evening (C1–C7)."""

from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from django.utils.formats import date_format

from scoring.forecast import Part, plan_parts, rounded_parts, total_minutes
from scoring.format import CARRY, Format
from scoring.ruleset import RuleSet
from tournaments.messages import announcement as say
from tournaments.messages import effects as effect_words
from tournaments.queries.effects import format_effects
from tournaments.templatetags.schocken import euro

MANY = 1000
"""People for whom effects are reckoned that do not depend on how many come."""

SINGLE_ROUNDS = 6
"""With more rounds than this the plan has one line for all."""


@dataclass(frozen=True, slots=True)
class Section:
    code: str
    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A line of the plan: `after` the beginning (nach 2:30 Std.), what happens, about how long ("": end)."""

    after: str
    what: str
    length: str


def facts_of(plan: Format) -> tuple[tuple[str, str], ...]:
    """(name, value) of what is read first."""
    found = {
        "fee": euro(plan.entry_fee_cents) if plan.entry_fee_cents else str(say.FREE),
        "rounds": say.fact_rounds(plan.rounds),
        "ko": say.fact_people(plan.qualifiers) if plan.ko_tables else "",
        "final": say.fact_people(plan.finalists),
    }
    return tuple((str(say.FACTS[name]), value) for name, value in found.items() if value)


def sections(plan: Format, rules: RuleSet, day: Date) -> tuple[Section, ...]:
    """Every field of the format that matters to a guest, in the order of the evening."""
    effects = format_effects(plan, MANY, day)
    said = {
        "registration": (
            say.fee(euro(plan.entry_fee_cents)) if plan.entry_fee_cents else effect_words.no_fee(),
            say.late_entry(plan.late_entry_until, plan.rounds),
        ),
        "vorrunde": _vorrunde(plan, rules, effects),
        "cut": _cut(plan, effects),
        "ko": _ko(plan, effects),
        "final": _final(plan, effects),
        "prizes": (
            say.places(plan.finalists),
            say.prizes(plan.prize_places) if plan.prize_places else "",
            effects["schock_aus_counted"] if plan.schock_aus_counted else "",
        ),
        "names": (say.names(date_format(day + timedelta(days=plan.personal_data_days))),),
    }
    headings = {**say.HEADINGS, "ko": say.ko(plan.ko_tables)}
    return tuple(
        Section(
            code,
            str(headings[code]),
            tuple(text for text in texts if text),
        )
        for code, texts in said.items()
        if texts
    )


def _vorrunde(plan: Format, rules: RuleSet, effects: dict[str, str]) -> tuple[str, ...]:
    return (
        say.rounds(plan.rounds),
        say.games(plan.games_per_round) if plan.games_per_round > 1 else "",
        say.tables(plan.odd_tables),
        say.clubs() if plan.clubs_apart else "",
        say.points(rules.speed == "scharf"),
        say.limit(plan.round_minutes) if plan.round_minutes else "",
        effects["freeze_rounds"] if plan.freeze_rounds else "",
    )


def _cut(plan: Format, effects: dict[str, str]) -> tuple[str, ...]:
    return (
        say.onward(plan.qualifiers, plan.ko_tables),
        effects["tie_breaks"] if plan.tie_breaks else "",
        effects["decide"],
        say.stechen(),
    )


def _ko(plan: Format, effects: dict[str, str]) -> tuple[str, ...]:
    if not plan.ko_tables:
        return ()
    return (
        say.ko_tables(plan.ko_tables, plan.ko_seats),
        effects["ko_seeding"] if plan.ko_tables > 1 else "",
        effects["bonus_ranks"],
        say.losing(),
        say.stops(plan.survivors),
    )


def _final(plan: Format, effects: dict[str, str]) -> tuple[str, ...]:
    if not plan.ko_tables:
        return (effects["bonus_ranks"], say.losing(), say.final(plan.finalists))
    marks = say.carry() if plan.final_marks == CARRY else say.fresh(int(plan.final_marks))
    return (say.final(plan.finalists), marks)


def evening(plan: Format, rules: RuleSet, people: int) -> tuple[Stage, ...]:
    """C7.3: when about what begins, counted from the first draw, by the start values of the forecast."""
    parts = rounded_parts(plan_parts(rules, plan, people))
    if plan.rounds > SINGLE_ROUNDS:
        parts = _together(parts)
    found, begin = [], 0
    for part in parts:
        begin += part.pause
        found.append(Stage(say.after(begin), _what(part, plan), say.about(part.minutes)))
        begin += part.minutes
    return (*found, Stage(say.after(begin), say.champion(), ""))


def _together(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """All rounds as one part, with the pauses between them."""
    rounds = [part for part in parts if part.code == "round"]
    rest = tuple(part for part in parts if part.code != "round")
    return (Part("round", 0, total_minutes(rounds), 0), *rest)


def _what(part: Part, plan: Format) -> str:
    if part.code == "round":
        return say.round_(part.number) if part.number else say.rounds_of(plan.rounds)
    if part.code == "ko":
        return say.ko(plan.ko_tables)
    return {"cut": say.announcement, "final": say.final_table}[part.code]()
