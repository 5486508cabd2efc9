"""The desk as a person uses it: the green block, the list of people, the slip by keyboard, the print page."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.book import Answer

SOON = 20_000  # milliseconds; open pages look for news every two seconds, and the machine has other work
INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


class Desk:
    """One page of the Turnierleitung in which nobody types an address or presses "reload"."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.next = page.locator("section.next")
        self.card = page.locator("#zettel")
        self.said = page.locator(".messages")

    def sign_in(self, base: str, name: str, password: str) -> None:
        self.page.goto(f"{base}/leitung/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Kennwort").fill(password)
        self.page.get_by_role("button", name="Anmelden").click()
        self.page.wait_for_url(f"{base}/leitung/")

    @property
    def root(self) -> str:
        """Address of the tournament at the desk, from the page that is open."""
        found = re.match(r".*?/leitung/[\w-]+/", self.page.url)
        assert found, self.page.url
        return found[0]

    # The next step

    def expect_step(self, code: str) -> None:
        expect(self.next).to_have_attribute("data-step", code, timeout=SOON)

    def step(self) -> str:
        return self.next.get_attribute("data-step") or ""

    def take(self, code: str) -> None:
        """Press the green button, which has to be this step."""
        self.expect_step(code)
        self.page.locator(f"section.next[data-step='{code}'] .button").click()
        self.page.wait_for_load_state("load")

    # Arrival

    def find(self, typed: str, number: int) -> Locator:
        """Somebody's row after typing into the search, reached by its key."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(typed)
        row = self.page.locator(f"#liste [data-player='{number}']")
        expect(row).to_be_visible(timeout=SOON)
        return row

    def check_in(self, typed: str, number: int) -> None:
        """Type, tap "da", and see the tick."""
        row = self.find(typed, number)
        here = row.get_by_role("button", name=re.compile(r": da$"))
        here.click()
        expect(here).to_have_attribute("aria-pressed", "true", timeout=SOON)

    def people(self) -> dict[int, str]:
        """Start number → "Nachname, Vorname" of everybody, over all pages of the list."""
        found: dict[int, str] = {}
        for number in range(1, 10):
            html = self._get(f"anmeldung/teil/liste/?page={number}")
            rows = re.findall(r'<tr data-player="(\d+)">.*?<bdi>(.*?)</bdi>', html, re.DOTALL)
            new = {int(n): unescape(re.sub("<.*?>", "", name)) for n, name in rows}
            if new.keys() <= found.keys():
                return found
            found |= new
        raise AssertionError("the list has no end")

    def tap_all(self, numbers: Sequence[int]) -> None:
        """Send the forms behind the "da" of these people, one after the other, as the page does."""
        html = "".join(self._get(f"anmeldung/teil/liste/?zeige=alle&page={n}") for n in range(1, 6))
        forms = dict(
            re.findall(r'<form method="post" action="\S*/(\d+)/haken/".*?>(.*?)</form>', html, re.DOTALL)
        )
        for number in numbers:
            self._post(f"anmeldung/{number}/haken/", _hidden(forms[str(number)]) | {"set": "present"})

    # Slips

    def type_slip(self, table: str, answer: Answer, seats: Sequence[int]) -> None:
        """Keys alone: table, Enter, who lost, Enter. The sentence is read before it is sent."""
        keyboard = self.page.keyboard
        if self.card.locator("#tisch").count():
            expect(self.card.locator("#tisch")).to_be_focused(timeout=SOON)
            keyboard.type(table)
            keyboard.press("Enter")
        expect(self.card.locator("[name=half1]:enabled").first).to_be_focused(timeout=SOON)
        for player in answer.given:
            keyboard.press(str(seats.index(player) + 1))
        expect(self.card.locator(".says")).to_contain_text("stimmt das?")
        keyboard.press("Enter")
        expect(self.card.locator(".message.is-go")).to_be_visible(timeout=SOON)

    def send_slip(self, table: str, answer: Answer) -> None:
        """The same form, sent without the eyes."""
        html = self._get(f"zettel/?tisch={table}")
        form = _hidden(html[html.index("data-fill") :])
        self._post("zettel/", form | {name: str(player) for name, player in answer.named.items()})

    def seats(self) -> dict[int, tuple[int, ...]]:
        """Table → start numbers in seat order, from the page of a draw that is not published."""
        lines = self.page.locator("ol.drawn > li").evaluate_all(
            "all => all.map((li) => [li.querySelector('text').textContent,"
            " [...li.querySelectorAll('.no')].map((no) => parseInt(no.textContent))])"
        )
        return {int(table): tuple(players) for table, players in lines}

    # Stechen and K.O.

    def asked(self) -> list[int]:
        """Start numbers of those who owe a throw, as they stand there."""
        names = self.page.locator("[data-throw]").evaluate_all("all => all.map((field) => field.name)")
        return [int(name.removeprefix("throw-")) for name in names]

    def type_throws(self, throws: Mapping[int, str]) -> None:
        """Three digits and Enter for each name; Enter behind the last one sends them."""
        asked = self.asked()
        assert set(asked) == throws.keys()
        self.page.locator("[data-throw]").first.focus()
        for player in asked:
            expect(self.page.locator(f"[name=throw-{player}]")).to_be_focused()
            self.page.keyboard.type(throws[player])
            self.page.keyboard.press("Enter")
        self.page.wait_for_load_state("load")

    def codes(self) -> dict[str, str]:
        """Name of the table → code for its devices, from the page of the devices."""
        self.page.get_by_role("link", name="Geräte an den Tischen").click()
        self.page.wait_for_url("**/geraete/")
        found = self.page.locator("main tbody tr").evaluate_all(
            "all => all.map((tr) => ['text', 'code'].map((part) => tr.querySelector(part).textContent))"
        )
        return dict(found)

    def marks(self, table: str) -> dict[int, int]:
        """Spielmarken of everybody at a K.O. table where nobody is out yet, in seat order."""
        section = self.page.locator("#arbeit .ko section").filter(
            has=self.page.get_by_role("heading", name=table)
        )
        found = section.locator("li").evaluate_all(
            "all => all.map((li) => [parseInt(li.querySelector('.no').textContent),"
            " +li.querySelector('.marken .sr').textContent.match(/ (\\d+) von /)[1]])"
        )
        return dict(found)

    # Paper

    def print_out(self, document: str, folder: Path) -> Path:
        """Ask for a document of the print page, see how far it is, and keep the file."""
        line = self.page.locator(f"[data-document='{document}']")
        line.get_by_role("button", name="PDF erstellen").click()
        expect(line.locator("progress")).to_be_visible(timeout=SOON)
        expect(line).to_have_attribute("data-state", "done", timeout=60_000)
        with self.page.expect_download() as waiting:
            line.get_by_role("link", name="Speichern").click()
        target = folder / waiting.value.suggested_filename
        waiting.value.save_as(target)
        return target

    # The page's own requests

    def _get(self, tail: str) -> str:
        answer = self.page.request.get(self.root + tail, headers={"X-Requested-With": "fetch"})
        assert answer.ok, f"{tail}: {answer.status}"
        return answer.text()

    def _post(self, tail: str, form: Mapping[str, str]) -> None:
        answer = self.page.request.post(
            self.root + tail, form=dict(form), headers={"X-Requested-With": "fetch"}
        )
        assert answer.ok, f"{tail}: {answer.status} {answer.text()[:2000]}"


def _hidden(html: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in INPUT.findall(html)}
