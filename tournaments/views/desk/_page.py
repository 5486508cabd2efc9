"""What every desk page does: signed in, the evening around it, an act done or refused with a sentence."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, roles_of
from tournaments.forms import read_whole
from tournaments.messages.guide import chapter_of
from tournaments.messages.refusals import refusal_text
from tournaments.models import Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.views.answers import actor_of, key_of, refused_json, status_of
from tournaments.views.desk._evening import evening_context, without_reload

View = Callable[..., HttpResponseBase]
Service = Callable[..., dict[str, Any]]
LONGEST_ADDRESS = 500
"""Django refuses to lead to an address that is too long, after the act is done."""


def desk_page(view: View) -> View:
    """Signed in (else to the login), and never from a cache. The role is the view's business.

    Whoever acts again has no more use for the sentence about the act before. 404 for a Probelauf that is
    deleted in this very moment.
    """

    @functools.wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            list(messages.get_messages(request))
        try:
            return view(request, *args, **kwargs)
        except Tournament.DoesNotExist:
            raise Http404 from None

    return login_required(never_cache(shown))


def wants_json(request: HttpRequest) -> bool:
    """Sent by our own script: it wants an answer, not a page."""
    return request.headers.get("X-Requested-With") == "fetch"


def render_desk(
    request: HttpRequest,
    tournament: Tournament | None,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
    facts: Facts | None = None,
) -> HttpResponse:
    """A desk page. With a tournament: the evening around it, and the revision to poll for."""
    here = request.resolver_match.url_name if request.resolver_match else ""
    frame: dict[str, Any] = {"leads": LEITUNG in roles_of(request.user), "help_at": chapter_of(here or "")}
    if tournament is not None:
        frame["tournament"] = tournament
        frame["evening"] = evening_context(facts or load_facts(tournament), leads=frame["leads"])
        address = (request.path, request.get_full_path())
        frame["evening"]["next"] = without_reload(frame["evening"]["next"], *address)
        frame["live"] = {
            "url": reverse("desk:revision", args=[tournament.slug]),
            "revision": tournament.revision,
        }
    return render(request, template, {**frame, **(context or {})}, status=status)


def perform(
    request: HttpRequest,
    tournament: Tournament,
    work: Service,
    back: str,
    *,
    done: str = "",
    **body: Any,
) -> HttpResponse:
    """Do one act of a button and go `back` (an address), with a sentence; a refusal is a page of its own."""
    try:
        answer = work(tournament_id=tournament.pk, by=actor_of(request), key=key_of(request), **body)
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, back)
    if wants_json(request):
        return JsonResponse(answer)
    if done:
        messages.success(request, done)
    return redirect(back)


def refused_page(
    request: HttpRequest, tournament: Tournament | None, violation: RuleViolation, back: str
) -> HttpResponse:
    """The sentence of a refusal and the way back, with the status that fits."""
    if wants_json(request):
        return refused_json(violation)
    context = {"sentence": refusal_text(violation), "back": back, "code": violation.code}
    if tournament is not None:
        tournament.refresh_from_db()
    return render_desk(request, tournament, "desk/abgelehnt.html", context, status=status_of(violation))


def seen_of(request: HttpRequest, name: str) -> int | None:
    """What a page says that it showed, as a number; None when it does not say."""
    return read_whole(request.POST.get(name))


def safe_back(request: HttpRequest, default: str) -> str:
    """Where the button stood (`back` of the form), as long as that is a page of the desk."""
    wanted = request.POST.get("back", "")
    ours = wanted.startswith("/leitung/") and "//" not in wanted and len(wanted) <= LONGEST_ADDRESS
    return wanted if ours else default
