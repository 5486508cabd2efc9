"""Deckel written down at a tablet, seen by the hall: taps, no network, no script, a second device."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.acts import Settled, to_plain
from tests.browser.desk import SOON
from tests.browser.looking import assert_accessible, assert_fits, assert_quiet, assert_sound, listen, picture
from tests.playing import do, facts, table_of
from tests.tournaments.deckel.told import body, game_of, settle
from tests.tournaments.finish.evenings import in_final
from tournaments.models import DeckelStep, Result, Station, Tournament
from tournaments.services.deckel import add_step
from tournaments.services.players import edit_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 820, 1024)


def paired(context: BrowserContext, base: str, tournament: Tournament) -> Page:
    """The page at the final table where the Deckel are written down."""
    context.set_default_timeout(SOON)
    station = Station.objects.get(tournament=tournament, stage="final")
    page = listen(context.new_page())
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"{base}/T/{station.code}")
    page.get_by_role("button", name="Ja, verbinden").click()
    page.wait_for_selector("#tisch")
    page.get_by_role("link", name="Deckel mitschreiben").click()
    page.wait_for_selector("#mitschrift")
    return page


def name_of(tournament: Tournament, player: int) -> str:
    return facts(tournament).players[player].name


def tell(page: Page, loser: str, throw: str, best: str = "") -> None:
    """Two taps, three where Deckel come from somebody; a Schock aus is not counted."""
    number = page.locator(".told [name=number]").get_attribute("value")
    page.locator("label.seat", has_text=loser).click()
    if best:
        page.locator(".choose label", has_text=best).click()
    page.get_by_role("button", name=throw, exact=False).click()
    if throw == "Schock aus":
        page.get_by_role("link", name="nicht zählen").click()
    expect(page.locator(".told [name=number]")).not_to_have_attribute("value", number or "", timeout=SOON)


def small_targets(page: Page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('#mitschrift :is(a, button, label)')].filter((e) => e.offsetParent"
        " && e.getBoundingClientRect().height < 55.9).map((e) => e.outerHTML.slice(0, 120))"
    )


def screen(context: BrowserContext, address: str, width: int, height: int) -> Page:
    """A phone or a projector of the hall."""
    page = listen(context.new_page())
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    return page


def assert_looks(page: Page, name: str) -> None:
    """At every width: fingers hit everything, nothing sticks out, axe finds nothing."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768 if width == 1024 else 1180})
        assert small_targets(page) == []
        picture(page, f"{name}-{width}", whole=True)
    assert_sound(page, widths=WIDTHS)


def test_a_half_is_written_down_and_the_hall_follows(context, live_server):
    t = in_final()
    page = paired(context, live_server.url, t)
    a, b, c, *_ = players = table_of(t).players
    names = {player: name_of(t, player) for player in players}
    hall = screen(context, f"{live_server.url}/{t.slug}/beamer/", 1920, 1080)
    assert hall.locator(".pile").count() == 0
    for loser, throw in ((a, "Schock 6"), (b, "Schock 4")):
        tell(page, names[loser], throw)
    expect(page.locator(".message.is-go")).to_contain_text(f"{names[b]} nimmt 4 aus dem Stock", timeout=SOON)
    expect(hall.locator(".stock text").last).to_have_text("3", timeout=SOON)
    expect(hall.locator(".last")).to_contain_text(f"{names[b]} nimmt 4 aus dem Stock", timeout=SOON)
    picture(page, "deckel-820-stock", whole=True)
    picture(hall, "beamer-stock")
    tell(page, names[c], "General")
    assert page.locator(".seat.is-out").count() == len(players) - 3
    tell(page, names[a], "Straße", best=names[b])
    expect(hall.get_by_text("Endrunde ohne Stock")).to_be_visible(timeout=SOON)
    expect(hall.locator(".last")).to_contain_text(f"{names[a]} bekommt 2 von {names[b]}", timeout=SOON)
    picture(hall, "beamer-endrunde")
    phone = screen(context, f"{live_server.url}/{t.slug}/finale/", 360, 740)
    picture(phone, "halle-360", whole=True)
    assert_sound(phone)
    page.locator("label.seat", has_text=names[c]).click()
    page.locator(".choose label", has_text=names[a]).click()
    assert_looks(page, "deckel")
    assert_accessible(hall)
    for quiet in (page, hall, phone):
        assert_quiet(quiet)


def test_a_game_is_written_down_to_its_result(context, live_server):
    t = in_final()
    page = paired(context, live_server.url, t)
    a, b, *_ = table_of(t).players
    names = {player: name_of(t, player) for player in (a, b)}
    hall = screen(context, f"{live_server.url}/{t.slug}/beamer/", 1920, 1080)
    tell(page, names[b], "Schock aus")
    expect(page.get_by_text(f"Hälfte 1 verloren: {names[b]}").first).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Wurfrunde zurücknehmen").click()
    expect(page.get_by_role("heading", name="Laden: Wer hat verloren?")).to_be_visible(timeout=SOON)
    tell(page, names[a], "Schock aus")
    tell(page, names[b], "Schock aus")
    expect(hall.locator(".range")).to_have_text("Spiel 1, Endkampf", timeout=SOON)
    picture(hall, "beamer-endkampf")
    assert_looks(page, "deckel-endkampf")
    page.locator("label.seat", has_text=names[b]).click()
    page.get_by_role("button", name="Schock aus").click()
    expect(page.get_by_role("heading", name="Wer hat den Schock aus geworfen?")).to_be_visible(timeout=SOON)
    assert_looks(page, "deckel-schock-aus")
    page.get_by_role("button", name=names[a]).click()
    heading = page.get_by_role("heading", name=f"{names[b]} gibt eine Spielmarke ab")
    expect(heading).to_be_visible(timeout=SOON)
    assert table_of(t).schock_aus == {a: 1}
    expect(hall.locator(".last")).to_contain_text(f"Endkampf verloren: {names[b]}", timeout=SOON)
    picture(hall, "beamer-ende")
    assert_looks(page, "deckel-ende")
    page.get_by_role("button", name="Stimmt, senden").click()
    expect(page.locator(".message.is-go")).to_have_text(f"Spiel 1 verlor {names[b]}", timeout=SOON)
    result = Result.objects.filter(table__round__stage="final").get()
    number = {row.id: row.number for row in facts(t).players.values()}
    assert [number[p] for p in (result.half1_id, result.half2_id, result.endkampf_id)] == [a, b, b]
    expect(hall.locator(".range")).to_have_text("Spiel 2, Hälfte 1", timeout=SOON)
    expect(hall.locator(".stock text").last).to_have_text("13", timeout=SOON)
    assert_quiet(page)


def test_without_network_what_was_tapped_stays_and_counts_once(context, live_server):
    t = in_final()
    page = paired(context, live_server.url, t)
    a, *_ = table_of(t).players
    page.locator("label.seat", has_text=name_of(t, a)).click()
    page.route("**/wurfrunde/", lambda route: (route.fetch(), route.abort()))
    page.get_by_role("button", name="Schock 5").click()
    expect(page.locator("[data-outbox]")).to_contain_text("Finale: Laden wartet auf Netz", timeout=SOON)
    page.unroute("**/wurfrunde/")
    expect(page.locator(".stock text")).to_have_text("8", timeout=SOON)
    assert DeckelStep.objects.count() == 1


def test_a_second_device_is_told_and_shown_what_is_there(context, live_server):
    t = in_final()
    page = paired(context, live_server.url, t)
    a, b, *_ = table_of(t).players
    page.route("**/deckel/stand/", lambda route: route.abort())
    settle(t, b, 4)
    page.locator("label.seat", has_text=name_of(t, a)).click()
    page.get_by_role("button", name="Zahl").click()
    told = page.locator("[data-outbox]")
    expect(told).to_contain_text("Ein anderes Gerät war schneller", timeout=SOON)
    expect(page.locator(".stock text")).to_have_text("9", timeout=SOON)
    assert game_of(t).number == 2


def test_it_works_without_script(browser: Browser, live_server):
    context = browser.new_context(locale="de-DE", java_script_enabled=False)
    t = in_final()
    page = paired(context, live_server.url, t)
    a, *_ = table_of(t).players
    page.get_by_role("button", name="Schock 2").click()
    expect(page.get_by_text("Bitte zuerst antippen, wer die Wurfrunde verloren hat.")).to_be_visible(
        timeout=SOON
    )
    page.locator("label.seat", has_text=name_of(t, a)).click()
    page.get_by_role("button", name="Schock 2").click()
    expect(page.locator(".stock text")).to_have_text("11", timeout=SOON)
    do(add_step, t, **body(t, to_plain(Settled(a, None))))
    do(add_step, t, **body(t, to_plain(Settled(a, None))))
    page.reload()
    page.get_by_role("button", name="Stimmt, senden").click()
    expect(page.get_by_text("Gesendet.")).to_be_visible(timeout=SOON)
    context.close()


def test_the_throws_may_be_tapped_instead(context, live_server):
    t = in_final()
    page = paired(context, live_server.url, t)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Würfe eingeben").click()
    expect(page.get_by_role("heading", name="Laden: alle werfen einmal")).to_be_visible(timeout=SOON)
    players = table_of(t).players
    for index, _ in enumerate(players):
        for die in ("6", "5", str(4 - index % 4) if index else "4"):
            page.locator(f".pad [name=t][value='{die}']").click()
        if not index:
            picture(page, "wuerfe-360", whole=True)
    expect(page.get_by_text("hat verloren", exact=True)).to_be_visible(timeout=SOON)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1000})
        picture(page, f"wuerfe-{width}-fertig", whole=True)
    assert_sound(page, widths=WIDTHS)
    page.get_by_role("button", name="Wurfrunde aufschreiben").click()
    expect(page.locator(".stock text")).not_to_have_text("13", timeout=SOON)
    assert DeckelStep.objects.count() == 1


LONG = (
    "Maximiliane Gräfin von Strachwitz-Überlingen",
    "Øyvind Łukaszewicz",
    "Wolfgang-Amadeus Tüttenberg-Hohenstein",
)


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768)])
def test_long_names_and_many_deckel_stay_on_the_projector(context, live_server, size):
    t = in_final()
    players = table_of(t).players
    for player, name in zip(players, LONG * 2, strict=True):
        do(edit_player, t, player=player, first=name, last=f"{player}")
    a, b, c, d, *_ = players
    settle(t, a, 6)
    settle(t, a, 5)
    settle(t, b, 1)
    hall = listen(context.new_page())
    hall.set_viewport_size({"width": size[0], "height": size[1]})
    hall.goto(f"{live_server.url}/{t.slug}/beamer/")
    picture(hall, f"beamer-lang-{size[0]}")
    settle(t, b, 1)
    settle(t, a, 1, b)
    expect(hall.locator(".last")).to_contain_text("bekommt 1 von", timeout=SOON)
    picture(hall, f"beamer-lang-{size[0]}-zwei")
    cut_off = (
        "(e) => e.getBoundingClientRect().bottom > e.closest('li, main').getBoundingClientRect().bottom + 1"
    )
    below = hall.evaluate(f"[...document.querySelectorAll('.last, .pile, em')].filter({cut_off}).length")
    assert below == 0
    assert_fits(hall)
    phone = listen(context.new_page())
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{live_server.url}/{t.slug}/finale/")
    assert_fits(phone)
    picture(phone, "halle-lang", whole=True)
    page = paired(context, live_server.url, t)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_fits(page)
        picture(page, f"deckel-lang-{width}", whole=True)
