"""Slips at the desk in a real browser: one taken back, a table finished elsewhere, a lost network."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_sound, sign_in
from tests.browser.test_a_round_at_the_desk import SOON, at_the_round, running, slow_down
from tests.builders import LEITUNG
from tests.playing import make_device, play_table, table_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def taken_back(base: str, context: BrowserContext, t: Tournament) -> Page:
    """The slip of table 1 entered and taken back by its key."""
    page = at_the_round(context, base, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("222")
    page.keyboard.press("Enter")
    expect(page.locator("[data-undo]")).to_be_visible()
    page.keyboard.press("z")
    return page


@pytest.mark.parametrize("key", ["Backspace", "Escape"])
def test_what_was_taken_back_is_named_and_can_be_put_right(live_server, context: BrowserContext, key):
    t = running()
    page = taken_back(live_server.url, context, t)
    expect(page.locator("#zettel-t")).to_have_text("Zurückgenommener Zettel: Tisch 1")
    expect(page.locator(".tick:checked")).to_have_count(2)
    assert_sound(page)
    page.keyboard.press(key)
    page.keyboard.type("32" if key == "Backspace" else "232")
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_contain_text("Tisch 1: Anna Aalen", timeout=SOON)
    _a, b, c, _d = table_of(t, 1).players
    result = table_of(t, 1).results[1]
    assert (result.half1, result.half2) == (b, c)


@pytest.mark.parametrize("wait", [0, 300])
def test_the_next_slip_typed_blind_is_not_that_of_the_table_before(
    live_server, context: BrowserContext, wait
):
    t = running()
    page = at_the_round(context, live_server.url, t)
    slow_down(page, wait)
    for keys in ("1", "222"):
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
    expect(page.locator("[data-undo]")).to_be_visible(timeout=SOON)
    page.keyboard.press("z")
    for keys in ("3", "242"):
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_contain_text("Tisch 3: Anna Aalen", timeout=SOON)
    expect(page.locator("#zettel-t")).to_have_text("Zettel eingeben")
    assert table_of(t, 1).results == {}
    assert table_of(t, 3).results[1].half1 == table_of(t, 3).players[1]


def test_a_table_that_is_finished_elsewhere_takes_nobody_any_more(live_server, context: BrowserContext):
    t = running()
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/tisch/{table_of(t, 1).id}/")
    page.locator("#void_reason").fill("Streit")
    play_table(t, 1, by=make_device())
    expect(page.get_by_role("button", name="Hierher setzen")).to_have_count(0, timeout=SOON)
    expect(page.locator("#void_reason")).to_have_value("Streit")


def test_a_lost_network_is_seen_where_the_slip_is_typed(live_server, context: BrowserContext):
    t = running()
    page = sign_in(context, live_server.url, LEITUNG)
    page.set_viewport_size({"width": 1366, "height": 500})
    page.goto(f"{live_server.url}/leitung/{t.slug}/tisch/{table_of(t, 1).id}/")
    page.locator(".slip-card .is-go").evaluate("(button) => button.scrollIntoView({ block: 'start' })")
    expect(page.locator("#zettel-t")).not_to_be_in_viewport()
    page.route("**/*", lambda route: route.abort())
    page.keyboard.type("22")
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [data-failed]")).to_be_in_viewport(ratio=1)


def test_a_desk_without_network_says_that_it_shows_old_data(context, live_server):
    page = at_the_round(context, live_server.url, running())
    context.set_offline(True)
    expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible(timeout=30_000)
    context.set_offline(False)
    expect(page.get_by_text("Verbindung unterbrochen")).to_be_hidden(timeout=30_000)
