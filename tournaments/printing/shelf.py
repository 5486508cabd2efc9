"""What can be printed now, and what became of what was asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tournaments.models import Job, JobState
from tournaments.printing import content, files
from tournaments.queries.facts import Facts, RoundFact

PATIENCE = timedelta(seconds=8)
"""A job that nobody takes for so long is waiting for the print service, whatever its sign of life says."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One document. `job`: the latest that was asked for; `state`: new · waiting · away · running · done ·
    stale · failed · cancelled (away: waits, and no print service takes it)."""

    kind: str
    round: int
    params: Mapping[str, Any]
    job: Job | None
    state: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents of one round; `drawn`: its draw is not published yet."""

    round: int
    drawn: bool
    offers: tuple[Offer, ...]


def shelves(facts: Facts, *, base: str, drafts: bool, language: str = "de") -> tuple[Shelf, ...]:
    """All documents, the latest round first. `drafts`: may see a draw that is not published (Leitung)."""
    latest = _latest_jobs(facts.tournament.pk)
    found = []
    for round_ in reversed(facts.vorrunde):
        if not round_.tables or not (round_.published or drafts):
            continue
        offers = tuple(
            _offer(facts, kind, params, latest.get((kind, round_.number)))
            for kind, params in _documents(round_, base, language)
        )
        found.append(Shelf(round_.number, not round_.published, offers))
    return tuple(found)


def offer_for(
    facts: Facts, kind: str, number: int, *, base: str, drafts: bool, language: str = "de"
) -> Offer | None:
    """One of `shelves`, None when there is no such document for this user."""
    for shelf in shelves(facts, base=base, drafts=drafts, language=language):
        for offer in shelf.offers:
            if (offer.kind, offer.round) == (kind, number):
                return offer
    return None


def waits_in_vain(job: Job) -> bool:
    """No print service will take this job soon."""
    if job.state != JobState.WAITING:
        return False
    busy = Job.objects.filter(state=JobState.RUNNING, lease_until__gte=timezone.now()).exists()
    return not files.is_alive() or (timezone.now() - job.created_at > PATIENCE and not busy)


def _documents(round_: RoundFact, base: str, language: str) -> list[tuple[str, dict[str, Any]]]:
    common = {"round": round_.number, "language": language}
    documents: list[tuple[str, dict[str, Any]]] = [
        ("sheets", {**common, "base": base}),
        ("names", {**common, "base": base}),
    ]
    if round_.closed:
        documents.append(("standings", common))
    return documents


def _latest_jobs(tournament_id: int) -> dict[tuple[str, int], Job]:
    jobs = Job.objects.filter(tournament=tournament_id).order_by("pk")
    return {(job.kind, int(job.params.get("round", 0))): job for job in jobs}


def _offer(facts: Facts, kind: str, params: dict[str, Any], job: Job | None) -> Offer:
    return Offer(kind, params["round"], params, job, _state(facts, kind, params, job))


def _state(facts: Facts, kind: str, params: Mapping[str, Any], job: Job | None) -> str:
    if job is None:
        return "new"
    if job.state == JobState.WAITING:
        return "away" if waits_in_vain(job) else "waiting"
    if job.state == JobState.DONE:
        if files.path_of(job.file) is None:
            return "new"
        return "done" if job.digest == content.digest(facts, kind, params) else "stale"
    return str(job.state)
