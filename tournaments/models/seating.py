"""Where people sit: stations, rounds, tables, seats, absences (model.md)."""

from django.db import models
from django.db.models import Q

from tournaments.models._base import NOT_VOID, Voidable
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Stage(models.TextChoices):
    """What a table is for, in the order of the evening; each stage is a `Phase` of the same name."""

    VORRUNDE = "vorrunde"
    KO = "ko"
    FINAL = "final"


class Station(models.Model):
    """A physical table with the code that pairs a device; K.O. and final have their own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stations")
    stage = models.CharField(max_length=10, choices=Stage)
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=6, unique=True)
    code_no = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="station_once"),
            models.CheckConstraint(condition=Q(stage__in=Stage.values), name="station_stage_known"),
        ]


class RoundState(models.TextChoices):
    DRAWN = "drawn"
    PUBLISHED = "published"
    CLOSED = "closed"


class Round(models.Model):
    """One draw of all tables (a Turnierrunde; the K.O. and the final are one round each)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    stage = models.CharField(max_length=10, choices=Stage)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAWN)
    draw_no = models.PositiveSmallIntegerField(default=1)
    protocol = models.JSONField(default=dict)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # C3.5: what was once public never disappears, whatever is changed about the freeze later.
    standings_public_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="round_once"),
            models.UniqueConstraint(
                fields=["tournament", "stage"],
                condition=~Q(state=RoundState.CLOSED),
                name="one_open_round_a_stage",
            ),
            models.CheckConstraint(condition=Q(stage__in=Stage.values), name="round_stage_known"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
        ]


class Outcome(models.TextChoices):
    PLAYED = "played"
    WALKOVER = "walkover"
    VOID = "void"


class Table(models.Model):
    """One table of one round. `version` rises with every result, void, absence or seat change here;
    `scharf_from` is the first game played scharf (C7.2), empty = none."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="tables")
    version = models.PositiveIntegerField(default=1)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.PLAYED)
    reason = models.CharField(max_length=200, blank=True)
    scharf_from = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "station"], name="table_once"),
            models.CheckConstraint(
                condition=Q(outcome=Outcome.PLAYED) | ~Q(reason=""), name="outcome_needs_reason"
            ),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="outcome_known"),
        ]


class Seat(models.Model):
    """One player at one table; `marks` are the Spielmarken issued here (empty in the Vorrunde and in
    a final with carried marks)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    marks = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="player_once_a_round"),
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.CheckConstraint(condition=Q(number__gte=1) & Q(number__lte=6), name="seat_one_to_six"),
        ]


class AbsenceKind(models.TextChoices):
    NO_SHOW = "no_show"
    LEFT = "left"


class Absence(Voidable):
    """Missing from `game` on: a no-show from the first, a leaver before or in that game (C2.5, C5.3)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="absences")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="absences")
    kind = models.CharField(max_length=8, choices=AbsenceKind)
    game = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], condition=NOT_VOID, name="absent_once"),
            models.CheckConstraint(
                condition=~Q(kind=AbsenceKind.NO_SHOW) | Q(game=1), name="no_show_from_game_one"
            ),
            models.CheckConstraint(condition=Q(game__gte=1), name="absence_game_from_one"),
        ]
