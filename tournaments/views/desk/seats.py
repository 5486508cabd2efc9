"""Seats by hand: what it costs when two change places, where a late arrival costs least (C1.5, C2.6)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, tournament_for
from tournaments.forms import SwapForm
from tournaments.messages import play as words
from tournaments.messages import rounds as say
from tournaments.messages.refusals import refusal_text
from tournaments.models import Tournament
from tournaments.queries.changes import (
    best_partners,
    best_tables,
    movable,
    preview_swap,
    swappable,
)
from tournaments.queries.facts import Facts, RoundFact, load_facts
from tournaments.queries.tables import waiting_players
from tournaments.services.seats import swap_seats
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._changes import partner_lines, swap_context, table_lines
from tournaments.views.desk._page import refused_page, render_desk, seen_of


def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asked (`?first=…&second=…`): what it costs, and who costs least. Sent: done. Where a late arrival
    costs least, the same page tells: `?first=…` of somebody without a seat."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    facts = load_facts(tournament)
    found = next((r for r in facts.vorrunde if r.number == number), None)
    back = reverse("desk:round", args=[slug, number])
    if request.method == "POST":
        try:
            return _swap(request, tournament, found)
        except RuleViolation as violation:
            return refused_page(request, tournament, violation, back)
    if found is None:
        raise Http404
    if found.closed:
        messages.warning(request, refusal_text(RuleViolation("round_closed", round=number)))
        return redirect(back)
    asked = any(request.GET.get(name) for name in ("first", "second"))
    form = SwapForm(request.GET if asked else None)
    form.fields["second"].required = False
    return _page(request, facts, found, form, _look(facts, found, form) if asked else {})


def _look(facts: Facts, round_: RoundFact, form: SwapForm) -> dict[str, Any]:
    """What can be said of the people who were typed in; a refusal stands at its field."""
    if not form.is_valid():
        return {}
    first, second = form.cleaned_data["first"], form.cleaned_data["second"]
    if first in {player.number for player in waiting_players(facts, round_)}:
        tables = table_lines(facts, first, best_tables(facts, round_, first))
        return {"late": facts.players[first], "tables": tables}
    found: dict[str, Any] = {}
    try:
        movable(round_, first, "first")
        found["person"] = facts.players[first]
        found["partners"] = partner_lines(facts, round_, first, best_partners(facts, round_, first))
        if second:
            found["preview"] = swap_context(facts, preview_swap(facts, round_, first, second))
    except RuleViolation as violation:
        form.refuse(violation)
    return found


def _swap(request: HttpRequest, tournament: Tournament, round_: RoundFact | None) -> HttpResponse:
    """Refuses round_gone; what the swap itself refuses stands at its fields."""
    if round_ is None:
        raise RuleViolation("round_gone")
    form, status = SwapForm(request.POST), 400
    if form.is_valid():
        try:
            swap_seats(
                tournament_id=tournament.pk,
                by=actor_of(request),
                key=key_of(request),
                round_id=round_.id,
                seen=_seen(request),
                **form.cleaned_data,
            )
        except RuleViolation as violation:
            form.refuse(violation)
            status = status_of(violation)
        else:
            messages.success(request, say.done("swap_seats"))
            return redirect("desk:round", tournament.slug, round_.number)
    tournament.refresh_from_db()
    facts = load_facts(tournament)
    found = next((r for r in facts.vorrunde if r.id == round_.id), None)
    if found is None:
        raise RuleViolation("round_gone")
    return _page(request, facts, found, form, _still(facts, found, form), status=status)


def _seen(request: HttpRequest) -> list[int | None] | None:
    """The tables that the page showed; None for one that does not say."""
    told = [seen_of(request, name) for name in ("here", "there")]
    return told if any(told) else None


def _still(facts: Facts, round_: RoundFact, form: SwapForm) -> dict[str, Any]:
    """The price beside a reason that was refused; nothing when the people were."""
    first, second = (form.cleaned_data.get(name) for name in ("first", "second"))
    if not first or not second:
        return {}
    try:
        swappable(round_, first, second)
    except RuleViolation:
        return {}
    return {"preview": swap_context(facts, preview_swap(facts, round_, first, second))}


def _page(
    request: HttpRequest,
    facts: Facts,
    round_: RoundFact,
    form: SwapForm,
    found: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "round": round_,
        "name": words.round_name(round_.stage, round_.number, facts.plan.rounds),
        "form": form,
        "players": [
            *waiting_players(facts, round_),
            *(facts.players[p] for table in round_.tables if not table.results for p in table.players),
        ],
        **found,
    }
    if form.is_bound and form.errors:
        status = max(status, 400)
    template = "desk/tauschen.html"
    return render_desk(request, facts.tournament, template, context, status=status, facts=facts)
