"""The print page while nobody prints: it says so, the evening goes on, and it sees when somebody does."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looking import assert_sound, sign_in
from tests.builders import LEITUNG
from tests.playing import facts, play_table, started
from tests.tournaments.printing.test_paper_style import picture
from tournaments import tasks
from tournaments.models import Job
from tournaments.printing import files
from tournaments.services import jobs

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


def test_a_bar_grows_under_the_finger_and_the_end_is_read_out(context: BrowserContext, live_server) -> None:
    t = started(8)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/drucken/")
    files.say_alive()
    names = page.locator("[data-document='names-1']")
    names.get_by_role("button", name="PDF erstellen").click()
    expect(names.locator("progress")).to_be_visible(timeout=SOON)
    claim = jobs.claim_job(job_id=Job.objects.get().pk)
    assert claim is not None
    jobs.heartbeat(claim=claim, done=1, total=4)
    expect(names).to_have_attribute("data-state", "running", timeout=SOON)
    stop = names.get_by_role("button", name="Abbrechen").element_handle()
    for done in (2, 3):
        jobs.heartbeat(claim=claim, done=done, total=4)
        expect(names.locator("progress")).to_have_js_property("value", done, timeout=SOON)
        expect(names.locator(".num")).to_have_text(f"{done} von 4")
    assert stop.evaluate("button => button.isConnected")
    jobs.finish_job(claim=claim, file="x.pdf", digest="x", total=4)
    expect(page.get_by_role("status").filter(has_text="Name und Tisch: fertig")).to_be_attached(timeout=SOON)
    expect(names.locator("progress")).to_have_count(0)
    assert_sound(page)


def test_logo_and_footer_from_the_print_page_and_the_way_to_a_folded_sheet(
    context: BrowserContext, live_server
) -> None:
    t = started(8)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/drucken/")
    rules = page.locator("[data-document='rules-0']")
    expect(rules).to_be_hidden()
    assert_sound(page)
    page.goto(f"{live_server.url}/leitung/{t.slug}/drucken/#evening-0")
    expect(rules).to_be_visible()
    page.get_by_role("link", name="Logo und Fußzeile").click()
    page.get_by_role("textbox", name="Fußzeile").fill("Wir danken der Sparkasse Düren")
    logo = {"name": "logo.png", "mimeType": "image/png", "buffer": picture()}
    page.get_by_label("Logo", exact=True).set_input_files(logo)
    page.get_by_role("button", name="Speichern").click()
    shown = page.get_by_role("img", name="Logo")
    expect(shown).to_be_visible(timeout=SOON)
    assert shown.evaluate("image => image.complete && image.naturalWidth > 0")
    assert_sound(page)
    page.get_by_role("button", name="Logo entfernen").click()
    expect(shown).to_have_count(0, timeout=SOON)
