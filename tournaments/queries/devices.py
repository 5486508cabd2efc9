"""The physical tables of an evening with their codes, and the devices paired with them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, FilteredRelation, Q

from tournaments.models import Device, Pairing, Stage, Station, Tournament
from tournaments.models._base import NOT_VOID


@dataclass(frozen=True, slots=True)
class PairedDevice:
    """A device that may enter results of a station, until the pairing is taken back."""

    pairing_id: int
    device_id: int
    label: str
    seen_at: datetime | None
    since: datetime


@dataclass(frozen=True, slots=True)
class StationLine:
    """A station with its devices, the newest last."""

    id: int
    stage: str
    number: int
    code: str
    code_no: int
    devices: tuple[PairedDevice, ...]


_DEVICE = ("id", "device_id", "device__label", "device__seen_at", "created_at")
_STAGES = list(Stage)


def stations(tournament: Tournament) -> list[StationLine]:
    """All stations by stage and number. One query."""
    paired = FilteredRelation(
        "pairings", condition=Q(pairings__voided_at__isnull=True, pairings__code_no=F("code_no"))
    )
    rows = Station.objects.filter(tournament=tournament).annotate(paired=paired)
    values: Iterable[Any] = rows.order_by("number", "id", "paired__id").values_list(
        "id", "stage", "number", "code", "code_no", *(f"paired__{name}" for name in _DEVICE)
    )
    found: dict[int, StationLine] = {}
    for station_id, stage, number, code, code_no, *device in values:
        line = found.get(station_id) or StationLine(station_id, stage, number, code, code_no, ())
        more = () if device[0] is None else (PairedDevice(*device),)
        found[station_id] = replace(line, devices=line.devices + more)
    return sorted(found.values(), key=lambda line: (_STAGES.index(Stage(line.stage)), line.number))


def station_devices(station_id: int) -> tuple[PairedDevice, ...]:
    """The devices of one station, the newest last. One query."""
    rows = Pairing.objects.filter(NOT_VOID, station=station_id, code_no=F("station__code_no"))
    values: Iterable[Any] = rows.order_by("id").values_list(*_DEVICE)
    return tuple(PairedDevice(*row) for row in values)


def device_label(device_id: int | None) -> str:
    """What a device called itself, "" when it did not, or for the desk. One query at most."""
    found = Device.objects.filter(pk=device_id).values_list("label", flat=True).first() if device_id else ""
    return found or ""


def user_name(user_id: int | None) -> str:
    """Name of a user of the desk, "" for nobody. One query at most."""
    found = User.objects.filter(pk=user_id).values_list("username", flat=True).first() if user_id else ""
    return found or ""
