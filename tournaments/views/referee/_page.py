"""What the pages of a table share: its name, the tabs, who asks."""

import json
from collections import Counter
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import reverse

from scoring.errors import RuleViolation
from tournaments.access import device_for, station_for, stations_for
from tournaments.forms import read_whole
from tournaments.messages import table as words
from tournaments.messages.play import table_sign
from tournaments.models import Device, Station
from tournaments.queries.table_state import owner_of_absence, owner_of_table
from tournaments.services._act import Actor
from tournaments.services.stations import note_seen


def mat_of(station: Station) -> str:
    """Number or letter on the mat of a table."""
    return table_sign(station.stage, station.number)


def title_of(station: Station) -> str:
    """What the table is called."""
    return words.table_title(station.stage, mat_of(station))


def station_tabs(stations: list[Station], current: int = 0) -> list[dict[str, Any]]:
    """The tables of one device, for _nav.html. Of tournaments with one name the address tells which."""
    here = {s.tournament for s in stations}
    names = Counter(t.name for t in here)
    called = {t.pk: t.name if names[t.name] == 1 else f"{t.name} ({t.slug})" for t in here}
    return [
        {
            "href": reverse("referee:table", args=[s.pk]),
            "label": f"{title_of(s)}, {called[s.tournament_id]}" if len(here) > 1 else title_of(s),
            "current": s.pk == current,
            "mat": mat_of(s),
        }
        for s in stations
    ]


def paired(request: HttpRequest, station_id: int, *, ended: bool = False) -> tuple[Device, Station]:
    """The device and its station. Raises PermissionDenied when they are not paired (any more).
    `ended`: a page that is still open when the tournament is finished is told so."""
    device = device_for(request)
    station = station_for(device, station_id, ended=ended)
    if device is None:
        raise PermissionDenied
    note_seen(device)
    return device, station


def all_paired(request: HttpRequest) -> list[Station]:
    return stations_for(device_for(request))


def own_table(station: Station, table_id: int) -> int:
    """The table, if it stands at this station; one that a redraw has removed is the service's to refuse."""
    owner = owner_of_table(table_id)
    if owner is not None and owner != station.pk:
        raise PermissionDenied
    return table_id


def own_absence(station: Station, absence_id: int) -> int:
    """The absence, if it was noted at this station; one that is gone is the service's to refuse."""
    owner = owner_of_absence(absence_id)
    if owner is not None and owner != station.pk:
        raise PermissionDenied
    return absence_id


def actor(device: Device) -> Actor:
    return Actor(device_id=device.pk)


def wants_json(request: HttpRequest) -> bool:
    return request.content_type == "application/json"


def body_of(request: HttpRequest) -> dict[str, Any]:
    """The fields of a form, or of the JSON that the page's script sends. Refuses `bad_input`."""
    if not wants_json(request):
        return {name: request.POST.get(name, "") for name in request.POST}
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RuleViolation("bad_input")
    return body


def number(body: dict[str, Any], name: str) -> int:
    """A whole number that has to be there. Refuses `bad_input`."""
    found = optional(body, name)
    if found is None:
        raise RuleViolation("bad_input", field=name)
    return found


def optional(body: dict[str, Any], name: str) -> int | None:
    """A whole number or nothing. Refuses `bad_input` for anything else."""
    value = body.get(name)
    if value is None or value == "":
        return None
    found = read_whole(str(value), 10)
    if found is None or found >= 2**31:
        raise RuleViolation("bad_input", field=name)
    return found


def key(body: dict[str, Any]) -> UUID:
    """Every entry carries a key. Refuses `bad_input`."""
    try:
        return UUID(str(body.get("key", "")))
    except ValueError:
        raise RuleViolation("bad_input", field="key") from None
