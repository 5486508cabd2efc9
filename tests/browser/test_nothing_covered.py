"""Beside the slip every button of a page at the desk can be pressed, and a slip of six fits a laptop."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_fits, picture, sign_in
from tests.builders import LEITUNG
from tests.playing import do, facts, play_table, started, table_of
from tests.tournaments.finish.evenings import in_final, in_ko
from tournaments.models import Tournament
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.players import add_player, edit_player
from tournaments.services.results import add_schock_aus
from tournaments.services.seats import seat_late

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 820, 1024, 1201, 1280, 1366, 1440, 1920)
LAPTOP = {"width": 1366, "height": 768}
NAMES = (
    "Anneliese Nießen", "Peter Schmitz", "Renate Schüller", "Monika Offermanns", "Hans-Peter Jansen",
    "Rolf Zimmermann",
)  # fmt: skip
COVERED = """() => [...document.querySelectorAll("main :is(.button, input, a, summary)")].filter((el) => {
    if (!el.checkVisibility() || el.closest(".sr") || !el.getClientRects().length) return false;
    el.scrollIntoView({ block: "center", behavior: "instant" });
    return [...el.getClientRects()].some((box) => [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2);
        return !hit || !el.contains(hit) && !hit.contains(el);
    }));
}).map((el) => el.outerHTML.slice(0, 90))"""


def late() -> Tournament:
    """Round 1: at table 1 a late guest, somebody gone, somebody with a Schock-Aus."""
    t = started(9)
    table = next(table for table in facts(t).current.tables if len(table.players) < 5)
    do(add_player, t, first="Rolf", last="Zimmermann", club="", present=True)
    do(seat_late, t, player=10, table_id=table.id)
    first, second, *_ = table.players
    do(mark_left, t, table_id=table.id, player=first)
    do(add_schock_aus, t, table_id=table.id, player=second)
    for number in (1, 2, 3):
        do(edit_player, t, player=number, first="Anneliese", last="Zimmermann", club="")
    return t


def assert_nothing_covered(page: Page, name: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate(COVERED) == [], (page.url, width)
        assert_fits(page)
        picture(page, f"frei-{name}-{width}", whole=True)


def test_a_late_guest_pushes_no_button_under_the_slip(live_server, context: BrowserContext):
    t = late()
    page, root = sign_in(context, live_server.url, LEITUNG), f"{live_server.url}/leitung/{t.slug}/"
    table = next(table for table in facts(t).current.tables if 10 in table.players)
    page.goto(f"{root}tisch/{table.id}/")
    expect(page.get_by_role("button", name="wieder weg")).to_be_visible()
    assert_nothing_covered(page, "tisch")
    other = next(table for table in facts(t).current.tables if 10 not in table.players)
    do(mark_no_show, t, table_id=other.id, player=other.players[0])
    for tail in ("runde/1/", f"runde/1/?tisch={other.number}", "anmeldung/", "geraete/"):
        page.goto(root + tail)
        assert_nothing_covered(page, tail.replace("/", "-"))


def test_nothing_is_covered_in_the_knockout(live_server, context: BrowserContext):
    t = in_ko()
    page, root = sign_in(context, live_server.url, LEITUNG), f"{live_server.url}/leitung/{t.slug}/"
    play_table(t, 1)
    table = table_of(t, 1)
    fresh = table_of(t, 2)
    do(add_schock_aus, t, table_id=fresh.id, player=fresh.players[0])
    for tail in ("ko/?tisch=A", f"tisch/{table.id}/", f"tisch/{fresh.id}/", "die-besten/"):
        page.goto(root + tail)
        assert_nothing_covered(page, tail.replace("/", "-"))


def test_the_slip_of_the_final_fits_a_laptop(live_server, context: BrowserContext):
    t = in_final()
    for player, name in zip(facts(t).final.tables[0].players, NAMES, strict=True):
        first, last = name.split()
        do(edit_player, t, player=player, first=first, last=last, club="")
    page = sign_in(context, live_server.url, LEITUNG)
    page.set_viewport_size(LAPTOP)
    page.goto(f"{live_server.url}/leitung/{t.slug}/finale/")
    assert_nothing_covered(page, "finale")
    page.set_viewport_size(LAPTOP)
    for keys in ("22", "33", "66"):
        page.keyboard.type(keys)
        expect(page.locator(".slip-card .says")).to_contain_text("stimmt das?")
        picture(page, f"finale-{keys}")
        for seen in (page.locator(".slip thead"), page.locator(".slip-card .is-go").last):
            expect(seen).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
        expect(page.locator(".slip-card [role=status]")).to_contain_text(NAMES[int(keys[0]) - 1])
        picture(page, f"finale-{keys}-danach")
