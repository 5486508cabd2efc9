"""The Stechen at the desk: who is called, throws by keyboard, the best first, every way back (C3.4)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.forms import ThrowsForm, read_whole
from tournaments.forms.throws import DICE, PLACES
from tournaments.messages import finish as words
from tournaments.models import StechenCause, Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import ko_touched
from tournaments.queries.shoot import Row, Shoot, past_shoots, shoots
from tournaments.services import stechen as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._finish import act, living_page, next_block, reason_of
from tournaments.views.desk._page import refused_page
from tournaments.views.desk._shoot import hero, past, shown, sure


def stechen(request: HttpRequest, slug: str) -> HttpResponse:
    """Every Stechen of now. `?art=places`: an order of names is typed instead of dice."""
    tournament = tournament_for(request.user, slug, HELFER)
    return _page(request, load_facts(tournament))


def _page(
    request: HttpRequest,
    facts: Facts,
    *,
    form: ThrowsForm | None = None,
    stechen_id: int = 0,
    status: int = 200,
) -> HttpResponse:
    found = shoots(facts)
    mode = request.GET.get("art", "")
    first = next((shoot for shoot in found if shoot.newcomers), None)
    typing = next((shoot for shoot in found if shoot.id and shoot.missing), None)
    step = _next(facts, found, leads=LEITUNG in roles_of(request.user))
    if first and first.cause == StechenCause.TIES and step["code"] == "enter_throws":
        first = None  # The green block asks for throws: every other Stechen keeps its own button.
    context = {
        "stand": mode,
        "mode": mode,
        "hero": hero(facts, found),
        "sure": sure(facts, found),
        "sheets": [
            shown(
                facts,
                shoot,
                form if form and shoot.id == stechen_id else form_of(shoot, mode),
                is_next=shoot is first,
                has_focus=shoot is typing,
            )
            for shoot in found
        ],
        "past": past(facts, past_shoots(facts)),
        "frozen": facts.cut is not None and ko_touched(facts),
        "next": step,
    }
    return living_page(request, facts, "stechen", context, status=status)


def form_of(shoot: Shoot, mode: str) -> ThrowsForm:
    """The fields of the throws that are missing; an attempt goes on as it began, in dice or in places."""
    if shoot.by_places is not None:
        mode = PLACES if shoot.by_places else DICE
    return ThrowsForm(asked=[_asked(row) for row in shoot.rows if row.asked], mode=mode)


def _asked(row: Row) -> tuple[int, int, str]:
    attempt = next(cell.attempt for cell in row.cells if cell.asked)
    return row.player.number, attempt, row.player.name


def _next(facts: Facts, found: tuple[Shoot, ...], *, leads: bool) -> dict[str, Any]:
    """On this page the step is taken: open the first Stechen that is not, or go to its first field."""
    block = next_block(facts, leads=leads)
    slug = facts.tournament.slug
    if block["code"] in ("open_stechen", "move_up_stechen"):
        name = "open_stechen" if block["code"] == "open_stechen" else "open_move_up"
        block |= {"href": reverse(f"desk:{name}", args=[slug]) if leads else "", "method": "post"}
        block["label"] = words.open_it()
    elif block["code"] == "enter_throws":
        first = next((shoot for shoot in found if shoot.missing), None)
        block["href"] = f"#stechen-{first.id}" if first else ""
    return block


@require_POST
def open_stechen(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the group whose start numbers are in `players`; without them the best that needs a Stechen."""
    named = request.POST.getlist("players")
    players = [number for number in map(read_whole, named) if number is not None] if named else None
    return act(request, slug, acts.open_stechen, "open_stechen", "stechen", players=players)


@require_POST
def open_move_up(request: HttpRequest, slug: str) -> HttpResponse:
    """After the cut: those who share the next place, or the last extra Spielmarke."""
    return act(request, slug, acts.open_move_up_stechen, "open_stechen", "stechen")


@require_POST
def enter_throw(request: HttpRequest, slug: str, stechen_id: int) -> HttpResponse:
    """Every field that was filled in, or none of them; `absent`: who did not come."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    back = reverse("desk:stechen", args=[slug])
    mode = request.POST.get("mode", "")
    form = ThrowsForm(request.POST, asked=_posted(request, facts, stechen_id), mode=mode)
    violation, status = RuleViolation("stechen_gone"), 400
    if form.is_valid():
        try:
            _send(request, tournament, stechen_id, form)
            return redirect(f"{back}?art={mode}" if mode == PLACES else back)
        except RuleViolation as refusal:
            violation, status = refusal, status_of(refusal)
            form.refuse(refusal)
            tournament.refresh_from_db()
            facts = load_facts(tournament)
    if all(shoot.id != stechen_id for shoot in shoots(facts)):
        return refused_page(request, tournament, violation, back)
    return _page(request, facts, form=form, stechen_id=stechen_id, status=status)


def _send(request: HttpRequest, tournament: Tournament, stechen_id: int, form: ThrowsForm) -> None:
    throws = form.cleaned_data["throws"]
    acts.enter_throws(
        tournament_id=tournament.pk,
        by=actor_of(request),
        key=key_of(request),
        stechen_id=stechen_id,
        throws=throws,
    )
    messages.success(request, words.throws_entered(len(throws)))


def _posted(request: HttpRequest, facts: Facts, stechen_id: int) -> list[tuple[int, int, str]]:
    """Whose fields were sent, whether still missing or not: the same form sent twice says the same."""
    shoot = next((one for one in shoots(facts) if one.id == stechen_id), None)
    owed = {row.player.number: _asked(row) for row in shoot.rows if row.asked} if shoot else {}
    sent = {read_whole(name.removeprefix("throw-")) for name in request.POST if name.startswith("throw-")}
    numbers = facts.players.keys() & sent
    known = {number: (number, 1, facts.players[number].name) for number in numbers} | owed
    return [known[number] for number in sorted(known)]


@require_POST
def void_throw(request: HttpRequest, slug: str, throw_id: int) -> HttpResponse:
    return act(request, slug, acts.void_throw, "void_throw", "stechen", HELFER, throw_id=throw_id)


@require_POST
def void_stechen(request: HttpRequest, slug: str, stechen_id: int) -> HttpResponse:
    body = {"stechen_id": stechen_id, "reason": reason_of(request)}
    return act(request, slug, acts.void_stechen, "void_stechen", "stechen", **body)
