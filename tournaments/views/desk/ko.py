"""The K.O. tables at the desk: Spielmarken, slips game by game, and the way back (C5)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access import HELFER, tournament_for
from tournaments.models import Phase
from tournaments.queries.facts import load_facts
from tournaments.services import knockout as acts
from tournaments.views.desk._finish import act, living_page, reason_of
from tournaments.views.desk._stage import PARTS, stage_context, undo


def ko(request: HttpRequest, slug: str) -> HttpResponse:
    """Three tables side by side; while they play, the slip card beside them."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    if facts.ko is None:
        page = "cut" if facts.plan.ko_tables else "final"
        return redirect(f"desk:{page}", slug)
    context = stage_context(request, facts, facts.ko)
    context["survivors"] = facts.plan.survivors
    context |= undo(facts, "void" if facts.tournament.phase == Phase.KO else "")
    return living_page(request, facts, "ko", context, parts=PARTS)


@require_POST
def void_ko(request: HttpRequest, slug: str) -> HttpResponse:
    """Back to the cut; without K.O. tables this takes the final away."""
    return act(request, slug, acts.void_ko, "void_ko", "cut", reason=reason_of(request))
