"""The Probelauf in a real browser: begun, watched, held, faster, marked everywhere, gone with one click."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looking import assert_sound, picture, sign_in
from tests.builders import LEITUNG
from tournaments import tasks
from tournaments.models import Job, Tournament
from tournaments.printing import files
from tournaments.rehearsal import slices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 20_000  # milliseconds; pages look for news every two seconds


def play(times: int = 1) -> None:
    """What the worker does with its job."""
    for _ in range(times):
        slices.play_slice(job_id=Job.objects.get().pk)


def test_a_probelauf_from_its_button_to_its_end(
    live_server, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    monkeypatch.setattr(files, "is_alive", lambda: True)
    desk = sign_in(context, live_server.url, LEITUNG)
    desk.get_by_role("link", name="Probelauf").click()
    assert_sound(desk)
    picture(desk, "probelauf-neu", whole=True)
    desk.locator("[name=players]").fill("12")
    desk.get_by_text("schnell", exact=True).click()
    desk.get_by_role("button", name="Probelauf beginnen").click()
    expect(desk.locator("#probelauf")).to_contain_text("spielt von selbst")
    play(2)
    expect(desk.locator(".bar-of .num")).to_contain_text(re.compile(r"[1-9]\d* von"), timeout=SOON)
    assert_sound(desk)
    picture(desk, "probelauf", whole=True)
    desk.get_by_role("button", name="Anhalten").click()
    expect(desk.locator("#probelauf")).to_contain_text("angehalten")
    assert_sound(desk)
    desk.get_by_role("button", name="sofort").click()
    expect(desk.locator("#tempo-now")).to_have_attribute("aria-pressed", "true")
    desk.get_by_role("button", name="Weiterspielen").click()
    t = Tournament.objects.get()
    guest = context.new_page()
    for address in (f"/{t.slug}/", f"/{t.slug}/beamer/"):
        guest.goto(live_server.url + address)
        expect(guest.get_by_text("Probelauf: Hier zählt nichts.")).to_be_visible()
    desk.bring_to_front()
    while Job.objects.get().state != "done":
        play()
    expect(desk.locator("#probelauf")).to_contain_text("zu Ende gespielt", timeout=SOON)
    assert_sound(desk)
    desk.get_by_role("button", name="Löschen").click()
    desk.get_by_role("button", name="Probelauf löschen").click()
    expect(desk.get_by_text("ist gelöscht")).to_be_visible()
    assert not Tournament.objects.exists()
    expect(guest.get_by_role("heading", name="Diese Seite gibt es nicht")).to_be_visible(timeout=SOON)
    picture(guest, "probelauf-weg")
