"""A device at the wrong table: it leaves when nothing of it waits any more."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.at_table import open_table, send, tap
from tests.browser.looking import assert_accessible, assert_fits
from tests.playing import started, table_of
from tournaments.models import Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RESULTS, WAITING = "**/ergebnis/", "wartet auf Netz"


def test_a_device_leaves_the_wrong_table_when_nothing_waits_any_more(context: BrowserContext, live_server):
    t = started(8)
    page = open_table(context, live_server.url, t)
    strip = page.locator("[data-outbox]")
    a = table_of(t).players[0]
    context.route(RESULTS, lambda route: route.abort())
    tap(page, a, a)
    send(page)
    expect(strip).to_contain_text(WAITING)
    page.get_by_role("link", name="vom Tisch trennen").click()
    leave = page.get_by_role("button", name="Ja, trennen")
    expect(leave).to_be_disabled()
    expect(strip).to_contain_text(WAITING)
    for width in (360, 820):
        page.set_viewport_size({"width": width, "height": 900})
        assert_fits(page)
        assert_accessible(page)
    context.unroute(RESULTS)
    expect(leave).to_be_enabled()
    assert Result.objects.count() == 1
    leave.click()
    expect(page.locator(".messages")).to_contain_text("Dieses Gerät gehört nicht mehr zu: Tisch 1.")
    expect(page.get_by_role("heading", name="Schon verbunden")).to_have_count(0)
