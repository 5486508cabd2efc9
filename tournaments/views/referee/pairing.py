"""From the code on the sheet to a paired device (product.md §4). A code only pairs."""

import re
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleViolation
from tournaments.access import DEVICE_COOKIE, device_for, hash_token, new_token, station_for, stations_for
from tournaments.messages import table as words
from tournaments.messages.refusals import refusal_text
from tournaments.models import Device, Station
from tournaments.queries.stations import station_by_code, station_by_id
from tournaments.services._act import SYSTEM, Actor
from tournaments.services.stations import leave_table, pair_device, tidy_code
from tournaments.views.answers import key_of
from tournaments.views.referee._limits import counted
from tournaments.views.referee._page import mat_of, station_tabs, title_of
from tournaments.views.referee._station import unpaired

COOKIE_DAYS = 30
WELL_FORMED = re.compile(r"[A-Z0-9]{6}")
STATUS = {"code_unknown": 404, "code_wait": 429, "code_busy": 429}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The form for a code, and the tables of this device. A typed code leads to the same question as a
    QR code; a wrong one to a page of its own, so that "back" never asks to send the form again."""
    if request.method == "POST":
        return _typed(request.POST.get("code", ""))
    if "code" in request.GET:
        return _refused(request, RuleViolation("code_unknown", field="code"), request.GET["code"])
    stations = stations_for(device_for(request))
    return render(request, "referee/code.html", {"mine": station_tabs(stations)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest, code: str) -> HttpResponse:
    """What a QR code opens: a button. Only the POST pairs, a preview of the link does nothing."""
    if request.method == "POST":
        return _pair(request, code)
    try:
        station = _look_up(request, code)
    except RuleViolation as violation:
        return _refused(request, violation, code)
    if station in stations_for(device_for(request)):
        return redirect("referee:table", station.pk)
    context = {
        "station": station,
        "code": station.code,
        "title": title_of(station),
        "table_name": mat_of(station),
    }
    return render(request, "referee/verbinden.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, station_id: int) -> HttpResponse:
    """A device at the wrong table: asked once, then it is off that table."""
    device = device_for(request)
    try:
        if request.method == "POST" and device is not None:
            return _leave(request, station_id, device)
        station = station_for(device, station_id, ended=True)
    except PermissionDenied:
        return unpaired(request)
    title = title_of(station)
    context = {"station": station, "title": title, "table_name": mat_of(station)}
    return render(request, "referee/falscher_tisch.html", context)


def _leave(request: HttpRequest, station_id: int, device: Device) -> HttpResponse:
    """Sent again by a device that is off already, it gets the same answer by its key."""
    station = station_by_id(station_id)
    try:
        if station is None:
            raise PermissionDenied
        leave_table(
            tournament_id=station.tournament_id,
            by=Actor(device_id=device.pk),
            key=key_of(request),
            station_id=station_id,
        )
    except RuleViolation:
        raise PermissionDenied from None
    messages.success(request, words.left_table(title_of(station)))
    return redirect("referee:home")


def _typed(text: str) -> HttpResponse:
    """To the address of the code; what cannot be one goes back to the form, with the sentence there."""
    tidy = tidy_code(text)
    if WELL_FORMED.fullmatch(tidy):
        return redirect("referee:code", tidy)
    return redirect(f"{reverse('referee:home')}?{urlencode({'code': tidy})}")


def _look_up(request: HttpRequest, text: str) -> Station:
    with counted(request):
        station = station_by_code(tidy_code(text))
        if station is None:
            raise RuleViolation("code_unknown", field="code")
        return station


def _pair(request: HttpRequest, text: str) -> HttpResponse:
    device = device_for(request)
    token = request.COOKIES.get(DEVICE_COOKIE, "") if device else new_token()
    try:
        station = _look_up(request, text)
        answer = pair_device(
            tournament_id=station.tournament_id,
            by=Actor(device_id=device.pk) if device else SYSTEM,
            code=station.code,
            token_hash=hash_token(token),
            label=browser_name(request.headers.get("User-Agent", "")),
        )
    except RuleViolation:
        return redirect("referee:code", text)  # which says why, and may be gone back from
    response = redirect(reverse("referee:table", args=[answer["station"]]))
    response.set_cookie(
        DEVICE_COOKIE,
        token,
        max_age=COOKIE_DAYS * 24 * 60 * 60,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _refused(request: HttpRequest, violation: RuleViolation, text: str) -> HttpResponse:
    context: dict[str, Any] = {
        "sentence": refusal_text(violation),
        "typed": tidy_code(text),
        "mine": station_tabs(stations_for(device_for(request))),
    }
    response = render(request, "referee/code.html", context, status=STATUS.get(violation.code, 400))
    if response.status_code == 429:
        response["Retry-After"] = "60" if violation.code == "code_wait" else "5"
    return response


def browser_name(agent: str) -> str:
    """What the desk calls a device: its make as far as the browser tells."""
    known = re.search(r"iPad|iPhone|Android|Windows|Macintosh|Linux", agent)
    if known and known[0] == "Android" and "Mobile" in agent:
        return "Handy"
    return known[0] if known else ""
