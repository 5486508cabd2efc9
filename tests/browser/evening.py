"""All that is open in the hall during an evening: the desk, two tablets, a phone, the projector."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.book import Book
from tests.browser.desk import Desk
from tests.browser.hall import Hall, assert_whole
from tests.browser.looking import assert_accessible, assert_fits, assert_quiet, listen, picture
from tests.browser.tablet import Tablet
from tests.deploy.stack import Running

LAPTOP = (1440, 900)
DESK_SIZES = ((1920, 1080), (1024, 768), (360, 740), LAPTOP)
PHONE, SMALL_TABLET, BIG_TABLET = (360, 740), (360, 740), (820, 1180)
PROJECTOR, OLD_PROJECTOR = (1920, 1080), (1024, 768)


@dataclass
class Evening:
    """The devices, and what is known from looking at them."""

    base: str
    login: tuple[str, str]
    folder: Path
    desk: Desk
    small: Tablet
    big: Tablet
    phone: Hall
    projector: Hall
    book: Book = field(default_factory=lambda: Book({}))
    seats: dict[int, tuple[int, ...]] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)

    @property
    def pages(self) -> tuple[Page, ...]:
        return (self.desk.page, self.small.page, self.big.page, self.phone.page, self.projector.page)

    @property
    def tablets(self) -> tuple[Tablet, Tablet]:
        return self.small, self.big

    @property
    def slug(self) -> str:
        return self.desk.root.rstrip("/").rsplit("/", 1)[1]

    def look(self, name: str, *, axe: tuple[Page, ...] = ()) -> None:
        """Every open page at its own size: it fits, is quiet, axe finds nothing on those named."""
        devices = zip(("tafel", "tablet-klein", "tablet-gross", "handy"), self.pages, strict=False)
        for device, page in devices:
            assert_fits(page)
            picture(page, f"{name}-{device}")
        self.look_at_projector(name)
        for page in axe:
            assert_accessible(page)
        for page in self.pages:
            assert_quiet(page)

    def look_at_projector(self, name: str) -> None:
        for size in (OLD_PROJECTOR, PROJECTOR):
            resize(self.projector.page, size)
            assert_whole(self.projector.page)
            picture(self.projector.page, f"{name}-leinwand-{size[0]}")

    def look_at_desk(self, name: str, *, axe: bool = True) -> None:
        """The desk's page on a big screen, a small laptop, a phone and back on the laptop."""
        for size in DESK_SIZES:
            resize(self.desk.page, size)
            assert_fits(self.desk.page)
            picture(self.desk.page, f"{name}-leitung-{size[0]}", whole=size[0] == LAPTOP[0])
            if axe and size[0] in (360, LAPTOP[0]):
                assert_accessible(self.desk.page)
        assert_quiet(self.desk.page)

    def markup(self) -> str:
        """Everything that the public may fetch now."""
        return self.phone.raw(f"{self.base}/{self.slug}/")

    def assert_hidden(self, *texts: str) -> None:
        markup = self.markup()
        for text in texts:
            assert text not in markup, f"public already: {text}"


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@contextmanager
def opened(browser: Browser, stack: Running, folder: Path) -> Iterator[Evening]:
    """Browsers of their own for desk and projector, two tablets and a phone; nothing is open in them yet."""
    said = re.search(r"Name\s+(\S+)\s+Kennwort\s+(\S+)", stack.said)
    assert said, stack.said
    sizes = (LAPTOP, SMALL_TABLET, BIG_TABLET, PHONE)
    contexts = [_context(browser, size) for size in sizes]
    desk, small, big, phone = (listen(context.new_page()) for context in contexts)
    screen = listen(contexts[0].new_page())
    resize(screen, PROJECTOR)
    base = f"http://127.0.0.1:{stack.port}"
    try:
        yield Evening(
            base,
            (said[1], said[2]),
            folder,
            Desk(desk),
            Tablet(small, base),
            Tablet(big, base),
            Hall(phone),
            Hall(screen),
        )
    finally:
        for context in contexts:
            context.close()


def _context(browser: Browser, size: tuple[int, int]) -> BrowserContext:
    context = browser.new_context(
        locale="de-DE",
        timezone_id="Europe/Berlin",
        reduced_motion="reduce",
        accept_downloads=True,
        viewport={"width": size[0], "height": size[1]},
    )
    context.set_default_timeout(20_000)
    return context
