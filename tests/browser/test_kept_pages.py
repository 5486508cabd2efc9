"""What a tablet keeps of a table's page, to open it without network, goes days after the evening."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.browser.at_table import open_table
from tests.playing import started

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_pages_of_an_evening_that_is_over_for_days_do_not_stay_on_the_device(browser: Browser, live_server):
    t = started(8)
    context = browser.new_context(locale="de-DE")
    page = open_table(context, live_server.url, t)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    put = """async ([path, date]) => {
        const kept = await caches.open("tisch");
        await kept.put(path, new Response("Geheimrat", {headers: {date}}));
    }"""
    page.evaluate(put, ["/t/tisch/997/", "Sat, 28 Nov 2020 20:00:00 GMT"])
    page.evaluate(put, ["/t/tisch/998/", format_datetime(datetime.now(UTC) - timedelta(days=2), usegmt=True)])
    page.reload()
    kept = "async () => (await (await caches.open('tisch')).keys()).map(({url}) => new URL(url).pathname)"
    for _ in range(100):  # it is tidied beside the answer
        found = page.evaluate(kept)
        if "/t/tisch/997/" not in found:
            break
        page.wait_for_timeout(50)
    assert "/t/tisch/997/" not in found
    assert "/t/tisch/998/" in found
    assert urlsplit(page.url).path in found
    context.close()
