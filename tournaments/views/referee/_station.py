"""Who is let in to the pages of a table: its paired devices, also after the tournament has ended."""

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tournaments.live import revision_of, tokens
from tournaments.models import Station
from tournaments.views.referee._page import all_paired, paired, station_tabs

OfStation = Callable[[HttpRequest, Station], HttpResponse]
View = Callable[[HttpRequest, int], HttpResponse]


def unpaired(request: HttpRequest) -> HttpResponse:
    """The device is not, or no more, paired with this table: the way in, and its other tables."""
    context = {"mine": station_tabs(all_paired(request)), "lost": True}
    return render(request, "referee/code.html", context, status=403)


def station_page(view: OfStation) -> View:
    """A page to look at; who is not paired gets the way in."""
    return never_cache(require_safe(ensure_csrf_cookie(_let_in(view, unpaired))))


def station_part(view: OfStation) -> View:
    """What an open page fetches; 410 tells it that the pairing is over."""
    return never_cache(require_safe(_let_in(view, lambda request: HttpResponse(status=410))))


def _let_in(view: OfStation, otherwise: Callable[[HttpRequest], HttpResponse]) -> View:
    @wraps(view)
    def let_in(request: HttpRequest, station_id: int) -> HttpResponse:
        try:
            _, station = paired(request, station_id, ended=True)
        except PermissionDenied:
            return otherwise(request)
        return view(request, station)

    return let_in


def token_once(station: Station, what: str, token: Callable[[], str]) -> HttpResponse:
    """A token that changes when the page must: reckoned once a revision, however many ask."""
    known = (station.tournament_id, revision_of(station.tournament_id), f"{what}-{station.pk}", "")
    return HttpResponse(tokens.get(known, token), content_type="text/plain")
