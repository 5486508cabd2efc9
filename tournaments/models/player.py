"""People: who links the years (Person), who plays this evening (Player), clubs and teams."""

from django.db import models

from tournaments.models.tournament import Tournament


class Club(models.Model):
    name = models.CharField(max_length=80, unique=True)

    def __str__(self) -> str:
        return self.name


class Gender(models.TextChoices):
    FEMALE = "w"
    MALE = "m"
    DIVERSE = "d"


class Person(models.Model):
    """Links the years. Made or joined by the desk, never by equal names alone."""

    first = models.CharField(max_length=80)
    last = models.CharField(max_length=80)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL)
    gender = models.CharField(max_length=1, choices=Gender, blank=True)


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="team_once")]


class Status(models.TextChoices):
    REGISTERED = "registered"
    PRESENT = "present"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"


GONE = (Status.WITHDRAWN, Status.EXCLUDED)
"""Who went home or was sent there (C2.5): not drawn again, not in the places that matter."""


class Player(models.Model):
    """One start number of one evening. Never deleted; leaving is a status (C2.5).

    `sort_key`/`search_key` are computed in Python (names.py), so that no database collation matters.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL)
    start_number = models.PositiveIntegerField()
    first = models.CharField(max_length=80)
    last = models.CharField(max_length=80, blank=True)
    sort_key = models.CharField(max_length=400)
    search_key = models.CharField(max_length=800)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL)
    gender = models.CharField(max_length=1, choices=Gender, blank=True)
    fixed_station = models.PositiveIntegerField(null=True, blank=True)
    fee_cents = models.PositiveIntegerField(default=0)
    paid_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED)
    status_reason = models.CharField(max_length=200, blank=True)
    status_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "start_number"], name="start_number_once"),
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="status_known"),
            models.CheckConstraint(condition=models.Q(start_number__gte=1), name="start_number_from_one"),
        ]
        indexes = [models.Index(fields=["tournament", "sort_key"], name="player_sorted")]

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()
