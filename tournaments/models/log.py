"""The log of every act and the receipts that make every write repeatable (C8.2, architecture rule 3)."""

from django.conf import settings
from django.db import models

from tournaments.models.devices import Device
from tournaments.models.tournament import Tournament


class Receipt(models.Model):
    """The first answer to a key. Successes only; the same key under another body is refused."""

    key = models.UUIDField(unique=True)
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="receipts")
    act = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    answer = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)


class LogEntry(models.Model):
    """Who did what and when. `data` holds ids and numbers, never names (so deletion is complete)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    revision = models.PositiveIntegerField()
    act = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "-id"], name="log_newest")]
