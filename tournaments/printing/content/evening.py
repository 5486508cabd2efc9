"""The papers of the whole evening: rule sheet, Ausschreibung, lot protocol."""

from tournaments.messages import guide as told
from tournaments.messages import lots as lot_words
from tournaments.messages.play import table_sign
from tournaments.messages.rule_sheet import rule_sheet
from tournaments.messages.rules import sheet_rules
from tournaments.printing import announcement, guide, lots, rulesheet
from tournaments.printing.content.kinds import Params
from tournaments.queries import announcement as evening
from tournaments.queries.facts import Facts
from tournaments.queries.forecast import people_in
from tournaments.queries.lots import PublicDraw, public_lots

TENS = 10
"""People in whose multiples the Ausschreibung reckons."""


def rule_page(facts: Facts, params: Params) -> rulesheet.RuleSheetData:
    t = facts.tournament
    return rulesheet.RuleSheetData(t.name, t.date, t.place, rule_sheet(facts.rules))


def guide_page(facts: Facts, params: Params) -> guide.GuideData:
    t = facts.tournament
    days = facts.plan.personal_data_days
    lines = tuple(str(line) for chapter in told.chapters(days) for line in chapter.lines)
    return guide.GuideData(t.name, t.date, t.place, days, lines)


def announcement_pages(facts: Facts, params: Params) -> announcement.AnnouncementData:
    """Reckoned for those who registered, at first for as many as usually come; in tens, so that the pages do
    not get old with every registration."""
    t, plan, sheet = facts.tournament, facts.plan, rule_sheet(facts.rules)
    people = -(-people_in(facts) // TENS) * TENS
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
