"""The page of one table: all its states in one document, the current one shown (product.md §4)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.models import Station
from tournaments.queries.answers import HALVES
from tournaments.queries.deckel import offered
from tournaments.queries.table_state import TableView, table_view
from tournaments.views.referee._page import all_paired, mat_of, station_tabs, title_of
from tournaments.views.referee._says import entry_of, summary_of
from tournaments.views.referee._station import station_page, station_part, token_once

ASIDE = {"fehlt": "missing", "schock-aus": "strokes", "widerspruch": "conflict"}


@station_page
def page(request: HttpRequest, station: Station) -> HttpResponse:
    """The table now. Without script the answers so far come back in the address."""
    view = table_view(station)
    context = _context(request, view) | {
        "live": {"url": reverse("referee:stand", args=[station.pk]), "revision": view.token}
    }
    return render(request, "referee/table.html", context)


@station_part
def part(request: HttpRequest, station: Station) -> HttpResponse:
    """The page without its frame, for a page that is open."""
    return HttpResponse(fragment(request, station))


@station_part
def stand(request: HttpRequest, station: Station) -> HttpResponse:
    """A token that changes when the page must: reckoned once a revision, however many ask."""
    return token_once(station, "stand", lambda: table_view(station).token)


def fragment(request: HttpRequest, station: Station, **told: Any) -> str:
    """The table as it is now. told: `show` (another part first)."""
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
        "questions": HALVES[:1] if view.scharf else HALVES,
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
