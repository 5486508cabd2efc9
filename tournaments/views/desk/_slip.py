"""The slip card: the table typed in, its seats to tick, what was entered last. Round, K.O. and final show it
(templates/desk/_zettel.html, static/tournaments/zettel.js)."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.forms import SlipForm
from tournaments.messages import play as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import Stage
from tournaments.queries.answers import Answer
from tournaments.queries.facts import Facts, RoundFact, TableFact
from tournaments.queries.overview import table_line
from tournaments.queries.slips import Slip, asked_table, last_entered, said, slip_of
from tournaments.queries.tables import several_games
from tournaments.views.answers import new_key


def slip_card(
    request: HttpRequest,
    facts: Facts,
    *,
    asked: str = "",
    form: SlipForm | None = None,
    ticked: dict[str, int | None] | None = None,
    notice: str = "",
    wrong: str = "",
    taken_back: bool = False,
) -> dict[str, Any]:
    """Context of the card, or an empty dict while no round is running.

    `asked`: the table as it was typed, "" for an empty card (the final has one table only, it is always
    open). `form`: a refused one, whose ticks and sentences stay; `ticked`: ticks to begin with;
    `notice`/`wrong`: one sentence on top; `taken_back`: these ticks counted until now.
    """
    round_ = facts.current
    if round_ is None or not round_.published:
        text = wrong or " ".join(_errors(form))
        return {"wrong": text, "single": True} if text else {}
    card = _frame(request, facts, round_) | {
        "asked": asked.strip()[:12],
        "notice": notice,
        "wrong": wrong,
        "taken_back": taken_back,
    }
    if not asked and round_.stage != Stage.FINAL:
        return card
    try:
        found = asked_table(facts, asked)
    except RuleViolation as violation:
        return card | {"wrong": refusal_text(violation), "unknown": True}
    return card | _opened(facts, *found, form, ticked)


def _frame(request: HttpRequest, facts: Facts, round_: RoundFact) -> dict[str, Any]:
    """What the card says of its round, whichever table is asked for."""
    return {
        "letters": round_.stage == Stage.KO,
        "single": round_.stage == Stage.FINAL,
        "most": len(round_.tables),
        "open_sign": words.table_sign(round_.stage, _first_open(facts, round_)),
        "last_sign": words.table_sign(round_.stage, len(round_.tables)),
        "choose_url": reverse("desk:slip", args=[facts.tournament.slug]),
        "last": _last(request, facts),
        "all_done": _all_done(facts, round_),
    }


def _first_open(facts: Facts, round_: RoundFact) -> int:
    """The table of the example: one that still waits for a slip, as long as there is one."""
    return next((table.number for table in round_.tables if not facts.complete(round_, table)), 1)


def _all_done(facts: Facts, round_: RoundFact) -> str:
    """Whoever types slips looks at the card; the next step stands above it, on a laptop out of sight."""
    done = sum(1 for table in round_.tables if facts.complete(round_, table))
    return words.tables_done(done, done) if done == len(round_.tables) else ""


def _opened(
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    form: SlipForm | None,
    ticked: dict[str, int | None] | None,
) -> dict[str, Any]:
    name = words.table_name(round_.stage, table.number)
    slip = slip_of(facts, round_, table)
    href = reverse("desk:table", args=[facts.tournament.slug, table.id])
    opened: dict[str, Any] = {"table": table, "name": name, "href": href}
    if slip is None:
        last = max(table.results, default=0)
        text = said(facts, round_, table, last, Answer.of(table.results[last])) if last else ""
        return opened | {"complete": words.complete(name), "result": text}
    return opened | {
        "asked": words.table_sign(round_.stage, table.number),
        "slip": slip,
        "size": words.table_size(len(table.seats)),
        "minutes": table_line(facts, round_, table, timezone.now()).minutes,
        "several": several_games(facts, round_),
        "columns": _columns(slip),
        "rows": _rows(facts, slip, form.ticked if form else ticked or {}),
        "draw_no": round_.draw_no,
        "key": new_key(),
        "errors": _errors(form),
        "counted": facts.plan.schock_aus_counted,
    }


def _errors(form: SlipForm | None) -> list[str]:
    return [str(sentence) for sentences in form.errors.values() for sentence in sentences] if form else []


def _columns(slip: Slip) -> list[dict[str, str]]:
    return [{"name": name, **words.half(name, scharf=slip.scharf)} for name in slip.halves]


def _rows(facts: Facts, slip: Slip, ticked: dict[str, int | None]) -> list[dict[str, Any]]:
    issued = facts.marks_issued(slip.round, slip.table) if slip.round.stage != Stage.VORRUNDE else {}
    return [
        {
            "seat": seat,
            "issued": issued.get(seat.player.number),
            "absence": words.absence(seat.absent) if seat.absent else "",
            "cells": [
                {
                    "name": column["name"],
                    "label": words.ticked(seat.player.name, column["title"]),
                    "on": ticked.get(column["name"]) == seat.player.number,
                }
                for column in _columns(slip)
            ],
        }
        for seat in slip.seats
    ]


def _last(request: HttpRequest, facts: Facts) -> dict[str, Any] | None:
    entered = last_entered(facts, request.user.pk)
    if entered is None:
        return None
    round_, table, result = entered.round, entered.table, entered.result
    return {
        "name": words.table_name(round_.stage, table.number),
        "text": said(facts, round_, table, result.game, Answer.of(result)),
        "at": result.at,
        "url": reverse("desk:undo_game", args=[facts.tournament.slug, table.id]),
        "version": table.version,
    }
