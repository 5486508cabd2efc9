"""Numbers, texts and bodies that nobody types: refused or passed over, never a crash."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import LEITUNG, PASSWORD, as_user, fresh, last_log, make_tournament, make_user
from tests.playing import at_ko, do, started, table_of
from tests.tournaments.desk.asking import post
from tests.tournaments.finish.evenings import at_cut, in_final, play_all
from tests.tournaments.referee.device import at, pair
from tournaments.services.absences import mark_left, void_table
from tournaments.services.final import finish
from tournaments.services.rounds import redraw_round

pytestmark = pytest.mark.django_db
LONG = "9" * 5000
"""More digits than Python is willing to make a number of."""
UNSEEN = "a\0\u202e\u200b\x07b"
"""Signs that nobody sees between two that one does; PostgreSQL stores no \\0."""


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
    "target", ["null", "desk:help", "{}", " ", "//evil.example", "https://evil.example", "/\\evil.example",
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


def test_what_nobody_sees_is_in_no_reason_that_a_table_or_a_round_is_given():
    t = started(8)
    table = table_of(t)
    told = {"table_id": table.id, "reason": UNSEEN}
    for service, body in ((mark_left, told | {"player": table.players[0]}), (void_table, told)):
        do(service, t, **body)
        assert last_log(t).reason == "ab"
    t = started(8)
    do(redraw_round, t, reason=UNSEEN)
    assert last_log(t).reason == "ab"


def test_what_nobody_sees_is_in_no_reason_for_a_way_back():
    final = in_final()
    over = in_final()
    play_all(over)
    do(finish, over)
    ways = ((at_cut(), "void_cut"), (at_ko(), "void_ko"), (final, "dissolve_final"), (over, "reopen"))
    for t, name in ways:
        assert post(t, name, reason=UNSEEN).status_code == 302
        assert last_log(t).reason == "ab", name


def test_what_nobody_sees_is_on_no_wall():
    t = started(8)
    assert post(t, "show_message", text=UNSEEN, alone="1").status_code == 302
    assert fresh(t).steering.message == "ab"


@pytest.mark.parametrize("between", ["", "\u200b", "\u034f"])
def test_marks_without_end_are_put_in_order_in_no_time(between):
    """Their order takes the square of their number: minutes, in which nobody gets a page."""
    t = started(8)
    answer = post(t, "redraw", 1, reason="a" + f"\u0315\u0300{between}" * 200_000)
    assert answer.status_code == 400
    assert "kann nicht gedruckt werden" in answer.content.decode()


def test_an_address_to_go_back_to_that_is_too_long_is_left_out():
    t = started(8)
    answer = post(t, "tap", 1, set="paid", keep="q=" + "a" * 100_000)
    assert answer.headers["Location"] == reverse("desk:registration", args=[t.slug])
    answer = post(t, "ring_gong", back="/leitung/" + "a" * 100_000)
    assert answer.status_code == 302
    answer = post(t, "undo_game", table_of(t).id, version="0", back="/leitung/" + "a" * 100_000)
    assert "a" * 1000 not in answer.content.decode()
