"""Numbers, texts and bodies that nobody types: refused or passed over, never a crash."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import LEITUNG, PASSWORD, as_user, fresh, make_tournament, make_user
from tests.playing import started
from tests.tournaments.referee.device import at, pair

pytestmark = pytest.mark.django_db
LONG = "9" * 5000
"""More digits than Python is willing to make a number of."""


@pytest.mark.parametrize("people", [LONG, "0" * 5000 + "8", "001999999999", "2001", "-1", "²", "1e9", "a\0b"])
def test_a_field_nobody_could_seat_is_not_reckoned_with(people):
    t, client = make_tournament(), as_user(Client(), LEITUNG)
    usual = client.get(reverse("desk:format", args=[t.slug]))
    answer = client.get(reverse("desk:format", args=[t.slug]), {"people": people})
    assert answer.status_code == 200
    assert answer.context["people"] == usual.context["people"]


@pytest.mark.parametrize("fee", [LONG, "999999999", "²", "1,²", "-5", "1,234", "NaN", "1_0"])
def test_an_amount_nobody_pays_is_refused_at_its_field(fee):
    t, client = make_tournament(open_=False), as_user(Client(), LEITUNG)
    answer = client.post(reverse("desk:format", args=[t.slug]), {"entry_fee_cents": fee, "reckon": "1"})
    assert answer.status_code == 200
    assert answer.context["form"].errors["entry_fee_cents"]


@pytest.mark.parametrize("body", ["[" * 100_000, '{"key": ' * 100_000, " ", "\xff", "[]", "7", "null", '"x"'])
def test_what_a_table_sends_is_an_object_or_refused(body):
    t, client = started(8), Client()
    found = pair(client, t)
    before = fresh(t).revision
    for name in ("result", "undo", "absence", "present", "stroke"):
        answer = client.post(at(name, found), body, content_type="application/json")
        assert answer.status_code == 400, name
        assert answer.json()["error"] == "bad_input"
    assert fresh(t).revision == before


@pytest.mark.parametrize(
    "target", ["null", "desk:home", "{}", " ", "//evil.example", "https://evil.example", "/\\evil.example",
               "javascript:alert(1)", "leitung", "\u200b"],
)  # fmt: skip
def test_after_signing_in_one_is_at_the_desk_whatever_the_address_says(target):
    user, client = make_user(LEITUNG), Client()
    body = {"name": user.username, "password": PASSWORD, "next": target}
    assert client.post(reverse("desk:login"), body).headers["Location"] == "/leitung/"
    assert client.get(reverse("desk:login"), {"next": target}).headers["Location"] == "/leitung/"


def test_a_key_that_is_no_key_is_refused_at_a_table():
    t, client = started(8), Client()
    found = pair(client, t)
    for key in ("", "x", str(uuid4())[:-1], None, 7, [], {}):
        answer = client.post(at("undo", found), {"key": key, "table": 1, "version": 1}, "application/json")
        assert answer.json()["error"] == "bad_input"
