"""Probelauf: an invented tournament that plays itself in the real screens, at any speed."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleViolation
from tournaments import tasks
from tournaments.access import LEITUNG, require_role, tournament_for
from tournaments.forms import RehearsalForm
from tournaments.messages import format as formats
from tournaments.messages import rehearsal as say
from tournaments.models import Tournament
from tournaments.queries.evening import evening_steps
from tournaments.queries.facts import Facts, load_facts
from tournaments.rehearsal.order import Order
from tournaments.rehearsal.slices import begin
from tournaments.rehearsal.state import load_play
from tournaments.services import rehearsals
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._evening import evening_context
from tournaments.views.desk._page import refused_page, render_desk

SEEDS = 1_000_000


def start(request: HttpRequest) -> HttpResponse:
    """One page: how many, which format and rules, how fast; then it plays."""
    require_role(request.user, LEITUNG)
    form = RehearsalForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                return _begin(request, form.cleaned_data)
            except RuleViolation as violation:
                form.refuse(violation)
                status = status_of(violation)
    context = {
        "form": form,
        "presets": formats.PRESETS,
        "rule_presets": formats.RULE_PRESETS,
        "speeds": say.SPEED_HELP,
    }
    return render_desk(request, None, "desk/probelauf_neu.html", context, status=status)


def _begin(request: HttpRequest, wanted: dict[str, Any]) -> HttpResponse:
    key = key_of(request)
    seed = wanted["seed"]
    if seed is None:  # the form sent twice is one Probelauf: its lot follows from its key
        seed = key.int % SEEDS if key else secrets.randbelow(SEEDS)
    order = Order(wanted["players"], None, seed, preset=wanted["preset"], rules=wanted["rules"])
    made = begin(order, wanted["speed"], actor_of(request), key=key)
    if made["send"]:
        tasks.enqueue(made["job"])
    return redirect("desk:rehearsal", made["slug"])


@require_safe
def control(request: HttpRequest, slug: str) -> HttpResponse:
    """How far it is, faster and slower, stop, go on, delete."""
    tournament = _rehearsal(request, slug)
    facts = load_facts(tournament)
    context = _context(tournament) | {"now": _now(facts)}
    context["live"] = {"url": reverse("desk:rehearsal_state", args=[slug]), "revision": context["version"]}
    return render_desk(request, tournament, "desk/probelauf.html", context, facts=facts)


@require_safe
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that changes while it plays; `?jetzt=`: with another step of the evening the
    whole page does."""
    tournament = _rehearsal(request, slug)
    facts = load_facts(tournament)
    context = _context(tournament) | {"tournament": tournament, "now": _now(facts)}
    context["evening"] = evening_context(facts)
    answer = render(request, "desk/_probelauf.html", context)
    if request.GET.get("jetzt") != context["now"]:
        answer["X-Page-Changed"] = "1"
    return answer


@require_safe
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """What the open page asks for: changes with every act and with the state of the job."""
    return HttpResponse(_context(_rehearsal(request, slug))["version"], content_type="text/plain")


@require_POST
def hold(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop after the act that is being done now."""
    tournament = _rehearsal(request, slug)
    if rehearsals.hold_rehearsal(tournament_id=tournament.pk, by=actor_of(request))["held"]:
        messages.success(request, say.HELD)
    return redirect("desk:rehearsal", slug)


@require_POST
def go_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Play on."""
    tournament = _rehearsal(request, slug)
    try:
        answer = rehearsals.go_on_rehearsal(tournament_id=tournament.pk, by=actor_of(request))
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, reverse("desk:rehearsal", args=[slug]))
    if answer["send"]:
        tasks.enqueue(answer["job"])
        messages.success(request, say.GOES_ON)
    return redirect("desk:rehearsal", slug)


@require_POST
def speed(request: HttpRequest, slug: str) -> HttpResponse:
    """Faster or slower, from the next second on."""
    tournament = _rehearsal(request, slug)
    wanted = request.POST.get("speed", "")
    try:
        rehearsals.set_speed(tournament_id=tournament.pk, by=actor_of(request), speed=wanted)
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, reverse("desk:rehearsal", args=[slug]))
    return redirect("desk:rehearsal", slug)


def _rehearsal(request: HttpRequest, slug: str) -> Tournament:
    """404 for a real tournament: it never plays itself."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    if not tournament.rehearsal:
        raise Http404
    return tournament


def _now(facts: Facts) -> str:
    """The step of the evening, as the list beside the page shows it."""
    return next(f"{step.code}{step.number or ''}" for step in evening_steps(facts) if step.state == "now")


def _context(tournament: Tournament) -> dict[str, Any]:
    play = load_play(tournament)
    state = play.state if play else ""
    return {
        "steering": True,
        "play": play,
        "state_text": say.STATES.get(state, ""),
        "sentence": say.sentence(state, play.error if play else ""),
        "seed_text": say.seed_text(play.seed) if play else "",
        "speeds": [
            {"code": code, "label": label, "on": play is not None and code == play.speed}
            for code, label in say.SPEEDS.items()
        ],
        "version": f"{tournament.revision}.{play.version if play else ''}",
    }
