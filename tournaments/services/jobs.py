"""Print jobs as rows: the row is the truth, the broker's message only a hint (measured.md, Celery).

Nothing here touches a tournament's lock, revision or log: paper changes no championship. Who works on a job
holds a lease and an attempt number; every later write names both, so a worker that lost its lease writes
nothing. Times are UTC.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import REHEARSAL, Job, JobState
from tournaments.printing import content, files
from tournaments.printing.content.kinds import NothingToPrint
from tournaments.queries.facts import load_facts
from tournaments.services._act import Actor
from tournaments.services._lock import in_turn

LEASE = timedelta(seconds=10)
"""How long a worker may be silent; it speaks at least once a sheet (sheets take well under a second)."""
FIRST_RESEND = timedelta(seconds=3)
RESEND = timedelta(seconds=10)
KEPT = timedelta(days=1)
"""Paper that was wanted yesterday is on paper by now."""
ATTEMPTS = 5
"""A job that killed its worker so often is given up, so that it does not kill all evening."""
ACTIVE = (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on a job until the lease ends: `attempt` must be named in every later call."""

    job: int
    attempt: int
    tournament: int
    kind: str
    params: Mapping[str, Any]


def request_job(*, tournament_id: int, by: Actor, kind: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """A document of this evening on paper; the same request twice is one job.

    Answer: {"job", "state", "send"}: `send` true when a worker has to be told. A job that failed, was
    cancelled or lost its file starts afresh. Refuses: paper_unknown · nothing_to_print · tournament_gone.
    """
    if kind not in content.PAPERS:
        raise RuleViolation("paper_unknown", kind=kind)
    try:
        digest = content.digest(load_facts(tournament_id), kind, params)
    except NothingToPrint:
        raise RuleViolation("nothing_to_print") from None
    key = _request_key(tournament_id, kind, params, digest)
    try:
        return _request(tournament_id, by, kind, params, digest, key)
    except IntegrityError:  # at the end of the transaction
        raise RuleViolation("tournament_gone") from None


def _request(
    tournament_id: int, by: Actor, kind: str, params: Mapping[str, Any], digest: str, key: str
) -> dict[str, Any]:
    with in_turn(), transaction.atomic():
        job = Job.objects.select_for_update().filter(request_key=key).first()
        if job is not None and _is_good(job):
            return {"job": job.pk, "state": job.state, "send": False}
        if job is not None:
            job.delete()  # a new row, so that whoever still works on the old one writes nothing
        job = _create(tournament_id, by, kind, params, digest, key)
        return {"job": job.pk, "state": job.state, "send": job.attempt == 0}


def _create(
    tournament_id: int, by: Actor, kind: str, params: Mapping[str, Any], digest: str, key: str
) -> Job:
    values = {
        "tournament_id": tournament_id,
        "kind": kind,
        "params": dict(params),
        "digest": digest,
        "user_id": by.user_id,
        "next_dispatch_at": timezone.now() + FIRST_RESEND,
    }
    try:
        with transaction.atomic():
            return Job.objects.create(request_key=key, **values)
    except IntegrityError:  # somebody asked for the same in the same moment
        return Job.objects.get(request_key=key)


def _is_good(job: Job) -> bool:
    if job.state == JobState.DONE:
        return files.path_of(job.file) is not None
    return job.state in ACTIVE


def _request_key(tournament_id: int, kind: str, params: Mapping[str, Any], digest: str) -> str:
    text = json.dumps([tournament_id, kind, dict(params), digest], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def claim_job(*, job_id: int) -> Claim | None:
    """Take a job that waits or whose lease has run out; None when it is another's, or nobody wants it."""
    now = timezone.now()
    free = free_at(now) & ~Q(kind=REHEARSAL)
    with in_turn(), transaction.atomic():
        spent = Job.objects.filter(free, pk=job_id, attempt__gte=ATTEMPTS)
        if spent.update(state=JobState.FAILED, error="gave_up", finished_at=now, lease_until=None):
            return None
        taken = Job.objects.filter(free, pk=job_id).update(
            state=JobState.RUNNING,
            attempt=F("attempt") + 1,
            lease_until=now + LEASE,
            done=0,
            total=0,
            error="",
        )
        if not taken:
            return None
        job = Job.objects.get(pk=job_id)
        return Claim(job.pk, job.attempt, job.tournament_id, job.kind, job.params)


def heartbeat(*, claim: Claim, done: int, total: int) -> bool:
    """Sheets laid out so far, and the lease renewed. False: cancelled, or another worker has the job now."""
    lease = timezone.now() + LEASE
    with in_turn():
        return bool(held(claim).update(done=done, total=total, lease_until=lease))


def finish_job(*, claim: Claim, file: str, digest: str, total: int) -> bool:
    """The file is written and may be offered. False as in `heartbeat`: then the file is nobody's.

    `digest`: of what was printed, which may be newer than what was asked for. Older prints of the same
    document go.
    """
    with in_turn(), transaction.atomic():
        done = held(claim).update(
            state=JobState.DONE,
            file=file,
            digest=digest,
            done=total,
            total=total,
            error="",
            lease_until=None,
            finished_at=timezone.now(),
        )
        if not done:
            return False
        same = Job.objects.filter(
            tournament=claim.tournament, kind=claim.kind, params=claim.params, pk__lt=claim.job
        )
        old = list(same.exclude(state__in=ACTIVE).values_list("pk", "file"))
        Job.objects.filter(pk__in=[pk for pk, _ in old]).delete()
    files.remove(name for _, name in old)
    return True


def fail_job(*, claim: Claim, error: str) -> bool:
    """It cannot be printed; `error` is a code of messages/prints.py. False as in `heartbeat`."""
    with in_turn():
        return bool(
            held(claim).update(
                state=JobState.FAILED, error=error, lease_until=None, finished_at=timezone.now()
            )
        )


def cancel_job(*, job_id: int, tournament_id: int) -> bool:
    """Nobody wants it any more: a waiting job never starts, a running one stops within a second."""
    with in_turn():
        jobs = Job.objects.filter(pk=job_id, tournament=tournament_id, state__in=ACTIVE)
        jobs = jobs.exclude(kind=REHEARSAL)
        return bool(jobs.update(state=JobState.CANCELLED, lease_until=None, finished_at=timezone.now()))


def due_jobs() -> list[int]:
    """Jobs whose message seems lost or whose worker is silent: to be sent (again) now, each to one caller."""
    now = timezone.now()
    due = free_at(now) & _past("next_dispatch_at", now, RESEND)
    found = []
    for pk, when in Job.objects.filter(due).order_by("pk").values_list("pk", "next_dispatch_at"):
        with in_turn():
            if Job.objects.filter(pk=pk, next_dispatch_at=when).update(next_dispatch_at=now + RESEND):
                found.append(pk)
    return found


def forget_prints(*, tournament_id: int) -> int:
    """All jobs of a tournament go in the caller's transaction, their files once it is committed: they hold
    names. Whoever still works on one writes nothing more, also not on one that was asked for before the
    commit was seen. How many there were."""
    names = _take_jobs(tournament_id)

    def afterwards() -> None:  # the caller's turn lasts until here
        with transaction.atomic():
            late = _take_jobs(tournament_id)
        files.remove([*names, *late])

    transaction.on_commit(afterwards)
    return len(names)


def _take_jobs(tournament_id: int) -> list[str]:
    """Locked first: what is finished in this moment has its file by then."""
    jobs = Job.objects.filter(tournament=tournament_id)
    names = list(jobs.select_for_update().order_by("pk").values_list("file", flat=True))
    jobs.delete()
    return names


def forget_old() -> int:
    """What failed or was cancelled goes after a day; what is printed stays as long as the names do
    (`forget_prints`). How many."""
    old = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).exclude(kind=REHEARSAL)
    with in_turn():
        gone, _ = old.filter(state__in=(JobState.FAILED, JobState.CANCELLED)).delete()
    return gone


def tidy_files() -> int:
    """Files that belong to no job go: left by a killed worker or a tournament that was deleted."""
    return files.remove_others(set(Job.objects.exclude(file="").values_list("file", flat=True)))


def kind_of(job_id: int) -> str:
    """What a job is about, "" when it is gone."""
    return Job.objects.filter(pk=job_id).values_list("kind", flat=True).first() or ""


def free_at(now: datetime) -> Q:
    """A job that waits, or whose worker has been silent for longer than its lease."""
    return Q(state=JobState.WAITING) | Q(state=JobState.RUNNING) & _past("lease_until", now, LEASE)


def _past(name: str, now: datetime, most: timedelta) -> Q:
    """The time is over. Nobody is given more than `most`: what lies further ahead was written before the
    clock was put back, and nobody waits until it comes round again."""
    return Q(**{f"{name}__lte": now}) | Q(**{f"{name}__gt": now + 2 * most})


def held(claim: Claim) -> Any:
    """The row as long as the claim holds."""
    return Job.objects.filter(pk=claim.job, attempt=claim.attempt, state=JobState.RUNNING)
