"""The projector from the desk: what it shows, what it can show, how it is steered."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, tournament_for
from tournaments.messages import screen as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import MESSAGE_LETTERS, Phase, Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.public import HallView, hall_view
from tournaments.queries.steering import Choice, Shown, choices, presenting_key, shown, to_call
from tournaments.services import screen as acts
from tournaments.views.answers import actor_of, key_of
from tournaments.views.desk._finish import living_page, number_of
from tournaments.views.desk._page import Service, perform, refused_page


def screen(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    return _page(request, facts)


def _page(request: HttpRequest, facts: Facts, *, status: int = 200, **more: Any) -> HttpResponse:
    context: dict[str, Any] = {"public": facts.tournament.phase != Phase.SETUP, "most": MESSAGE_LETTERS}
    if context["public"]:
        view = hall_view(facts)
        now = shown(view)
        context |= {
            "now": now,
            "steering": now.steering,
            "here": _title_of(view, now),
            "several": len(now.screens) > 1,
            "choices": [_line(now, choice) for choice in choices(view)],
            "address": _address(facts.tournament),
            **_presenting(facts, view, now),
        }
    return living_page(request, facts, "leinwand", context | more, status=status)


def _address(tournament: Tournament) -> str:
    """What to type at another computer; nothing where this one only knows itself as localhost."""
    base = (tournament.table_url or settings.PUBLIC_URL).rstrip("/")
    if "//localhost" in base:
        return ""
    return base.split("//")[-1] + reverse("hall:beamer", args=[tournament.slug])


def _line(now: Shown, choice: Choice) -> dict[str, Any]:
    return {
        "key": choice.key,
        "title": words.title(choice.name, choice.number),
        "content": words.content(choice.name),
        "pages": len(choice.screens),
        "pinned": choice.key == now.pinned,
        "shown": any(screen.kind == choice.name for screen in now.screens),
    }


def _title_of(view: HallView, now: Shown) -> str:
    """What stands on the projector now: the first of what turns."""
    round_ = view.facts.vorrunde[-1].number if view.facts.vorrunde else 0
    kinds = dict.fromkeys(screen.kind for screen in now.screens)
    return " · ".join(words.title(kind, round_) for kind in kinds)


def _presenting(facts: Facts, view: HallView, now: Shown) -> dict[str, Any]:
    """The call of the best, offered as long as nobody sits at a K.O. table, and of the first three from the
    final on. `ready`: the hall may see it; until then it can be prepared."""
    phase = facts.tournament.phase
    if phase not in (Phase.CUT, Phase.FINAL, Phase.FINISHED):
        return {}
    found, called = to_call(view), now.steering.called
    on = now.steering.page == presenting_key(facts)
    context: dict[str, Any] = {
        "can_present": True,
        "presenting": on,
        "ready": facts.announced if phase == Phase.CUT else phase == Phase.FINISHED,
        "podium": phase != Phase.CUT,
    }
    if on and found:
        left = sum(len(block) for block in found[called:])
        places = list(range(left - len(found[called]) + 1, left + 1)) if called < len(found) else []
        context |= {"button": words.next_call(places) if places else "", "called": called, "left": left}
    return context


def _act(request: HttpRequest, slug: str, work: Service, name: str, **body: Any) -> HttpResponse:
    """Steering is the Leitung's: what hangs over a hundred people is no slip."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:screen", args=[slug])
    return perform(request, tournament, work, back, done=words.done(name), **body)


@require_POST
def pin(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, acts.pin_page, "pin", page=request.POST.get("page", "")[:40])


@require_POST
def turn(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, acts.turn_page, "turn")


@require_POST
def hold(request: HttpRequest, slug: str) -> HttpResponse:
    on = request.POST.get("on") == "1"
    return _act(request, slug, acts.hold_pages, "hold" if on else "let_turn", on=on)


@require_POST
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, acts.follow_evening, "follow")


@require_POST
def present(request: HttpRequest, slug: str) -> HttpResponse:
    best = tournament_for(request.user, slug, LEITUNG).phase == Phase.CUT
    return _act(request, slug, acts.present_best, "present" if best else "present_podium")


@require_POST
def call(request: HttpRequest, slug: str) -> HttpResponse:
    """`called`: what the page had seen called out; a second press of two people calls nobody."""
    tournament_for(request.user, slug, LEITUNG)
    try:
        called = number_of(request, "called")
    except RuleViolation:
        called = -1
    return _act(request, slug, acts.call_next, "call", called=called)


@require_POST
def message(request: HttpRequest, slug: str) -> HttpResponse:
    """A refused message stays in its field."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    text, alone = request.POST.get("text", ""), request.POST.get("alone") == "1"
    body = {"text": text[: 10 * MESSAGE_LETTERS], "alone": alone}
    try:
        acts.show_message(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), **body)
    except RuleViolation as violation:
        if violation.field != "text":
            return refused_page(request, tournament, violation, reverse("desk:screen", args=[slug]))
        said = {"typed": text, "alone": alone, "error": refusal_text(violation)}
        return _page(request, load_facts(tournament), status=400, **said)
    messages.success(request, words.done("message"))
    return redirect("desk:screen", slug)


@require_POST
def take_message(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, acts.take_message, "take_message")


@require_POST
def gong(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, acts.ring_gong, "gong")
