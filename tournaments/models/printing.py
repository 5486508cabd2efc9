"""Long work as rows: the row is the truth, the broker's message only a hint."""

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament


class JobState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


REHEARSAL = "rehearsal"
"""Kind of the job that plays a Probelauf; all other kinds are documents."""


class Job(models.Model):
    """One print job, or a Probelauf that plays itself. `request_key` makes equal requests one job;
    `attempt` fences a worker that lost its lease; `error` is a code, its sentence is in messages."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="jobs")
    request_key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=30)
    params = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    next_dispatch_at = models.DateTimeField(null=True, blank=True)
    file = models.CharField(max_length=200, blank=True)
    error = models.CharField(max_length=60, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known")
        ]


class ImportState(models.TextChoices):
    PREVIEW = "preview"
    CONFIRMED = "confirmed"
    DISCARDED = "discarded"


class Import(models.Model):
    """An entry list that was read and waits for its confirmation."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="imports")
    filename = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    rows = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=ImportState, default=ImportState.PREVIEW)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
