"""Fetch and authorise in one call: nobody gets a row he may not see (model.md, last table)."""

import hashlib
import secrets

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AbstractBaseUser, AbstractUser, AnonymousUser, Group
from django.contrib.auth.models import User as Account
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest

from tournaments.models import Device, Pairing, Phase, Station, Tournament

LEITUNG = "Leitung"
HELFER = "Helfer"
DEVICE_COOKIE = "schocktisch"

User = AbstractUser | AbstractBaseUser | AnonymousUser


class DeskBackend(ModelBackend):
    """Reads the user of a session together with his roles: one query for every page of the desk."""

    def get_user(self, user_id: int) -> Account | None:
        found = Account.objects.filter(pk=user_id).annotate(leads=_is_in(LEITUNG), helps=_is_in(HELFER))
        user = found.first()
        if user is None or not self.user_can_authenticate(user):
            return None
        _remember(user, {name for name, is_in in ((LEITUNG, user.leads), (HELFER, user.helps)) if is_in})
        return user


def _is_in(role: str) -> Exists:
    return Exists(Group.objects.filter(name=role, user=OuterRef("pk")))


def roles_of(user: User) -> frozenset[str]:
    """The roles of a user; the Leitung may everything a Helfer may."""
    if not isinstance(user, AbstractUser) or not user.is_active:
        return frozenset()
    known: frozenset[str] | None = getattr(user, "_desk_roles", None)
    if known is None:
        known = _remember(user, set(user.groups.values_list("name", flat=True)))
    return known


def _remember(user: AbstractUser, groups: set[str]) -> frozenset[str]:
    """Once a request: the user object lives no longer than that."""
    leads = LEITUNG in groups or user.is_superuser
    roles = frozenset((LEITUNG, HELFER) if leads else groups & {HELFER})
    user.__dict__["_desk_roles"] = roles
    return roles


def require_role(user: User, *roles: str) -> None:
    """Raises PermissionDenied (403) unless the user has one of `roles` (none given: Leitung)."""
    if not roles_of(user) & set(roles or (LEITUNG,)):
        raise PermissionDenied


def tournament_for(user: User, slug: str, *roles: str, paper: bool = False) -> Tournament:
    """The tournament for a desk page, with `paper` also how its sheets look, but for the bytes of the logo.
    403 without the role, 404 when there is none."""
    require_role(user, *roles)
    rows = Tournament.objects.filter(slug=slug)
    if paper:
        rows = rows.select_related("paper_style").defer("paper_style__logo")
    tournament = rows.first()
    if tournament is None:
        raise Http404
    return tournament


def public_tournament(slug: str) -> Tournament:
    """The tournament for the hall: not before its registration is open."""
    tournament = Tournament.objects.filter(slug=slug).exclude(phase=Phase.SETUP).first()
    if tournament is None:
        raise Http404
    return tournament


def running_tournament() -> Tournament | None:
    """What guests see at `/`: the running one, real before rehearsal, newest first."""
    open_ones = Tournament.objects.exclude(phase=Phase.SETUP)
    order = {Phase.FINISHED: 1}
    ranked = sorted(
        open_ones, key=lambda t: (t.rehearsal, order.get(Phase(t.phase), 0), -t.date.toordinal(), -t.pk)
    )
    return ranked[0] if ranked else None


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """128 random bits for a device's cookie; stored hashed only."""
    return secrets.token_urlsafe(16)


def device_for(request: HttpRequest) -> Device | None:
    """The device of a request, by its cookie; looked up by hash, so comparison leaks no timing."""
    token = request.COOKIES.get(DEVICE_COOKIE, "")
    if not token:
        return None
    return Device.objects.filter(token_hash=hash_token(token)).first()


def stations_for(device: Device | None, *, ended: bool = False) -> list[Station]:
    """The stations a device may enter results for; finished tournaments end a pairing, a replaced
    code ends those made with the old one. `ended`: also those of finished tournaments, to be looked at."""
    if device is None:
        return []
    pairings = Pairing.objects.filter(device=device, voided_at__isnull=True).select_related(
        "station__tournament"
    )
    return [
        p.station
        for p in pairings.order_by("station__stage", "station__number", "station_id")
        if p.code_no == p.station.code_no and (ended or p.station.tournament.phase != Phase.FINISHED)
    ]


def station_for(device: Device | None, station_id: int, *, ended: bool = False) -> Station:
    """A paired station. Raises PermissionDenied when the device is not paired with it."""
    for station in stations_for(device, ended=ended):
        if station.pk == station_id:
            return station
    raise PermissionDenied
