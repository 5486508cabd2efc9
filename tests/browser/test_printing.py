"""The print page while nobody prints: it says so, the evening goes on, and it sees when somebody does."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looking import assert_sound, sign_in
from tests.builders import LEITUNG
from tests.playing import facts, play_table, started
from tournaments import tasks
from tournaments.models import Job
from tournaments.printing import files

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 20_000


def test_without_the_print_service_everything_else_goes_on(context: BrowserContext, live_server) -> None:
    t = started(8)
    page = sign_in(context, live_server.url, LEITUNG)
    page.set_viewport_size({"width": 1440, "height": 900})
    desk = f"{live_server.url}/leitung/{t.slug}"
    page.goto(f"{desk}/drucken/")
    sheets = page.locator("[data-document='sheets-1']")
    sheets.get_by_role("button", name="PDF erstellen").click()
    expect(sheets).to_contain_text("wartet auf den Druckdienst", timeout=SOON)
    expect(page.locator(".message.is-wait")).to_contain_text("Auslosung und Ergebnisse gehen weiter")
    assert_sound(page)
    page.set_viewport_size({"width": 1440, "height": 900})

    other = context.new_page()
    other.set_viewport_size({"width": 1440, "height": 900})
    other.goto(f"{desk}/runde/1/")
    play_table(t, 2)
    for keys in ("1", "Enter", "2", "4", "2", "Enter"):
        other.keyboard.press(keys)
    other.locator(".next[data-step=close_round] button").click(timeout=SOON)
    expect(other.locator(".next")).to_have_attribute("data-step", "draw_round", timeout=SOON)
    assert facts(t).closed_rounds == 1

    files.say_alive()
    assert tasks.work(Job.objects.get().pk) == "printed"
    expect(sheets).to_have_attribute("data-state", "done", timeout=SOON)
    with page.expect_download() as waiting:
        sheets.get_by_role("link", name="Speichern").click()
    assert waiting.value.suggested_filename == "Tischzettel Runde 1.pdf"
