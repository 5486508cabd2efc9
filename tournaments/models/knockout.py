"""Stechen and the cut: what decides who goes on (C3.4, C4)."""

from django.db import models
from django.db.models import Q

from tournaments.models._base import NOT_VOID, Voidable
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class StechenCause(models.TextChoices):
    TIES = "ties"
    MOVE_UP = "move_up"


class Stechen(Voidable):
    """One shoot-out of one tied group."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stechen")
    after_round = models.PositiveSmallIntegerField()
    cause = models.CharField(max_length=8, choices=StechenCause)
    created_at = models.DateTimeField(auto_now_add=True)


class StechenEntry(models.Model):
    stechen = models.ForeignKey(Stechen, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stechen", "player"], name="entry_once")]


class StechenThrow(Voidable):
    """One open throw, or a place given by name, or "did not come": exactly one of the three."""

    entry = models.ForeignKey(StechenEntry, on_delete=models.CASCADE, related_name="throws")
    attempt = models.PositiveSmallIntegerField()
    dice = models.CharField(max_length=3, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    absent = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "attempt"], condition=NOT_VOID, name="throw_once"),
            models.CheckConstraint(
                condition=(
                    (~Q(dice="") & Q(place__isnull=True, absent=False))
                    | Q(dice="", place__isnull=False, absent=False)
                    | Q(dice="", place__isnull=True, absent=True)
                ),
                name="throw_is_one_of_three",
            ),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="attempt_from_one"),
        ]


class Cut(Voidable):
    """The decision who goes on, stored with everybody as it was (C4, C6.3)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cuts")
    created_at = models.DateTimeField(auto_now_add=True)
    announced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament"], condition=NOT_VOID, name="one_cut")]


class CutPlace(models.Model):
    """One line of the cut: position (1…n, everybody), rank (shared), points, whether he could qualify."""

    cut = models.ForeignKey(Cut, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    eligible = models.BooleanField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cut", "position"], name="cut_position_once"),
            models.UniqueConstraint(fields=["cut", "player"], name="cut_player_once"),
        ]
