"""Hilfe: the guide for the Leitung on one page, at the chapter that fits where it was asked for."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access import HELFER, require_role, tournament_for
from tournaments.messages.guide import KEYS, chapters
from tournaments.views.desk._page import render_desk


@require_safe
def guide(request: HttpRequest, slug: str = "") -> HttpResponse:
    """With the evening around it, or before one is chosen."""
    require_role(request.user, HELFER)
    tournament = tournament_for(request.user, slug, HELFER) if slug else None
    days = tournament.plan.personal_data_days if tournament else None
    return render_desk(request, tournament, "desk/hilfe.html", {"chapters": chapters(days), "keys": KEYS})
