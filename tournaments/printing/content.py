"""What is printed, read from the evening: kind and params of a job → a document, and a digest of it.

Params are JSON: `round` (number of a Vorrunde round, 0 for what belongs to the whole evening), `base`
(address the QR codes begin with), `language`.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import override

from tournaments.messages import lots as lot_words
from tournaments.messages import paper as words
from tournaments.messages.play import table_sign
from tournaments.messages.rule_sheet import rule_sheet
from tournaments.messages.rules import sheet_rules
from tournaments.models import Status
from tournaments.models.names import plain
from tournaments.printing import announcement, lots, names, rulesheet, sheets, standings
from tournaments.printing.paper import Document
from tournaments.queries import announcement as evening
from tournaments.queries.facts import Facts, PlayerFact, RoundFact, TableFact, load
from tournaments.queries.forecast import people_in
from tournaments.queries.lots import PublicDraw, public_lots
from tournaments.queries.standings import (
    OpenGroup,
    StandingLine,
    counted_rounds,
    settled,
    stechen_groups,
)
from tournaments.queries.standings import standings as ranked_lines
from tournaments.queries.strokes import strokes

LAYOUT = "1"  # raise it when the look changes: what was printed before is then "veraltet"

Params = Mapping[str, Any]


class NothingToPrint(Exception):
    """The round is not drawn (any more), or nothing is played yet."""


def document(tournament_id: int, kind: str, params: Params) -> tuple[Document, str]:
    """The document of a job as things stand now, and the digest of its content."""
    facts = load(tournament_id)
    language = str(params.get("language", "de"))
    with override(language):
        data = _READ[kind](facts, params)
    found = _SET[kind](data, language=language)
    return replace(found, rehearsal=facts.tournament.rehearsal), _digest(kind, params, data)


def digest(facts: Facts, kind: str, params: Params) -> str:
    """SHA-256 (hex) of everything the document would say now, without its time of printing."""
    with override(str(params.get("language", "de"))):
        return _digest(kind, params, _READ[kind](facts, params))


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
        rounds=facts.plan.rounds,
        entries=tuple(
            names.Entry(p.last or p.first, p.first if p.last else "", p.number, table, _letter(p))
            for p, table in seated
        ),
        entry_place=_typed(str(params["base"])),
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
    )


def rule_page(facts: Facts, params: Params) -> rulesheet.RuleSheetData:
    t = facts.tournament
    return rulesheet.RuleSheetData(t.name, t.date, t.place, rule_sheet(facts.rules))


def announcement_pages(facts: Facts, params: Params) -> announcement.AnnouncementData:
    """Reckoned for those who registered, at first for as many as usually come."""
    t, plan, sheet, people = facts.tournament, facts.plan, rule_sheet(facts.rules), people_in(facts)
    return announcement.AnnouncementData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        facts=evening.facts_of(plan),
        sections=evening.sections(plan, facts.rules, t.date),
        plan=evening.evening(plan, facts.rules, people),
        people=people,
        rules=sheet_rules(facts.rules),
        based_on=sheet.based_on,
        ladder=sheet.ladder,
    )


def lot_protocol(facts: Facts, params: Params) -> lots.LotsData:
    """C1.4: what everybody may see of the draws by now, for whoever prints it."""
    found, t = public_lots(facts), facts.tournament
    return lots.LotsData(
        tournament=t.name,
        date=t.date,
        place=t.place,
        number=found.number,
        mark=found.commitment,
        salt=found.salt,
        said=lot_words.said(found.salt),
        how=tuple(str(sentence) for sentence in lot_words.HOW),
        draws=tuple(_drawn(facts, draw) for draw in found.draws),
    )


def _drawn(facts: Facts, draw: PublicDraw) -> lots.Drawn:
    return lots.Drawn(
        title=lot_words.heading(draw.stage, draw.round),
        draw_no=draw.draw_no,
        published_at=draw.published_at,
        seal=draw.seal,
        seed=draw.opened["seed"] if draw.opened else None,
        replaced=None if draw.counts else draw.reason,
        tables=tuple(
            (table_sign(draw.stage, number), tuple(lots.Seat(p, facts.players[p].name) for p in players))
            for number, players in draw.tables
        ),
        changes=tuple(lot_words.by_hand(change) for change in draw.swaps),
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
        entry_url=_entry_url(base, table.code),
        entry_place=_typed(base) + "/t",
        seats=tuple(
            sheets.Seat(seat.number, facts.players[seat.player].name, seat.player) for seat in table.seats
        ),
        rules=rules,
        games=tuple(table.is_scharf(game) for game in range(1, facts.plan.games_per_round + 1)),
        tally=facts.plan.schock_aus_counted,
    )


def _entry_url(base: str, code: str) -> str:
    """In capitals where the address allows it: the QR code becomes smaller, its modules larger."""
    url = f"{base.rstrip('/')}/t/{code}"
    return url.upper() if base.rstrip("/").count("/") == 2 else url


def _typed(base: str) -> str:
    return base.rstrip("/").split("://", 1)[-1]


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


def _digest(kind: str, params: Params, data: Any) -> str:
    plain_data = [asdict(part) for part in data] if isinstance(data, tuple) else asdict(data)
    if isinstance(plain_data, dict):
        plain_data.pop("at", None)
    text = json.dumps([LAYOUT, kind, dict(params), plain_data], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


_READ: Mapping[str, Callable[[Facts, Params], Any]] = {
    "sheets": table_sheets,
    "standings": standings_list,
    "names": name_list,
    "rules": rule_page,
    "announcement": announcement_pages,
    "lots": lot_protocol,
}
_SET: Mapping[str, Callable[..., Document]] = {
    "sheets": sheets.document,
    "standings": standings.document,
    "names": names.document,
    "rules": rulesheet.document,
    "announcement": announcement.document,
    "lots": lots.document,
}
KINDS = tuple(_READ)
