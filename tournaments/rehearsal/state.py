"""How a Probelauf does that plays itself: read from its job row for the desk."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from tournaments.models import REHEARSAL, Job, JobState, Phase, Tournament
from tournaments.printing import files

PATIENCE = timedelta(seconds=8)
"""A slice that nobody takes for so long waits for the service, whatever its sign of life says."""


@dataclass(frozen=True, slots=True)
class Play:
    """state: playing · away (nobody is there to play) · held · done · failed; `error` is a code then.
    done, total: acts, the total is an estimate until the end. seed: plays the same evening again."""

    state: str
    done: int
    total: int
    speed: str
    seed: int
    players: int
    error: str = ""

    @property
    def version(self) -> str:
        """Changes with everything that the desk shows of it."""
        return f"{self.state}.{self.done}.{self.total}.{self.speed}"


def load_play(tournament: Tournament) -> Play | None:
    """None: nobody lets it play itself. Two queries at most."""
    rows = Job.objects.select_related("tournament")  # job and phase of one moment
    job = rows.filter(tournament=tournament, kind=REHEARSAL).first()
    if job is None:
        return None
    order = job.params["order"]
    state, speed = _state(job), job.params["speed"]
    return Play(state, job.done, job.total, speed, order["seed"], order["players"], job.error)


def _state(job: Job) -> str:
    now = timezone.now()
    if job.state == JobState.DONE and job.tournament.phase != Phase.FINISHED:
        return "held"  # the desk has opened the evening again
    if job.state == JobState.WAITING:
        late = job.next_dispatch_at is None or now - job.next_dispatch_at > PATIENCE
        return "away" if not files.is_alive() or (late and not _busy()) else "playing"
    if job.state == JobState.RUNNING:
        silent = job.lease_until is not None and job.lease_until < now
        return "away" if silent and not files.is_alive() else "playing"
    return {JobState.DONE: "done", JobState.CANCELLED: "held"}.get(JobState(job.state), "failed")


def _busy() -> bool:
    """The service prints something that takes long."""
    return Job.objects.filter(state=JobState.RUNNING, lease_until__gte=timezone.now()).exists()
