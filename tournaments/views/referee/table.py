"""The page of one table: all its states in one document, the current one shown (product.md §4)."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tournaments.access import device_for, stations_for
from tournaments.live import revision_of, tokens
from tournaments.models import Station
from tournaments.queries.deckel import offered
from tournaments.queries.table_state import TableView, table_view
from tournaments.views.referee._page import all_paired, mat_of, paired, station_tabs, title_of
from tournaments.views.referee._says import entry_of, summary_of

QUESTIONS = ("half1", "half2", "endkampf")
ASIDE = {"fehlt": "missing", "schock-aus": "strokes", "widerspruch": "conflict"}


@never_cache
@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, station_id: int) -> HttpResponse:
    """The table now. Without script the answers so far come back in the address."""
    try:
        _, station = paired(request, station_id, ended=True)
    except PermissionDenied:
        return unpaired(request)
    view = table_view(station)
    context = _context(request, view) | {
        "live": {"url": reverse("referee:stand", args=[station_id]), "revision": view.token}
    }
    return render(request, "referee/table.html", context)


@never_cache
@require_safe
def part(request: HttpRequest, station_id: int) -> HttpResponse:
    """The page without its frame, for a page that is open."""
    try:
        _, station = paired(request, station_id, ended=True)
    except PermissionDenied:
        return HttpResponse(status=410)
    return HttpResponse(fragment(request, station))


@never_cache
@require_safe
def stand(request: HttpRequest, station_id: int) -> HttpResponse:
    """A token that changes when the page must: reckoned once a revision, however many ask."""
    try:
        _, station = paired(request, station_id, ended=True)
    except PermissionDenied:
        return HttpResponse(status=410)
    revision = revision_of(station.tournament_id)
    key = (station.tournament_id, revision, f"stand-{station_id}", "")
    token = tokens.get(key, lambda: table_view(station).token)
    return HttpResponse(token, content_type="text/plain")


def unpaired(request: HttpRequest) -> HttpResponse:
    """The device is not, or no more, paired with this table: the way in, and its other tables."""
    stations = stations_for(device_for(request))
    return render(request, "referee/code.html", {"mine": station_tabs(stations), "lost": True}, status=403)


def fragment(request: HttpRequest, station: Station, **told: Any) -> str:
    """The table as it is now. told: `sentence` (what was refused), `show` (another part first)."""
    context = _context(request, table_view(station)) | told
    return render_to_string("referee/_table.html", context, request)


def _context(request: HttpRequest, view: TableView) -> dict[str, Any]:
    station = view.station
    entry = entry_of(request.GET, view)
    stations = all_paired(request)
    return {
        "view": view,
        "station": station,
        "tournament": view.tournament,
        "table_name": mat_of(station),
        "title": title_of(station),
        "tabs": station_tabs(stations, station.pk) if len(stations) > 1 else [],
        "entry": entry,
        "deckel": offered(view.tournament.plan, view.stage),
        "questions": QUESTIONS[:1] if view.scharf else QUESTIONS,
        "show": _shown(request, view, entry),
        "gone": _chosen(request, view),
        "last": summary_of(view, view.last.answer, view.last.scharf) if view.last else None,
        "language": get_language(),
        "disputed": [
            {
                "conflict": conflict,
                "first": summary_of(view, conflict.first, conflict.scharf),
                "second": summary_of(view, conflict.second, conflict.scharf),
            }
            for conflict in view.conflicts
        ],
    }


def _shown(request: HttpRequest, view: TableView, entry: dict[str, Any]) -> str:
    """Which part is to be seen: a question, the summary, or something beside the game."""
    aside = ASIDE.get(request.GET.get("zeigen", ""), "")
    if aside == "conflict" and view.conflicts:
        return aside
    if aside == "strokes" and view.open and view.counted:
        return aside
    if view.open and (aside == "missing" or _chosen(request, view)):
        return "leaving" if _chosen(request, view) else "missing"
    return str(entry["step"]) if view.state == "playing" else "rest"


def _chosen(request: HttpRequest, view: TableView) -> Any:
    asked = request.GET.get("wer", "")
    return next((s for s in view.seats if str(s.player) == asked and s.can_leave), None)
