"""The set-up assistant: a tournament from a preset, its format with effects, its rules, the doors."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from scoring.format import Format
from scoring.ruleset import PRESETS, RuleSet
from tournaments.access import LEITUNG, require_role, tournament_for
from tournaments.forms import CreateForm, DetailsForm, FormatForm, LotNumberForm, RulesForm, read_whole
from tournaments.messages import format as words
from tournaments.messages import registration as say
from tournaments.messages.rule_sheet import compare, points_in_words
from tournaments.models import Phase, Tournament
from tournaments.queries.effects import field_size, format_effects
from tournaments.queries.fixed import drawn_rounds, fixed_fields, rules_fixed
from tournaments.queries.forecast import evening_effect
from tournaments.services import tournaments as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import perform, refused_page, render_desk, safe_back

MOST_PEOPLE = 2000


def create(request: HttpRequest) -> HttpResponse:
    """A name, a date, a place and two presets; then on to the format."""
    require_role(request.user, LEITUNG)
    form = CreateForm(request.POST or None, today=timezone.localdate())
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made = acts.create_tournament(by=actor_of(request), key=key_of(request), **form.cleaned_data)
                return redirect("desk:format", made["slug"])
            except RuleViolation as violation:
                form.refuse(violation)
                status = status_of(violation)
    context = {"form": form, "presets": words.PRESETS, "rule_presets": words.RULE_PRESETS}
    return render_desk(request, None, "desk/neu.html", context, status=status)


def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, date and place, and the address in the QR codes."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    start = {name: getattr(tournament, name) for name in ("name", "place", "table_url")}
    start["date"] = tournament.date.isoformat()
    form = DetailsForm(request.POST or None, initial=start, own=settings.PUBLIC_URL)
    if request.method == "POST" and form.is_valid():
        done = _save(request, tournament, form, acts.rename_tournament, **form.changed())
        if done is None:
            return redirect("desk:format", slug)
        return render_desk(request, tournament, "desk/angaben.html", {"form": form}, status=done)
    status = 400 if request.method == "POST" else 200
    return render_desk(request, tournament, "desk/angaben.html", {"form": form}, status=status)


def _save(request: HttpRequest, tournament: Tournament, form: Any, work: Any, **body: Any) -> int | None:
    """None when it is saved, else the status of the refusal that the form now shows."""
    try:
        work(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), **body)
    except RuleViolation as violation:
        form.refuse(violation)
        return status_of(violation)
    messages.success(request, say.saved())
    return None


def format_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every field of C1–C7.2 with its sentence and what it means this evening."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    fixed = fixed_fields(tournament)
    plan = tournament.plan
    people = _people(request, tournament)
    form = FormatForm(request.POST or None, plan=plan, fixed=fixed)
    status, reckons = 200, "reckon" in request.POST
    if request.method == "POST":
        if not form.is_valid():
            status = 200 if reckons else 400
        elif not reckons:
            refused = _save(request, tournament, form, acts.change_format, changes=form.changes())
            if refused is None:
                return redirect(_saved_at(slug, people, field_size(tournament)))
            status = refused
    effects = _effects(form, plan, people, tournament)
    context = {
        "form": form,
        "people": people,
        "whole_evening": effects["evening"],
        "groups": _groups(form, fixed, effects),
        "lot": LotNumberForm(initial={"number": tournament.lot_number}),
        "lot_open": tournament.phase in (Phase.SETUP, Phase.REGISTRATION) and not drawn_rounds(tournament),
        "open": tournament.phase in (Phase.SETUP, Phase.REGISTRATION),
    }
    return render_desk(request, tournament, "desk/format.html", context, status=status)


def _saved_at(slug: str, people: int, usual: int) -> str:
    """The top of the page, where the sentence stands; with the number that was typed, if it is another."""
    typed = f"?people={people}" if people != usual else ""
    return f"{reverse('desk:format', args=[slug])}{typed}#arbeit"


def _people(request: HttpRequest, tournament: Tournament) -> int:
    """With how many the effects are reckoned: what was typed, else what the evening knows."""
    typed = read_whole(request.POST.get("people") or request.GET.get("people")) or 0
    return typed if 1 <= typed <= MOST_PEOPLE else field_size(tournament)


def _effects(form: FormatForm, plan: Format, people: int, tournament: Tournament) -> dict[str, str]:
    """Of what is typed if it can be played, else of what is saved."""
    if form.is_bound and form.is_valid():
        plan = Format.from_dict(form.wanted)
    free = "rounds" not in fixed_fields(tournament)
    whole = {"evening": evening_effect(tournament.rules, plan, people, advise=free)}
    return format_effects(plan, people, tournament.date) | whole


def _groups(form: FormatForm, fixed: Mapping[str, str], effects: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "anchor": anchor,
            "heading": heading,
            "lines": [
                {
                    "name": name,
                    "field": form[name],
                    "effect": effects[name],
                    "since": words.SINCE[fixed[name]] if name in fixed else "",
                }
                for name in names
            ],
        }
        for anchor, heading, names in words.GROUPS
    ]


@require_POST
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """C2.4: one round more or fewer while the Vorrunde runs."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:format", args=[slug]))
    wanted = read_whole(request.POST.get("rounds"))
    if wanted is None:
        return refused_page(request, tournament, RuleViolation("number_invalid", field="rounds"), back)
    return perform(request, tournament, acts.change_rounds, back, done=say.saved(), rounds=wanted)


@require_POST
def lot_number(request: HttpRequest, slug: str) -> HttpResponse:
    """C1.4: the number drawn in public before round 1."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:format", args=[slug]))
    form = LotNumberForm(request.POST)
    if not form.is_valid():
        return refused_page(request, tournament, RuleViolation("number_invalid", field="number"), back)
    body = {"number": form.cleaned_data["number"], "seen": request.POST.get("shown")}
    return perform(request, tournament, acts.set_lot_number, back, done=say.saved(), **body)


def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Preset and every switch, contested ones first."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    since = rules_fixed(tournament)
    form = RulesForm(request.POST or None, rules=tournament.rules, fixed=bool(since))
    status, reckons = 200, "reckon" in request.POST
    if request.method == "POST":
        if not form.is_valid():
            status = 200 if reckons else 400
        elif not reckons:
            refused = _save(request, tournament, form, acts.change_rules, changes=form.changes)
            if refused is None:
                return redirect(f"{reverse('desk:rules', args=[slug])}#arbeit")
            status = refused
    shown = form.rules or tournament.rules
    context = {
        "form": form,
        "since": words.SINCE[since] if since else "",
        "presets": [
            {
                "code": code,
                "text": words.RULE_PRESETS[code],
                "now": preset == tournament.rules,
                "effects": _against(shown, code),
            }
            for code, preset in PRESETS.items()
        ],
    }
    return render_desk(request, tournament, "desk/regeln.html", context, status=status)


def _against(rules: RuleSet, preset: str) -> dict[str, str]:
    """How rules stand to a preset: the number of points, and the points with both sentences."""
    compared = compare(rules, preset)
    return {"count": compared.sentence, "points": points_in_words(compared)}


@require_POST
def rules_preset(request: HttpRequest, slug: str) -> HttpResponse:
    """All switches as a published rule set has them."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:rules", args=[slug])
    preset = request.POST.get("preset", "") or "?"
    return perform(request, tournament, acts.change_rules, back, done=say.saved(), preset=preset)


@require_POST
def open_(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the registration."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:registration", args=[slug])
    return perform(request, tournament, acts.open_registration, back, done=say.opened())


@require_POST
def back(request: HttpRequest, slug: str) -> HttpResponse:
    """Back from the registration to the set-up."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    target = reverse("desk:format", args=[slug])
    return perform(request, tournament, acts.back_to_setup, target, done=say.closed())


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a rehearsal with everything in it."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    try:
        acts.delete_rehearsal(tournament_id=tournament.pk, by=actor_of(request))
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, reverse("desk:tournaments"))
    messages.success(request, say.deleted(tournament.name))
    return redirect("desk:tournaments")
