"""Drucken: what can be printed, how far it is, and the finished file."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleViolation
from tournaments import tasks
from tournaments.access import HELFER, LEITUNG, roles_of, tournament_for
from tournaments.messages import prints as say
from tournaments.models import REHEARSAL, Job, JobState, Phase, Tournament
from tournaments.printing import files, shelf
from tournaments.printing.content import PAPERS
from tournaments.printing.content.kinds import ROUND
from tournaments.queries.facts import Facts, load_facts
from tournaments.services import jobs
from tournaments.services.stations import prepare_stations
from tournaments.views.answers import actor_of
from tournaments.views.desk._page import refused_page, render_desk

ACTIVE = (JobState.WAITING, JobState.RUNNING)
UNDER_WAY = ("waiting", "away", "running", "failed")
TO_DO = ("new", "stale", "failed", "cancelled")
IN_TIME: dict[str, str] = {Phase.SETUP: "announcement", Phase.REGISTRATION: "stands"}
"""To invite people; to stand on the tables before they come."""
NEWS_FOR = timedelta(seconds=10)


@require_safe
def print_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All documents of the evening, the latest round first."""
    tournament = tournament_for(request.user, slug, HELFER, paper=True)
    facts, prints = load_facts(tournament), shelf.load_prints(tournament.pk)
    live = {"url": reverse("desk:prints_state", args=[slug]), "revision": _token(tournament, prints)}
    context = {**_context(request, facts, prints), "live": live}
    return render_desk(request, tournament, "desk/drucken.html", context, facts=facts)


@require_safe
def prints_state(request: HttpRequest, slug: str) -> HttpResponse:
    """A token that changes when the list is worth fetching again."""
    tournament = tournament_for(request.user, slug, HELFER)
    return HttpResponse(_token(tournament, shelf.load_prints(tournament.pk)), content_type="text/plain")


@require_safe
def prints_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The list alone, kept up to date; `?neues=1`: what was over just now, to be read out."""
    tournament = tournament_for(request.user, slug, HELFER, paper=True)
    prints = shelf.load_prints(tournament.pk)
    if "neues" in request.GET:
        return HttpResponse(_news(_told(request, tournament, prints.jobs)))
    return render(request, "desk/_drucke.html", _context(request, load_facts(tournament), prints))


@require_safe
def print_bar(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """How far a job is; nothing when it is over."""
    tournament = tournament_for(request.user, slug, HELFER)
    running = Job.objects.filter(tournament=tournament, state__in=ACTIVE).exclude(kind=REHEARSAL)
    job = next(iter(_told(request, tournament, running.filter(pk=job_id))), None)
    if job is None:
        return HttpResponse("")
    context = {"label": _name(job), "done": job.done, "total": job.total}
    return render(request, "desk/_teile/fortschritt.html", context)


@require_POST
def print_request(request: HttpRequest, slug: str, kind: str, number: int) -> HttpResponse:
    """Print a document, or again what failed or changed."""
    tournament = tournament_for(request.user, slug, HELFER)
    back = _back(request, slug)
    try:
        if kind in PAPERS and PAPERS[kind].coded and tournament.phase != Phase.FINISHED:
            prepare_stations(tournament_id=tournament.pk, by=actor_of(request))
        offer = _offer(request, load_facts(tournament), kind, number, _language(request))
        if offer is None:
            raise RuleViolation("nothing_to_print")
        answer = jobs.request_job(
            tournament_id=tournament.pk, by=actor_of(request), kind=kind, params=offer.params
        )
    except RuleViolation as violation:
        return refused_page(request, tournament, violation, back)
    if answer["send"]:
        tasks.enqueue(answer["job"])
    return redirect(back)


@require_POST
def print_cancel(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Nobody wants it any more."""
    tournament = tournament_for(request.user, slug, HELFER)
    prints = Job.objects.filter(tournament=tournament).exclude(kind=REHEARSAL)
    told = _told(request, tournament, prints.filter(pk=job_id))
    if told and jobs.cancel_job(job_id=job_id, tournament_id=tournament.pk):
        messages.success(request, say.CANCELLED)
    return redirect(_back(request, slug))


@csp_exempt()  # type: ignore[arg-type]  # its types know views without arguments only
@require_safe
def print_file(request: HttpRequest, slug: str, job_id: int) -> HttpResponseBase:
    """The finished file. A Helfer gets what everybody may see by now: no draw that was never published."""
    tournament = tournament_for(request.user, slug, HELFER)
    done = Job.objects.filter(pk=job_id, tournament=tournament, state=JobState.DONE)
    job = done.exclude(kind=REHEARSAL).first()
    language = shelf.language_of(job) if job else ""
    offer = job and _offer(request, load_facts(tournament), job.kind, job.params["round"], language)
    if not job or not offer or offer.job is None or offer.job.pk != job.pk:
        raise Http404
    if offer.state != "done" and LEITUNG not in roles_of(request.user):
        raise Http404
    path = files.path_of(job.file)
    if path is None:
        raise Http404
    with override(language):
        name = say.file_name(job.kind, job.params["round"])
    return FileResponse(path.open("rb"), filename=name, content_type="application/pdf")


def _token(tournament: Tournament, prints: shelf.Prints) -> str:
    return f"{tournament.revision}.{prints.version}"


def _told(request: HttpRequest, tournament: Tournament, found: Iterable[Job]) -> list[Job]:
    """Of which of these jobs this user may know: the Leitung of all, a Helfer of what he could ask for."""
    if LEITUNG in roles_of(request.user):
        return list(found)
    facts = load_facts(tournament)
    return [job for job in found if job.params["round"] in PAPERS[job.kind].open_to(facts, drafts=False)]


def _news(found: Iterable[Job]) -> str:
    fresh = timezone.now() - NEWS_FOR
    over = [job for job in found if job.finished_at and job.finished_at > fresh]
    return ", ".join(f"{_name(job)}: {say.state_text(job.state)}" for job in over)


def _name(job: Job) -> str:
    return say.document_name(job.kind, job.params["round"])


def _context(request: HttpRequest, facts: Facts, prints: shelf.Prints) -> dict[str, Any]:
    tournament = facts.tournament
    found = shelf.shelves(facts, prints, **_for_whom(request, tournament))
    leads = LEITUNG in roles_of(request.user)
    return {
        "tournament": tournament,
        "shelves": [{**_shelf(one, leads, tournament.phase), "first": one is found[0]} for one in found],
        "service_away": not prints.alive,
        "leads": leads,
        "ask": _ask(request),
        "languages": _languages(request),
    }


def _shelf(one: shelf.Shelf, leads: bool, phase: str) -> dict[str, Any]:
    """open: something on it is under way, or did not succeed. Of the papers of the whole evening only what is
    in time is urged."""
    lines = [_line(offer, leads) for offer in one.offers]
    to_do = [line for line in lines if line["state"] in TO_DO]
    if one.name == "evening":
        to_do = [line for line in to_do if line["kind"] == IN_TIME.get(phase)]
    return {
        "name": say.shelf_name(one.name, one.round),
        "id": f"{one.name}-{one.round}",
        "drawn": one.drawn,
        "open": any(line["state"] in UNDER_WAY for line in lines),
        "offers": [{**line, "go": line in to_do[:1]} for line in lines],
    }


def _file(offer: shelf.Offer) -> str:
    with override(offer.params["language"]):
        return say.file_name(offer.kind, offer.round)


def _line(offer: shelf.Offer, leads: bool) -> dict[str, Any]:
    job = offer.job
    return {
        "kind": offer.kind,
        "round": offer.round,
        "of_round": PAPERS[offer.kind].shelf == ROUND,
        "name": say.document_name(offer.kind, offer.round),
        "what_for": say.WHAT_FOR[offer.kind],
        "state": offer.state,
        "state_text": say.state_text(offer.state),
        "stale": say.stale_text(offer.kind),
        "error": say.error_text(job.error) if job and offer.state == "failed" else "",
        "job": job,
        "open": offer.state == "done" or (offer.state == "stale" and leads),
        "file": _file(offer),
    }


def _offer(request: HttpRequest, facts: Facts, kind: str, number: int, language: str) -> shelf.Offer | None:
    prints = shelf.load_prints(facts.tournament.pk)
    whom = {**_for_whom(request, facts.tournament), "language": language}
    return shelf.offer_for(facts, prints, kind, number, **whom)


def _for_whom(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "base": tournament.table_url or settings.PUBLIC_URL,
        "drafts": LEITUNG in roles_of(request.user),
        # Chosen on the page, not the browser's: two desks must not make each other's paper old.
        "language": _language(request),
    }


def _language(request: HttpRequest) -> str:
    """`?sprache=en`; the hall's own language otherwise."""
    asked = request.GET.get("sprache", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _ask(request: HttpRequest) -> str:
    """What follows an address so that it keeps the chosen language."""
    language = _language(request)
    return "" if language == settings.LANGUAGE_CODE else f"?sprache={language}"


def _back(request: HttpRequest, slug: str) -> str:
    return reverse("desk:prints", args=[slug]) + _ask(request)


def _languages(request: HttpRequest) -> list[dict[str, Any]]:
    """German and English, each by its own name."""
    return [
        {"code": code, "name": name, "here": code == _language(request)} for code, name in settings.LANGUAGES
    ]
