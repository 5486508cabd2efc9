"""Signing in, its brake, and accounts for those who help."""

import re

import pytest
from django.contrib import auth
from django.contrib.auth.models import Group, User
from django.test import Client

from tests.builders import HELFER, LEITUNG, PASSWORD, as_user, make_user
from tournaments.access import roles_of
from tournaments.services.accounts import add_helper
from tournaments.views.desk import login

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]
LOGIN = "/leitung/anmelden/"


@pytest.fixture
def now(monkeypatch):
    """The time of the brake, which stands still: a slow machine is not a patient guest."""
    clock = [1000.0]
    monkeypatch.setattr(login, "time", lambda: clock[0])
    return clock


def attempt(client, password=PASSWORD, name="leitung", **more):
    return client.post(LOGIN, {"name": name, "password": password, **more})


def test_the_right_password_opens_the_desk(client):
    make_user()
    assert client.get("/leitung/")["Location"] == f"{LOGIN}?next=/leitung/"
    assert attempt(client, next="/leitung/konten/")["Location"] == "/leitung/konten/"
    assert client.get("/leitung/").status_code == 200
    assert client.get(LOGIN)["Location"] == "/leitung/"


@pytest.mark.parametrize("target", ["https://böse.de/", "//böse.de", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere_after_the_login(client, target):
    make_user()
    assert attempt(client, next=target)["Location"] == "/leitung/"


def test_a_wrong_password_says_so_and_keeps_the_name(client):
    make_user()
    answer = attempt(client, "falsch")
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Name oder Kennwort stimmt nicht." in html
    assert 'value="leitung"' in html
    assert "falsch" not in html


@pytest.mark.usefixtures("now")
def test_after_five_wrong_tries_even_the_right_one_waits(client):
    make_user()
    make_user(HELFER)
    for _ in range(5):
        assert attempt(client, "falsch").status_code == 400
    answer = attempt(client)
    assert answer.status_code == 429
    assert re.search(r"Bitte \d+ Sek\. warten", answer.content.decode())
    assert attempt(client, name="helfer").status_code == 302


@pytest.mark.usefixtures("now")
def test_tries_in_one_moment_are_counted_one_by_one(client, monkeypatch):
    """All are under way before the first of them is known to be wrong."""
    make_user()
    inner = [attempt(client, "falsch").status_code for _ in range(3)]
    authenticate = auth.authenticate

    def late(*args, **kwargs):
        monkeypatch.setattr(auth, "authenticate", authenticate)
        inner.extend(attempt(Client(), "falsch").status_code for _ in range(3))
        return authenticate(*args, **kwargs)

    monkeypatch.setattr(auth, "authenticate", late)
    assert attempt(client, "falsch").status_code == 400
    assert inner == [400, 400, 400, 400, 429, 429]


def test_the_wait_grows_and_ends(client, now):
    make_user()
    waits = []
    for _ in range(12):
        answer = attempt(client, "falsch")
        if answer.status_code == 429:
            waits.append(int(re.search(r"Bitte (\d+) Sek", answer.content.decode()).group(1)))
            now[0] += waits[-1]
            assert attempt(client, "falsch").status_code == 400
    assert waits == sorted(waits)
    assert max(waits) <= login.LONGEST_WAIT + 1
    now[0] += login.LONGEST_WAIT + 1
    assert attempt(client).status_code == 302


def test_signing_out_only_by_button(client):
    desk = as_user(client)
    assert desk.get("/leitung/abmelden/").status_code == 405
    assert desk.post("/leitung/abmelden/")["Location"] == LOGIN
    assert desk.get("/leitung/").status_code == 302


def test_the_leitung_makes_a_helfer_whose_password_works(client):
    desk = as_user(client)
    html = desk.post("/leitung/konten/", {"name": "Uschi"}).content.decode()
    password = re.search(r"<code>([a-z0-9-]+)</code>", html).group(1)
    assert re.fullmatch(r"\w{4}-\w{4}-\w{4}", password)  # to be read out across a hall
    user = User.objects.get(username="Uschi")
    assert [group.name for group in user.groups.all()] == [HELFER]
    assert password not in desk.get("/leitung/konten/").content.decode()
    client.logout()
    assert attempt(client, password, name="Uschi").status_code == 302
    assert client.get("/leitung/konten/").status_code == 403
    assert client.post("/leitung/konten/", {"name": "Noch wer"}).status_code == 403


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "3 bis 30"), ("ab", "3 bis 30"), ("mit leer", "3 bis 30"), ("LEITUNG", "gibt es schon")],
)
def test_names_that_cannot_be_accounts(client, name, sentence):
    desk = as_user(client)
    answer = desk.post("/leitung/konten/", {"name": name})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


def test_a_new_password_ends_the_old_one_and_a_closed_account_stays_out(client):
    helfer = make_user(HELFER)
    desk = as_user(client, LEITUNG)
    html = desk.post(f"/leitung/konten/{helfer.pk}/kennwort/").content.decode()
    password = re.search(r"<code>([a-z0-9-]+)</code>", html).group(1)
    desk.post(f"/leitung/konten/{helfer.pk}/schliessen/")
    client.logout()
    assert attempt(client, name="helfer").status_code == 400
    assert attempt(client, password, name="helfer").status_code == 400


@pytest.mark.parametrize("also", [(), (HELFER,)])
def test_accounts_of_the_leitung_are_not_touched(client, also):
    """Nor those of somebody who helps as well."""
    desk = as_user(client)
    other = make_user(LEITUNG, "zweite")
    other.groups.add(*Group.objects.filter(name__in=also))
    assert desk.post(f"/leitung/konten/{other.pk}/schliessen/").status_code == 400
    assert desk.post(f"/leitung/konten/{other.pk}/kennwort/").status_code == 400
    assert User.objects.get(pk=other.pk).is_active


def test_an_account_needs_no_group_to_be_there_already():
    """A database that was emptied has no groups: the roles come back with whoever gets one."""
    Group.objects.all().delete()
    user, _password = add_helper(name="jürgen")
    assert roles_of(user) == {HELFER}
