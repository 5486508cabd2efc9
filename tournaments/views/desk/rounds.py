"""A Turnierrunde at the desk: drawn, published, played, closed, and every way back (C1, C2.7, C7)."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.forms import DeskForm, ReasonForm, ScharfForm
from tournaments.messages import rounds as say
from tournaments.models import Phase, Stage, Tournament
from tournaments.queries.draws import evening
from tournaments.queries.facts import Facts, RoundFact, load_facts
from tournaments.queries.slips import table_number
from tournaments.services import rounds as acts
from tournaments.services.scharf import set_scharf
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk import _round as shown
from tournaments.views.desk._backup import secured
from tournaments.views.desk._conflict import conflict_context
from tournaments.views.desk._page import (
    Service,
    perform,
    refused_page,
    render_desk,
    safe_back,
    seen_of,
)
from tournaments.views.desk._slip import slip_card

Forms = Mapping[str, DeskForm]
PARTS = ("kopf", "liste", "mehr")
NONE: Forms = {}
AUTO = {name: f"{name}_%s" for name in ("redraw", "scharf")}
"""Several forms stand on one page, and each field has its own id."""


def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page of a round, whatever its state."""
    tournament = tournament_for(request.user, slug, HELFER)
    return _page(request, tournament, number)


def _page(
    request: HttpRequest, tournament: Tournament, number: int, *, forms: Forms = NONE, status: int = 200
) -> HttpResponse:
    facts = load_facts(tournament)
    found = _find(facts, number)
    leads = LEITUNG in roles_of(request.user)
    if found is None or not (found.published or leads):
        if number != facts.closed_rounds + 1 or facts.tournament.phase not in (
            Phase.REGISTRATION,
            Phase.VORRUNDE,
        ):
            raise Http404
        context = {"number": number, "rounds": facts.plan.rounds, "can": shown.counts(facts)}
        return render_desk(request, tournament, "desk/runde_offen.html", context, facts=facts)
    template, context = _context(request, facts, found)
    context |= _more(facts, found, forms)
    return render_desk(request, tournament, template, context, status=status, facts=facts)


def _more(facts: Facts, found: RoundFact, forms: Forms = NONE) -> dict[str, Any]:
    """What else can be done with the round at this moment."""
    return {
        "redraw": forms.get("redraw") or ReasonForm(auto_id=AUTO["redraw"]),
        "scharf": forms.get("scharf") or ScharfForm(auto_id=AUTO["scharf"]),
        "is_scharf": facts.rules.speed == "scharf",
        "scharf_now": shown.scharf_now(facts, found),
        "can": shown.possible(facts, found),
        "rounds": facts.plan.rounds,
        "refused": set(forms),
    }


def _context(request: HttpRequest, facts: Facts, found: RoundFact) -> tuple[str, dict[str, Any]]:
    leads = LEITUNG in roles_of(request.user)
    if not found.published:
        return "desk/auslosung.html", {"draft": shown.draft(facts, found), "round": found}
    over = shown.running(facts, found)
    context: dict[str, Any] = {
        "round": found,
        "head": shown.head(facts, over, leads=leads),
        "lists": shown.lists(facts, over),
        "state": shown.round_state(found),
        "drawn": evening(facts, found).sentences,
        "conflict": conflict_context(facts, over.conflicts[0]) if over.conflicts else None,
    }
    if not found.closed:
        context["slip"] = slip_card(request, facts, asked=request.GET.get("tisch", ""))
    return "desk/runde.html", context


def part(request: HttpRequest, slug: str, number: int, name: str) -> HttpResponse:
    """A part of a round's page; `?stand=` is the state it showed: another state is another page."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    found = _find(facts, number)
    leads = LEITUNG in roles_of(request.user)
    if name not in PARTS or found is None or not found.published or (name == "mehr" and not leads):
        gone = HttpResponse(status=410)
        gone["X-Page-Changed"] = "1"
        return gone
    over = shown.running(facts, found)
    context = {
        "tournament": tournament,
        "round": found,
        "state": shown.round_state(found),
        "leads": leads,
        "head": shown.head(facts, over, leads=leads),
        "lists": shown.lists(facts, over) if name == "liste" else None,
        **(_more(facts, found) if name == "mehr" else {}),
    }
    answer = render(request, f"desk/_runde_{name}.html", context)
    if request.GET.get("stand") != context["state"]:
        answer["X-Page-Changed"] = "1"
    return answer


def _find(facts: Facts, number: int) -> RoundFact | None:
    return next((r for r in facts.vorrunde if r.number == number), None)


def _back(slug: str, number: int) -> str:
    return reverse("desk:round", args=[slug, number])


@require_POST
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round; two clicks draw one."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:overview", args=[slug])
    try:
        answer = acts.draw_round(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request))
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, back)
    messages.success(request, say.done("draw_round", answer["number"]))
    return redirect("desk:round", slug, answer["number"])


def _act(
    request: HttpRequest, slug: str, number: int, work: Service, name: str, back: str = "", **body: Any
) -> HttpResponse:
    """An act on the open (or last) round; the page must still mean that one."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = back or _back(slug, number)
    return perform(request, tournament, work, back, done=say.done(name, number), number=number, **body)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    drawn = seen_of(request, "draw_no")
    return _act(request, slug, number, acts.publish_draw, "publish_draw", draw_no=drawn)


@require_POST
def discard_draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    overview = reverse("desk:overview", args=[slug])
    drawn = seen_of(request, "draw_no")
    return _act(request, slug, number, acts.discard_draw, "discard_draw", overview, draw_no=drawn)


@require_POST
def close_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    answer = _act(request, slug, number, acts.close_round, "close_round")
    return secured(request, answer, f"{slug}_runde-{number}")


@require_POST
def reopen_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _act(request, slug, number, acts.reopen_round, "reopen_round")


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw the open round again; once it was published with a reason."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    return _with_form(
        request,
        tournament,
        number,
        "redraw",
        ReasonForm(request.POST, auto_id=AUTO["redraw"]),
        acts.redraw_round,
        say.done("redraw_round", number),
        number=number,
        draw_no=seen_of(request, "draw_no"),
    )


def _with_form(
    request: HttpRequest,
    tournament: Tournament,
    page: int,
    name: str,
    form: DeskForm,
    work: Service,
    done: str,
    **body: Any,
) -> HttpResponse:
    """An act on round `page` with something typed in: refused, it stands there with its sentence."""
    status = 400
    if form.is_valid():
        body |= form.cleaned_data
        try:
            work(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), **body)
        except RuleViolation as violation:
            if not _stands_there(tournament, page, name):
                return refused_page(request, tournament, violation, _back(tournament.slug, page))
            form.refuse(violation)
            status = status_of(violation)
        else:
            messages.success(request, done)
            return redirect("desk:round", tournament.slug, page)
    tournament.refresh_from_db()
    return _page(request, tournament, page, forms={name: form}, status=status)


def _stands_there(tournament: Tournament, page: int, name: str) -> bool:
    """The form is still on the page; else its sentence would stand nowhere."""
    facts = load_facts(tournament)
    found = _find(facts, page)
    return found is not None and found.published and shown.possible(facts, found)[name]


@require_POST
def start_clock(request: HttpRequest, slug: str, round_id: int) -> HttpResponse:
    """C7.1: the clock of a round starts, or starts again; also that of the K.O. and the final."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:overview", args=[slug]))
    body = {"round_id": round_id, "again": request.POST.get("again") == "1"}
    return perform(request, tournament, acts.start_clock, back, done=say.done("start_clock"), **body)


@require_POST
def scharf(request: HttpRequest, slug: str) -> HttpResponse:
    """C7.2: scharf or back (`on`), for all tables or those named in `tables` (numbers, K.O. letters)."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:overview", args=[slug]))
    on = request.POST.get("on") == "1"
    form = ScharfForm(request.POST, auto_id=AUTO["scharf"])
    if not form.is_valid():
        return refused_page(request, tournament, RuleViolation("bad_input"), back)
    try:
        table_ids = _named_tables(load_facts(tournament), form.named)
        set_scharf(
            tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), table_ids=table_ids, on=on
        )
    except RuleViolation as violation:
        current = load_facts(tournament).current
        if form.named and current and current.stage == Stage.VORRUNDE and not current.published:
            form.refuse(RuleViolation(violation.code, "tables", **violation.params))
            return _page(
                request, tournament, current.number, forms={"scharf": form}, status=status_of(violation)
            )
        return refused_page(request, tournament, violation, back)
    messages.success(request, say.done("scharf" if on else "normal"))
    return redirect(back)


def _named_tables(facts: Facts, named: list[str]) -> list[int] | None:
    """Row ids of the tables, None when none is named. Refuses `table_unknown`."""
    if not named:
        return None
    round_ = facts.current
    found = []
    for sign in named:
        table = round_.table(table_number(round_.stage, sign)) if round_ else None
        if table is None:
            tables = len(round_.tables) if round_ else 0
            raise RuleViolation("table_unknown", "tables", text=sign, tables=tables)
        found.append(table.id)
    return found
