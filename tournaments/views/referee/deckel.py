"""Deckel written down live at a table: the page, a throwing round, taking the last one back."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.acts import Settled, to_plain
from scoring.errors import RuleViolation
from tournaments.messages.deckel import ALL
from tournaments.messages.refusals import refusal_text
from tournaments.models import Station
from tournaments.queries.deckel_view import DeckelView, Holder, deckel_view, disputed
from tournaments.services.deckel import add_step, undo_step
from tournaments.views.answers import refused_json
from tournaments.views.referee._page import (
    actor,
    body_of,
    key,
    mat_of,
    number,
    optional,
    own_table,
    paired,
    title_of,
    wants_json,
)
from tournaments.views.referee._station import station_page, station_part, token_once, unpaired
from tournaments.views.referee.throws import throws_of

Body = dict[str, Any]


@station_page
def page(request: HttpRequest, station: Station) -> HttpResponse:
    """The running game with Stock and Deckel, and the next throwing round to be told."""
    view = deckel_view(station)
    if "weiter" in request.GET and (view.protocol is None or disputed(station)):
        # Nothing follows that could be written down here, or something has to be read first.
        return redirect("referee:table", station.pk)
    live = {"url": reverse("referee:deckel_stand", args=[station.pk]), "revision": view.token}
    context = _context(view) | {"live": live, "stroke": _stroke(view) if "schock" in request.GET else ()}
    return render(request, "referee/deckel.html", context)


@station_part
def part(request: HttpRequest, station: Station) -> HttpResponse:
    """The page without its frame, for a page that is open."""
    return HttpResponse(_fragment(request, station))


@station_part
def stand(request: HttpRequest, station: Station) -> HttpResponse:
    """A token that changes when the page must: reckoned once a revision, however many ask."""
    return token_once(station, "deckel", lambda: deckel_view(station).token)


@never_cache
@require_POST
def step(request: HttpRequest, station_id: int) -> HttpResponse:
    """One throwing round: who lost, who threw best where it matters, and what the best throw is worth; or
    all its throws."""
    return _perform(request, station_id, add_step, _told)


@never_cache
@require_POST
def undo(request: HttpRequest, station_id: int) -> HttpResponse:
    """Take the last throwing round back, or a game that ended without a result."""
    return _perform(request, station_id, undo_step, lambda body: {"whole": True} if body.get("whole") else {})


def _told(body: Body) -> Body:
    if body.get("throws"):
        return {"version": number(body, "version"), "data": throws_of(str(body["throws"]))}
    loser = optional(body, "loser")
    if loser is None:
        raise RuleViolation("loser_not_told", field="loser")
    worth = None if body.get("deckel") == ALL else number(body, "deckel")
    settled = Settled(loser, worth, optional(body, "best"))
    return {"version": number(body, "version"), "data": to_plain(settled)}


def _perform(
    request: HttpRequest,
    station_id: int,
    service: Callable[..., Body],
    further: Callable[[Body], Body],
) -> HttpResponse:
    """Do it and answer after the commit with the game as it is now, refused or not."""
    try:
        device, station = paired(request, station_id)
        body = body_of(request)
        told = {"table_id": own_table(station, number(body, "table"))}
        told |= {name: number(body, name) for name in ("draw_no", "game", "number")}
        told |= further(body)
        answer = service(tournament_id=station.tournament_id, by=actor(device), key=key(body), **told)
    except PermissionDenied:
        if wants_json(request):
            return refused_json(RuleViolation("not_paired"), status=403)
        return unpaired(request)
    except RuleViolation as violation:
        if wants_json(request):
            # The device keeps the sentence until it is read.
            return refused_json(violation, html=_fragment(request, station))
        messages.error(request, refusal_text(violation))
    else:
        if wants_json(request):
            return JsonResponse(answer | {"html": _fragment(request, station, asks=service is add_step)})
        if service is add_step and _stroke(deckel_view(station)):
            return redirect(reverse("referee:deckel", args=[station_id]) + "?schock=1")
    return redirect("referee:deckel", station_id)


def _fragment(request: HttpRequest, station: Station, *, asks: bool = False, **told: Any) -> str:
    view = deckel_view(station)
    context = _context(view) | told | {"stroke": _stroke(view) if asks else ()}
    return render_to_string("referee/_deckel.html", context, request)


def _stroke(view: DeckelView) -> list[Holder]:
    """Whom the Schock aus of the throwing round that was just written down may be counted for. Asked once,
    by whoever wrote it."""
    told = view.protocol
    return [holder for holder in told.holders if holder.player in told.schock] if told else []


def _context(view: DeckelView) -> dict[str, Any]:
    return {
        "view": view,
        "told": view.protocol,
        "station": view.station,
        "tournament": view.tournament,
        "table_name": mat_of(view.station),
        "title": title_of(view.station),
    }
