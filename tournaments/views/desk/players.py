"""One person: details, leaving, being sent home, coming back; and the search on top of every page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.forms import EditPersonForm, LeaveForm
from tournaments.messages import registration as say
from tournaments.messages.log import log_text
from tournaments.models import LogEntry, Phase, Player, Status, Tournament
from tournaments.models.player import GONE
from tournaments.printing.content.honours import with_certificate
from tournaments.queries import registration as desk
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.slips import table_number
from tournaments.services import players as acts
from tournaments.services._people import known_of
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._notes import without_seat
from tournaments.views.desk._page import perform, refused_page, render_desk

HISTORY = 20
HITS = 100


def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Details of one person, and what was done."""
    tournament = tournament_for(request.user, slug, HELFER)
    row = _row(tournament, number)
    form = _form(tournament, row, request.POST or None)
    if request.method != "POST":
        return _page(request, tournament, row, form)
    if not form.is_valid():
        return _page(request, tournament, row, form, status=400)
    try:
        acts.edit_player(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            player=number,
            **form.changed(),
        )
    except RuleViolation as violation:
        form.refuse(violation)
        return _page(request, tournament, row, form, status=status_of(violation))
    messages.success(request, say.kept(_row(tournament, number).name))
    return redirect("desk:player", slug, number)


def _row(tournament: Tournament, number: int) -> Player:
    rows = Player.objects.select_related("club", "team")
    row = rows.filter(tournament=tournament, start_number=number).first()
    if row is None:
        raise Http404
    return row


def _form(tournament: Tournament, row: Player, sent: Any = None) -> EditPersonForm:
    form = EditPersonForm(sent, initial=known_of(row))
    if tournament.phase == Phase.FINISHED:
        form.after_the_end()
    return form


def _history(tournament: Tournament, number: int, *, leads: bool) -> list[dict[str, Any]]:
    """What was done about a person, the latest first. Why somebody was sent home is the Leitung's."""
    entries = LogEntry.objects.filter(tournament=tournament, data__player=number).order_by("-id")
    return [
        {
            "at": entry.created_at,
            "text": log_text(entry.act, entry.data),
            "reason": entry.reason if leads or entry.act == "withdraw_player" else "",
        }
        for entry in entries[:HISTORY]
    ]


def _page(
    request: HttpRequest,
    tournament: Tournament,
    row: Player,
    form: EditPersonForm,
    *,
    leave: LeaveForm | None = None,
    status: int = 200,
) -> HttpResponse:
    facts = load_facts(tournament)
    leads = LEITUNG in roles_of(request.user)
    context = {
        "row": row,
        "form": form,
        "leave": leave or LeaveForm(),
        "leaving": leave is not None,
        "status": say.STATUSES[row.status],
        "gone": row.status in GONE,
        "over": tournament.phase == Phase.FINISHED,
        "seat": _seat(facts, row.start_number),
        "notes": without_seat(facts, leads=leads, only=row.start_number),
        "certificate": row.start_number in with_certificate(facts),
        "never_drawn": not any(r.table_of(row.start_number) for r in facts.rounds),
        "clubs": _clubs(facts),
        "history": _history(tournament, row.start_number, leads=leads),
    }
    return render_desk(request, tournament, "desk/spieler.html", context, status=status, facts=facts)


def _clubs(facts: Facts) -> list[str]:
    """To choose from. Once a round is drawn those of this evening, which are here already."""
    here = [player.club for player in facts.players.values() if player.club]
    return desk.club_names(here if facts.rounds else None)


def _seat(facts: Facts, number: int) -> dict[str, Any] | None:
    """Where somebody sits in the round that runs, None when nowhere (a draft draw is nowhere)."""
    round_ = facts.current
    table = round_.table_of(number) if round_ and round_.published else None
    if round_ is None or table is None:
        return None
    return {"table": table, "round": round_, "playing": facts.next_game(round_, table) is not None}


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody goes home; the reason may be empty."""
    tournament = tournament_for(request.user, slug, HELFER)
    form = LeaveForm(request.POST)
    body = {"no_show": form.is_valid() and form.cleaned_data["no_show"]}
    return _leave(request, tournament, number, acts.withdraw_player, Status.WITHDRAWN, form, **body)


@require_POST
def exclude(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody is sent home, with a reason."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    form = LeaveForm(request.POST)
    return _leave(request, tournament, number, acts.exclude_player, Status.EXCLUDED, form)


def _leave(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    work: Any,
    status: str,
    form: LeaveForm,
    **body: Any,
) -> HttpResponse:
    row = _row(tournament, number)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        work(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            player=number,
            reason=reason,
            **body,
        )
    except RuleViolation as violation:
        if violation.field != "reason":
            back = reverse("desk:player", args=[tournament.slug, number])
            return refused_page(request, tournament, violation, back)
        form.refuse(violation)
        start = _form(tournament, row)
        return _page(request, tournament, row, start, leave=form, status=status_of(violation))
    messages.success(request, say.gone(row.name, status))
    return redirect("desk:player", tournament.slug, number)


@require_POST
def come_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Back before the next draw; who was excluded by the Leitung only."""
    tournament = tournament_for(request.user, slug, HELFER)
    row = _row(tournament, number)
    if row.status == Status.EXCLUDED:
        tournament_for(request.user, slug, LEITUNG)
    back = reverse("desk:player", args=[slug, number])
    present = request.POST.get("present", "1") == "1"
    return perform(
        request, tournament, acts.return_player, back, done=say.back(row.name), player=number, present=present
    )


def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, start number or "Tisch 7": one hit leads there at once."""
    tournament = tournament_for(request.user, slug, HELFER)
    query = request.GET.get("q", "")[:200].strip()
    facts = load_facts(tournament)
    table = _table_asked(facts, query)
    if table:
        return redirect(table)
    people = desk.found(desk.guests(tournament), query) if query else []
    if len(people) == 1:
        return redirect("desk:player", slug, people[0].number)
    lines = [
        {"guest": guest, "status": say.STATUSES[guest.status], "seat": _seat(facts, guest.number)}
        for guest in people[:HITS]
    ]
    context = {
        "query": query,
        "lines": lines,
        "more": max(0, len(people) - len(lines)),
    }
    return render_desk(request, tournament, "desk/suche.html", context, facts=facts)


def _table_asked(facts: Facts, query: str) -> str:
    """The page of the table that "Tisch 7" or "Tisch A" means in the round that runs, "" if none is meant."""
    word, _space, sign = query.casefold().partition(" ")
    round_ = facts.current
    if word not in ("tisch", "table", "t") or round_ is None or not round_.published:
        return ""
    table = round_.table(table_number(round_.stage, sign))
    return reverse("desk:table", args=[facts.tournament.slug, table.id]) if table else ""
