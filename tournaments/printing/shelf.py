"""What can be printed now, and what became of what was asked for."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists
from django.utils import timezone

from tournaments.models import REHEARSAL, Job, JobState
from tournaments.printing import content, files
from tournaments.printing.content import PAPERS
from tournaments.printing.content.kinds import EVENING, FINAL, HONOURS, KO, ROUND, STECHEN, Paper
from tournaments.queries.facts import Facts

PATIENCE = timedelta(seconds=8)
"""A job that nobody takes for so long is waiting for the print service, whatever its sign of life says."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The jobs of an evening in the order of asking, and how the print service does: whether it gives signs
    of life, and whether it is `busy` with any job."""

    jobs: tuple[Job, ...]
    alive: bool
    busy: bool

    def waits_in_vain(self, job: Job) -> bool:
        """No print service will take this job soon."""
        if job.state != JobState.WAITING:
            return False
        return not self.alive or (timezone.now() - job.created_at > PATIENCE and not self.busy)

    @property
    def version(self) -> str:
        """Changes with the state of any job; not with progress."""
        states = [(job.pk, str(job.state), self.waits_in_vain(job)) for job in self.jobs]
        return hashlib.sha256(repr((states, self.alive)).encode()).hexdigest()[:16]

    def latest(self, kind: str, number: int, language: str) -> Job | None:
        wanted = (kind, number, language)
        found = (j for j in reversed(self.jobs) if (j.kind, j.params["round"], language_of(j)) == wanted)
        return next(found, None)


def language_of(job: Job) -> str:
    return str(job.params.get("language", settings.LANGUAGE_CODE))


def load_prints(tournament_id: int) -> Prints:
    """One query."""
    anywhere = Job.objects.filter(state=JobState.RUNNING, lease_until__gte=timezone.now())
    rows = Job.objects.filter(tournament=tournament_id).exclude(kind=REHEARSAL).order_by("pk")
    jobs = tuple(rows.annotate(meanwhile=Exists(anywhere)))
    return Prints(jobs=jobs, alive=files.is_alive(), busy=any(job.meanwhile for job in jobs))


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
    """The papers of one round, of a later stage, or of the whole evening. `name`: of content.kinds;
    `round`: 0 where it belongs to none; `drawn`: its draw is not published yet."""

    name: str
    round: int
    drawn: bool
    offers: tuple[Offer, ...]


def shelves(
    facts: Facts, prints: Prints, *, base: str, drafts: bool, language: str = "de"
) -> tuple[Shelf, ...]:
    """All documents: the latest stage first, the latest round first, those of the whole evening last.

    `drafts`: may see a draw that is not published (Leitung).
    """

    def offers(name: str, number: int | None = None) -> tuple[Offer, ...]:
        found = [
            _offer(facts, prints, paper.kind, _params(paper, place, base, language))
            for paper in PAPERS.values()
            if paper.shelf == name
            for place in paper.open_to(facts, drafts)
            if number in {None, place} and (paper.listed or prints.latest(paper.kind, place, language))
        ]
        # Once a round has its standings, nobody wants its table sheets any more.
        return tuple(sorted(found, key=lambda offer: offer.kind != "standings"))

    stages = [Shelf(name, 0, drawn=False, offers=offers(name)) for name in (HONOURS, FINAL, KO, STECHEN)]
    rounds = [
        Shelf(ROUND, round_.number, not round_.published, offers(ROUND, round_.number))
        for round_ in reversed(facts.vorrunde)
    ]
    evening = Shelf(EVENING, 0, drawn=False, offers=offers(EVENING))
    return tuple(shelf for shelf in (*stages, *rounds, evening) if shelf.offers)


def offer_for(
    facts: Facts, prints: Prints, kind: str, number: int, *, base: str, drafts: bool, language: str = "de"
) -> Offer | None:
    """One of `shelves`, or one that no shelf lists; None when there is no such document for this user."""
    paper = PAPERS.get(kind)
    if paper is None or number not in paper.open_to(facts, drafts):
        return None
    return _offer(facts, prints, kind, _params(paper, number, base, language))


def _params(paper: Paper, number: int, base: str, language: str) -> dict[str, Any]:
    params = {"round": number, "language": language}
    return {**params, "base": base} if paper.addressed else params


def _offer(facts: Facts, prints: Prints, kind: str, params: dict[str, Any]) -> Offer:
    job = prints.latest(kind, params["round"], params["language"])
    return Offer(kind, params["round"], params, job, _state(facts, prints, kind, params, job))


def _state(facts: Facts, prints: Prints, kind: str, params: Mapping[str, Any], job: Job | None) -> str:
    if job is None:
        return "new"
    if job.state == JobState.WAITING:
        return "away" if prints.waits_in_vain(job) else "waiting"
    if job.state == JobState.DONE:
        if files.path_of(job.file) is None:
            return "new"
        return "done" if job.digest == content.digest(facts, kind, params) else "stale"
    return str(job.state)
