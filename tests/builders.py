"""A tournament in a few words: plain functions over the services, nothing that writes rows by itself."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client

from tournaments.access import HELFER, LEITUNG
from tournaments.models import LogEntry, Phase, Player, Tournament
from tournaments.services._act import SYSTEM, Actor
from tournaments.services.players import add_player
from tournaments.services.tournaments import change_format, create_tournament, open_registration

PASSWORD = "beutel-würfel-deckel"
CLUBS = ("Schockklub Winden", "KG Rot-Weiß", "Landfrauen Merken", "Typen Club")


def make_user(role: str = LEITUNG, name: str = "") -> User:
    """A user of the desk; the same one for the same name."""
    name = name or role.lower()
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, password=PASSWORD)
        user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user


def as_user(client: Client, role: str = LEITUNG) -> Client:
    """The client, signed in at the desk."""
    client.force_login(make_user(role))
    return client


def by(role: str = LEITUNG) -> Actor:
    return Actor(user_id=make_user(role).pk)


def make_tournament(
    *, name: str = "Probe", preset: str = "dueren", open_: bool = True, rules: str = "dueren", **changes: Any
) -> Tournament:
    """A tournament with an open registration (open_=False: still in set-up); `changes` of the format."""
    made = create_tournament(by=SYSTEM, name=name, date="2026-11-29", preset=preset, rules=rules)
    if changes:
        change_format(tournament_id=made["tournament"], by=SYSTEM, changes=changes)
    if open_:
        open_registration(tournament_id=made["tournament"], by=SYSTEM)
    return Tournament.objects.get(pk=made["tournament"])


def add_players(
    tournament: Tournament,
    count: int,
    *,
    present: bool = True,
    paid: bool = False,
    clubs: Iterable[str] = (),
    first: int = 1,
) -> list[int]:
    """`count` people called Anna Aalen 1, 2, … in turn from `clubs`; their start numbers."""
    named = list(clubs)
    return [
        add_player(
            tournament_id=tournament.pk,
            by=SYSTEM,
            first="Anna",
            last=f"Aalen {index}",
            club=named[index % len(named)] if named else "",
            present=present,
            paid=paid,
        )["player"]
        for index in range(first, first + count)
    ]


def fresh(tournament: Tournament) -> Tournament:
    """The row as it is now."""
    return Tournament.objects.get(pk=tournament.pk)


def player(tournament: Tournament, number: int) -> Player:
    return Player.objects.get(tournament=tournament, start_number=number)


def last_log(tournament: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=tournament).latest("id")


__all__ = [
    "CLUBS",
    "HELFER",
    "LEITUNG",
    "PASSWORD",
    "Phase",
    "add_players",
    "as_user",
    "by",
    "fresh",
    "last_log",
    "make_tournament",
    "make_user",
    "player",
]
