"""The projector: where its page is."""

from django.http import HttpRequest, HttpResponse

from tournaments.access import HELFER, tournament_for
from tournaments.views.desk._page import render_desk


def screen(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, slug, HELFER)
    return render_desk(request, tournament, "desk/leinwand.html")
