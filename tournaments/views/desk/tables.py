"""One table at the desk: absences, outcomes without a game, seats, conflicts, each with its way back."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, require_role, roles_of, tournament_for
from tournaments.forms import DeskForm, ReasonForm, SeatForm, read_whole
from tournaments.messages import play as words
from tournaments.messages import tables as say
from tournaments.models import Stage, Tournament
from tournaments.queries import tables as query
from tournaments.queries.devices import station_devices
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.queries.one_table import find
from tournaments.services import absences, results, seats
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk import _table as shown
from tournaments.views.desk._conflict import conflict_context
from tournaments.views.desk._page import Service, perform, refused_page, render_desk, safe_back
from tournaments.views.desk._slip import slip_card
from tournaments.views.desk.slips import stage_page

Forms = Mapping[str, DeskForm]
NONE: Forms = {}
PARTS = ("kopf", "stand", "mehr")


def table(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Everything about one table of one round."""
    tournament = tournament_for(request.user, slug, HELFER)
    return _page(request, tournament, table_id)


def part(request: HttpRequest, slug: str, table_id: int, name: str) -> HttpResponse:
    """What changes by itself while the page is open."""
    tournament = tournament_for(request.user, slug, HELFER)
    if name not in PARTS:
        raise Http404
    facts = load_facts(tournament)
    round_, found = _find(request, facts, table_id)
    context = _standing(request, facts, round_, found)
    if name == "mehr":
        context |= _acts(facts, round_, context["can"], NONE)
    return render(request, f"desk/_tisch_{name}.html", {"tournament": tournament, **context})


def _find(request: HttpRequest, facts: Facts, table_id: int) -> tuple[RoundFact, TableFact]:
    """404 for a table that is gone, 403 for a draft that a Helfer must not see."""
    found = find(facts, table_id)
    if found is None:
        raise Http404
    if not found[0].published and LEITUNG not in roles_of(request.user):
        raise PermissionDenied
    return found


def _standing(request: HttpRequest, facts: Facts, round_: RoundFact, found: TableFact) -> dict[str, Any]:
    can = query.possible(facts, round_, found)
    changed = query.versions(facts, found.id) if found.version > 1 else []
    return {
        "leads": LEITUNG in roles_of(request.user),
        "table": found,
        "round": round_,
        "head": shown.table_head(facts, round_, found),
        "seats": shown.table_seats(facts, round_, found, can),
        "games": shown.table_results(facts, round_, found, changed),
        "can": can,
        "counted": facts.plan.schock_aus_counted,
        "ko": round_.stage != Stage.VORRUNDE,
        "back": stage_page(facts, round_),
    }


def _page(
    request: HttpRequest, tournament: Tournament, table_id: int, *, forms: Forms = NONE, status: int = 200
) -> HttpResponse:
    facts = load_facts(tournament)
    round_, found = _find(request, facts, table_id)
    context = _standing(request, facts, round_, found)
    conflict = next((c for c in facts.conflicts if c.table_id == found.id), None)
    sign = words.table_sign(round_.stage, found.number)
    context |= _acts(facts, round_, context["can"], forms)
    context |= {
        "conflict": conflict_context(facts, conflict) if conflict else None,
        "refused": bool(forms),
    }
    if context["can"].open and context["head"]["state"] == "playing" and facts.current is round_:
        context["slip"] = slip_card(request, facts, asked=sign)
    if context["leads"] and not round_.closed:
        devices = station_devices(found.station_id)
        context["station"] = shown.station_context(found, tournament.table_url, devices)
        context["station"]["fields"] = [("back", request.path), ("seen", context["station"]["code"])]
    return render_desk(request, tournament, "desk/tisch.html", context, status=status, facts=facts)


def _acts(facts: Facts, round_: RoundFact, can: query.Possible, forms: Forms) -> dict[str, Any]:
    """What else can be done with the table; it goes by itself when a result comes."""
    return {
        "walkover": forms.get("walkover") or ReasonForm(auto_id="walkover_%s"),
        "void": forms.get("void") or ReasonForm(auto_id="void_%s"),
        "seat": forms.get("seat") or SeatForm(auto_id="seat_%s"),
        "waiting": query.waiting_players(facts, round_) if can.seat else [],
    }


def _back(request: HttpRequest, slug: str, table_id: int) -> str:
    return safe_back(request, reverse("desk:table", args=[slug, table_id]))


def _number(request: HttpRequest) -> int:
    """The start number that the page sends; 0, which nobody has, for anything else."""
    return read_whole(request.POST.get("player")) or 0


def _name(tournament: Tournament, number: int) -> str:
    row = tournament.players.filter(start_number=number).first()
    return row.name if row else ""


@require_POST
def no_show(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Somebody never sat down: 0 points, the others play."""
    return _absent(request, slug, table_id, absences.mark_no_show, "no_show")


@require_POST
def left(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Somebody leaves in the game that runs; in the K.O. all Spielmarken are gone."""
    return _absent(request, slug, table_id, absences.mark_left, "left")


def _absent(request: HttpRequest, slug: str, table_id: int, work: Service, name: str) -> HttpResponse:
    tournament = tournament_for(request.user, slug, LEITUNG)
    player = _number(request)
    done = say.done(name, _name(tournament, player))
    back = _back(request, slug, table_id)
    return perform(request, tournament, work, back, done=done, table_id=table_id, player=player)


@require_POST
def void_absence(request: HttpRequest, slug: str, table_id: int, absence_id: int) -> HttpResponse:
    """There after all."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = _back(request, slug, table_id)
    done = say.done("void_absence")
    return perform(request, tournament, absences.void_absence, back, done=done, absence_id=absence_id)


@require_POST
def walkover(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Kampflos: one is left."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    form = ReasonForm(request.POST, auto_id="walkover_%s")
    return _with_form(request, tournament, table_id, "walkover", form, absences.give_walkover)


@require_POST
def void_table(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Ohne Wertung."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    form = ReasonForm(request.POST, auto_id="void_%s")
    return _with_form(request, tournament, table_id, "void", form, absences.void_table)


def _with_form(
    request: HttpRequest, tournament: Tournament, table_id: int, name: str, form: DeskForm, work: Service
) -> HttpResponse:
    """An act with something typed in: refused, it stands there with its sentence."""
    status = 400
    if form.is_valid():
        body = {"table_id": table_id, **form.cleaned_data}
        try:
            work(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), **body)
        except RuleViolation as violation:
            if not _stands_there(tournament, table_id, name):
                back = reverse("desk:overview", args=[tournament.slug])
                return refused_page(request, tournament, violation, back)
            form.refuse(violation)
            status = status_of(violation)
        else:
            who = _name(tournament, body.get("player", 0))
            messages.success(request, say.done({"void": "void_table"}.get(name, name), who))
            return redirect("desk:table", tournament.slug, table_id)
    tournament.refresh_from_db()
    return _page(request, tournament, table_id, forms={name: form}, status=status)


def _stands_there(tournament: Tournament, table_id: int, name: str) -> bool:
    """The form is still on the table's page; else its sentence would stand nowhere."""
    facts = load_facts(tournament)
    found = find(facts, table_id)
    return found is not None and bool(getattr(query.possible(facts, *found), name))


@require_POST
def reopen_table(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Undo of kampflos and ohne Wertung."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = _back(request, slug, table_id)
    done = say.done("reopen_table")
    return perform(request, tournament, absences.reopen_table, back, done=done, table_id=table_id)


@require_POST
def seat(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Somebody sits down here: a late arrival, or from another table of the round."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    form = SeatForm(request.POST, auto_id="seat_%s")

    def sit(*, six: bool, **body: Any) -> dict[str, Any]:
        try:
            return seats.seat_late(six_confirmed=six, **body)
        except RuleViolation as violation:
            # Sits elsewhere, or was moved by this very key: both are told by the other act.
            if violation.code not in ("player_seated_here", "key_reused"):
                raise
        return seats.move_seat(six_confirmed=six, **body)

    return _with_form(request, tournament, table_id, "seat", form, sit)


@require_POST
def unseat_late(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Undo of seating somebody late."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    player = _number(request)
    back = _back(request, slug, table_id)
    done = say.done("unseat_late", _name(tournament, player))
    return perform(request, tournament, seats.unseat_late, back, done=done, table_id=table_id, player=player)


@require_POST
def schock_aus(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """One Schock aus more (`more` = 1) or fewer; of a closed round the Leitung alone."""
    tournament = tournament_for(request.user, slug, HELFER)
    found = find(load_facts(tournament), table_id)
    if found and found[0].closed:
        require_role(request.user, LEITUNG)
    more = request.POST.get("more") == "1"
    work = results.add_schock_aus if more else results.take_back_schock_aus
    back = _back(request, slug, table_id)
    player = _number(request)
    return perform(request, tournament, work, back, table_id=table_id, player=player)


@require_POST
def decide_conflict(request: HttpRequest, slug: str, conflict_id: int) -> HttpResponse:
    """Which of two answers is right: `decision` is first or second."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    back = safe_back(request, reverse("desk:overview", args=[slug]))
    return perform(
        request,
        tournament,
        results.decide_conflict,
        back,
        done=say.done("conflict"),
        conflict_id=conflict_id,
        decision=request.POST.get("decision", ""),
    )
