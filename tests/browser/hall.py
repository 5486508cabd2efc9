"""What hangs open in the hall all evening: a guest's phone and the projector."""

import re
from collections.abc import Mapping

from playwright.sync_api import Page, expect

from tests.browser.desk import SOON
from tests.browser.looking import assert_fits

PAGES = (
    "", "stand/", "auslosung/", "auslosung/protokoll/", "stechen/", "ko/", "finale/", "plaetze/",
    "statistik/", "regeln/",
)  # fmt: skip
SCREENS = 12


class Hall:
    """A page of the hall that is opened once; `same` tells whether it is still the same page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def mark(self) -> None:
        self.page.evaluate("window.openedOnce = true")

    @property
    def same(self) -> bool:
        return bool(self.page.evaluate("window.openedOnce === true"))

    def expect(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("h1").filter(has_text=text).first).to_be_visible(timeout=SOON)

    def lines(self) -> dict[int, tuple[str, str]]:
        """Start number → first and last column of the list that is shown (rank or name, points or table)."""
        found = self.page.locator("tr[data-find]").evaluate_all(
            "all => all.map((tr) => [+tr.querySelector('th small').textContent,"
            " tr.cells[0].textContent.trim(), tr.cells[tr.cells.length - 1].textContent.trim()])"
        )
        assert len({number for number, *_ in found}) == len(found)
        return {number: (first, last) for number, first, last in found}

    def raw(self, root: str) -> str:
        """The markup of every public page and every screen of the projector, as anybody may fetch it."""
        tails = [
            *PAGES,
            "beamer/",
            *(f"beamer/{n}/" for n in range(SCREENS)),
            *(f"teil/{p}" for p in PAGES[1:]),
        ]
        return "\n".join(self.page.request.get(root + tail).text() for tail in tails)


def numbers(lines: Mapping[int, tuple[str, str]]) -> dict[int, int]:
    """Start number → rank or place, without the sign of shared ones."""
    return {
        player: int("".join(sign for sign in rank if sign.isdigit())) for player, (rank, _) in lines.items()
    }


def assert_whole(page: Page) -> None:
    """The projector's page: nothing scrolls, and no line of it is cut off."""
    assert_fits(page)
    below = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert below <= 0, f"{page.url} is {below} px too high at {page.viewport_size}"
    cut = page.evaluate(
        "[...document.querySelectorAll('main :is(th, td, li, h1, p)')].filter((el) => {"
        " const box = el.getBoundingClientRect(), { bottom } = el.closest('main').getBoundingClientRect();"
        " return box.width && (box.right > innerWidth + 1 || box.bottom > bottom + 1 || box.left < -1);"
        "}).map((el) => el.outerHTML.slice(0, 120))"
    )
    assert cut == [], (page.viewport_size, cut)
