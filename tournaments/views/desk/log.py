"""The log ("Protokoll"): every act of the desk and the tables, the newest first (C8.2)."""

from django.http import HttpRequest, HttpResponse

from tournaments.access import LEITUNG, tournament_for
from tournaments.forms import read_whole
from tournaments.queries.facts import load_facts
from tournaments.queries.log import log_page
from tournaments.views.desk._page import render_desk


def log(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, slug, LEITUNG)
    facts = load_facts(tournament)
    context = {"page": log_page(facts, read_whole(request.GET.get("page")) or 1)}
    return render_desk(request, tournament, "desk/protokoll.html", context, facts=facts)
