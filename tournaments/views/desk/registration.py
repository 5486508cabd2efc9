"""Arrival and cash: search, one tap "da" and "bezahlt", walk-ins, undo; two desks see each other's taps."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.draw.sizes import MINIMUM
from tournaments.forms import LotNumberForm, PersonForm, read_whole
from tournaments.listings import PER_PAGE, PlayerTable
from tournaments.messages import registration as say
from tournaments.messages.refusals import refusal_text
from tournaments.models import Phase, Tournament
from tournaments.models.names import plain
from tournaments.queries import registration as desk
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.fixed import late_entry_closed
from tournaments.queries.next_step import next_step
from tournaments.services import players as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._evening import next_context, without_reload
from tournaments.views.desk._notes import without_seat
from tournaments.views.desk._page import LONGEST_ADDRESS, perform, refused_page, render_desk

PARTS = {name: f"desk/_anmeldung_{name}.html" for name in ("kopf", "liste", "seite")}
FIELDS_IN_DETAILS = ("club", "team", "gender", "fixed_station")
FEW = 10


def registration(request: HttpRequest, slug: str) -> HttpResponse:
    """The registration desk."""
    tournament = tournament_for(request.user, slug, HELFER)
    return _page(request, tournament, PersonForm())


def part(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One part of the page, for the search as one types and for pages that are kept up to date."""
    tournament = tournament_for(request.user, slug, HELFER)
    if name not in PARTS:
        raise Http404
    context = {"tournament": tournament, **_state(request, tournament)}
    if name == "kopf":
        facts, leads = load_facts(tournament), LEITUNG in roles_of(request.user)
        block = next_context(facts, next_step(facts), leads=leads)
        context["notes"] = without_seat(facts, leads=leads)
        context["next"] = without_reload(block, reverse("desk:registration", args=[slug]))
    return render(request, PARTS[name], context)


def _page(
    request: HttpRequest, tournament: Tournament, form: PersonForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    facts = load_facts(tournament)
    if "neu" in request.GET:
        # The next walk-in is typed at once.
        form.fields["first"].widget.attrs["autofocus"] = True
    context = {
        **_state(request, tournament),
        "form": form,
        "details": [form[name] for name in FIELDS_IN_DETAILS],
        "details_open": any(form[name].errors or form[name].value() for name in FIELDS_IN_DETAILS),
        "clubs": desk.club_names(),
        "late_closed": late_entry_closed(tournament),
        "late_from": tournament.plan.late_entry_until + 1,
        "before": tournament.phase == Phase.SETUP,
        "notes": without_seat(facts, leads=LEITUNG in roles_of(request.user)),
        **_lot(request, facts),
        **more,
    }
    return render_desk(request, tournament, "desk/anmeldung.html", context, status=status, facts=facts)


def _lot(request: HttpRequest, facts: Facts) -> dict[str, Any]:
    """C1.4: the number drawn in public, beside the button that draws round 1."""
    t = facts.tournament
    if LEITUNG not in roles_of(request.user) or t.phase not in (Phase.SETUP, Phase.REGISTRATION):
        return {}
    return {"lot": LotNumberForm(initial={"number": t.lot_number}), "lot_open": not facts.vorrunde}


def _state(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Everything that taps change: counter, list, cash, last acts. Two queries."""
    query = request.GET.get("q", "")[:200].strip()
    people = desk.guests(tournament)
    money = desk.takes_money(tournament.plan, people)
    filters = [code for code in desk.FILTERS if money or code != "offen"]
    filter_ = request.GET.get("zeige", "")
    filter_ = filter_ if filter_ in filters else "alle"
    shown = desk.shown(people, query, filter_)
    table = PlayerTable(shown, query=query)
    table.paginate(page=_page_of(request.GET.get("page"), len(shown)), per_page=PER_PAGE)
    missing = desk.shown(people, "", "fehlen")
    totals = desk.counts(people, tournament.plan)
    return {
        "query": query,
        "filter": filter_,
        "filters": [_filter(people, code, current=code == filter_ and not query) for code in filters],
        "table": table,
        "caption": say.matches(len(shown), query, plain(query)) if query else say.listed(len(shown), filter_),
        "empty": say.nobody("suche" if query else filter_),
        "others": [g for g in missing if g not in shown] if query and len(missing) <= FEW else [],
        "counts": totals,
        "waiting": say.waiting(totals.registered, totals.missing),
        "split": say.split(totals.sizes) if totals.sizes else "",
        "tables": say.tables(totals.sizes),
        "short_of": "" if totals.sizes else say.short_of(totals.here, MINIMUM),
        "cash": desk.cash(people) if money else None,
        "money": money,
        "recent": [_recent_line(request, act) for act in desk.recent(tournament, people)],
        "next_number": max((guest.number for guest in people), default=0) + 1,
        "keep": urlencode({"q": query} if query else {"zeige": filter_}),
    }


def _filter(people: list[desk.Guest], code: str, *, current: bool) -> dict[str, Any]:
    return {
        "href": f"?{urlencode({'zeige': code})}",
        "label": f"{say.FILTERS[code]} ({len(desk.shown(people, '', code))})",
        "current": current,
    }


def _page_of(text: str | None, count: int) -> int:
    """The page asked for, as far as there is one: a list may have become shorter meanwhile."""
    return max(1, min(read_whole(text) or 1, -(-count // PER_PAGE)))


def _recent_line(request: HttpRequest, act: desk.Recent) -> dict[str, Any]:
    own = act.act != "exclude_player" or LEITUNG in roles_of(request.user)
    return {"act": act, "done": say.done(act.act, act.present, act.paid), "undo": act.undo and own}


def _back(request: HttpRequest, slug: str, **more: str) -> str:
    """The registration page as it was looked at, from the form's own note of it."""
    page = reverse("desk:registration", args=[slug])
    kept = request.POST.get("keep", "")
    ours = kept.isprintable() and len(kept) <= LONGEST_ADDRESS
    query = "&".join(part for part in (kept if ours else "", urlencode(more)) if part)
    return f"{page}?{query}" if query else page


@require_POST
def tap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One tap: `set` is present · absent · paid · unpaid · both."""
    tournament = tournament_for(request.user, slug, HELFER)
    taps: dict[str, tuple[Any, dict[str, Any]]] = {
        "present": (acts.check_in, {"present": True}),
        "absent": (acts.check_in, {"present": False}),
        "paid": (acts.set_paid, {"paid": True}),
        "unpaid": (acts.set_paid, {"paid": False}),
        "both": (acts.check_in_paid, {}),
    }
    back = _back(request, slug)
    wanted = request.POST.get("set", "")
    if wanted not in taps:
        return refused_page(request, tournament, RuleViolation("bad_input"), back)
    work, body = taps[wanted]
    return perform(request, tournament, work, back, player=number, **body)


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody without registration: `as` is both · present · registered; `namesake` another person."""
    tournament = tournament_for(request.user, slug, HELFER)
    form = PersonForm(request.POST)
    mode = request.POST.get("as", "registered")
    namesake = bool(request.POST.get("namesake"))
    if not form.is_valid():
        return _page(request, tournament, form, status=400, mode=mode)
    try:
        answer = acts.add_player(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            **form.body(),
            present=mode in ("both", "present"),
            paid=mode == "both",
            namesake=namesake,
        )
    except RuleViolation as violation:
        tournament.refresh_from_db()
        asked = refusal_text(violation) if violation.code == "duplicate_player" else ""
        if asked:
            form.fields["first"].widget.attrs["autofocus"] = True
        else:
            form.refuse(violation)
        return _page(request, tournament, form, status=status_of(violation), mode=mode, asked=asked)
    name = " ".join(part for part in (form.cleaned_data["first"], form.cleaned_data["last"]) if part)
    messages.success(request, say.entered(answer["player"], name))
    return redirect(_back(request, slug, neu="1"))


@require_POST
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo one of the last acts, as long as nothing else happened to that person since."""
    tournament = tournament_for(request.user, slug, HELFER)
    back = _back(request, slug)
    entry = read_whole(request.POST.get("entry"))
    act = desk.recent_one(tournament, entry) if entry is not None else None
    undo: dict[str, tuple[Any, dict[str, Any]]] = {
        "absent": (acts.check_in, {"present": False}),
        "present": (acts.check_in, {"present": True}),
        "unpaid": (acts.set_paid, {"paid": False}),
        "paid": (acts.set_paid, {"paid": True}),
        "both": (acts.undo_check_in_paid, {}),
    }
    if act and act.undo == "return":
        if act.act == "exclude_player":
            tournament_for(request.user, slug, LEITUNG)
        undo["return"] = (acts.return_player, {"present": act.was_present})
    if act is None or act.undo not in undo:
        return refused_page(request, tournament, RuleViolation("changed_since"), back)
    work, body = undo[act.undo]
    return perform(request, tournament, work, back, player=act.number, **body)
