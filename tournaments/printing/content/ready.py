"""What lies ready on the evening before: table numbers, blank table sheets, the emergency package."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.format import CARRY
from tournaments.draw import table_sizes
from tournaments.messages import announcement
from tournaments.messages import effects as effect_words
from tournaments.messages import package as say
from tournaments.messages import paper as words
from tournaments.messages.play import table_name, table_sign
from tournaments.messages.rules import sheet_rules
from tournaments.models import Stage
from tournaments.printing import byhand, cards, package, sheets, stands
from tournaments.printing.cards import CardData
from tournaments.printing.content.addresses import entry_url, typed
from tournaments.printing.content.evening import rule_page
from tournaments.printing.content.kinds import Params
from tournaments.printing.ko_cards import KoCardData
from tournaments.queries.announcement import sections
from tournaments.queries.desk_only import desk_only
from tournaments.queries.facts import Facts
from tournaments.queries.forecast import people_in
from tournaments.queries.stations import RESERVE, physical_tables

LEAST_RESERVE = 5
"""Lines on the lists for people who come without being registered, at least."""


def table_stands(facts: Facts, params: Params) -> stands.StandsData:
    """Every table of the evening, also one that has no code yet."""
    t = facts.tournament
    return stands.StandsData(
        tournament=t.name,
        entry_place=typed(str(params["base"])) + "/t",
        stands=tuple(_stands(facts, str(params["base"]))),
    )


def blank_sheets(facts: Facts, params: Params) -> tuple[sheets.SheetData, ...]:
    """One for each size of table that may come: what the draw makes, and one seat more for who comes late
    (C1.1, C1.2, C2.6)."""
    t, plan = facts.tournament, facts.plan
    usual = {"threes": {3, 4, 5}}.get(plan.odd_tables, {4, 5})
    games = (facts.rules.speed == "scharf",) * plan.games_per_round
    return tuple(
        sheets.SheetData(
            tournament=t.name,
            date=t.date,
            place=t.place,
            table=0,
            round=0,
            rounds=plan.rounds,
            code="",
            entry_url="",
            entry_place="",
            seats=tuple(sheets.Seat(number, "", 0) for number in range(1, size + 1)),
            rules=sheet_rules(facts.rules),
            games=games,
            tally=plan.schock_aus_counted,
        )
        for size in sorted(usual | set(_sizes(facts)))
    )


def emergency_package(facts: Facts, params: Params) -> package.PackageData:
    """Everything for an evening without the computer, for the people who are registered by now."""
    t = facts.tournament
    rounds = facts.plan.rounds
    seated = Counter(_sizes(facts))
    return package.PackageData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        chapters=_chapters(facts),
        lists=_lists(facts),
        blanks=tuple((one, seated[len(one.seats)] * rounds) for one in blank_sheets(facts, params)),
        ko=_blank_ko(facts),
        final=_blank_final(facts),
        rules=rule_page(facts, params),
        stands=table_stands(facts, params),
    )


def _blank_ko(facts: Facts) -> tuple[KoCardData, ...]:
    """Those who are seated by rank take the first seat, so an extra Spielmarke is printed there."""
    plan = facts.plan
    seeded = plan.bonus_ranks if plan.ko_tables > 1 and plan.ko_seeding != "lot" else 0
    return tuple(
        KoCardData(
            **_blank_card(
                facts, Stage.KO, number, [plan.marks + (plan.bonus_marks if number <= seeded else 0)]
                + [plan.marks] * (plan.ko_seats - 1),
            ),
            survivors=plan.survivors,
            carry=plan.final_marks == CARRY,
        )
        for number in range(1, plan.ko_tables + 1)
    )  # fmt: skip


def _blank_final(facts: Facts) -> CardData:
    """With as many Spielmarken as anybody may bring."""
    plan = facts.plan
    most = plan.marks + (plan.bonus_marks if plan.bonus_ranks else 0)
    if not plan.ko_tables:
        most = plan.marks
    elif plan.final_marks != CARRY:
        most = int(plan.final_marks)
    return CardData(**_blank_card(facts, Stage.FINAL, 1, [most] * plan.finalists), survivors=1)


def _blank_card(facts: Facts, stage: str, number: int, marks: Sequence[int]) -> dict[str, Any]:
    t = facts.tournament
    seats = (cards.Seat(seat, "", 0, count) for seat, count in enumerate(marks, start=1))
    return {
        "tournament": t.name,
        "date": t.date,
        "place": t.place,
        "number": number,
        "sign": table_sign(stage, number),
        "code": "",
        "entry_url": "",
        "entry_place": "",
        "seats": tuple(seats),
        "rules": sheet_rules(facts.rules),
        "scharf_from": 1 if facts.rules.speed == "scharf" else None,
        "tally": facts.plan.schock_aus_counted,
    }


def _sizes(facts: Facts) -> tuple[int, ...]:
    return table_sizes(people_in(facts), facts.plan.odd_tables)


def _lists(facts: Facts) -> byhand.ListData:
    t = facts.tournament
    listed = sorted(facts.players.values(), key=lambda p: (p.sort_key, p.number))
    here, paid = [p for p in listed if p.eligible], desk_only(facts).paid
    missing = max(0, people_in(facts) - len(here))
    return byhand.ListData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        rounds=facts.plan.rounds,
        people=tuple(
            byhand.Person(p.number, p.last or p.first, p.first if p.last else "", p.number in paid)
            for p in here
        ),
        last=max(facts.players, default=0),
        reserve=missing + max(LEAST_RESERVE, -(-len(here) // RESERVE)),
    )


def _chapters(facts: Facts) -> tuple[say.Chapter, ...]:
    plan, rules, sizes = facts.plan, facts.rules, _sizes(facts)
    scharf = rules.speed == "scharf"
    said = {part.code: part.sentences for part in sections(plan, rules, facts.tournament.date)}
    return say.chapters(
        plan,
        scharf=scharf,
        split=effect_words.split_of(sum(sizes), sizes),
        sizes=sorted(set(sizes) | {4}),
        said=said | {"points": (announcement.points(scharf),)},
    )


def _stands(facts: Facts, base: str) -> Iterator[stands.Stand]:
    known = facts.codes
    for stage, count in physical_tables(facts).items():
        reserve = [number for of, number in known if of == stage == Stage.VORRUNDE]
        for number in range(1, max([count, *reserve]) + 1):
            code = known.get((stage, number), "")
            yield stands.Stand(
                sign=table_sign(stage, number),
                name=table_name(stage, number),
                stage=str(words.KO_STAGE) if stage == Stage.KO else "",
                code=code,
                entry_url=entry_url(base, code) if code else "",
            )
