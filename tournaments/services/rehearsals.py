"""A Probelauf that plays itself, as a job row: begun, held, gone on with, its speed, and the worker's turns.

The row is the truth as with prints (services/jobs.py): a worker claims it for a slice of a second, holds a
lease and an attempt number, gives it back with the time of the next slice. What is played is in the
tournament's own rows; here is only how far and how fast. Nothing takes a tournament's lock but the deletion.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import REHEARSAL, Job, JobState, Phase, Tournament
from tournaments.services._act import Actor
from tournaments.services._lock import in_turn
from tournaments.services.jobs import ACTIVE, ATTEMPTS, FIRST_RESEND, LEASE, Claim, free_at, held

SPEEDS = ("slow", "normal", "fast", "now")
SEED_LIMIT = 999_999_999
IDLE = 30
"""Slices in a row without any change, after which nobody waits any longer."""
FAILED = JobState.FAILED


@dataclass(frozen=True, slots=True)
class Turn:
    """A slice to be played: `claim` as with prints, `speed` one of SPEEDS."""

    claim: Claim
    speed: str


def begin_rehearsal(
    *, tournament_id: int, by: Actor, order: Mapping[str, Any], speed: str, total: int
) -> dict[str, Any]:
    """Let a tournament that is marked Probelauf play itself. Asked twice it is one job.

    order: what is played, with its seed. total: about how many acts it will take. Answer: {"job", "send"}:
    `send` true when a worker has to be told. Refuses: tournament_gone · no_rehearsal · rehearsal_seed ·
    rehearsal_speed.
    """
    check_wish(seed=order["seed"], speed=speed)
    with in_turn(), transaction.atomic():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise RuleViolation("tournament_gone")
        if not tournament.rehearsal:
            raise RuleViolation("no_rehearsal")
        job, new = Job.objects.get_or_create(
            request_key=hashlib.sha256(f"rehearsal {tournament_id}".encode()).hexdigest(),
            defaults={
                "tournament": tournament,
                "kind": REHEARSAL,
                "params": {"order": dict(order), "speed": speed, "lost": 0, "idle": 0},
                "total": total,
                "user_id": by.user_id,
                "next_dispatch_at": timezone.now() + FIRST_RESEND,
            },
        )
        return {"job": job.pk, "send": new}


def hold_rehearsal(*, tournament_id: int, by: Actor) -> dict[str, Any]:
    """Stop after the act that is being done now. Answer: {"held"}: false when it did not play."""
    with in_turn():
        jobs = Job.objects.filter(tournament=tournament_id, kind=REHEARSAL, state__in=ACTIVE)
        return {"held": bool(jobs.update(state=JobState.CANCELLED, lease_until=None))}


def go_on_rehearsal(*, tournament_id: int, by: Actor) -> dict[str, Any]:
    """Play on where it was held or given up, or where the desk has opened the finished evening again.
    Answer as begin_rehearsal. Refuses: rehearsal_not_begun."""
    with in_turn(), transaction.atomic():
        job = _job(tournament_id)
        if job.state in ACTIVE or (job.state == JobState.DONE and job.tournament.phase == Phase.FINISHED):
            return {"job": job.pk, "send": False}
        job.state, job.error, job.finished_at = JobState.WAITING, "", None
        job.params = {**job.params, "lost": 0, "idle": 0}
        job.next_dispatch_at = timezone.now() + FIRST_RESEND
        job.save(update_fields=["state", "error", "finished_at", "params", "next_dispatch_at"])
        return {"job": job.pk, "send": True}


def set_speed(*, tournament_id: int, by: Actor, speed: str) -> dict[str, Any]:
    """From the next slice on. Answer: {"job", "speed"}. Refuses: rehearsal_not_begun · rehearsal_speed."""
    _require_speed(speed)
    with in_turn(), transaction.atomic():
        job = _job(tournament_id)
        job.params = {**job.params, "speed": speed}
        job.save(update_fields=["params"])
        return {"job": job.pk, "speed": speed}


def claim_turn(*, job_id: int) -> Turn | None:
    """Take the job for a slice; None when it is another's, or nobody wants it.

    A worker that vanished with it is counted; after so many in a row it is given up.
    """
    now = timezone.now()
    with in_turn(), transaction.atomic():
        job = Job.objects.select_for_update().filter(free_at(now), pk=job_id, kind=REHEARSAL).first()
        if job is None:
            return None
        lost = job.params.get("lost", 0) + (job.state == JobState.RUNNING)
        if lost >= ATTEMPTS:
            job.state, job.error, job.lease_until, job.finished_at = FAILED, "gave_up", None, now
            job.save(update_fields=["state", "error", "lease_until", "finished_at"])
            return None
        job.params = {**job.params, "lost": lost}
        job.state, job.attempt, job.lease_until = JobState.RUNNING, job.attempt + 1, now + LEASE
        job.save(update_fields=["params", "state", "attempt", "lease_until"])
        claim = Claim(job.pk, job.attempt, job.tournament_id, job.kind, job.params)
        return Turn(claim, str(job.params["speed"]))


def keep_turn(*, claim: Claim, done: int) -> bool:
    """Acts so far, and the lease renewed. False: held, deleted, or another worker has it now."""
    with in_turn():
        return bool(held(claim).update(done=done, lease_until=timezone.now() + LEASE))


def give_back_turn(*, claim: Claim, done: int, pause: float) -> bool:
    """The slice is played, the next one is due after `pause` seconds. False as in `keep_turn`, and when
    slice after slice changed nothing: then it is given up."""
    now = timezone.now()
    due = now + (timedelta(seconds=pause) if pause else FIRST_RESEND)
    with in_turn(), transaction.atomic():
        job = held(claim).select_for_update().first()
        if job is None:
            return False
        idle = job.params.get("idle", 0) + 1 if done == job.done else 0
        if idle > IDLE:
            job.state, job.error, job.lease_until, job.finished_at = FAILED, "rehearsal_stuck", None, now
            job.save(update_fields=["state", "error", "lease_until", "finished_at"])
            return False
        job.params = {**job.params, "lost": 0, "idle": idle}
        job.state, job.done, job.lease_until, job.next_dispatch_at = JobState.WAITING, done, None, due
        job.total = max(job.total, done + 1)  # the estimate was too low: it is not over yet
        job.save(update_fields=["params", "state", "done", "total", "lease_until", "next_dispatch_at"])
        return True


def end_rehearsal(*, claim: Claim, done: int) -> bool:
    """Nothing is left to play. False as in `keep_turn`."""
    with in_turn():
        return bool(
            held(claim).update(
                state=JobState.DONE, done=done, total=done, lease_until=None, finished_at=timezone.now()
            )
        )


def _job(tournament_id: int) -> Job:
    job = Job.objects.select_for_update().filter(tournament=tournament_id, kind=REHEARSAL).first()
    if job is None:
        raise RuleViolation("rehearsal_not_begun")
    return job


def check_wish(*, seed: int, speed: str) -> None:
    """Refuses: rehearsal_seed · rehearsal_speed. Asked before there is a tournament, so that none is left."""
    _require_speed(speed)
    if not 0 <= seed <= SEED_LIMIT:
        raise RuleViolation("rehearsal_seed", "seed", most=SEED_LIMIT)


def _require_speed(speed: str) -> None:
    if speed not in SPEEDS:
        raise RuleViolation("rehearsal_speed", "speed")
