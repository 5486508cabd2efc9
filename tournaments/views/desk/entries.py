"""Reading an entry list: the file, the preview with its questions, taken as a whole or dropped."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleViolation
from tournaments.access import HELFER, tournament_for
from tournaments.forms import EntriesForm
from tournaments.imports import EntryList, swap_names, without_money
from tournaments.messages import preview as say
from tournaments.models import Import, ImportState, Tournament
from tournaments.queries.fixed import late_entry_closed
from tournaments.queries.registration import guests, takes_money
from tournaments.services import entries as acts
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import perform, refused_page, render_desk
from tournaments.views.desk._preview import Decision, preview_context, read_decision


def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """The file; and the lists that were read but not decided."""
    tournament = tournament_for(request.user, slug, HELFER)
    if request.method != "POST":
        return _upload_page(request, tournament, EntriesForm())
    form = EntriesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, tournament, form, status=400)
    filename, data = form.content()
    try:
        answer = acts.preview_import(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            filename=filename,
            data=data,
        )
    except RuleViolation as violation:
        form.refuse(violation)
        return _upload_page(request, tournament, form, status=status_of(violation))
    return redirect("desk:import_preview", slug, answer["import"])


def _upload_page(
    request: HttpRequest, tournament: Tournament, form: EntriesForm, *, status: int = 200
) -> HttpResponse:
    waiting = Import.objects.filter(tournament=tournament, state=ImportState.PREVIEW).order_by("-id")
    context = {
        "form": form,
        "waiting": waiting.only("filename", "created_at"),
        "late_closed": late_entry_closed(tournament),
    }
    return render_desk(request, tournament, "desk/import.html", context, status=status)


@require_safe
def preview(request: HttpRequest, slug: str, import_id: int) -> HttpResponse:
    """What was understood and what is to decide. `?tauschen=1`: first and last names the other way round."""
    tournament = tournament_for(request.user, slug, HELFER)
    row = _row(tournament, import_id)
    if row.state == ImportState.CONFIRMED:
        messages.info(request, say.done_already())
        return redirect("desk:registration", slug)
    if row.state == ImportState.DISCARDED:
        messages.info(request, say.gone_already())
        return redirect("desk:import", slug)
    return _preview_page(request, tournament, row, Decision(swap=request.GET.get("tauschen") == "1"))


def _row(tournament: Tournament, import_id: int) -> Import:
    row = Import.objects.filter(tournament=tournament, pk=import_id).first()
    if row is None:
        raise Http404
    return row


def _entry_list(row: Import, decision: Decision) -> EntryList:
    entry_list = EntryList.from_dict(row.rows)
    return swap_names(entry_list) if decision.swap else entry_list


def _preview_page(
    request: HttpRequest,
    tournament: Tournament,
    row: Import,
    decision: Decision,
    refusal: RuleViolation | None = None,
) -> HttpResponse:
    people = guests(tournament)
    money = takes_money(tournament.plan, people)
    entry_list = _entry_list(row, decision)
    context: dict[str, Any] = preview_context(
        entry_list if money else without_money(entry_list), people, decision, refusal
    )
    context |= {"row": row, "money": money}
    status = status_of(refusal) if refusal else 200
    return render_desk(request, tournament, "desk/vorschau.html", context, status=status)


@require_POST
def confirm(request: HttpRequest, slug: str, import_id: int) -> HttpResponse:
    """Take what was ticked. A refusal about one line comes back to that line, with everything typed.

    With `reckon`: only say how many that would be.
    """
    tournament = tournament_for(request.user, slug, HELFER)
    row = _row(tournament, import_id)
    decision = read_decision(request.POST)
    # No longer waiting, its names are gone: the act refuses, or knows the key of a form that was sent twice.
    waiting = row.state == ImportState.PREVIEW
    if waiting and "reckon" in request.POST:
        return _preview_page(request, tournament, row, decision)
    try:
        answer = acts.confirm_import(
            tournament_id=tournament.pk,
            by=actor_of(request),
            key=key_of(request),
            import_id=import_id,
            **decision.body(),
        )
    except RuleViolation as violation:
        if waiting and ("line" in violation.params or violation.code == "nobody_chosen"):
            return _preview_page(request, tournament, row, decision, violation)
        return refused_page(request, tournament, violation, reverse("desk:registration", args=[slug]))
    messages.success(request, say.taken(answer["added"], answer["first"], answer["last"]))
    if answer["skipped"]:
        messages.warning(request, say.skipped(answer["skipped"]))
    return redirect("desk:registration", slug)


@require_POST
def discard(request: HttpRequest, slug: str, import_id: int) -> HttpResponse:
    """Nothing of this list."""
    tournament = tournament_for(request.user, slug, HELFER)
    row = _row(tournament, import_id)
    back = reverse("desk:registration", args=[slug])
    return perform(request, tournament, acts.discard_import, back, done=say.discarded(), import_id=row.pk)
