"""From the standings to the champion in a real browser: sound pages, the Stechen from the keyboard alone."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_sound, sign_in
from tests.builders import LEITUNG
from tests.playing import do, facts
from tests.tournaments.finish.evenings import (
    CUT_TIED_3,
    CUT_TIED_10,
    TWO_TIES,
    at_cut,
    check_everybody_in,
    lose,
    play_all,
    play_table_out,
    played,
    throw_all,
    throw_for_places,
)
from tournaments.models import Tournament
from tournaments.queries.standings import stechen_groups
from tournaments.services.cut import announce_cut, decline_place, make_cut
from tournaments.services.final import finish
from tournaments.services.knockout import draw_ko, form_final
from tournaments.services.stechen import enter_throws, open_stechen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look(page: Page, base: str, t: Tournament, *pages: str) -> None:
    for path in pages:
        page.goto(f"{base}/leitung/{t.slug}/{path}")
        assert_sound(page)


def test_pages_from_the_last_round_to_the_prize_giving(context: BrowserContext, live_server) -> None:
    t = played(TWO_TIES)
    page, base = sign_in(context, live_server.url, LEITUNG), live_server.url
    look(page, base, t, "stand/?q=aalen 3", "stechen/", "die-besten/")
    bonus, cut = stechen_groups(facts(t))
    do(open_stechen, t, players=list(cut.group.players))
    stechen = do(open_stechen, t, players=list(bonus.group.players))["stechen"]
    some = [{"player": p, "dice": "653"} for p in bonus.group.players[:3]]
    do(enter_throws, t, stechen_id=stechen, throws=some)
    look(page, base, t, "stechen/")
    last = [{"player": bonus.group.players[3], "dice": "654"}]
    do(enter_throws, t, stechen_id=stechen, throws=last)
    throw_all(t)
    do(make_cut, t)
    do(announce_cut, t)
    do(decline_place, t, player=facts(t).cut.places[8].player)
    look(page, base, t, "die-besten/", "stechen/", "stand/")
    throw_for_places(t)
    check_everybody_in(t)
    throw_for_places(t)
    do(draw_ko, t)
    lose(t, facts(t).ko.tables[1].players[0])
    play_table_out(t, 3)
    look(page, base, t, "ko/", "ko/?tisch=A", "die-besten/", "finale/")
    play_all(t)
    look(page, base, t, "finale/")
    do(form_final, t)
    look(page, base, t, "finale/", "ko/")
    play_all(t)
    do(finish, t)
    look(page, base, t, "sieger/?q=aalen 3", "finale/")


def test_a_stechen_is_typed_without_a_mouse(context: BrowserContext, live_server) -> None:
    t = played(CUT_TIED_10)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/stechen/")
    page.get_by_role("button", name="Stechen eröffnen").focus()
    page.keyboard.press("Enter")
    first = page.locator("[data-throw]").first
    expect(first).to_be_focused()
    for dice in ("111", "611", "511", "653", "356", "653", "651", "642", "632", "322"):
        page.keyboard.type(dice)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Stechen um 4 Plätze: noch 3 Würfe")
    expect(first).to_be_focused()
    for dice in ("665", "521", "332"):
        page.keyboard.type(dice)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Stechen um 4 Plätze: entschieden")
    assert [len(p.players) for p in stechen_groups(facts(t))[0].state.pending] == []


def test_a_stechen_works_without_a_script(browser, live_server) -> None:
    context = browser.new_context(java_script_enabled=False, locale="de-DE")
    t = played(CUT_TIED_3)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/stechen/")
    page.get_by_role("button", name="Stechen eröffnen").click()
    fields = page.locator("[data-throw]")
    fields.nth(0).fill("653")
    fields.nth(1).fill("77")
    page.keyboard.press("Enter")
    expect(page.locator("[aria-invalid=true]")).to_have_value("77")
    expect(fields.nth(0)).to_have_value("653")
    fields.nth(1).fill("222")
    page.keyboard.press("Enter")
    expect(page.locator("[data-throw]")).to_have_count(1)
    page.get_by_role("button", name="nicht da").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stechen um 1 Platz: entschieden")
    context.close()


def test_what_is_typed_survives_a_throw_from_another_desk(context: BrowserContext, live_server) -> None:
    t = at_cut_of_ten()
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/stechen/")
    group = stechen_groups(facts(t))[0]
    held = group.group.players
    last = page.locator("[data-throw]").last
    last.fill("65")
    other = next(p for p in held if f"throw-{p}" != last.get_attribute("name"))
    do(enter_throws, t, stechen_id=group.stechen_id, throws=[{"player": other, "dice": "653"}])
    expect(page.get_by_role("heading", level=1)).to_have_text("Stechen um 4 Plätze: noch 9 Würfe")
    expect(page.locator("[data-throw]").last).to_have_value("65")


def at_cut_of_ten() -> Tournament:
    t = played(CUT_TIED_10)
    do(open_stechen, t)
    return t


def test_a_page_left_open_is_another_page_once_the_cut_is_made(context: BrowserContext, live_server) -> None:
    t = at_cut(announced=False)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/die-besten/")
    do(announce_cut, t)
    check_everybody_in(t)
    expect(page.get_by_role("heading", level=1)).to_have_text("15 von 15 eingecheckt")
    expect(page.get_by_role("button", name="K.O.-Tische auslosen")).to_be_visible()


def test_the_button_of_somebody_else_is_never_under_the_finger(context: BrowserContext, live_server) -> None:
    t = at_cut()
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/die-besten/")
    first, second, *_, last = [place.player for place in facts(t).cut.places[:15]]

    def press(player: int, name: str) -> None:
        row = page.locator(f"form:has([name=player][value='{player}'])")
        with page.expect_navigation():
            row.get_by_role("button", name=name).press("Enter")

    press(first, "Absage")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    press(second, "ist eingecheckt")
    focused = page.locator("form:has(:focus) [name=player]")
    expect(focused).to_have_value(str(second))
    for place in facts(t).cut.places[2:16]:
        press(place.player, "ist eingecheckt")
        expect(focused).to_have_value(str(place.player))
    assert last in {place.player for place in facts(t).cut.places if place.checked_in}
