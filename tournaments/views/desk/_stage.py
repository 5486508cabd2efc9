"""What the pages of the K.O. and the final share: tables with Spielmarken, slip card, conflict, clock."""

from typing import Any

from django.http import HttpRequest

from tournaments.access import LEITUNG, roles_of
from tournaments.messages import play
from tournaments.models import RoundState
from tournaments.queries.facts import Facts, RoundFact
from tournaments.queries.field import cut_drift, empty_chairs, ko_touched
from tournaments.queries.hall import KoTable, ko_tables
from tournaments.views.desk import _round as shown
from tournaments.views.desk._finish import conflict_of, next_block
from tournaments.views.desk._slip import slip_card


def stage_context(request: HttpRequest, facts: Facts, round_: RoundFact) -> dict[str, Any]:
    """Context of desk/ko.html and desk/finale.html while the round exists."""
    leads = LEITUNG in roles_of(request.user)
    head = shown.head(facts, shown.running(facts, round_), leads=leads)
    open_ = round_.state == RoundState.PUBLISHED
    touched = ko_touched(facts)
    return {
        "stand": f"{round_.id}-{round_.state}",
        "round": round_,
        "head": head,
        "next": next_block(facts, leads=leads, stage=round_.stage),
        "tables": [_table(facts, round_, table, told=leads and open_) for table in ko_tables(facts, round_)],
        "slip": slip_card(request, facts, asked=request.GET.get("tisch", "")) if open_ else {},
        "conflict": conflict_of(facts, round_.stage),
        "open": open_,
        "touched": touched,
        "chairs": len(empty_chairs(facts)) if not touched else 0,
        "drift": bool(facts.cut and cut_drift(facts)),
        "scharf_said": shown.scharf_now(facts, round_),
        "scharf_now": any(table.scharf_from is not None for table in round_.tables),
    }


def _table(facts: Facts, round_: RoundFact, table: KoTable, *, told: bool) -> dict[str, Any]:
    """told: whether the code stands there; these tables have no sheet, so somebody has to say it."""
    fact = round_.table(table.number)
    assert fact is not None
    return {
        "table": table,
        "id": fact.id,
        "code": fact.code if told and not table.complete else "",
        "name": play.table_name(round_.stage, table.number),
        "scharf": fact.scharf_from,
        "disputed": any(conflict.table_id == fact.id for conflict in facts.conflicts),
    }
