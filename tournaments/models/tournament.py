"""The tournament row: format and rules as frozen values, phase and revision (model.md)."""

from datetime import date as Date
from datetime import timedelta

from django.db import models

from scoring.format import Format
from scoring.ruleset import RuleSet
from tournaments.draw import commitment
from tournaments.models.screen import Steering

RESERVED_SLUGS = frozenset({"t", "live", "api", "beamer", "leitung", "static", "admin"})


class Phase(models.TextChoices):
    SETUP = "setup"
    REGISTRATION = "registration"
    VORRUNDE = "vorrunde"
    CUT = "cut"
    KO = "ko"
    FINAL = "final"
    FINISHED = "finished"


class Tournament(models.Model):
    """One championship. `revision` rises in the same transaction as every change and is the truth
    that screens poll for; `lot_salt` (128 random bits, hex) stays secret until the last draw (C1.4)."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    date = models.DateField()
    place = models.CharField(max_length=120, blank=True)
    format = models.JSONField()
    ruleset = models.JSONField()
    phase = models.CharField(max_length=12, choices=Phase, default=Phase.SETUP)
    revision = models.PositiveIntegerField(default=0)
    table_url = models.CharField(max_length=120, blank=True)
    lot_salt = models.CharField(max_length=32)
    lot_number = models.PositiveIntegerField(null=True, blank=True)
    rehearsal = models.BooleanField(default=False)
    screen = models.JSONField(default=dict, blank=True)
    names_deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(slug__in=sorted(RESERVED_SLUGS)), name="slug_not_reserved"
            ),
            models.CheckConstraint(condition=models.Q(phase__in=Phase.values), name="phase_known"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def plan(self) -> Format:
        """The format (C1–C7.2) as a validated value."""
        return Format.from_dict(self.format)

    @property
    def names_due(self) -> Date:
        """The day from which names may go by themselves (`personal_data_days` after the tournament)."""
        return self.date + timedelta(days=self.plan.personal_data_days)

    @property
    def lot_mark(self) -> str:
        """C1.4: what is public of `lot_salt` before the last draw, on every draw from the first one on."""
        return commitment(self.lot_salt)

    @property
    def rules(self) -> RuleSet:
        """The rule set (R1–R6) as a validated value."""
        return RuleSet.from_dict(self.ruleset)

    @property
    def steering(self) -> Steering:
        """What the desk told the projector."""
        return Steering.from_dict(self.screen)
