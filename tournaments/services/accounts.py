"""Accounts of the desk. Not acts of a tournament: no lock, no revision, no log."""

import re
import secrets

from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from scoring.errors import RuleViolation
from tournaments.access import HELFER, LEITUNG
from tournaments.services._texts import check_printable

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
        user.groups.add(Group.objects.get_or_create(name=LEITUNG)[0])
        return password


def add_helper(*, name: str) -> tuple[User, str]:
    """A new account with the role Helfer; the password is shown once and stored hashed only.

    Refuses: account_name_invalid · name_unprintable (the log is printed) · account_taken.
    """
    name = name.strip()
    if not re.fullmatch(r"[\w.-]{3,30}", name):
        raise RuleViolation("account_name_invalid", field="name")
    check_printable(name, "name")
    password = make_password()
    try:
        with transaction.atomic():
            if User.objects.filter(username__iexact=name).exists():
                raise RuleViolation("account_taken", field="name")
            user = User.objects.create_user(name, password=password)
            user.groups.add(Group.objects.get_or_create(name=HELFER)[0])
    except IntegrityError:  # made by another desk in the same moment
        raise RuleViolation("account_taken", field="name") from None
    return user, password


def renew_password(*, user_id: int, seen: str = "") -> tuple[User, str]:
    """A new password for a Helfer, also one whose account was closed; open sessions end.

    seen: what `password_mark` told the page; "" does not look. Refuses: account_unknown · password_renewed
    (by another desk, or by this page before it was loaded again) · account_closed (by another desk).
    """
    with transaction.atomic():
        user, password = _helper(user_id, lock=True), make_password()
        if seen and seen != password_mark(user):
            raise RuleViolation("password_renewed" if user.is_active else "account_closed")
        user.set_password(password)
        user.is_active = True
        user.save(update_fields=["password", "is_active"])
    return user, password


def close_account(*, user_id: int) -> User:
    """A Helfer can no longer sign in; what he did stays in the log. Refuses: account_unknown."""
    with transaction.atomic():
        user = _helper(user_id)
        user.is_active = False
        user.save(update_fields=["is_active"])
    return user


def password_mark(user: User) -> str:
    """Changes with the password of an account and with its closing, and tells nothing about it."""
    return salted_hmac("password_mark", f"{user.password} {user.is_active}").hexdigest()[:16]


def _helper(user_id: int, *, lock: bool = False) -> User:
    rows = User.objects.select_for_update(of=("self",)) if lock else User.objects
    user = rows.filter(pk=user_id, groups__name=HELFER).exclude(groups__name=LEITUNG).first()
    if user is None:
        raise RuleViolation("account_unknown")
    return user
