"""„Wer hat verloren?“ in a real browser: on a phone, from a tablet, without network, without script."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_accessible, assert_fits, assert_quiet, listen, picture
from tests.browser.tablet import Tablet
from tests.builders import add_players, make_tournament
from tests.playing import started, table_of
from tournaments.models import Station, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE, TABLET = {"width": 360, "height": 740}, {"width": 820, "height": 1180}


def open_page(context: BrowserContext, base: str, t: Tournament, query: str = "", size=PHONE) -> Page:
    page = listen(context.new_page())
    page.set_viewport_size(size)
    page.goto(f"{base}/{t.slug}/wer-hat-verloren/{query}")
    return page


def tap(page: Page, dice: str) -> None:
    for die in dice:
        page.get_by_role("button", name=die, exact=True).click()


def times(page: Page, throws: int) -> None:
    """How often the person has thrown whose line is open."""
    page.locator("details[open]").get_by_label(str(throws), exact=True).click()


def answer(page: Page) -> str:
    text = page.locator("#antwort").inner_text().replace("\u2011", "-")
    return " ".join(re.sub("[\u2066-\u2069]", "", text).split())


def small_targets(page: Page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('main :is(a, button, summary, select, .toggle, .more > input)')]"
        ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 55.9)"
        ".map((e) => e.outerHTML.slice(0, 120))"
    )


def sound(page: Page) -> None:
    for width in (360, 820, 1024, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert_fits(page)
        assert small_targets(page) == []
    assert_accessible(page)


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["360", "820"])
def test_three_taps_a_person_and_the_answer_comes_by_itself(context, live_server, size):
    t = make_tournament()
    add_players(t, 8)
    width = size["width"]
    page = open_page(context, live_server.url, t, "?zahl=3", size)
    picture(page, f"verlierer-leer-{width}")
    tap(page, "653")
    expect(page.locator("details").nth(1)).to_have_attribute("open", "")
    tap(page, "41")
    picture(page, f"verlierer-mitten-{width}")
    tap(page, "1")
    tap(page, "652")
    expect(page.get_by_role("heading", name="Person 3 hat verloren")).to_be_focused()
    assert "Person 3 hat 6-5-2, das ist weniger als 6-5-3 von Person 1." in answer(page)
    assert "Person 3 nimmt 4 Deckel." in answer(page)
    assert "Person 2 hat den besten Wurf: Schock 4." in answer(page)
    picture(page, f"verlierer-antwort-{width}", whole=True)
    page.reload()
    assert "Person 3 hat verloren" in answer(page)
    assert_quiet(page)
    sound(page)


@pytest.fixture
def at_table(context: BrowserContext, live_server) -> tuple[Page, Tablet, tuple[str, ...]]:
    """The tablet of table 1, gone from the second question to the comparison; names in seat order."""
    t = started(8)
    players = table_of(t).players
    page = listen(context.new_page())
    page.set_viewport_size(PHONE)
    tablet = Tablet(page, live_server.url)
    tablet.pair(Station.objects.get(tournament=t, stage="vorrunde", number=1).code)
    page.locator(f"main:not([hidden]) button.seat[value='{players[0]}']").click()
    picture(page, "tisch-mit-vergleich-360")
    page.locator("main:not([hidden])").get_by_role("link", name="Würfe vergleichen").click()
    page.wait_for_url("**/wer-hat-verloren/**")
    return page, tablet, tuple(f"Anna Aalen {player}" for player in players)


def test_from_the_tablet_with_the_names_of_its_table_and_back(at_table):
    page, tablet, names = at_table
    expect(page.locator("details")).to_have_count(4)
    page.get_by_label("Wer hat begonnen?").select_option("3")
    expect(page.locator("details").first).to_contain_text(names[2])
    times(page, 2)
    tap(page, "652653")
    page.get_by_role("button", name="Wer hat verloren?").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(re.compile(names[2]))
    picture(page, "verlierer-namen-antwort-360", whole=True)
    sound(page)
    for width, height in ((820, 1180), (1024, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"verlierer-namen-{width}")
    page.get_by_role("link", name="Nächste Wurfrunde").click()
    expect(page.locator("details").first).to_contain_text(names[2])
    assert_quiet(page)
    page.get_by_role("link", name="zum Tisch").click()
    tablet.expect_question("Wer hat Hälfte 2 verloren?")


def test_how_a_throw_came_is_asked_once_it_matters(at_table):
    page, _, names = at_table
    times(page, 2)
    tap(page, "654654")
    page.get_by_role("button", name="Wer hat verloren?").click()
    expect(page.locator(".error")).to_have_count(2)
    picture(page, "verlierer-hand-360")
    sound(page)
    page.set_viewport_size(PHONE)
    page.locator("details").first.get_by_text("gebaut", exact=True).click()
    expect(page.locator(".error")).to_have_count(1)
    page.locator("details").nth(1).get_by_text("aus der Hand", exact=True).click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    assert f"{names[1]} hat Straße 6-5-4, {names[0]} nur 6-5-4 (gebaut, keine Straße)" in answer(page)


def test_what_is_asked_on_a_phone_stands_above_the_dice(context, live_server):
    t = make_tournament()
    add_players(t, 8)
    page = open_page(context, live_server.url, t)
    tap(page, "653")
    tap(page, "666")
    times(page, 2)
    tap(page, "654")
    page.get_by_role("button", name="Wer hat verloren?").click()
    built = page.locator("details[open]").first.get_by_text("gebaut", exact=True)
    built.wait_for()
    bottom = built.evaluate("(el) => el.parentNode.getBoundingClientRect().bottom")
    assert bottom <= page.locator(".pad").evaluate("(el) => el.getBoundingClientRect().top")
    picture(page, "gefragt-360")


def test_without_network_it_is_said_and_the_throws_stay(context, live_server):
    t = make_tournament()
    page = open_page(context, live_server.url, t, "?zahl=2")
    tap(page, "653")
    context.set_offline(True)
    tap(page, "652")
    expect(page.get_by_role("alert")).to_contain_text("Kein Netz")
    picture(page, "verlierer-kein-netz-360")
    assert page.locator("[name=w1]").input_value() == "653"
    context.set_offline(False)
    page.get_by_role("button", name="Wer hat verloren?").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Person 2 hat verloren")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_throw_is_put_right_and_the_old_answer_goes(context, live_server):
    t = make_tournament()
    page = open_page(context, live_server.url, t, "?zahl=2")
    tap(page, "653652")
    expect(page.get_by_role("heading", level=2)).to_have_text("Person 2 hat verloren")
    page.locator("summary").nth(1).click()
    tap(page, "6")
    expect(page.locator("#antwort")).to_be_empty()
    page.get_by_role("button", name="letzten Würfel zurücknehmen").click()
    tap(page, "611")
    expect(page.get_by_role("heading", level=2)).to_have_text("Person 1 hat verloren")
    page.locator("summary").first.click()
    times(page, 2)
    expect(page.locator("summary").first).to_contain_text("2 Würfe")


def test_the_number_of_throws_goes_on_to_those_who_follow(context, live_server):
    t = make_tournament()
    page = open_page(context, live_server.url, t, "?zahl=3")
    times(page, 3)
    tap(page, "653")
    tap(page, "652")
    times(page, 1)
    tap(page, "651")
    expect(page.locator("summary").first).to_contain_text("3 Würfe")
    expect(page.locator("summary").nth(1)).to_contain_text("3 Würfe")
    expect(page.locator("summary").nth(2)).to_contain_text("1 Wurf")


def test_by_keyboard_alone(context, live_server):
    t = make_tournament()
    page = open_page(context, live_server.url, t, "?zahl=2")
    for die in "653652":
        page.get_by_role("button", name=die, exact=True).focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    page.locator("summary").first.focus()
    page.keyboard.press("Space")
    expect(page.locator("details").first).to_have_attribute("open", "")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_without_script_every_tap_is_a_page(browser, live_server, locale):
    t = make_tournament()
    context = browser.new_context(java_script_enabled=False, locale=locale)
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/{t.slug}/wer-hat-verloren/?zahl=2")
    for die in "654321":
        page.get_by_role("button", name=die, exact=True).click()
    text = page.locator("h2").inner_text()
    assert ("hat verloren" in text) == (locale == "de-DE")
    page.locator("summary").first.click()
    picture(page, f"verlierer-ohne-script-{locale[:2]}", whole=True)
    page.get_by_role(
        "button", name="diesen Wurf eingeben" if locale == "de-DE" else "enter this throw"
    ).first.click()
    page.get_by_text("gebaut" if locale == "de-DE" else "built", exact=True).first.click()
    context.close()
