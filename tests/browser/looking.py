"""What every page must keep: nothing sticks out sideways, axe finds nothing, the console stays quiet."""

import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.builders import PASSWORD, make_user

WIDTHS = (360, 1024, 1920)
TORN = """() => {
    const torn = [], range = document.createRange(), line = (box) => Math.round(box.top / 4);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement.closest(".sr, svg, script, template, code, [hidden]")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00ad\\/·–-]{2,}/g)) {
            if (word.length > 20) continue;
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const boxes = [...range.getClientRects()].filter((box) => box.width);
            if (new Set(boxes.map(line)).size > 1) torn.push(word + ": " + text.data.trim());
        }
    }
    return torn;
}"""
"""Ordinary words of which a part stands on the next line."""
SCREENSHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for pictures of what the tests see; none are made without it."""


def listen(page: Page) -> Page:
    """The page, which from now on notes in `said` what the console says."""
    page.said = []  # type: ignore[attr-defined]
    page.on("console", lambda message: _note(page, message))
    page.on("pageerror", lambda error: page.said.append(str(error)))  # type: ignore[attr-defined]
    return page


def _note(page: Page, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning"):
        page.said.append(message.text)  # type: ignore[attr-defined]


def sign_in(context: BrowserContext, base: str, role: str) -> Page:
    """A page at the desk's first page, signed in, in any language; it notes what the console says."""
    user = make_user(role)
    page = listen(context.new_page())
    page.goto(f"{base}/leitung/anmelden/")
    page.locator("[name=name]").fill(user.get_username())
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}/leitung/")
    return page


def assert_fits(page: Page) -> None:
    """No sideways scroll at the page's present size."""
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert beyond <= 0, f"{page.url} sticks out by {beyond} px at {page.viewport_size}"


def assert_words_whole(page: Page) -> None:
    assert page.evaluate(TORN) == [], f"{page.url} tears words at {page.viewport_size}"


def assert_accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert found == [], f"{page.url}: {[(f['id'], f['nodes'][0]['html']) for f in found]}"


def assert_quiet(page: Page) -> None:
    assert page.said == [], f"{page.url}: {page.said}"  # type: ignore[attr-defined]


def assert_sound(page: Page, *, widths: tuple[int, ...] = WIDTHS) -> None:
    """The page that is open, at each width: no sideways scroll, no finding of axe, a quiet console."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        assert_fits(page)
    assert_accessible(page)
    assert_quiet(page)


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """A picture of the page in the folder SCREENSHOTS, where one is wanted."""
    if SCREENSHOTS:
        Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=whole)
