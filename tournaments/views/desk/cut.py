"""The best: made, announced, checked in, declined, moved up, drawn, each with its way back (C3.5, C4)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, tournament_for
from tournaments.forms import read_whole
from tournaments.messages import finish as words
from tournaments.queries.facts import load_facts
from tournaments.services import cut as acts
from tournaments.services.knockout import draw_ko as draw_service
from tournaments.views.desk._cut import lines, summary
from tournaments.views.desk._finish import act, living_page, number_of, reason_of
from tournaments.views.desk._page import Service, perform, refused_page, seen_of


def cut(request: HttpRequest, slug: str) -> HttpResponse:
    """The best of the Vorrunde; before they are made: what is still missing."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    context: dict[str, Any] = {"made": facts.cut is not None, "qualifiers": facts.plan.qualifiers}
    if facts.cut is not None:
        context |= summary(facts) | {"meant": [("cut", facts.cut.id)]}
        context["lines"] = lines(facts, context["state"], open_=context["open"])
    return living_page(request, facts, "besten", context)


@require_POST
def make_cut(request: HttpRequest, slug: str) -> HttpResponse:
    return act(request, slug, acts.make_cut, "make_cut", "cut")


@require_POST
def void_cut(request: HttpRequest, slug: str) -> HttpResponse:
    body = {"reason": reason_of(request), "cut": seen_of(request, "cut")}
    return act(request, slug, acts.void_cut, "void_cut", "cut", **body)


@require_POST
def announce_cut(request: HttpRequest, slug: str) -> HttpResponse:
    return act(request, slug, acts.announce_cut, "announce_cut", "cut", cut=seen_of(request, "cut"))


@require_POST
def hide_cut(request: HttpRequest, slug: str) -> HttpResponse:
    return act(request, slug, acts.hide_cut, "hide_cut", "cut")


@require_POST
def check_in_place(request: HttpRequest, slug: str) -> HttpResponse:
    return _person(request, slug, acts.check_in_place, words.checked_in)


@require_POST
def undo_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    return _person(request, slug, acts.undo_check_in, words.not_checked_in)


@require_POST
def decline_place(request: HttpRequest, slug: str) -> HttpResponse:
    return _person(request, slug, acts.decline_place, words.declined)


@require_POST
def undo_decline(request: HttpRequest, slug: str) -> HttpResponse:
    return _person(request, slug, acts.undo_decline, words.comes_after_all)


def _person(request: HttpRequest, slug: str, work: Service, done: Any) -> HttpResponse:
    """An act on one of the best; `player`: the start number."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:cut", args=[slug])
    try:
        number = number_of(request, "player")
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, back)
    person = tournament.players.filter(start_number=number).first()
    name = person.name if person else str(number)
    return perform(request, tournament, work, back, done=done(name), player=number)


@require_POST
def draw_ko(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the K.O. tables, or seat the final without them; `smaller`: who is missing is not waited for."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    page = "ko" if tournament.plan.ko_tables else "final"
    confirmed = request.POST.get("smaller") == "1"
    named = [read_whole(text) for text in request.POST.getlist("without")]
    without = sorted(number for number in named if number is not None)
    body = {"smaller_confirmed": confirmed, "without": without if confirmed and without else None}
    return act(request, slug, draw_service, "draw_ko", page, **body)
