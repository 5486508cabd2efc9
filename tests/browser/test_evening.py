"""One evening in real browsers against the real stack: from the entry list to the champion.

The desk goes on by its green block alone; phone and projector are opened once and never again.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.book import Book
from tests.browser.desk import SOON
from tests.browser.evening import Evening, opened
from tests.browser.finals import draw_ko, final, finish, play_ko, qualify, stechen
from tests.browser.rounds import ROUNDS, draw, paper, play
from tests.deploy.stack import running

pytestmark = pytest.mark.browser
LIST = Path(__file__).parents[1] / "tournaments" / "imports" / "data" / "anmeldung_101_excel.csv"
NAME = "3. offene Dürener Schockmeisterschaft"
PEOPLE = 101
BY_HAND = 6


def test_the_whole_evening(browser: Browser, tmp_path: Path):
    with running(tmp_path / "daten") as stack, opened(browser, stack, tmp_path) as evening:
        set_up(evening)
        register(evening)
        for number in range(1, ROUNDS + 1):
            draw(evening, number)
            if number == 1:
                paper(evening)
            play(evening, number)
        stechen(evening)
        qualify(evening)
        draw_ko(evening)
        out = play_ko(evening)
        finish(evening, out, final(evening))
        nothing_lost(tmp_path / "daten")


def nothing_lost(folder: Path) -> None:
    """A copy of the database after every round, and nothing went wrong unseen."""
    copies = " ".join(path.name for path in (folder / "backups").glob("*.sqlite3"))
    assert all(f"_runde-{number}." in copies for number in range(1, ROUNDS + 1)), copies
    log = (folder / "log" / "web.log").read_text()
    assert "ERROR" not in log, log
    assert "Traceback" not in log, log


def set_up(evening: Evening) -> None:
    """Sign in, the Düren preset, the format as it comes."""
    desk, page = evening.desk, evening.desk.page
    evening.phone.page.goto(evening.base)
    evening.phone.expect("Zurzeit läuft kein Turnier")
    desk.sign_in(evening.base, *evening.login)
    evening.look_at_desk("01-turniere")
    page.get_by_role("link", name="Neues Turnier").first.click()
    page.get_by_label("Name des Turniers").or_(page.get_by_label("Name")).first.fill(NAME)
    page.get_by_label("Datum").fill("2026-11-29")
    page.get_by_label("Ort").fill("Düren")
    evening.look_at_desk("02-neu")
    page.get_by_role("button", name="Anlegen und weiter zum Format").click()
    page.wait_for_url("**/format/")
    effect = page.locator("#id_ko_tables_effect")
    page.get_by_label("Gerechnet mit so vielen Leuten").fill(str(PEOPLE))
    expect(effect).to_have_text("15 von 101 kommen weiter: 3 Tische zu 5, Finale mit 6.", timeout=SOON)
    evening.look_at_desk("03-format")
    assert evening.phone.page.request.get(f"{evening.base}/{evening.slug}/").status == 404
    desk.take("open_registration")


def register(evening: Evening) -> None:
    """The list of the club, everybody in it, and who has come."""
    desk, page = evening.desk, evening.desk.page
    desk.expect_step("register_players")
    evening.phone.page.goto(evening.base)
    evening.phone.mark()
    evening.phone.expect(NAME)
    evening.projector.page.goto(f"{evening.base}/{evening.slug}/beamer/")
    evening.projector.mark()
    if "/anmeldung/" not in page.url:
        desk.take("register_players")
    page.get_by_role("link", name="Liste einlesen").click()
    page.set_input_files("input[type=file]", LIST)
    page.get_by_role("button", name="Einlesen und ansehen").click()
    expect(page.locator(".facts")).to_contain_text(str(PEOPLE))
    evening.look_at_desk("04-vorschau")
    page.locator("#uebernehmen").click()
    expect(desk.said).to_contain_text(str(PEOPLE))
    people = desk.people()
    assert len(people) == PEOPLE
    evening.book = Book(people, frozenset(range(1, 6)), frozenset(range(6, 19)))
    for number in range(1, BY_HAND + 1):
        desk.check_in(people[number].partition(",")[0], number)
    evening.projector.expect(f"{BY_HAND} Leute da")
    evening.look_at_desk("05-anmeldung")
    desk.tap_all(range(BY_HAND + 1, PEOPLE + 1))
    expect(page.locator(".count")).to_have_text(str(PEOPLE), timeout=SOON)
    expect(page.locator(".places")).to_contain_text("24 Vierer")
    evening.projector.expect(f"{PEOPLE} Leute da")
    evening.phone.expect(NAME)
    evening.look("05-anmeldung", axe=(evening.phone.page, evening.projector.page))
