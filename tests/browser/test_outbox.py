"""Nothing that was tapped at a table is lost: network, page, browser and storage fail in a real browser."""

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.at_table import head, open_table, send, small_targets, strip, tap, waits_for
from tests.browser.conftest import CHROMIUM
from tests.browser.looking import assert_accessible, assert_fits
from tests.builders import by
from tests.playing import at_ko, lose_ko, make_device, play_table, record, started, table_of
from tournaments.models import Conflict, Result, SchockAus, Station
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show
from tournaments.services.rounds import close_round, redraw_round
from tournaments.services.stations import unpair_device

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAITING = "wartet auf Netz"
FILL = """() => {
  for (let size = 1 << 22; size >= 1; size /= 2) {
    try { for (let n = 0; ; n++) localStorage[`x${size}.${n}`] = "x".repeat(size); } catch { /* full */ }
  }
}"""


def cut(page: Page) -> None:
    page.context.route("**/ergebnis/", lambda route: route.abort())


def mend(page: Page) -> None:
    page.context.unroute("**/ergebnis/")


def test_a_whole_game_without_network_is_sent_by_itself(pair, context):
    t = started(8)
    page = pair(t)
    a, b, *_ = table_of(t).players
    context.set_offline(True)
    tap(page, a, b, b)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    expect(strip(page)).to_contain_text(f"Tisch 1: Anna Aalen {b} 0, Anna Aalen {a} 3, die anderen 5")
    assert head(page) == "Noch nicht gesendet"
    assert small_targets(page) == []
    assert_sound_offline(page)
    context.set_offline(False)
    waits_for(page, "Tisch fertig")
    expect(strip(page)).to_be_empty()
    assert table_of(t).results[1].loser == b


def assert_sound_offline(page: Page) -> None:
    """As assert_sound, but the console may say that the network is away, at any moment."""
    for width in (360, 820):
        page.set_viewport_size({"width": width, "height": 900})
        assert_fits(page)
        assert_accessible(page)
    page.said.clear()


def test_an_answer_that_is_lost_after_the_commit_counts_once(pair):
    t = started(8)
    page = pair(t)
    a = table_of(t).players[0]
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/stand/", lambda route: route.abort())
    page.route("**/ergebnis/", lose, times=2)
    tap(page, a, a)
    send(page)
    waits_for(page, "Tisch fertig")
    assert lost == [200, 200]
    assert Result.objects.count() == 1


def test_what_waits_survives_a_reload_and_a_page_that_is_closed(pair, context):
    t = started(8)
    page = pair(t)
    a, b, *_ = table_of(t).players
    cut(page)
    tap(page, a, b, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    page.reload()
    expect(strip(page)).to_contain_text(WAITING)
    assert head(page) == "Noch nicht gesendet"
    address = page.url
    page.close()
    mend(page)
    again = context.new_page()
    again.goto(address)
    waits_for(again, "Tisch fertig")
    assert Result.objects.get().half2.start_number == b


def test_taps_of_a_half_answered_table_survive_a_reload(pair):
    t = started(8)
    page = pair(t)
    a, b, *_ = table_of(t).players
    tap(page, a)
    page.reload()
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, b, a)
    page.reload()
    assert head(page).startswith(f"Anna Aalen {a} 0, Anna Aalen {b} 3")
    send(page)
    waits_for(page, "Tisch fertig")
    page.get_by_role("button", name="Zurücknehmen").click()
    waits_for(page, "Wer hat Hälfte 1 verloren?")
    page.reload()
    assert head(page) == "Wer hat Hälfte 1 verloren?"


def test_a_tap_before_the_scripts_have_come_counts_too(pair):
    t = started(8)
    page = pair(t)
    a, b, *_ = table_of(t).players
    page.goto(f"{page.url}?half1={b}")  # what the button does without them
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, a, a)
    send(page)
    waits_for(page, "Tisch fertig")
    assert Result.objects.get().half1.start_number == b


def test_a_browser_killed_ten_seconds_later_still_sends(browser, live_server, tmp_path: Path):
    t = started(8)
    a, b, *_ = table_of(t).players
    context = at_home(browser, tmp_path)
    address = open_table(context, live_server.url, t).url
    context.close()  # paired long ago: a browser writes its cookies down every half minute
    page = at_home(browser, tmp_path).new_page()
    page.goto(address)
    cut(page)
    tap(page, a, b, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    page.wait_for_timeout(10_000)
    with page.context.expect_event("close"):
        kill(tmp_path)
    assert not Result.objects.exists()
    context = at_home(browser, tmp_path)
    page = context.new_page()
    page.goto(address)
    waits_for(page, "Tisch fertig")
    context.close()
    assert Result.objects.get().half2.start_number == b


def at_home(browser: Browser, folder: Path) -> BrowserContext:
    """A browser that keeps what it stores in a folder, as a tablet does."""
    return browser.browser_type.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=["--no-sandbox"], locale="de-DE"
    )


def kill(folder: Path) -> None:
    """The whole browser of that folder at once, without a word to its pages."""
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended meanwhile
        if f"--user-data-dir={folder}".encode() in words and not any(w.startswith(b"--type=") for w in words):
            os.kill(int(entry.parent.name), signal.SIGKILL)


def test_what_is_not_accepted_stays_until_somebody_has_seen_it(pair):
    t = started(8)
    page = pair(t)
    a, b, c, d = table_of(t).players
    page.route("**/stand/", lambda route: route.abort())
    tap(page, a, b, a)
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=a)
    send(page)
    expect(strip(page)).to_contain_text("nicht angenommen")
    page.reload()
    expect(strip(page)).to_contain_text("nicht angenommen")
    assert_sound_offline(page)
    page.get_by_role("button", name="Verstanden").click()
    expect(strip(page)).to_be_empty()
    page.reload()
    expect(strip(page)).to_be_empty()
    assert not Result.objects.exists()


@pytest.mark.parametrize("change", ["redrawn", "closed"])
@pytest.mark.parametrize("reloaded", [False, True])
def test_a_result_that_comes_too_late_is_told(pair, change, reloaded):
    t = started(4)
    page = pair(t)
    a, *_ = table_of(t).players
    cut(page)
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    if change == "redrawn":
        redraw_round(tournament_id=t.pk, by=SYSTEM, reason="zwei vergessen")
    else:
        b = table_of(t).players[1]
        record(t, table_of(t), b, b)
        close_round(tournament_id=t.pk, by=SYSTEM)
    if reloaded:  # nothing is asked there any more
        page.reload()
    mend(page)
    expect(strip(page)).to_contain_text("nicht angenommen")
    why = "An diesem Tisch wird gerade nicht gespielt" if change == "redrawn" else "geschlossen"
    expect(strip(page)).to_contain_text(why)


def test_another_result_is_shown_beside_the_first(pair):
    t = started(8)
    page = pair(t)
    table = table_of(t)
    a, b, *_ = table.players
    cut(page)
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    record(t, table, b, b, by=make_device("eins"))
    mend(page)
    waits_for(page, "Zwei verschiedene Ergebnisse")
    expect(strip(page)).to_be_empty()
    assert Conflict.objects.count() == 1


def test_the_same_result_from_another_device_is_no_fuss(pair):
    t = started(8)
    page = pair(t)
    table = table_of(t)
    a = table.players[0]
    cut(page)
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    record(t, table, a, a, by=by())
    mend(page)
    waits_for(page, "Tisch fertig")
    expect(strip(page)).to_be_empty()
    assert not Conflict.objects.exists()


def test_strokes_without_network_are_counted_one_by_one(pair, context):
    t = started(8)
    page = pair(t)
    b = table_of(t).players[1]
    page.get_by_role("link", name="Schock aus").click()
    context.set_offline(True)
    plus = page.get_by_role("button", name=f"1 Anna Aalen {b}")
    plus.click()
    expect(strip(page).locator("p.net-wait")).to_have_count(1)
    plus.click()
    expect(strip(page).locator("p.net-wait")).to_have_count(2)
    page.get_by_role("link", name="Zurück").click()
    assert head(page) == "Wer hat Hälfte 1 verloren?"
    context.set_offline(False)
    expect(strip(page)).to_be_empty()
    assert SchockAus.objects.count() == 2


def test_a_result_that_waits_can_be_held_back_and_changed(pair):
    t = started(8)
    page = pair(t)
    a, b, *_ = table_of(t).players
    cut(page)
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    page.get_by_role("button", name="Doch nicht senden").click()
    expect(strip(page)).to_be_empty()
    assert head(page).startswith(f"Anna Aalen {a} 0")
    page.get_by_role("link", name="Hälfte 2").click()
    tap(page, b, b)
    mend(page)
    send(page)
    waits_for(page, "Tisch fertig")
    assert Result.objects.get().half2.start_number == b


def test_a_device_that_was_unpaired_keeps_it_until_it_is_paired_again(pair, live_server):
    t = started(8)
    page = pair(t)
    a = table_of(t).players[0]
    station = Station.objects.get(tournament=t, number=1)
    cut(page)
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text(WAITING)
    for pairing in station.pairings.all():
        unpair_device(tournament_id=t.pk, by=by(), pairing_id=pairing.pk)
    mend(page)
    expect(page.get_by_role("heading", name="Code vom Tischzettel")).to_be_visible()
    expect(strip(page)).to_contain_text(WAITING)
    expect(strip(page)).to_contain_text("Tisch 1: Anna Aalen")
    page.get_by_label("Sechs Zeichen").fill(station.code)
    page.get_by_role("button", name="Verbinden").click()
    page.get_by_role("button", name="Ja, verbinden").click()
    waits_for(page, "Tisch fertig")
    assert Result.objects.count() == 1


def test_a_device_that_stores_nothing_says_so_and_sends_all_the_same(pair):
    t = started(8)
    page = pair(t)
    a = table_of(t).players[0]
    page.evaluate(FILL)
    cut(page)
    tap(page, a, a)
    send(page)
    expect(page.locator("[data-unkept]")).to_contain_text("Dieses Gerät kann nichts speichern")
    expect(strip(page)).to_contain_text(WAITING)
    mend(page)
    waits_for(page, "Tisch fertig")
    expect(page.locator("[data-unkept]")).to_be_hidden()


def test_one_table_that_is_stuck_holds_up_no_other_one(pair, context):
    t = started(8)
    first, second = pair(t, 1), pair(t, 2)
    stations = {s.number: s.pk for s in Station.objects.filter(tournament=t, stage="vorrunde")}
    context.route(f"**/t/tisch/{stations[1]}/ergebnis/", lambda route: route.abort())
    for number, page in ((1, first), (2, second)):
        player = table_of(t, number).players[0]
        tap(page, player, player)
        send(page)
    waits_for(second, "Tisch fertig")
    expect(strip(second)).to_contain_text("Tisch 1")
    assert {result.table.station.number for result in Result.objects.all()} == {2}


def test_a_ko_game_waits_with_its_coins(pair):
    t = at_ko(marks=1)
    page = pair(t, stage="ko")
    a, b, *_ = table_of(t).players
    lose_ko(t, 1, a)
    waits_for(page, "raus, Platz 7 bis 8")
    cut(page)
    tap(page, b, b)
    send(page)
    expect(strip(page)).to_contain_text(f"Tisch A: Anna Aalen {b} gibt die letzte Spielmarke ab und ist raus")
    mend(page)
    waits_for(page, "Im Finale:")


def test_a_wrong_clock_of_the_device_changes_nothing(pair, context):
    t = started(8)
    context.clock.install(time="2003-01-01T00:00:00")
    page = pair(t)
    a, b, *_ = table_of(t).players
    cut(page)
    tap(page, a, b, a)
    send(page)
    context.clock.run_for(1500)
    expect(strip(page)).to_contain_text(WAITING)
    context.clock.set_system_time("2040-01-01T00:00:00")
    page.reload()
    mend(page)
    context.clock.run_for(30_000)
    waits_for(page, "Tisch fertig")
    assert Result.objects.get().half2.start_number == b


def test_a_table_opens_without_network_where_the_browser_lets_it(browser: Browser, live_server):
    """With https, or on the laptop itself, as here: the page is kept on the device."""
    t = started(8)
    context = browser.new_context(locale="de-DE")
    page = open_table(context, live_server.url, t)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    a, *_ = table_of(t).players
    context.set_offline(True)
    page.reload()
    tap(page, a, a)
    send(page)
    page.reload()
    expect(strip(page)).to_contain_text(WAITING)
    context.set_offline(False)
    waits_for(page, "Tisch fertig")
    play_table(t, 2)
    page.reload()
    waits_for(page, "Tisch fertig")
    context.close()
