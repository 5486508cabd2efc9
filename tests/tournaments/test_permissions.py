"""Every address × role, GET and POST, in every phase: who is let in, who is not, and that nothing crashes.

The addresses come from the resolver, the expectations from permissions.py: a new address without one fails.
"""

import logging
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache as kept
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.builders import HELFER, LEITUNG, as_user, make_user
from tests.tournaments import scenes
from tests.tournaments.addresses import addresses, known, lacking, path_of
from tests.tournaments.live import asking
from tests.tournaments.permissions import ANYBODY, DEVICE, RULES, Rule
from tournaments import tasks
from tournaments.access import DEVICE_COOKIE
from tournaments.models import Device, Import, Job, LogEntry, Pairing, Player, Receipt, Tournament
from tournaments.views.hall import PARTS

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
LOGIN = "/leitung/anmelden/?next="
STRANGER, GUEST, OTHER_DEVICE, FALSE_DEVICE = (
    "stranger",
    "account without a role",
    "other table",
    "false device",
)
ROLES = (STRANGER, GUEST, HELFER, LEITUNG, DEVICE, OTHER_DEVICE, FALSE_DEVICE)
COOKIES = {DEVICE: scenes.TOKEN, OTHER_DEVICE: scenes.OTHER_TOKEN, FALSE_DEVICE: "never-paired"}
SHOWN = {200, 302, 403, 404, 405, 410}
SENT = SHOWN | {400, 409, 422}
"""What a GET and a POST of the Leitung may be answered in any phase."""


def client_of(role: str) -> Client:
    client = Client(raise_request_exception=False)
    if role in (HELFER, LEITUNG):
        return as_user(client, role)
    if role == GUEST:
        client.force_login(make_user("niemand", "gast"))
    if role in COOKIES:
        client.cookies[DEVICE_COOKIE] = COOKIES[role]
    return client


def ask(client: Client, method: str, name: str, here: scenes.Scene) -> tuple[int, str]:
    """(status, where it leads) of an address of the scene; the database stays as it was."""
    path, cookies = path_of(name, here), deepcopy(client.cookies)
    with transaction.atomic():
        answer = getattr(client, method)(path)
        transaction.set_rollback(True)
    client.cookies = cookies  # signing out is one of the addresses
    return answer.status_code, answer.headers.get("Location", "")


def lets_in(rule: Rule, role: str) -> bool:
    known = {HELFER: (HELFER, LEITUNG), LEITUNG: (LEITUNG,), DEVICE: (DEVICE,), ANYBODY: ROLES}
    return role in known[rule.who]


def wrong(name: str, method: str, role: str, status: int, target: str) -> str:
    """What is wrong with an answer, "" when it is as model.md says."""
    rule = RULES[name]
    allowed = rule.get if method == "get" else rule.post
    if lets_in(rule, role):
        wanted = allowed
        fine = status in allowed and not (target.startswith(LOGIN))
    elif name.startswith("desk:") and role not in (GUEST, HELFER):
        wanted = frozenset({302})
        fine = status == 302 and target.startswith(LOGIN)
    else:
        # The wrong method may be said first: it tells nothing. 410: an open page learns that it is over.
        gone = {410} if name.startswith("referee:") and method == "get" else set()
        wanted = frozenset({403} | gone | (allowed & {405}))
        fine = status in wanted
    said = f" → {target}" if target else ""
    return "" if fine else f"{name} {method.upper()} as {role}: {status}{said}, expected {sorted(wanted)}"


def written() -> tuple[Any, ...]:
    """Changes with everything that is not let in could have done."""
    counted = (LogEntry, Receipt, Import, Device, Pairing, User, Job, Player)
    return tuple(model.objects.count() for model in counted), list(Tournament.objects.values_list("revision"))


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No print leaves for a worker, no refusal fills the log."""
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    logging.disable(logging.WARNING)
    cache.clear()
    yield
    logging.disable(logging.NOTSET)
    cache.clear()


def test_every_address_has_its_line() -> None:
    missing = sorted(set(addresses()) - set(RULES))
    assert missing == [], f"say in tests/tournaments/permissions.py who may: {', '.join(missing)}"
    lack = {name: lacking(name) for name in RULES if name in addresses() and lacking(name)}
    assert lack == {}, "give these parameters a value in tests/tournaments/permissions.py"
    stale = sorted(set(RULES) - set(addresses()))
    assert stale == [], f"no such address any more, take it out of permissions.py: {', '.join(stale)}"


@pytest.mark.parametrize("role", ROLES)
def test_who_is_let_in(role: str) -> None:
    client, found = client_of(role), []
    here = kept(lambda at: getattr(scenes, at)())
    for name in known():
        rule = RULES[name]
        scene = here(rule.at if lets_in(rule, role) else "running")
        found += [wrong(name, method, role, *ask(client, method, name, scene)) for method in ("get", "post")]
    assert [line for line in found if line] == []


PHASES = [
    scenes.set_up,
    scenes.registration,
    scenes.draft,
    scenes.running,
    scenes.cut,
    scenes.ko,
    scenes.final,
    scenes.finished,
]


@pytest.mark.parametrize("scene", PHASES)
def test_nobody_is_let_in_by_a_phase(scene: Callable[[], scenes.Scene]) -> None:
    here = scene()
    clients = {role: client_of(role) for role in (STRANGER, GUEST, HELFER, FALSE_DEVICE)}
    before, found = written(), []
    for role, client in clients.items():
        for name in known():
            if not lets_in(RULES[name], role):
                found += [
                    wrong(name, method, role, *ask(client, method, name, here)) for method in ("get", "post")
                ]
    assert [line for line in found if line] == []
    assert written() == before


@pytest.mark.parametrize("scene", PHASES)
def test_no_address_crashes_in_any_phase(scene: Callable[[], scenes.Scene]) -> None:
    here, client = scene(), client_of(LEITUNG)
    found = {}
    for name in known():
        shown, sent = ask(client, "get", name, here)[0], ask(client, "post", name, here)[0]
        if shown not in SHOWN or sent not in SENT:
            found[name] = (shown, sent)
    assert found == {}


@pytest.mark.parametrize("scene", PHASES)
def test_a_stream_shows_anybody_what_a_stranger_sees(scene: Callable[[], scenes.Scene]) -> None:
    """Of every part, in every phase: the first event, whoever asks, is the answer of the part's own view."""
    here, streams = scene(), asking.local()
    slug = here.tournament.slug
    parts = [f"/{slug}/teil/{part}/" for part in sorted(PARTS)] + [f"/{slug}/beamer/{n}/" for n in range(12)]
    for role in (STRANGER, LEITUNG, DEVICE):
        carried = "; ".join(f"{name}={kept.value}" for name, kept in client_of(role).cookies.items())
        for part in parts:
            seen = client_of(STRANGER).get(part)
            heard = asking.ask(streams, f"/live{part}", cookie=carried)
            assert heard.status == seen.status_code
            assert heard.state == (seen.content.decode() if seen.status_code == 200 else "")
            assert heard.status == 200 or heard.texts == [""]


def test_whoever_asks_for_the_head_alone_gets_that_of_the_page() -> None:
    here, found = scenes.running(), {}
    for name in known():
        client = client_of(DEVICE if RULES[name].who == DEVICE else LEITUNG)
        head, page = (ask(client, method, name, here) for method in ("head", "get"))
        if head != page:
            found[name] = (head, page)
    assert found == {}


def test_a_draft_is_seen_by_the_leitung_only() -> None:
    here = scenes.draft()
    seats = reverse("desk:round", args=[here.tournament.slug, 1])
    assert "Aalen 8" in client_of(LEITUNG).get(seats).content.decode()
    assert "Aalen 8" not in client_of(HELFER).get(seats).content.decode()
    for name in (name for name in known() if name.startswith(("hall:", "api:"))):
        answer = client_of(STRANGER).get(path_of(name, here), follow=True)
        assert b"Aalen 8" not in answer.content, name
