"""All tournaments of this installation, the way into one, and the revision that open pages ask for."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.access import HELFER, LEITUNG, require_role, roles_of, tournament_for
from tournaments.messages.phases import PHASES
from tournaments.models import Phase
from tournaments.queries.facts import load_facts
from tournaments.queries.next_step import next_step
from tournaments.queries.tournaments import tournament_list
from tournaments.views.desk._evening import evening_context, step_url
from tournaments.views.desk._page import render_desk

# The next step leads here when it is a page; a button or a single table has its page around it.
PAGES = frozenset({"registration", "round", "stechen", "cut", "ko", "final", "winner"})


def tournaments(request: HttpRequest) -> HttpResponse:
    """The way in: the running ones first."""
    require_role(request.user, HELFER)
    lines = [
        {
            "tournament": line.tournament,
            "people": line.people,
            "here": line.here,
            "phase": PHASES[line.tournament.phase],
            "href": reverse("desk:overview", args=[line.tournament.slug]),
        }
        for line in tournament_list()
    ]
    return render_desk(request, None, "desk/start.html", {"lines": lines})


def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """To the page of the step that runs now; a Helfer has no business in the set-up."""
    tournament = tournament_for(request.user, slug, HELFER)
    if tournament.phase == Phase.SETUP and LEITUNG not in roles_of(request.user):
        return redirect("desk:registration", slug)
    facts = load_facts(tournament)
    step = next_step(facts)
    if step.route in PAGES:
        return redirect(step_url(facts, step))
    steps = evening_context(facts)["steps"]
    now = next((step for step in steps if step["state"] == "now" and step["href"]), None)
    return redirect(now["href"] if now else reverse("desk:registration", args=[slug]))


def revision(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's revision as plain text."""
    tournament = tournament_for(request.user, slug, HELFER)
    return HttpResponse(str(tournament.revision), content_type="text/plain")
