"""A device at a table: paired by its code, tapped with a finger."""

from playwright.sync_api import Page, expect

from tests.browser.book import Answer
from tests.browser.desk import SOON

STEP = "main:not([hidden])"


class Tablet:
    """One page; a device with several tables changes between them by its tabs."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.bar = page.locator(".bar")
        self.now = page.locator(STEP)

    def pair(self, code: str) -> None:
        """As the QR code on the sheet does it."""
        self.page.goto(f"{self.base}/T/{code}")
        self.page.get_by_role("button", name="Ja, verbinden").click()
        self.page.wait_for_selector("#tisch")

    def pair_by_typing(self, code: str) -> None:
        """As somebody does whose camera is broken."""
        self.page.goto(f"{self.base}/t/")
        self.page.get_by_label("Sechs Zeichen").fill(code.lower())
        self.page.get_by_role("button", name="Verbinden").click()
        self.page.get_by_role("button", name="Ja, verbinden").or_(
            self.page.locator("#tisch")
        ).first.wait_for()
        if self.page.get_by_role("button", name="Ja, verbinden").count():
            self.page.get_by_role("button", name="Ja, verbinden").click()
        self.page.wait_for_selector("#tisch")

    def turn_to(self, title: str) -> None:
        tab = self.page.locator("nav.tabs").get_by_role("link", name=title, exact=True)
        if tab.get_attribute("aria-current") is None:
            tab.click()
        expect(self.bar).to_contain_text(title)

    def expect_question(self, text: str = "Wer hat Hälfte 1 verloren?") -> None:
        expect(self.heading(text)).to_be_visible(timeout=SOON)

    def heading(self, text: str):  # type: ignore[no-untyped-def]
        return self.now.get_by_role("heading", level=1, name=text)

    def players(self) -> tuple[int, ...]:
        """Start numbers on the buttons, in the order in which they stand."""
        return tuple(
            int(n) for n in self.now.locator("button.seat").evaluate_all("all => all.map((b) => b.value)")
        )

    def tap(self, answer: Answer) -> None:
        """The two or three questions, up to the summary."""
        for player in answer.given:
            self.now.locator(f"button.seat[value='{player}']").click()
        expect(self.now.locator("h1:visible")).to_contain_text("stimmt das?")

    def send(self) -> None:
        self.page.get_by_role("button", name="Stimmt, senden").click()

    def enter(self, answer: Answer) -> None:
        """A game from the first question to its end, which the page says."""
        self.expect_question()
        before = self.page.locator("#tisch").get_attribute("data-id") or ""
        self.tap(answer)
        self.send()
        expect(self.page.locator("#tisch")).not_to_have_attribute("data-id", before, timeout=SOON)

    def marks(self) -> dict[int, int]:
        """Start number → Spielmarken left, in seat order, of those who are still in."""
        return dict(
            self.now.locator("button.seat").evaluate_all(
                "all => all.map((b) => [+b.value, parseInt(b.querySelector('.marken .sr').textContent)])"
            )
        )
