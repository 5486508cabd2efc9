"""What a table sends: one act each, answered in JSON for the script and by a redirect without it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.messages import table as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import Station
from tournaments.services.absences import mark_left, mark_no_show, void_absence
from tournaments.services.results import (
    add_schock_aus,
    record_game,
    take_back_schock_aus,
    undo_game,
)
from tournaments.views.answers import refused_json
from tournaments.views.referee._page import (
    actor,
    body_of,
    key,
    number,
    optional,
    own_absence,
    own_table,
    paired,
    wants_json,
)
from tournaments.views.referee._station import unpaired
from tournaments.views.referee.table import fragment

Body = dict[str, Any]
Act = Callable[[Station, Body], tuple[Callable[..., Body], Body]]


@never_cache
@require_POST
def result(request: HttpRequest, station_id: int) -> HttpResponse:
    """The three answers of a game."""
    return _perform(request, station_id, _result)


@never_cache
@require_POST
def undo(request: HttpRequest, station_id: int) -> HttpResponse:
    """Take the last result back."""
    return _perform(request, station_id, _undo)


@never_cache
@require_POST
def absence(request: HttpRequest, station_id: int) -> HttpResponse:
    """Somebody did not come, or has left."""
    return _perform(request, station_id, _absence)


@never_cache
@require_POST
def present(request: HttpRequest, station_id: int) -> HttpResponse:
    """Somebody is there after all."""
    return _perform(request, station_id, _present)


@never_cache
@require_POST
def stroke(request: HttpRequest, station_id: int) -> HttpResponse:
    """One Schock aus more, or one less."""
    return _perform(request, station_id, _stroke)


def _result(station: Station, body: Body) -> tuple[Callable[..., Body], Body]:
    return record_game, {
        "table_id": own_table(station, number(body, "table")),
        "draw_no": number(body, "draw_no"),
        "game": number(body, "game"),
        "version": number(body, "version"),
        "half1": optional(body, "half1"),
        "half2": optional(body, "half2"),
        "endkampf": optional(body, "endkampf"),
    }


def _undo(station: Station, body: Body) -> tuple[Callable[..., Body], Body]:
    table_id = own_table(station, number(body, "table"))
    return undo_game, {"table_id": table_id, "version": number(body, "version")}


def _absence(station: Station, body: Body) -> tuple[Callable[..., Body], Body]:
    table_id = own_table(station, number(body, "table"))
    service = mark_no_show if body.get("kind") == "no_show" else mark_left
    return service, {"table_id": table_id, "player": number(body, "player")}


def _present(station: Station, body: Body) -> tuple[Callable[..., Body], Body]:
    return void_absence, {"absence_id": own_absence(station, number(body, "absence"))}


def _stroke(station: Station, body: Body) -> tuple[Callable[..., Body], Body]:
    table_id = own_table(station, number(body, "table"))
    service = take_back_schock_aus if body.get("less") else add_schock_aus
    return service, {"table_id": table_id, "player": number(body, "player")}


def _perform(request: HttpRequest, station_id: int, act: Act) -> HttpResponse:
    """Do it and answer after the commit: what happened, and the table as it is now."""
    try:
        device, station = paired(request, station_id)
        body = body_of(request)
        service, arguments = act(station, body)
        answer = service(tournament_id=station.tournament_id, by=actor(device), key=key(body), **arguments)
    except PermissionDenied:
        if wants_json(request):
            return refused_json(RuleViolation("not_paired"), status=403)
        return unpaired(request)
    except RuleViolation as violation:
        # The page has no next step to take; who reads this sits at a table.
        here = RuleViolation("no_game_here") if violation.code == "wrong_phase" else violation
        return _refused(request, station, here)
    return _done(request, station, answer)


def _done(request: HttpRequest, station: Station, answer: Body) -> HttpResponse:
    conflict = answer.get("state") == "conflict"
    if wants_json(request):
        told = {"show": "conflict"} if conflict else {"show": "strokes"} if "count" in answer else {}
        answer = {**answer, "html": fragment(request, station, **told)}
        if conflict:
            answer |= {
                "error": "other_result",
                "sentence": refusal_text(RuleViolation("other_result")),
            }
        return JsonResponse(answer, status=409 if conflict else 200)
    back = reverse("referee:table", args=[station.pk])
    if conflict:
        return redirect(f"{back}?zeigen=widerspruch")
    if answer.get("state") == "recorded":
        messages.success(request, words.sent())
    if request.POST.get("weiter"):
        return redirect(reverse("referee:deckel", args=[station.pk]) + "?weiter=1")
    return redirect(f"{back}?zeigen=schock-aus" if "count" in answer else back)


def _refused(request: HttpRequest, station: Station, violation: RuleViolation) -> HttpResponse:
    if wants_json(request):
        # The device keeps the sentence until it is read.
        return refused_json(violation, html=fragment(request, station))
    messages.error(request, refusal_text(violation))
    return redirect("referee:table", station.pk)
