"""GET shows, POST pairs, wrong codes slow down who tries (product.md §4)."""

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.playing import facts, started, table_of
from tests.tournaments.referee.device import at, pair
from tournaments.access import DEVICE_COOKIE, hash_token
from tournaments.models import Device, LogEntry, Pairing, Phase, Station, Tournament
from tournaments.views.referee import _limits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


def code_of(tournament, number=1):
    return Station.objects.get(tournament=tournament, stage="vorrunde", number=number).code


def test_a_link_shows_a_button_and_pairs_nothing(client):
    t = started(8)
    for address in (f"/t/{code_of(t)}", f"/T/{code_of(t)}", f"/t/{code_of(t).lower()}/"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert b'method="post"' in answer.content
    assert not Device.objects.exists()
    assert DEVICE_COOKIE not in client.cookies


def test_the_button_pairs_and_sets_a_cookie_that_is_stored_hashed(client):
    t = started(8)
    answer = client.post(f"/T/{code_of(t).lower()}")
    assert answer.status_code == 302
    cookie = client.cookies[DEVICE_COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert len(cookie.value) >= 22
    assert Device.objects.get().token_hash == hash_token(cookie.value)
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert b"Aalen" in page.content
    assert client.get(f"/t/{code_of(t)}")["Location"] == answer["Location"]


def test_with_https_the_cookie_is_secure(client, settings):
    settings.SESSION_COOKIE_SECURE = True
    t = started(4)
    client.post(f"/t/{code_of(t)}")
    assert client.cookies[DEVICE_COOKIE]["secure"] is True


def test_a_typed_code_asks_as_the_link_does(client):
    t = started(8)
    assert client.get("/t/").status_code == 200
    typed = code_of(t).lower()
    answer = client.post("/t/", {"code": f"{typed[:3]} {typed[3:]}"})
    assert answer["Location"] == f"/t/{code_of(t)}"
    question = client.get(answer["Location"]).content.decode()
    assert "Tisch 1" in question
    assert "Ja, verbinden" in question
    assert 'href="/t/"' in question
    assert not Device.objects.exists()
    client.post(answer["Location"])
    client.post(f"/t/{code_of(t, 2)}")
    assert Device.objects.count() == 1
    assert Pairing.objects.count() == 2
    home = client.get("/t/").content.decode()
    assert "Tisch 1" in home
    assert "Tisch 2" in home


def test_a_broken_cookie_gets_a_new_device(client):
    t = started(4)
    client.cookies[DEVICE_COOKIE] = "made up"
    client.post(f"/t/{code_of(t)}")
    assert client.cookies[DEVICE_COOKIE].value != "made up"
    assert Device.objects.count() == 1


@pytest.mark.parametrize("text", ["", "zzzzzz", "<b>x</b>", "ÄÖÜ", "1" * 500])
def test_a_wrong_code_is_told_at_the_field(client, text):
    sent = client.post("/t/", {"code": text})
    assert sent.status_code == 302  # "back" never asks to send the form again
    answer = client.get(sent["Location"])
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "Diesen Code gibt es nicht" in page
    assert 'aria-invalid="true"' in page
    assert "<b>x</b>" not in page
    assert client.get("/t/ZZZZZZ").status_code == 404


@pytest.fixture
def one_minute(monkeypatch):
    monkeypatch.setattr(_limits, "_minute", lambda: 7)


@pytest.mark.usefixtures("one_minute")
def test_after_ten_wrong_codes_a_device_waits_and_the_others_do_not(client):
    t = started(4)
    for _ in range(10):
        assert client.post("/t/", {"code": "zzzzzz"}, follow=True).status_code == 404
    answer = client.post("/t/", {"code": code_of(t)}, follow=True)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    assert "In einer Minute" in answer.content.decode()
    other = Client(headers={"user-agent": "another tablet behind the same address"})
    other.post(f"/t/{code_of(t)}")
    assert Pairing.objects.count() == 1


def test_right_codes_never_count(client):
    t = started(4)
    for _ in range(15):
        assert client.post("/t/", {"code": code_of(t)}, follow=True).status_code == 200
    assert client.get("/t/zzzzzz").status_code == 404


@pytest.mark.usefixtures("one_minute")
def test_very_many_wrong_codes_slow_everybody_and_lock_nobody(client, monkeypatch):
    t = started(4)
    paused = []
    monkeypatch.setattr(_limits.time, "sleep", paused.append)
    cache.set("codes:all:7", _limits.ALL_LIMIT, 60)
    client.post(f"/t/{code_of(t)}")
    assert Pairing.objects.count() == 1
    assert paused == [_limits.PAUSE]
    for _ in range(2):
        _limits._waiting.acquire()
    try:
        answer = Client().post(f"/t/{code_of(t)}", follow=True)
        assert (answer.status_code, answer["Retry-After"]) == (429, "5")
    finally:
        for _ in range(2):
            _limits._waiting.release()


def test_with_the_cache_away_pairing_goes_on(client, monkeypatch):
    t = started(4)

    def away(*args, **kwargs):
        raise ConnectionError

    for name in ("get", "add", "incr"):
        monkeypatch.setattr(_limits.cache, name, away)
    for _ in range(12):
        assert client.post("/t/", {"code": "zzzzzz"}, follow=True).status_code == 404
    client.post(f"/t/{code_of(t)}")
    assert Pairing.objects.count() == 1


def test_codes_end_with_the_tournament(client):
    t = started(4)
    client.post(f"/t/{code_of(t)}")
    station = Station.objects.get(tournament=t)
    Tournament.objects.filter(pk=t.pk).update(phase=Phase.FINISHED)
    table = table_of(t)
    assert client.post(reverse("referee:undo", args=[station.pk]), {"table": table.id}).status_code == 403
    assert client.get(f"/t/{station.code}").status_code == 404
    sent = client.post(f"/t/{station.code}")
    assert sent["Location"] == f"/t/{station.code}"
    assert client.get(sent["Location"]).status_code == 404
    assert client.get("/t/").context["mine"] == []


def test_an_open_page_is_told_that_the_tournament_is_over(client):
    t = started(4)
    client.post(f"/t/{code_of(t)}")
    station = Station.objects.get(tournament=t)
    before = client.get(reverse("referee:stand", args=[station.pk])).content
    Tournament.objects.filter(pk=t.pk).update(phase=Phase.FINISHED, revision=t.revision + 99)
    assert client.get(reverse("referee:stand", args=[station.pk])).content != before
    for name in ("table", "part"):
        html = client.get(reverse(f"referee:{name}", args=[station.pk])).content.decode()
        assert "Das Turnier ist zu Ende" in html
        assert 'method="post"' not in html


def test_who_is_not_paired_sees_no_table(client):
    t = started(8)
    station = Station.objects.get(tournament=t, number=1)
    for name in ("table", "part", "stand"):
        answer = client.get(reverse(f"referee:{name}", args=[station.pk]))
        assert answer.status_code == (403 if name == "table" else 410)
        assert b"Aalen" not in answer.content
    client.post(f"/t/{code_of(t, 2)}")
    answer = client.get(reverse("referee:table", args=[station.pk]))
    assert answer.status_code == 403
    assert b"Aalen" not in answer.content
    for name in ("result", "undo", "absence", "present", "stroke"):
        assert client.post(reverse(f"referee:{name}", args=[station.pk])).status_code == 403
        assert client.get(reverse(f"referee:{name}", args=[station.pk])).status_code == 405
    assert not table_of(t).results
    assert facts(t).conflicts == []


def test_posts_need_the_forms_token():
    t = started(4)
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/t/{code_of(t)}").status_code == 403
    assert not Device.objects.exists()


def test_a_device_at_two_tournaments_of_one_name_is_told_which_is_which(client):
    one, two, other = (started(4, name=name) for name in ("Meisterschaft", "Meisterschaft", "Andere"))
    for t in (one, two):
        client.post(f"/t/{code_of(t)}")
    assert one.slug != two.slug
    for page in (client.get("/t/"), client.get(reverse("referee:table", args=[Station.objects.first().pk]))):
        for t in (one, two):
            assert f"Tisch 1, Meisterschaft ({t.slug})" in page.text
    client.post(f"/t/{code_of(other)}")
    assert "Tisch 1, Andere<" in client.get("/t/").text


def test_a_device_at_the_wrong_table_asks_once_and_leaves(client):
    t = started(8)
    found = pair(client, t)
    assert at("leave", found) in client.get(at("table", found)).content.decode()
    asked = client.get(at("leave", found))
    assert "Gerät trennen: Tisch 1?" in asked.content.decode()
    assert Pairing.objects.get().voided_at is None
    body = {"key": str(uuid4())}
    for _ in range(2):  # pressed twice
        left = client.post(at("leave", found), body, follow=True)
        assert left.redirect_chain == [("/t/", 302)]
        assert "Dieses Gerät gehört nicht mehr zu: Tisch 1." in left.content.decode()
    assert LogEntry.objects.filter(act="leave_table").count() == 1
    assert client.get(at("table", found)).status_code == 403
    assert client.get(at("leave", found)).status_code == 403
    assert client.post(at("leave", found)).status_code == 403
    pair(client, t)
    assert client.get(at("table", found)).status_code == 200
