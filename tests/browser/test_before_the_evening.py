"""Set-up and registration in a real browser: typing, tapping, two desks, keyboard, every width."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import assert_sound, sign_in
from tests.builders import CLUBS, HELFER, LEITUNG, add_players, make_tournament, player
from tests.tournaments.registration.lists import read, written
from tournaments.models import Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player, exclude_player, withdraw_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 5_000  # milliseconds; pages look for news every two seconds


def filled() -> Tournament:
    """An open registration with two namesakes, umlauts, somebody gone, and names without an end."""
    t = make_tournament(name="3. offene Dürener Schockmeisterschaft", entry_fee_cents=1000)
    add_players(t, 30, clubs=CLUBS)
    people = [("Elfriede", "Müllejans", ""), ("Hans", "Müller", "Winden"), ("Hans", "Müller", "Birgel")]
    for first, last, club in (*people, ("A" * 80, "B" * 80, "C" * 80)):
        add_player(tournament_id=t.pk, by=SYSTEM, first=first, last=last, club=club, namesake=True)
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=3, reason="krank")
    exclude_player(tournament_id=t.pk, by=SYSTEM, player=4, reason="gemogelt")
    return t


def row(page: Page, number: int):
    return page.locator(f"#liste [data-player='{number}']")


def test_people_are_found_tapped_and_taken_back_without_a_reload(live_server, context: BrowserContext):
    t = filled()
    page = sign_in(context, live_server.url, HELFER)
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/")
    page.evaluate("window.sameP = true")
    page.keyboard.press("/")
    page.keyboard.type("mue", delay=20)
    expect(page.locator("#liste mark")).to_have_count(3)
    expect(row(page, 31).locator("mark")).to_have_text("Mü")
    assert page.url.endswith("?q=mue")
    row(page, 32).get_by_role("button", name="da und bezahlt").click()
    expect(page.locator(".count")).to_have_text("29", timeout=SOON)
    expect(page.locator(".recent li").first).to_contain_text("Hans Müller da und bezahlt")
    assert player(t, 32).status == "present"
    page.locator(".recent li").first.get_by_role("button").click()
    expect(page.locator(".count")).to_have_text("28", timeout=SOON)
    assert player(t, 32).paid_at is None
    assert page.evaluate("window.sameP") is True
    assert page.said == []


def test_search_and_tap_say_that_the_network_is_gone_and_may_be_repeated(live_server, context):
    t = filled()
    page = sign_in(context, live_server.url, HELFER)
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/?q=müllejans")
    page.route(re.compile(r"/anmeldung/(\?|31/haken/)"), lambda route: route.abort())
    here = row(page, 31).get_by_role("button", name=": da", exact=False).last
    here.click()
    expect(page.get_by_role("alert")).to_contain_text("Verbindung unterbrochen")
    expect(here).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("/")
    page.keyboard.type("mue", delay=20)
    expect(page.locator("#liste mark")).to_have_count(1)
    page.unroute_all()
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true", timeout=SOON)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("searchbox", name="Name oder Startnummer").press("Enter")
    expect(page.locator("#liste mark")).to_have_count(3)


def test_two_desks_see_each_other_and_typed_names_stay(live_server, browser):
    t = filled()
    url = f"{live_server.url}/leitung/{t.slug}/anmeldung/"
    german = {"locale": "de-DE"}
    with browser.new_context(**german) as first, browser.new_context(**german) as second:
        one, two = (sign_in(c, live_server.url, role) for c, role in ((first, LEITUNG), (second, HELFER)))
        one.goto(url)
        two.goto(f"{url}?q=müllejans")
        one.get_by_label("Vorname").fill("Han")
        row(two, 31).get_by_role("button", name="da und bezahlt").click()
        expect(one.locator(".count")).to_have_text("29", timeout=SOON)
        expect(one.locator(".sums")).to_contain_text("10")
        expect(one.get_by_label("Vorname")).to_have_value("Han")


def test_a_refused_tap_says_why_and_shows_the_truth(live_server, context: BrowserContext):
    t = filled()
    page = sign_in(context, live_server.url, HELFER)
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/?q=müllejans")
    page.route("**/revision/", lambda route: route.abort())
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=31)
    row(page, 31).get_by_role("button", name=": da", exact=False).last.click()
    expect(page.get_by_role("alert")).to_contain_text("nicht mehr dabei")
    page.unroute("**/revision/")
    expect(row(page, 31)).to_contain_text("zurückgezogen", timeout=20_000)


def test_walk_ins_by_keyboard_with_a_namesake(live_server, context: BrowserContext):
    t = filled()
    page = sign_in(context, live_server.url, HELFER)
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/")
    page.get_by_label("Vorname").fill("Hans")
    page.keyboard.press("Tab")
    page.keyboard.type("Müller")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Hans Müller gibt es schon: 32 (Winden), 33 (Birgel)")
    expect(page.get_by_label("Nachname")).to_have_value("Müller")
    page.get_by_role("button", name="Andere Person").click()
    expect(page.locator(".messages")).to_contain_text("Hans Müller hat Startnummer 35.")
    expect(page.get_by_label("Vorname")).to_be_focused()
    assert player(t, 35).paid_at is not None


def test_the_format_reckons_while_one_types_and_saves_only_what_can_be_played(live_server, context):
    t = make_tournament(open_=False)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/format/?people=101")
    effect = page.locator("#id_ko_tables_effect")
    expect(effect).to_have_text("15 von 101 kommen weiter: 3 Tische zu 5, Finale mit 6.")
    survivors = page.get_by_label("Ins Finale je K.O.-Tisch")
    survivors.fill("1")
    expect(effect).to_contain_text("Finale mit 3", timeout=SOON)
    survivors.fill("5")
    for name in ("survivors", "ko_seats"):
        expect(page.locator(f"#id_{name}_error")).to_contain_text("weniger Leute", timeout=SOON)
    assert_sound(page)
    survivors.fill("1")
    page.get_by_role("button", name="Format speichern").click()
    expect(page.locator(".messages")).to_contain_text("Gespeichert")
    assert Tournament.objects.get(pk=t.pk).plan.survivors == 1


def test_the_button_of_an_entry_list_says_how_many_while_one_ticks_and_types(live_server, context):
    t = make_tournament(entry_fee_cents=500)
    data = written("Eva;Lang;KG", ";Jansen;KG", "Udo;Klein;KG;vielleicht")
    page = sign_in(context, live_server.url, HELFER)
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/liste/{read(t, data)}/")
    button = page.locator("#uebernehmen")
    expect(button).to_have_text("2 Leute übernehmen")
    page.get_by_role("checkbox", name="Klein").uncheck()
    expect(button).to_have_text("1 Person übernehmen", timeout=SOON)
    page.get_by_label("Vorname").fill("Jo")
    expect(button).to_have_text("2 Leute übernehmen", timeout=SOON)
    assert_sound(page)
    button.click()
    expect(page.locator(".messages")).to_contain_text("2 Leute übernommen")
    assert player(t, 2).name == "Jo Jansen"


def test_every_page_is_sound_at_every_width(live_server, context: BrowserContext):
    t = filled()
    page = sign_in(context, live_server.url, LEITUNG)
    base = f"{live_server.url}/leitung"
    assert_sound(page)
    for tail in (
        "neu/",
        "konten/",
        *(f"{t.slug}/{x}" for x in ("format/", "regeln/", "angaben/", "anmeldung/")),
    ):
        page.goto(f"{base}/{tail}")
        assert_sound(page)
    for tail in (
        "anmeldung/?q=mue",
        "anmeldung/?zeige=weg",
        "anmeldung/3/",
        "anmeldung/34/",
        "suche/?q=aalen",
    ):
        page.goto(f"{base}/{t.slug}/{tail}")
        assert_sound(page)


def test_what_is_found_is_to_be_seen_on_a_small_laptop(live_server, context: BrowserContext):
    t = filled()
    page = sign_in(context, live_server.url, HELFER)
    page.set_viewport_size({"width": 1366, "height": 620})
    page.goto(f"{live_server.url}/leitung/{t.slug}/anmeldung/")
    page.keyboard.press("/")
    page.keyboard.type("müllejans", delay=20)
    expect(row(page, 31)).to_be_in_viewport(ratio=1)
    expect(page.locator("main [type=search]")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("main [type=search]")).to_be_focused()


@pytest.mark.parametrize("reckoned", [False, True])
def test_what_was_typed_is_not_thrown_away_by_the_next_step(live_server, context: BrowserContext, reckoned):
    t = make_tournament(open_=False)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/format/")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_label("Startgeld in Euro").fill("10")
    if reckoned:
        page.get_by_role("button", name="Nur rechnen").click()
        page.locator("h1").click()
    step = page.get_by_role("button", name="Anmeldung öffnen")
    step.click(no_wait_after=True)
    expect(step).to_have_attribute("aria-disabled", "true")
    expect(step).not_to_have_attribute("aria-disabled", "true")
    assert asked == ["beforeunload"]
    expect(page.get_by_label("Startgeld in Euro")).to_have_value("10")
    page.get_by_role("button", name="Format speichern").click()
    expect(page.locator(".messages")).to_contain_text("Gespeichert")
    step.click()
    page.wait_for_url("**/anmeldung/")
    assert len(asked) == 1
