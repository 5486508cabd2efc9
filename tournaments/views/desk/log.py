"""The log ("Protokoll"): every act of the desk and the tables, the newest first (C8.2)."""

from django.http import HttpRequest, HttpResponse

from tournaments.access import LEITUNG, tournament_for
from tournaments.queries.facts import load_facts
from tournaments.queries.log import log_page
from tournaments.views.desk._page import render_desk


def log(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, slug, LEITUNG)
    facts = load_facts(tournament)
    asked = request.GET.get("page", "")
    number = int(asked) if asked.isdecimal() and 0 < len(asked) < 7 else 1
    context = {"page": log_page(facts, max(1, number))}
    return render_desk(request, tournament, "desk/protokoll.html", context, facts=facts)
