"""Pages that hang open in the hall, at a real server: through a restart, sleep and a lost network."""

import re
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_sound, listen
from tests.builders import by
from tests.faults.web import Web, web
from tests.playing import started
from tournaments.models import Tournament
from tournaments.services.players import edit_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 60_000  # milliseconds; generous, nothing is measured


@pytest.fixture
def server() -> Iterator[Web]:
    with web() as found:
        yield found


@pytest.fixture
def t() -> Tournament:
    return started(8)


def rename(t: Tournament, last: str) -> None:
    edit_player(tournament_id=t.pk, by=by(), player=1, first="Anna", last=last)


def opened(context: BrowserContext, server: Web, t: Tournament, tail: str = "auslosung/") -> Page:
    """A page of the hall; `asked` holds the addresses that it asked for after it was loaded."""
    page = listen(context.new_page())
    page.goto(f"http://localhost:{server.port}/{t.slug}/{tail}")
    expect(page.locator("[data-stand]").first).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))
    page.asked = []  # type: ignore[attr-defined]
    page.on("request", lambda request: page.asked.append(request.url))  # type: ignore[attr-defined]
    page.evaluate("window.openedOnce = true")
    return page


def shows(page: Page, word: str) -> None:
    expect(page.locator("main").get_by_text(word).first).to_be_visible(timeout=SOON)
    assert page.evaluate("window.openedOnce === true"), "the page was loaded anew"


@pytest.mark.parametrize("tail", ["auslosung/", "", "beamer/"])
def test_a_change_is_pushed_and_nothing_is_asked_for(
    server: Web, t: Tournament, context: BrowserContext, tail: str
) -> None:
    page = opened(context, server, t, tail)
    rename(t, "Beckmann")
    shows(page, "Beckmann")
    rename(t, "Cremer")
    shows(page, "Cremer")
    assert [url for url in page.asked if "/live/" not in url] == []  # type: ignore[attr-defined]
    assert_sound(page)


def test_a_page_comes_back_after_a_restart(server: Web, t: Tournament, context: BrowserContext) -> None:
    page = opened(context, server, t)
    server.end()
    rename(t, "Drews")
    server.start()
    shows(page, "Drews")
    rename(t, "Evers")
    shows(page, "Evers")


def test_without_a_stream_it_asks_and_later_listens_again(
    server: Web, t: Tournament, context: BrowserContext
) -> None:
    """Three falls, then the poll; the stream is tried again by itself."""
    page = context.new_page()
    page.clock.install()
    page.route("**/live/**", lambda route: route.abort())
    page.goto(f"http://localhost:{server.port}/{t.slug}/auslosung/")
    page.evaluate("window.openedOnce = true")
    rename(t, "Frings")
    with page.expect_response("**/revision/", timeout=SOON):
        page.clock.run_for(10_000)
    page.clock.resume()
    shows(page, "Frings")
    page.unroute("**/live/**")
    with page.expect_request("**/live/**", timeout=SOON):
        page.clock.run_for(40_000)
    rename(t, "Gerhards")
    shows(page, "Gerhards")


def test_a_lost_network_is_said_and_made_up_for(server: Web, t: Tournament, context: BrowserContext) -> None:
    page = opened(context, server, t)
    context.set_offline(True)
    expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible(timeout=SOON)
    rename(t, "Hensen")
    context.set_offline(False)
    shows(page, "Hensen")
    expect(page.get_by_text("Verbindung unterbrochen")).to_be_hidden(timeout=SOON)


def test_a_line_that_died_silently_is_noticed(server: Web, t: Tournament, context: BrowserContext) -> None:
    """Nothing is closed, nothing comes: after 50 s without a sign of life the page asks, and says so."""
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://localhost:{server.port}/{t.slug}/auslosung/")
    expect(page.locator("[data-stand]").first).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))
    server.process.send_signal(signal.SIGSTOP)
    try:
        for _ in range(30):
            page.clock.run_for(5_000)
        expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible(timeout=SOON)
    finally:
        server.process.send_signal(signal.SIGCONT)
    rename(t, "Janssen")
    page.clock.run_for(20_000)
    page.clock.resume()
    expect(page.locator("main").get_by_text("Janssen").first).to_be_visible(timeout=SOON)


def test_a_hidden_page_hangs_up_and_catches_up(server: Web, t: Tournament, context: BrowserContext) -> None:
    page = opened(context, server, t)
    hide(page, True)
    rename(t, "Iven")
    page.wait_for_timeout(3000)
    assert "Iven" not in page.content()
    assert page.asked == []  # type: ignore[attr-defined]
    hide(page, False)
    shows(page, "Iven")


def hide(page: Page, hidden: bool) -> None:
    """Chromium without a screen never hides a page by itself."""
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_the_projector_turns_and_follows(server: Web, context: BrowserContext) -> None:
    """More names than one screen holds: each screen has its own stream."""
    t = started(40)
    page = opened(context, server, t, "beamer/")
    expect(page.get_by_text(re.compile(r"Seite 2 von"))).to_be_visible(timeout=SOON)
    assert any(url.split("?")[0].endswith("/beamer/1/") for url in page.asked)  # type: ignore[attr-defined]
    assert [url for url in page.asked if "/live/" not in url] == []  # type: ignore[attr-defined]


def test_a_tournament_that_is_gone_says_so(server: Web, t: Tournament, context: BrowserContext) -> None:
    page = opened(context, server, t)
    Tournament.objects.filter(pk=t.pk).update(phase="setup")
    expect(page.get_by_role("heading", name="Diese Seite gibt es nicht")).to_be_visible(timeout=SOON)
