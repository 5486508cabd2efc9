"""A laptop with a full disk or no database: the table is told so, and its entry waits as without network."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.at_table import open_table, send, strip, tap, waits_for
from tests.playing import started, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RESULTS, WAITING = "**/ergebnis/", "wartet auf Netz"


@pytest.mark.parametrize("status", [503, 507])
def test_what_is_wrong_is_told_as_what_it_is_and_sending_goes_on(
    context: BrowserContext,
    live_server,
    status: int,
) -> None:
    t = started(8)
    page = open_table(context, live_server.url, t)
    a = table_of(t).players[0]
    told = {"error": "a code", "sentence": "Das Turnierprogramm kann nichts speichern."}
    context.route(RESULTS, lambda route: route.fulfill(status=status, json=told))
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(f"{told['sentence']} Dieses Gerät sendet von selbst")
    expect(strip(page)).not_to_contain_text(WAITING)
    context.unroute(RESULTS)
    context.route(RESULTS, lambda route: route.abort())
    expect(strip(page)).to_contain_text(WAITING, timeout=15_000)
    context.unroute(RESULTS)
    waits_for(page, "Tisch fertig")
    expect(strip(page)).to_be_empty()
    assert table_of(t).results[1].loser == a
