"""A correction: another answer with a reason, first what it moves, then saved (C5.6, C8.1)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, tournament_for
from tournaments.forms import CorrectionForm
from tournaments.messages import play as words
from tournaments.messages import tables as say
from tournaments.models import Stage, Tournament
from tournaments.queries.answers import HALVES, Answer
from tournaments.queries.corrections import Preview, preview_correction
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.queries.one_table import find
from tournaments.queries.tables import several_games
from tournaments.services.corrections import correct_game
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import render_desk, seen_of
from tournaments.views.desk._table import preview_context


def correct(request: HttpRequest, slug: str, table_id: int, game: int) -> HttpResponse:
    """Typed in: what moves. `save` sent from there with a reason: saved."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    facts = load_facts(tournament)
    found = find(facts, table_id)
    if found is None or game not in found[1].results:
        raise Http404
    if request.method != "POST":
        return _page(request, facts, *found, game, CorrectionForm())
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return _page(request, facts, *found, game, form, status=400)
    try:
        if request.POST.get("save"):
            return _save(request, tournament, table_id, game, form)
        preview = preview_correction(facts, table_id, game, **form.answer.to_dict())
    except RuleViolation as violation:
        form.refuse(violation)
        tournament.refresh_from_db()
        facts = load_facts(tournament)
        found = find(facts, table_id)
        if found is None or game not in found[1].results:
            raise Http404 from None
        still = _still(facts, table_id, game, form) if violation.field == "reason" else None
        return _page(request, facts, *found, game, form, preview=still, status=status_of(violation))
    return _page(request, facts, *found, game, form, preview=preview)


def _still(facts: Facts, table_id: int, game: int, form: CorrectionForm) -> Preview | None:
    """What moves, beside a refused reason; None when it could not be saved with any reason."""
    try:
        return preview_correction(facts, table_id, game, **form.answer.to_dict())
    except RuleViolation as violation:
        form.refuse(violation)
        return None


def _save(
    request: HttpRequest, tournament: Tournament, table_id: int, game: int, form: CorrectionForm
) -> HttpResponse:
    correct_game(
        tournament_id=tournament.pk,
        by=actor_of(request),
        key=key_of(request),
        table_id=table_id,
        game=game,
        **form.answer.to_dict(),
        reason=form.cleaned_data["reason"],
        confirmed=bool(request.POST.get("confirmed")),
        seen=seen_of(request, "seen"),
    )
    messages.success(request, say.done("correct"))
    return redirect("desk:table", tournament.slug, table_id)


def _page(
    request: HttpRequest,
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    game: int,
    form: CorrectionForm,
    *,
    preview: Preview | None = None,
    status: int = 200,
) -> HttpResponse:
    known = table.results[game]
    halves = HALVES[:1] if known.scharf else HALVES
    columns = [{"name": name, **words.half(name, scharf=known.scharf)} for name in halves]
    ticked = form.ticked if form.is_bound else Answer.of(known).to_dict()
    context = {
        "round": round_,
        "table": table,
        "game": game,
        "seen": known.id,
        "several": several_games(facts, round_),
        "name": words.table_name(round_.stage, table.number),
        "form": form,
        "errors": [text for name in (*HALVES, "__all__") for text in form.errors.get(name, [])],
        "columns": columns,
        "rows": _rows(facts, round_, table, game, columns, ticked),
        "preview": preview_context(facts, round_, table, game, preview) if preview else None,
        "back": reverse("desk:table", args=[facts.tournament.slug, table.id]),
    }
    template = "desk/berichtigung.html"
    return render_desk(request, facts.tournament, template, context, status=status, facts=facts)


def _rows(
    facts: Facts,
    round_: RoundFact,
    table: TableFact,
    game: int,
    columns: list[dict[str, str]],
    ticked: dict[str, int | None],
) -> list[dict[str, Any]]:
    """The seats as they were for that game; the rules decide who may have lost it."""
    absent = table.missing_before(game) if round_.stage == Stage.VORRUNDE else frozenset()
    leaving = table.leaving_in(game) if round_.stage == Stage.VORRUNDE else frozenset()
    kinds = {a.player: a.kind for a in table.absences}
    return [
        {
            "seat": {
                "number": seat.number,
                "player": facts.players[seat.player],
                "open": seat.player not in absent,
                "leaving": seat.player in leaving,
                "marks": None,
            },
            "absence": words.absence(kinds[seat.player]) if seat.player in absent | leaving else "",
            "cells": [
                {
                    "name": column["name"],
                    "label": words.ticked(facts.players[seat.player].name, column["title"]),
                    "on": ticked.get(column["name"]) == seat.player,
                }
                for column in columns
            ],
        }
        for seat in table.seats
    ]
