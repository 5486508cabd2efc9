"""What the pages of the K.O. and the final share: tables with Spielmarken, slip card, conflict, clock."""

from typing import Any

from django.http import HttpRequest

from tournaments.access import LEITUNG, roles_of
from tournaments.messages import finish as words
from tournaments.messages import play
from tournaments.models import RoundState
from tournaments.queries.corrections import has_results
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.field import cut_drift, empty_chairs, ko_touched
from tournaments.queries.hall import KoTable, ko_tables
from tournaments.views.desk import _round as shown
from tournaments.views.desk._finish import conflict_of, next_block
from tournaments.views.desk._slip import slip_card

PARTS = {"kopf": "stufe_kopf", "mehr": "stufe_mehr"}


def undo(facts: Facts, kind: str) -> dict[str, Any]:
    """Taking back what was drawn: void · dissolve · "", and whether it is possible at this moment."""
    stage = facts.final if facts.final else facts.ko
    free = not (stage and has_results(stage))
    return {
        "undoes": kind,
        "can_void": kind == "void" and free,
        "can_dissolve": kind == "dissolve" and free,
        "begun": words.begun(stage.stage) if kind and stage and not free else "",
    }


def stage_context(request: HttpRequest, facts: Facts, round_: RoundFact) -> dict[str, Any]:
    """Context of desk/ko.html and desk/finale.html while the round exists."""
    leads = LEITUNG in roles_of(request.user)
    head = shown.head(facts, shown.running(facts, round_), leads=leads)
    open_ = round_.state == RoundState.PUBLISHED
    touched = ko_touched(facts)
    scharf = any(table.scharf_from is not None for table in round_.tables)
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
        "scharf_now": scharf,
        "can_scharf": any(_turns(facts, round_, table, not scharf) for table in round_.tables),
    }


def _turns(facts: Facts, round_: RoundFact, table: TableFact, on: bool) -> bool:
    """C7.2: whether a table that still plays can be turned to scharf, or back before a scharf game runs."""
    game = facts.next_game(round_, table)
    if game is None:
        return False
    return table.scharf_from is None if on else table.scharf_from is not None and not table.is_scharf(game)


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
