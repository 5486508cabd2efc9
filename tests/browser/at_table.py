"""What a finger does on the page of a table, and what is read there."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.looking import listen
from tournaments.models import Station, Tournament

Pair = Callable[..., Page]


def open_table(
    context: BrowserContext, base: str, tournament: Tournament, number: int = 1, stage: str = "vorrunde"
) -> Page:
    """The page of a station as a device opens it: code, button, page. It notes what the console says."""
    station = Station.objects.get(tournament=tournament, stage=stage, number=number)
    page = listen(context.new_page())
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{base}/T/{station.code}")
    page.get_by_role("button", name="Ja, verbinden").click()
    page.wait_for_selector("#tisch")
    return page


def tap(page: Page, *players: int) -> None:
    for player in players:
        page.locator(f"main:not([hidden]) button.seat[value='{player}']").click()


def head(page: Page) -> str:
    text = page.locator("main:not([hidden]) h1:not([hidden])").inner_text()
    return " ".join(text.replace("\xa0", " ").split())


def strip(page: Page) -> Locator:
    """The lines about what has not been sent."""
    return page.locator("[data-outbox]")


def waits_for(page: Page, text: str) -> None:
    expect(page.locator("main:not([hidden])")).to_contain_text(text)


def send(page: Page) -> None:
    page.get_by_role("button", name="Stimmt, senden").click()


def small_targets(page: Page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('#tisch :is(a, button, input)')].filter((e) => e.offsetParent"
        " && e.getBoundingClientRect().height < 55.9).map((e) => e.outerHTML.slice(0, 120))"
    )
