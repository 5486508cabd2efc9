"""A round at the desk in a real browser: slips from the keyboard, conflicts, other devices, every width."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looking import assert_sound, sign_in
from tests.builders import HELFER, LEITUNG, PASSWORD, add_players, make_tournament, make_user
from tests.playing import at_ko, facts, make_device, play_round, play_table, record, start_round, table_of
from tournaments.models import Conflict, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_left, mark_no_show
from tournaments.services.players import add_player
from tournaments.services.rounds import draw_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 5_000
WIDE = {"width": 1440, "height": 900}


def running(players: int = 12) -> Tournament:
    t = make_tournament(name="3. offene Dürener Schockmeisterschaft")
    add_players(t, players)
    start_round(t)
    return t


def at_the_round(context: BrowserContext, base: str, t: Tournament, role: str = HELFER) -> Page:
    page = sign_in(context, base, role)
    page.set_viewport_size(WIDE)
    page.goto(f"{base}/leitung/{t.slug}/runde/1/")
    return page


def slow_down(page: Page, wait: int) -> None:
    """A laptop that has other work: the page gets its answers `wait` ms later, keys arrive at once."""
    page.evaluate(
        "(wait) => { const ask = fetch; window.fetch = async (...what) => {"
        " await new Promise((go) => setTimeout(go, wait)); return ask(...what); }; }",
        wait,
    )


def says(page: Page):
    return page.locator(".slip-card .says")


def test_a_headline_takes_the_room_there_is_and_signs_keep_their_size(live_server, context: BrowserContext):
    page = at_the_round(context, live_server.url, running())
    page.set_viewport_size({"width": 1280, "height": 800})
    lines = "e => Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight))"
    assert page.locator("h1").evaluate(lines) == 1
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.keyboard.type("24")
    page.keyboard.press("Enter")
    assert page.locator(".slip-card .error .icon").bounding_box()["width"] >= 16


def test_a_slip_needs_nothing_but_keys(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.evaluate("window.sameP = true; document.querySelector('.messages').append('of the act before')")
    a, b, _c, d = table_of(t, 2).players
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.keyboard.type("242")
    expect(says(page)).to_have_text(
        f"Anna Aalen {b}\N{NO-BREAK SPACE}0, Anna Aalen {d}\N{NO-BREAK SPACE}3, die anderen 5 – stimmt das?"
    )
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_contain_text("Tisch 2: Anna Aalen")
    expect(page.locator(".messages")).to_be_empty()
    assert table_of(t, 2).results[1].half1 == b
    expect(page.locator("h1")).to_have_text("1 von 3 Tischen fertig", timeout=SOON)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("11")
    expect(says(page)).to_contain_text("die anderen 5")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("2 von 3 Tischen fertig", timeout=SOON)
    assert table_of(t, 3).results[1].endkampf is None
    assert page.evaluate("window.sameP") is True
    assert page.said == []
    assert a in table_of(t, 2).players


def test_keys_typed_ahead_are_not_lost(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.route("**/zettel/**", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    expect(page.locator("[data-seat='3'] [name=half1]")).to_be_checked(timeout=SOON)
    assert page.locator("#tisch").input_value() == "2"
    assert set(table_of(t, 1).results) == {1}


@pytest.mark.parametrize("table", ["1", "99"])
@pytest.mark.parametrize("wait", [0, 300])
def test_a_slip_that_nobody_needs_does_not_run_on_into_another(
    live_server, context: BrowserContext, table, wait
):
    t = running(16)
    play_table(t, 1, by=make_device())
    page = at_the_round(context, live_server.url, t)
    slow_down(page, wait)
    for keys in (table, "22", "3", "242"):
        page.keyboard.type(keys, delay=40)
        page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_contain_text("Tisch 3: Anna Aalen", timeout=SOON)
    assert table_of(t, 2).results == {}
    assert table_of(t, 3).results[1].half1 == table_of(t, 3).players[1]


def test_who_waits_for_the_answer_sees_where_enter_leads(live_server, context: BrowserContext):
    t = running()
    play_table(t, 1, by=make_device())
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Nächster Zettel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tisch")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator(".tick").first).to_be_focused()
    page.get_by_role("link", name="jemand fehlt").click()
    expect(page.locator("h1")).to_have_text("Tisch 2")


def test_enter_counts_while_the_slip_before_is_on_its_way(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator(".tick").first).to_be_focused()
    slow_down(page, 300)
    for keys in ("242", "2", "242", "3", "242"):  # the first Enter presses the button of the slip
        page.keyboard.type(keys)
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Alle 3 Tische fertig", timeout=3 * SOON)


def test_on_a_laptop_the_last_slip_leads_to_the_next_step(live_server, context: BrowserContext):
    t = running()
    play_table(t, 1)
    play_table(t, 2)
    page = at_the_round(context, live_server.url, t, LEITUNG)
    page.set_viewport_size({"width": 1366, "height": 500})
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".tick").first).to_be_focused()
    page.keyboard.type("22")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Alle 3 Tische fertig: nächster Schritt").click()
    expect(page.get_by_role("button", name="Runde 1 schließen")).to_be_in_viewport()


def test_escape_backspace_and_z(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("24")
    page.keyboard.press("Backspace")
    expect(page.locator(".tick:checked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".tick:checked")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".tick")).to_have_count(0)
    expect(page.locator("#tisch")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("22")
    page.keyboard.press("Enter")
    expect(page.locator("[data-undo]")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".tick:checked")).to_have_count(2)
    expect(page.locator(".slip-card [role=status]")).to_contain_text("zurückgenommen")
    assert table_of(t, 1).results == {}
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator(".seek input")).to_be_focused()


def test_only_the_two_losers_play_the_endkampf(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("133")
    expect(page.locator("[name=endkampf]:enabled")).to_have_count(2)
    expect(page.locator("[data-seat='3'] [name=endkampf]")).to_be_checked()
    page.locator("[data-seat='1'] [name=half2]").check()
    expect(page.locator("[name=endkampf]:enabled")).to_have_count(0)
    expect(page.locator("[name=endkampf]:checked")).to_have_count(0)
    expect(says(page)).to_contain_text("0, die anderen 5")


def test_who_left_is_not_asked_for_an_endkampf(live_server, context: BrowserContext):
    t = running()
    table = table_of(t, 1)
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=table.players[0])
    mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=table.players[1])
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    expect(page.locator(".tick:checked")).to_have_count(0)
    page.keyboard.type("32")
    nb = "\N{NO-BREAK SPACE}"
    b, c, d = table.players[1:]
    expect(says(page)).to_have_text(
        f"Anna Aalen {b}{nb}0, Anna Aalen {c}{nb}3, Anna Aalen {d}{nb}5 – stimmt das?"
    )
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_be_visible()
    assert table_of(t, 1).results[1].endkampf == b


def test_a_half_entered_slip_survives_the_news(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    play_table(t, 2, by=make_device())
    expect(page.locator("h1")).to_have_text("1 von 3 Tischen fertig", timeout=SOON)
    expect(page.locator("[data-seat='3'] [name=half1]")).to_be_checked()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("2 von 3 Tischen fertig", timeout=SOON)


def test_a_lost_connection_keeps_the_slip(live_server, context: BrowserContext):
    t = running()
    page = at_the_round(context, live_server.url, t)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("33")
    page.route("**/zettel/", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [data-failed]")).to_be_visible()
    page.unroute("**/zettel/")
    page.keyboard.press("Enter")
    expect(page.locator(".slip-card [role=status]")).to_be_visible()
    assert set(table_of(t, 1).results) == {1}


def test_the_conflict_is_decided_by_one_key(live_server, context: BrowserContext):
    t = running()
    table = table_of(t, 1)
    a, b, *_ = table.players
    record(t, table, a, a, by=make_device("eins"))
    record(t, table, b, b, by=make_device("zwei"))
    page = at_the_round(context, live_server.url, t, LEITUNG)
    page.get_by_role("link", name="Widerspruch an Tisch 1 klären").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("zwei verschiedene Ergebnisse")
    assert_sound(page, widths=(360, 1440))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("link", name="Widerspruch an Tisch 1 klären").click()
    page.keyboard.press("2")
    expect(page.locator(".messages")).to_contain_text("Der Widerspruch ist geklärt")
    assert Conflict.objects.get().decision == "second"
    assert table_of(t, 1).results[1].half1 == b


def test_an_open_page_follows_the_round_to_its_end(live_server, context: BrowserContext):
    t = running(4)
    page = at_the_round(context, live_server.url, t, LEITUNG)
    play_round(t)
    expect(page.locator(".hero")).to_contain_text("geschlossen um", timeout=SOON)
    expect(page.locator(".evening")).to_contain_text("Runde 2")


def test_it_works_without_a_script(live_server, browser: Browser):
    t = running()
    user = make_user(HELFER)
    with browser.new_context(java_script_enabled=False, locale="de-DE") as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/leitung/anmelden/?next=/leitung/{t.slug}/runde/1/")
        page.get_by_label("Name").fill(user.get_username())
        page.get_by_label("Kennwort").fill(PASSWORD)
        page.get_by_role("button", name="Anmelden").click()
        page.get_by_label("Tisch", exact=True).fill("2")
        page.keyboard.press("Enter")
        player = table_of(t, 2).players[0]
        page.get_by_label(f"Anna Aalen {player} hat verloren: Hälfte 1").check()
        page.get_by_role("button", name="Eintragen").click()
        assert "Es fehlt noch, wer Hälfte 2 verloren hat" in page.inner_text("main")
        assert page.get_by_label(f"Anna Aalen {player} hat verloren: Hälfte 1").is_checked()
        page.get_by_label(f"Anna Aalen {player} hat verloren: Hälfte 2").check()
        page.get_by_role("button", name="Eintragen").click()
        assert "Tisch 2: Anna Aalen" in page.inner_text(".messages")
        page.get_by_role("button", name="Zurücknehmen").click()
        assert table_of(t, 2).results == {}


def crowded() -> Tournament:
    """Names without an end, a conflict, somebody missing, a device, a table without points."""
    t = make_tournament(name="3. offene Dürener Schockmeisterschaft")
    add_players(t, 22)
    add_player(tournament_id=t.pk, by=SYSTEM, first="A" * 80, last="B" * 80, club="C" * 80, present=True)
    start_round(t)
    return t


def test_every_page_is_sound_at_every_width(live_server, context: BrowserContext):
    t = crowded()
    long = next(x for x in facts(t).current.tables if 23 in x.players)
    page = at_the_round(context, live_server.url, t, LEITUNG)
    base = f"{live_server.url}/leitung/{t.slug}"
    page.goto(f"{base}/runde/1/?tisch={long.number}")
    page.locator("#mehr summary").click()
    assert_sound(page)
    page.goto(f"{base}/tisch/{long.id}/")
    assert_sound(page)
    record(t, long, 23, 23, by=make_device("Tablet"))
    other = next(p for p in long.players if p != 23)
    record(t, long, other, other, by=make_device("Handy " * 10))
    for path in (
        f"tisch/{long.id}/",
        f"tisch/{long.id}/berichtigen/1/",
        "protokoll/",
        "geraete/",
        "leinwand/",
    ):
        page.goto(f"{base}/{path}")
        assert_sound(page)


def test_draft_results_and_ko_are_sound(live_server, context: BrowserContext):
    t = crowded()
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    page = at_the_round(context, live_server.url, t, LEITUNG)
    assert_sound(page)
    page.goto(f"{live_server.url}/leitung/{t.slug}/runde/2/")
    assert_sound(page)
    ko = at_ko()
    page.goto(f"{live_server.url}/leitung/{ko.slug}/tisch/{facts(ko).ko.tables[0].id}/")
    assert_sound(page)


def test_the_evening_stands_beside_the_work_and_folds_where_there_is_no_room(
    live_server, context: BrowserContext
):
    t = running(4)
    page = at_the_round(context, live_server.url, t, LEITUNG)
    steps, summary = page.locator(".evening .steps"), page.locator(".evening summary")
    for width, open_ in ((1440, True), (820, False), (360, False)):
        page.set_viewport_size({"width": width, "height": 900})
        expect(steps).to_be_visible(visible=open_)
        expect(summary).to_be_visible(visible=not open_)
    summary.click()
    expect(steps).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(steps).to_be_visible()
