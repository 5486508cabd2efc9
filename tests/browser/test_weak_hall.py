"""Tablets in a real browser, a real server behind a network that is slow, loses answers and goes away."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.browser.at_table import send, tap, waits_for
from tests.deploy.stack import running
from tests.faults.hall import counting_results, make_round
from tests.faults.weak_network import weak_network

pytestmark = pytest.mark.browser
ALL_THERE = "() => typeof drain === 'function' && document.querySelector('main[hidden][id=\"\"]')"
"""Also tisch.js has run: it has named the one step that is shown."""
LATE = 30_000
"""Milliseconds: a person would reload, and each reload may get lost too."""


def load(page: Page, address: str) -> Page:
    """As a person does it: again, until everything has come."""
    for _ in range(20):
        try:
            page.goto(address)
            button = page.get_by_role("button", name="Ja, verbinden")
            if button.count():
                button.click()
            page.wait_for_selector("#tisch", timeout=5000)
            # Style and scripts may be among what was lost.
            page.wait_for_function(ALL_THERE, timeout=2000)
            return page
        except Error:
            continue
    raise AssertionError("the page never came")


def test_tablets_play_a_round_over_a_weak_network(context: BrowserContext, tmp_path: Path) -> None:
    context.set_default_timeout(LATE)
    with running(tmp_path) as stack:
        _, tables = make_round(tmp_path, 8, 2)
        with weak_network(stack.port) as (network, port):
            pages = [load(context.new_page(), f"http://localhost:{port}/T/{t['code']}") for t in tables]
            for page, table in zip(pages, tables, strict=True):
                first, second, *_ = table["players"]
                waits_for(page, "Wer hat Hälfte 1 verloren?")
                tap(page, first, second, second)
                send(page)
            stack.kill_web()
            for page in pages:
                expect(page.locator(".bar")).to_contain_text("Spiel 2 von 2", timeout=LATE)
            page, table = pages[0], tables[0]
            tap(page, table["players"][2])
            network.dead = True
            tap(page, table["players"][2])
            send(page)
            expect(page.locator("[data-outbox]")).to_contain_text("wartet auf Netz")
            network.dead = False
            address = page.url
            page.close()
            waits_late(load(context.new_page(), address), "Tisch fertig")
    assert counting_results(tmp_path) == sorted([(t["table"], 1) for t in tables] + [(tables[0]["table"], 2)])


def waits_late(page: Page, text: str) -> None:
    expect(page.locator("main:not([hidden])")).to_contain_text(text, timeout=LATE)
