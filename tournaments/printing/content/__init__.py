"""What is printed, read from the evening: kind and params of a job → a document, and a digest of it.

Params are JSON: `round` (number of a Vorrunde round, 0 for what belongs to the whole evening), `base`
(address the QR codes begin with), `language`.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import override

from tournaments.models import PaperStyle, Phase
from tournaments.printing import (
    announcement,
    final_card,
    guide,
    ko_cards,
    logbook,
    lots,
    names,
    package,
    rulesheet,
    sheets,
    shoots,
    standings,
    stands,
)
from tournaments.printing.band import look_of, mark_of
from tournaments.printing.content.evening import announcement_pages, guide_page, lot_protocol, rule_page
from tournaments.printing.content.honours import PRIZE_GIVING
from tournaments.printing.content.journal import journal, journal_mark
from tournaments.printing.content.kinds import EVENING, FINAL, KO, ROUND, STECHEN, WHOLE, Paper, Params
from tournaments.printing.content.ready import blank_sheets, emergency_package, table_stands
from tournaments.printing.content.rounds import name_list, standings_list, table_sheets
from tournaments.printing.content.stages import card_of_final, cards_of_ko
from tournaments.printing.content.stechen import shoot_lists
from tournaments.printing.paper import Document
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.shoot import every_shoot

LAYOUT = "1"  # raise it when the look changes: what was printed before is then "veraltet"


def document(tournament_id: int, kind: str, params: Params) -> tuple[Document, str]:
    """The document of a job as things stand now, and the digest of its content."""
    facts, paper = load_facts(tournament_id), PAPERS[kind]
    language = str(params.get("language", "de"))
    with override(language):  # also the digest: sentences that wait to be translated are part of it
        # Asked before the rest is read: a mark may be too old for what is printed, never too new.
        told = paper.mark(facts, params) if paper.mark else None
        data = paper.read(facts, params)
        mark = _digest(facts, kind, params, told or data)
        found = paper.lay_out(data, language=language)
    look = look_of(_style(facts), language)
    return replace(found, rehearsal=facts.tournament.rehearsal, look=look), mark


def digest(facts: Facts, kind: str, params: Params) -> str:
    """SHA-256 (hex) of everything the document would say now, without its time of printing."""
    paper = PAPERS[kind]
    with override(str(params.get("language", "de"))):
        return _digest(facts, kind, params, (paper.mark or paper.read)(facts, params))


def _style(facts: Facts) -> PaperStyle | None:
    """Asked once for all papers of a page: Django remembers the answer with the tournament."""
    return getattr(facts.tournament, "paper_style", None)


def _digest(facts: Facts, kind: str, params: Params, data: Any) -> str:
    plain_data = [asdict(part) for part in data] if isinstance(data, tuple) else asdict(data)
    if isinstance(plain_data, dict):
        plain_data.pop("at", None)
    said = [LAYOUT, kind, dict(params), plain_data, *mark_of(_style(facts))]
    text = json.dumps(said, sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def _drawn(facts: Facts, drafts: bool) -> Sequence[int]:
    return [r.number for r in facts.vorrunde if r.tables and (r.published or drafts)]


def _closed(facts: Facts, drafts: bool) -> Sequence[int]:
    return [r.number for r in facts.vorrunde if r.tables and r.closed]


def _always(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE]


def _until_over(facts: Facts, drafts: bool) -> Sequence[int]:
    return [] if facts.tournament.phase == Phase.FINISHED else [WHOLE]


def _lots(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE] if any(r.published for r in facts.rounds) else []


def _stechen(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE] if every_shoot(facts) else []


def _ko(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE] if facts.ko and facts.ko.published else []


def _final(facts: Facts, drafts: bool) -> Sequence[int]:
    return [WHOLE] if facts.final and facts.final.published else []


PAPERS = {
    paper.kind: paper
    for paper in (
        Paper("sheets", ROUND, table_sheets, sheets.document, _drawn, addressed=True),
        Paper("names", ROUND, name_list, names.document, _drawn, addressed=True),
        Paper("standings", ROUND, standings_list, standings.document, _closed),
        Paper("stechen", STECHEN, shoot_lists, shoots.document, _stechen),
        Paper("ko_cards", KO, cards_of_ko, ko_cards.document, _ko, addressed=True),
        Paper("final_card", FINAL, card_of_final, final_card.document, _final, addressed=True),
        Paper("announcement", EVENING, announcement_pages, announcement.document, _always),
        Paper("rules", EVENING, rule_page, rulesheet.document, _always),
        Paper("blank_sheets", EVENING, blank_sheets, sheets.blank_document, _until_over),
        Paper("stands", EVENING, table_stands, stands.document, _until_over, addressed=True, coded=True),
        Paper("guide", EVENING, guide_page, guide.document, _always),
        Paper(
            "package", EVENING, emergency_package, package.document, _until_over, addressed=True, coded=True
        ),
        Paper("lots", EVENING, lot_protocol, lots.document, _lots),
        Paper("log", EVENING, journal, logbook.document, _always, leads_only=True, mark=journal_mark),
        *PRIZE_GIVING,
    )
}
"""Every kind of paper, in the order in which the print page offers them."""
