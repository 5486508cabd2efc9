"""Pages in both languages: what a browser asks for is what it gets, and longer words break no page."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from prepare import compile_messages

from tests.browser.looking import assert_sound, listen, picture, sign_in
from tests.builders import CLUBS, LEITUNG, add_players, make_tournament
from tests.playing import at_ko, play_round, play_table, start_round
from tournaments.models import Station, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = ("Maximiliane", "Gräfin von Strachwitz-Überlingen-Hohenlohe")
LANGUAGES = {"de": "de-DE", "en": "en-GB"}
OPEN = ("format/", "anmeldung/", "runde/2/", "stand/", "drucken/", "geraete/", "protokoll/")


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_messages()


@pytest.fixture(params=LANGUAGES)
def foreign(request: pytest.FixtureRequest, browser: Browser):
    """A browser that prefers one of the two languages."""
    context = browser.new_context(locale=LANGUAGES[request.param], reduced_motion="reduce")
    context.set_default_timeout(10_000)
    yield context, request.param
    context.close()


def playing() -> Tournament:
    """In the middle of round 2, with a long name."""
    t = make_tournament(name="3. offene Dürener Schockmeisterschaft")
    add_players(t, 12, clubs=CLUBS)
    add_player(tournament_id=t.pk, by=SYSTEM, first=LONG[0], last=LONG[1], present=True)
    play_round(t)
    start_round(t)
    play_table(t, 1)
    return t


def speaks(page: Page, language: str) -> None:
    assert page.locator("html").get_attribute("lang") == language


def test_desk_pages_speak_and_fit(foreign: tuple[BrowserContext, str], live_server) -> None:
    context, language = foreign
    t = playing()
    page = sign_in(context, live_server.url, LEITUNG)
    for tail in OPEN:
        page.goto(f"{live_server.url}/leitung/{t.slug}/{tail}")
        speaks(page, language)
        assert_sound(page, widths=(360, 768, 1440))
        picture(page, f"sprache-{language}-{tail.replace('/', '')}", whole=True)
    page.goto(f"{live_server.url}/leitung/{t.slug}/runde/2/")
    assert ("Zettel eingeben" in page.locator("main").inner_text()) == (language == "de")


def test_a_table_speaks_and_fits(foreign: tuple[BrowserContext, str], live_server) -> None:
    context, language = foreign
    t = playing()
    station = Station.objects.get(tournament=t, number=2)
    page = listen(context.new_page())
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/T/{station.code}")
    speaks(page, language)
    assert_sound(page, widths=(360, 820))
    page.locator("main button").click()
    page.wait_for_selector("#tisch")
    for step in ("half1", "half2", "endkampf"):
        assert_sound(page, widths=(360, 820))
        seats = page.locator(f"main[data-step='{step}'] li:not([hidden]) button.seat")
        seats.nth(1 if step == "half2" else 0).click()
    assert_sound(page, widths=(360, 820))
    heading = page.locator("main:not([hidden]) h1:visible").inner_text()
    assert ("stimmt das?" in heading) == (language == "de")
    picture(page, f"sprache-{language}-tisch")


def test_the_hall_speaks_and_fits(foreign: tuple[BrowserContext, str], live_server) -> None:
    context, language = foreign
    t = at_ko()
    page = listen(context.new_page())
    for tail in ("", "stand/", "auslosung/", "auslosung/protokoll/", "regeln/", "beamer/"):
        page.goto(f"{live_server.url}/{t.slug}/{tail}")
        speaks(page, language)
        widths = (1024, 1920) if tail == "beamer/" else (360, 1024)
        assert_sound(page, widths=widths)
        picture(page, f"sprache-{language}-halle-{tail.replace('/', '') or 'jetzt'}")
