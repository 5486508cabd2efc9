"""Accounts of the desk. Not acts of a tournament: no lock, no revision, no log."""

import secrets

from django.contrib.auth.models import Group, User
from django.db import transaction

from tournaments.access import LEITUNG

FIRST_USER = "leitung"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that a tired eye takes for another


def make_password() -> str:
    """12 of 31 letters and digits, 59 bits, in groups that can be read aloud."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def ensure_first_login(*, again: bool = False) -> str | None:
    """Make the user of the Leitung, or with `again` a new password; None when nothing was to do.

    A new password ends the sessions opened with the old one.
    """
    with transaction.atomic():
        user, made = User.objects.select_for_update().get_or_create(username=FIRST_USER)
        if not (made or again):
            return None
        password = make_password()
        user.set_password(password)
        user.is_active = True
        user.save(update_fields=["password", "is_active"])
        user.groups.add(Group.objects.get(name=LEITUNG))
        return password
