"""The papers of a round of the Vorrunde: table sheets, who sits where, standings."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from tournaments.messages import paper as words
from tournaments.messages.rules import sheet_rules
from tournaments.models import Status
from tournaments.models.names import plain
from tournaments.printing import names, sheets, standings
from tournaments.printing.content.addresses import entry_url, typed
from tournaments.printing.content.kinds import NothingToPrint, Params
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact
from tournaments.queries.standings import (
    OpenGroup,
    StandingLine,
    counted_rounds,
    public_upto,
    settled,
    stechen_groups,
)
from tournaments.queries.standings import standings as ranked_lines
from tournaments.queries.strokes import strokes


def table_sheets(facts: Facts, params: Params) -> tuple[sheets.SheetData, ...]:
    round_ = _round(facts, params)
    if not round_.tables:
        raise NothingToPrint
    rules = sheet_rules(facts.rules)
    return tuple(_sheet(facts, round_, table, str(params["base"]), rules) for table in round_.tables)


def name_list(facts: Facts, params: Params) -> names.NameListData:
    round_ = _round(facts, params)
    seated = [(facts.players[n], table.number) for table in round_.tables for n in table.players]
    if not seated:
        raise NothingToPrint
    seated.sort(key=lambda entry: (entry[0].sort_key, entry[0].number))
    t = facts.tournament
    return names.NameListData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        round=round_.number,
        entries=tuple(
            names.Entry(p.last or p.first, p.first if p.last else "", p.number, table, _letter(p))
            for p, table in seated
        ),
        entry_place=typed(str(params["base"])),
        lot_mark=t.lot_mark,
        lot_number=t.lot_number,
    )


def standings_list(
    facts: Facts, params: Params, *, at: Callable[[], datetime] = timezone.now
) -> standings.StandingsData:
    number = int(params["round"])
    if not any(r.number == number for r in counted_rounds(facts)):
        raise NothingToPrint
    last = number == facts.closed_rounds >= facts.plan.rounds
    groups = stechen_groups(facts) if last else ()
    lines = settled(facts, ranked_lines(facts, number), groups)
    t = facts.tournament
    return standings.StandingsData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        round=number,
        rounds=facts.plan.rounds,
        at=at(),
        rows=tuple(_row(line, lines, groups) for line in lines),
        strokes=_strokes(facts, lines, groups),
        bonus_marks=facts.plan.bonus_marks,
        last=last,
        frozen=number > public_upto(facts),
    )


def _round(facts: Facts, params: Params) -> RoundFact:
    found = next((r for r in facts.vorrunde if r.number == int(params["round"])), None)
    if found is None:
        raise NothingToPrint
    return found


def _sheet(
    facts: Facts, round_: RoundFact, table: TableFact, base: str, rules: tuple[tuple[str, str], ...]
) -> sheets.SheetData:
    t = facts.tournament
    return sheets.SheetData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        table=table.number,
        round=round_.number,
        rounds=facts.plan.rounds,
        code=table.code,
        entry_url=entry_url(base, table.code),
        entry_place=typed(base) + "/t",
        seats=tuple(
            sheets.Seat(seat.number, facts.players[seat.player].name, seat.player) for seat in table.seats
        ),
        rules=rules,
        games=tuple(table.is_scharf(game) for game in range(1, facts.plan.games_per_round + 1)),
        tally=facts.plan.schock_aus_counted,
    )


def _letter(player: PlayerFact) -> str:
    """The heading in the name list, as the sort key sees the name: Ärmel under A."""
    name = player.last or player.first
    first = plain(name)[:1] or name[:1]
    return first.upper()


def _row(line: StandingLine, lines: tuple[StandingLine, ...], groups: tuple[OpenGroup, ...]) -> standings.Row:
    gone = {Status.WITHDRAWN: words.WITHDRAWN, Status.EXCLUDED: words.EXCLUDED}
    notes = [str(gone[Status(line.player.status)])] if Status(line.player.status) in gone else []
    notes += _won(line.number, groups)
    return standings.Row(
        rank=line.rank,
        shared=line.standing.tied,
        name=line.player.name,
        start_number=line.number,
        points=line.standing.points,
        lost=line.standing.lost,
        rounds=tuple("–" if points is None else str(points) for points in line.each),
        note=", ".join(notes),
    )


def _won(number: int, groups: tuple[OpenGroup, ...]) -> list[str]:
    """What somebody won in a Stechen that is over: the lines of the tied group he is above of."""
    won = {"cut": words.NEXT_ROUND, "bonus": words.EXTRA_MARKS, "prize": words.PRIZE}
    for open_group in groups:
        group = open_group.group
        if number in group.players and open_group.decided:
            above = [p for block in open_group.state.blocks for p in block].index(number)
            pairs = zip(group.boundaries, group.places, strict=True)
            return [str(won[line.kind]) for line, places in pairs if above < places]
    return []


def _strokes(
    facts: Facts, lines: tuple[StandingLine, ...], groups: tuple[OpenGroup, ...]
) -> tuple[standings.Stroke, ...]:
    return tuple(
        standings.Stroke(
            kind=line.kind,
            places=line.position,
            after=line.after,
            tied_from=line.tied_from or None,
            tied_places=line.tied_places,
            people=line.people,
            decided=line.decided,
        )
        for line in strokes(facts, lines, groups)
    )
