"""What was played: results as append-only versions, Schock-aus strokes, conflicts (C2, C8)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models._base import NOT_VOID, Voidable
from tournaments.models.devices import Device
from tournaments.models.player import Player
from tournaments.models.seating import Table

HALVES_CONSISTENT = (
    Q(scharf=True, half2__isnull=True, endkampf__isnull=True)
    | Q(scharf=False, half2__isnull=False, half2=F("half1"), endkampf__isnull=True)
    | (
        Q(scharf=False, half2__isnull=False, endkampf__isnull=False)
        & ~Q(half2=F("half1"))
        & (Q(endkampf=F("half1")) | Q(endkampf=F("half2")))
    )
)


class Result(Voidable):
    """One version of one game's outcome: three names (R7). One version counts."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    game = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    scharf = models.BooleanField(default=False)
    half1 = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    half2 = models.ForeignKey(Player, null=True, blank=True, on_delete=models.RESTRICT, related_name="+")
    endkampf = models.ForeignKey(Player, null=True, blank=True, on_delete=models.RESTRICT, related_name="+")
    counts = models.BooleanField(default=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "game"], condition=Q(counts=True), name="one_result_counts"
            ),
            models.UniqueConstraint(fields=["table", "game", "version"], name="result_version_once"),
            models.CheckConstraint(
                condition=Q(counts=False) | Q(voided_at__isnull=True), name="void_never_counts"
            ),
            models.CheckConstraint(condition=HALVES_CONSISTENT, name="halves_and_endkampf_fit"),
            models.CheckConstraint(condition=Q(game__gte=1, version__gte=1), name="game_from_one"),
        ]


class SchockAus(Voidable):
    """One Schock aus of one player at one table (C9)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="schock_aus")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="schock_aus")
    created_at = models.DateTimeField(auto_now_add=True)


class DeckelStep(Voidable):
    """One throwing round of a game as the table told it (R7): `data` are acts of scoring, people by start
    number. They make no result; a leaving stands among them where it was noticed."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deckel_steps")
    game = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "game", "number"], condition=NOT_VOID, name="deckel_step_once"
            ),
            models.CheckConstraint(condition=Q(game__gte=1, number__gte=1), name="deckel_step_from_one"),
        ]


class Conflict(models.Model):
    """Two devices, two answers: the first counts, the desk decides (`first` or `second`)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="conflicts")
    game = models.PositiveSmallIntegerField()
    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="conflicts")
    other = models.JSONField()
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    decision = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decision__in=["", "first", "second"]), name="conflict_decision_known"
            )
        ]
