"""After the event: names become start numbers, asked twice, for good."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, tournament_for
from tournaments.forms import ForgetForm
from tournaments.messages import finish as words
from tournaments.models import Phase, Tournament
from tournaments.queries.facts import load_facts
from tournaments.services.deletion import delete_personal_data
from tournaments.views.answers import actor_of, key_of, status_of
from tournaments.views.desk._page import render_desk


def names(request: HttpRequest, slug: str) -> HttpResponse:
    """What goes and what stays; ticked: the last question; sent from there: deleted."""
    tournament = tournament_for(request.user, slug, LEITUNG)
    if request.method != "POST":
        return _page(request, tournament, ForgetForm())
    form = ForgetForm(request.POST)
    form.is_valid()
    if not form.cleaned_data["done"]:
        form.refuse(RuleViolation("not_confirmed", field="done"))
        return _page(request, tournament, form, status=400)
    if not form.cleaned_data["sure"] and tournament.phase == Phase.FINISHED:
        return _page(request, tournament, form, last=True)
    try:
        delete_personal_data(
            tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), confirmed=True
        )
    except RuleViolation as violation:
        form.refuse(violation)
        tournament.refresh_from_db()
        return _page(request, tournament, form, status=status_of(violation))
    messages.success(request, words.done("delete_personal_data"))
    return redirect("desk:winner", slug)


def _page(
    request: HttpRequest, tournament: Tournament, form: ForgetForm, *, status: int = 200, last: bool = False
) -> HttpResponse:
    facts = load_facts(tournament)
    context = {
        "form": form,
        "people": len(facts.players),
        "finished": tournament.phase == Phase.FINISHED,
        "gone": tournament.names_deleted_at is not None,
        "last": last and tournament.names_deleted_at is None,
        "due": None if tournament.rehearsal else tournament.names_due,
    }
    return render_desk(request, tournament, "desk/namen.html", context, status=status, facts=facts)
