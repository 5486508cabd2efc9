"""What lies ready on the evening before: table numbers, blank table sheets."""

from collections.abc import Iterator

from tournaments.draw import table_sizes
from tournaments.messages import paper as words
from tournaments.messages.play import table_name, table_sign
from tournaments.messages.rules import sheet_rules
from tournaments.models import Stage
from tournaments.printing import sheets, stands
from tournaments.printing.content.addresses import entry_url, typed
from tournaments.printing.content.kinds import Params
from tournaments.queries.facts import Facts
from tournaments.queries.forecast import people_in
from tournaments.queries.stations import codes, physical_tables


def table_stands(facts: Facts, params: Params) -> stands.StandsData:
    """Every table of the evening, also one that has no code yet."""
    t = facts.tournament
    return stands.StandsData(
        tournament=t.name,
        date=t.date,
        place=t.place,
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
        for size in sorted(usual | set(table_sizes(people_in(facts), plan.odd_tables)))
    )


def _stands(facts: Facts, base: str) -> Iterator[stands.Stand]:
    known = codes(facts.tournament.pk)
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
