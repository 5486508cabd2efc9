"""Two answers for one game side by side (C8)."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from tournaments.messages import play as words
from tournaments.messages import tables as say
from tournaments.models import Conflict
from tournaments.queries.answers import HALVES, Answer
from tournaments.queries.devices import device_label, user_name
from tournaments.queries.facts import Facts
from tournaments.queries.one_table import find
from tournaments.queries.slips import said


def conflict_context(facts: Facts, conflict: Conflict) -> dict[str, Any] | None:
    """Context of desk/_widerspruch.html; None when the result it is about is gone. Two queries."""
    found = find(facts, conflict.table_id)
    known = found[1].results.get(conflict.game) if found else None
    if found is None or known is None:
        return None
    round_, table = found
    first = Answer.of(known)
    second = Answer.from_dict(conflict.other).completed(table, conflict.game, round_.stage)
    halves = HALVES[:1] if known.scharf else HALVES
    sign = words.table_sign(round_.stage, table.number)
    first_from = _origin(sign, known.at, known.device_id, known.user_id)
    second_from = _origin(sign, conflict.created_at, conflict.device_id, conflict.other.get("user"))
    if conflict.device_id not in (None, known.device_id) and first_from["who"] == second_from["who"]:
        second_from["who"] = say.other_one(second_from["who"])
    return {
        "id": conflict.pk,
        "name": words.table_name(round_.stage, table.number),
        "game": conflict.game,
        "several": len(table.results) > 1,
        "url": reverse("desk:decide_conflict", args=[facts.tournament.slug, conflict.pk]),
        "first": first_from,
        "second": second_from,
        "rows": [
            {
                "label": words.half(name, scharf=known.scharf)["title"],
                "first": _name(facts, getattr(first, name)),
                "second": _name(facts, getattr(second, name)),
                "differs": getattr(first, name) != getattr(second, name),
            }
            for name in halves
        ],
        "points": {
            "first": said(facts, round_, table, conflict.game, first),
            "second": said(facts, round_, table, conflict.game, second),
        },
    }


def _origin(sign: str, at: datetime, device_id: int | None, user_id: int | None) -> dict[str, Any]:
    user = user_name(user_id) if device_id is None else ""
    return {"at": at, "who": say.sender(sign, device_id, device_label(device_id), user)}


def _name(facts: Facts, number: int | None) -> str:
    return facts.players[number].name if number is not None else "–"
