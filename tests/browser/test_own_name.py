"""„Mein Name“ in a real browser: chosen, kept true by itself from the draw to the cut, forgotten again."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looking import assert_accessible, assert_fits, assert_quiet, listen, picture
from tests.builders import add_players, make_tournament
from tests.faults.web import web
from tests.playing import current, do, facts, play_table, start_round, started
from tournaments.models import Tournament
from tournaments.services.cut import announce_cut, make_cut
from tournaments.services.players import add_player
from tournaments.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 20_000
WIDTHS = (360, 390, 820)
LONGEST = (
    "Maximiliane Friederike Kunigunde",
    "Gräfin von Strachwitz-Überlingen-Hohenlohe und zu Wittgenstein",
)


def block(page: Page):
    return page.locator("section.own")


def sound(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_fits(page)
    page.set_viewport_size({"width": 390, "height": 800})
    assert_accessible(page)


@pytest.fixture
def t() -> Tournament:
    """Eight people, the best six go on; one with the longest name, one whose name runs the other way."""
    t = make_tournament(rounds=1, ko_tables=0, final_size=6, bonus_ranks=0, decide="chain")
    add_players(t, 6)
    for first, last in (LONGEST, ("محمد", "الأحمد 👍")):
        do(add_player, t, first=first, last=last, present=True)
    return t


def test_from_the_draw_to_the_cut_and_forgotten(context: BrowserContext, live_server, t: Tournament) -> None:
    page = listen(context.new_page())
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{live_server.url}/{t.slug}/")
    expect(page.get_by_role("link", name="Meinen Namen wählen")).to_have_count(0)
    early = context.new_page()
    early.goto(f"{live_server.url}/{t.slug}/ich/")
    expect(early.get_by_role("heading", name="Noch keine Namen")).to_be_visible()
    early.close()
    start_round(t)
    page.get_by_role("link", name="Meinen Namen wählen").click(timeout=SOON)
    expect(page.locator("[data-find]")).to_have_count(8, timeout=SOON)
    sound(page)
    picture(page, "phone-namen-390", whole=True)
    page.get_by_placeholder("Name oder Startnummer").fill("grafin von")
    expect(page.locator("[data-find]:visible")).to_have_count(1)
    page.locator("[data-find]:visible button").click()
    table = next(table for table in current(t).tables if 7 in table.players)
    expect(block(page)).to_contain_text(f"Jetzt an Tisch {table.number}")
    expect(block(page)).to_contain_text(f"Sitz {table.players.index(7) + 1}")
    sound(page)
    picture(page, "phone-tisch-390", whole=True)
    page.evaluate("window.openedOnce = true")
    follow(page, t, table.number)
    picture(page, "phone-besten-390", whole=True)
    assert page.evaluate("window.openedOnce === true")
    page.emulate_media(color_scheme="dark")
    sound(page)
    page.get_by_role("button", name="bin ich nicht").click()
    expect(page.get_by_role("link", name="Meinen Namen wählen")).to_be_visible()
    expect(block(page)).to_have_count(0)
    assert_quiet(page)


def follow(page: Page, t: Tournament, own: int) -> None:
    """The block changes while nobody touches the page."""
    play_table(t, own)
    expect(block(page)).to_contain_text(f"Tisch {own} ist fertig", timeout=SOON)
    for table in current(t).tables:
        if table.number != own:
            play_table(t, table.number)
    do(close_round, t)
    expect(block(page)).to_contain_text("geteilt mit", timeout=SOON)
    expect(page.get_by_role("heading", name="Stand nach Runde 1")).to_be_visible()
    expect(page.locator("tr.n7")).to_have_css("background-color", "rgb(225, 236, 223)")
    expect(page.get_by_role("link", name="Meinen Namen wählen")).to_be_hidden()
    sound(page)
    picture(page, "phone-stand-390", whole=True)
    do(make_cut, t)
    do(announce_cut, t)
    best = {place.player for place in facts(t).cut.places[:6]}
    word = "Unter den Besten" if 7 in best else "Platz"
    expect(block(page).locator(".todo")).to_contain_text(word, timeout=SOON)


def test_without_script(browser: Browser, live_server) -> None:
    t = started(8)
    context = browser.new_context(locale="de-DE", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/{t.slug}/auslosung/")
    expect(page.locator("meta[http-equiv=refresh]")).to_have_attribute("content", "60")
    page.get_by_role("link", name="Meinen Namen wählen").click()
    expect(page.get_by_role("button", name="Anna Aalen 3")).to_be_visible()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)
    page.get_by_role("button", name="Anna Aalen 3").click()
    assert page.url.endswith(f"/{t.slug}/auslosung/")
    expect(block(page)).to_contain_text("Anna Aalen 3")
    page.get_by_role("button", name="bin ich nicht").click()
    assert page.url.endswith(f"/{t.slug}/auslosung/")
    expect(block(page)).to_have_count(0)
    context.close()


def test_the_block_follows_the_stream_of_any_page(context: BrowserContext) -> None:
    t = started(8)
    table = current(t).tables[0]
    with web() as server:
        page = listen(context.new_page())
        page.goto(f"http://localhost:{server.port}/{t.slug}/ich/?von=regeln")
        page.locator(f"button[value='{table.players[0]}']").click()
        expect(block(page)).to_contain_text("Jetzt an Tisch 1")
        page.evaluate("window.openedOnce = true")
        play_table(t, 1)
        expect(block(page)).to_contain_text("Tisch 1 ist fertig", timeout=SOON)
        assert page.evaluate("window.openedOnce === true")
        assert_quiet(page)
        page.close()


@pytest.mark.parametrize("typed", ["graf maxi", "Gräfin, Maximiliane", "maximiliane  gräfin", "7"])
def test_a_name_is_found_in_the_order_of_the_wall_too(
    context: BrowserContext, live_server, t: Tournament, typed
):
    start_round(t)
    page = context.new_page()
    page.goto(f"{live_server.url}/{t.slug}/ich/")
    page.get_by_label("Namen suchen").fill(typed)
    expect(page.locator("[data-find]:visible")).to_have_count(1)
    expect(page.locator("[data-find]:visible")).to_contain_text(LONGEST[0])
