"""A device at a table in a real browser: taps, lost answers, a page left open, no script, no mouse."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_table import head, send, small_targets, strip, tap, waits_for
from tests.browser.looking import assert_sound
from tests.builders import add_players, by, make_tournament
from tests.playing import (
    at_ko,
    lose_ko,
    make_device,
    play_table,
    record,
    started,
    table_of,
)
from tournaments.models import Result, Station
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show
from tournaments.services.rounds import close_round, draw_round, publish_draw

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 820)
LINES = """(el) => {
  const text = document.createRange();
  text.selectNode([...el.childNodes].find((node) => node.nodeType === 3 && node.data.trim()));
  return new Set([...text.getClientRects()].map((box) => box.top)).size;
}"""


def test_three_taps_a_summary_and_sent(pair):
    t = started(8)
    a, b, _, d = table_of(t).players
    page = pair(t)
    assert head(page) == "Wer hat Hälfte 1 verloren?"
    assert_sound(page, widths=WIDTHS)
    tap(page, b)
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, d)
    assert head(page) == "Wer hat den Endkampf verloren?"
    assert page.locator("main:not([hidden]) button.seat:visible").count() == 2
    assert small_targets(page) == []
    tap(page, b)
    assert head(page) == f"Anna Aalen {b} 0, Anna Aalen {d} 3, die anderen 5 – stimmt das?"
    waits_for(page, "Hälfte 1 und Endkampf verloren")
    assert_sound(page, widths=WIDTHS)
    back = page.get_by_role("link", name="Zurück", exact=True)
    assert small_targets(page) == []
    back.click()
    assert head(page) == "Wer hat den Endkampf verloren?"
    tap(page, d)
    assert head(page) == f"Anna Aalen {d} 0, Anna Aalen {b} 3, die anderen 5 – stimmt das?"
    page.get_by_role("link", name="Hälfte 2").click()
    tap(page, b)
    assert head(page) == f"Anna Aalen {b} 0, die anderen 5, Blattschuss – stimmt das?"
    back.click()
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, b)
    assert head(page) == f"Anna Aalen {b} 0, die anderen 5, Blattschuss – stimmt das?"
    assert not Result.objects.exists()
    send(page)
    waits_for(page, "Tisch fertig")
    waits_for(page, "gesendet, Stand")
    assert table_of(t).results[1].loser == b
    assert_sound(page, widths=WIDTHS)
    page.get_by_role("button", name="Zurücknehmen").click()
    waits_for(page, "Wer hat Hälfte 1 verloren?")
    assert not table_of(t).results


def test_a_wrong_name_is_one_step_back(pair):
    t = started(8)
    a, b, _, d = table_of(t).players
    page = pair(t)
    expect(page.get_by_role("link", name="Zurück", exact=True)).to_have_count(0)
    tap(page, a)
    page.get_by_role("link", name="Zurück", exact=True).click()
    assert head(page) == "Wer hat Hälfte 1 verloren?"
    tap(page, b)
    tap(page, a)
    page.get_by_role("link", name="Zurück", exact=True).click()
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, d)
    tap(page, d)
    assert head(page) == f"Anna Aalen {d} 0, Anna Aalen {b} 3, die anderen 5 – stimmt das?"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('main:not([hidden]) h1')).outlineStyle")
        == "none"
    )


def test_a_page_left_open_follows_the_evening(pair):
    t = make_tournament()
    add_players(t, 8)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    page = pair(t)
    assert head(page) == "Runde 1 beginnt gleich"
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    waits_for(page, "Wer hat Hälfte 1 verloren?")
    tap(page, table_of(t).players[1])
    play_table(t, 2)
    page.wait_for_timeout(2500)
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=table_of(t).players[3])
    waits_for(page, "nicht da")
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    play_table(t, 1)
    waits_for(page, "Tisch fertig")
    close_round(tournament_id=t.pk, by=SYSTEM)
    waits_for(page, "Runde 2 beginnt gleich")
    draw_round(tournament_id=t.pk, by=SYSTEM)
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    waits_for(page, "Wer hat Hälfte 1 verloren?")
    expect(page.locator(".bar")).to_contain_text("Runde 2")
    assert page.said == []


def test_two_devices_disagree_and_the_second_is_shown_both(pair):
    t = started(8)
    page = pair(t)
    table = table_of(t)
    a, b, *_ = table.players
    page.route("**/stand/", lambda route: route.abort())
    tap(page, a)
    record(t, table, b, b, by=make_device("eins"))
    tap(page, a)
    send(page)
    waits_for(page, "Zwei verschiedene Ergebnisse")
    waits_for(page, f"Anna Aalen {a} 0")
    waits_for(page, f"Anna Aalen {b} 0")
    page.get_by_role("link", name="Verstanden").click()
    waits_for(page, "Tisch fertig")


def test_the_desk_enters_the_game_while_its_summary_is_shown(pair):
    t = started(8)
    table = table_of(t)
    a, b, c, _ = table.players
    page = pair(t)
    for player in (a, b, a):
        tap(page, player)
    waits_for(page, "stimmt das?")
    record(t, table, c, c, by=by())
    waits_for(page, "Tisch fertig")
    note = page.locator("[data-taken]")
    expect(note).to_be_visible()
    mine = f"Anna Aalen {a} 0, Anna Aalen {b} 3, die anderen 5."
    expect(note).to_contain_text(f"Hier stand, nicht gesendet: {mine}")
    expect(page.locator("main:not([hidden])")).to_contain_text(f"Anna Aalen {c} 0")
    assert_sound(page, widths=WIDTHS)
    assert Result.objects.count() == 1


def test_somebody_is_missing_and_schock_aus_are_out_of_the_way(pair):
    t = started(8)
    page = pair(t)
    a, b, c, _ = table_of(t).players
    tap(page, c)
    page.get_by_role("link", name="jemand fehlt").click()
    assert_sound(page, widths=WIDTHS)
    tap(page, c)
    assert head(page) == f"Anna Aalen {c} fehlt"
    assert small_targets(page) == []
    page.get_by_role("button", name="ist gegangen").click()
    waits_for(page, "Wer hat Hälfte 2 verloren?")
    tap(page, a)
    assert head(page) == f"Anna Aalen {c} 0, Anna Aalen {a} 3, die anderen 5 – stimmt das?"
    page.get_by_role("link", name="Zurück", exact=True).click()
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    tap(page, a)
    page.get_by_role("link", name="Hälfte 1").click()
    page.get_by_role("link", name="Schock aus").click()
    assert_sound(page, widths=WIDTHS)
    page.get_by_role("button", name=f"1 Anna Aalen {b}").click()
    waits_for(page, "1 Schock aus")
    assert table_of(t).schock_aus == {b: 1}
    assert small_targets(page) == []
    assert page.get_by_role("button", name="−1").count() == len(table_of(t).players)
    page.get_by_role("button", name=f"einen weniger für Anna Aalen {b}").click()
    expect(page.locator("main:not([hidden])")).not_to_contain_text("1 Schock aus")
    page.get_by_role("link", name="Zurück").click()
    assert head(page) == "Wer hat Hälfte 1 verloren?"


def test_the_ko_table_plays_on_until_it_stops(pair):
    t = at_ko(marks=1)
    page = pair(t, stage="ko")
    a, b, *_ = table_of(t).players
    assert page.locator("main:not([hidden]) .marken").count() == 4
    lose_ko(t, 1, a)
    waits_for(page, "raus, Platz 7 bis 8")
    assert_sound(page, widths=WIDTHS)
    tap(page, b)
    tap(page, b)
    assert head(page) == f"Anna Aalen {b} gibt die letzte Spielmarke ab und ist raus – stimmt das?"
    send(page)
    waits_for(page, "Im Finale:")
    assert_sound(page, widths=WIDTHS)


def test_a_game_is_entered_with_the_keyboard_alone(pair):
    t = started(4)
    page = pair(t)
    first = table_of(t).players[0]
    page.wait_for_load_state()
    page.locator("main:not([hidden]) button.seat").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert head(page).startswith(f"Anna Aalen {first} 0, die anderen 5")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    waits_for(page, "Tisch fertig")


def test_without_script_it_works_too(browser: Browser, live_server):
    t = started(8)
    a, b, *_ = table_of(t).players
    station = Station.objects.get(tournament=t, number=1)
    context = browser.new_context(
        locale="de-DE", java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{station.code}")
    page.get_by_role("button", name="Ja, verbinden").click()
    for player in (a, b, b):
        tap(page, player)
    assert head(page) == f"Anna Aalen {b} 0, Anna Aalen {a} 3, die anderen 5 – stimmt das?"
    page.get_by_role("link", name="Zurück", exact=True).click()
    assert head(page) == "Wer hat den Endkampf verloren?"
    tap(page, b)
    send(page)
    waits_for(page, "Tisch fertig")
    assert table_of(t).results[1].loser == b
    page.get_by_role("button", name="Zurücknehmen").click()
    waits_for(page, "Wer hat Hälfte 1 verloren?")
    page.get_by_role("link", name="jemand fehlt").click()
    tap(page, a)
    page.get_by_role("button", name="war nie da").click()
    waits_for(page, "nicht da")
    assert table_of(t).absences[0].player == a
    context.close()


def test_a_device_with_two_tables_changes_between_them(pair):
    t = started(8)
    pair(t, 1)
    page = pair(t, 2)
    page.get_by_role("link", name="Tisch 1").click()
    expect(page.locator(".bar")).to_contain_text("Tisch 1")
    assert_sound(page, widths=WIDTHS)


def test_what_stands_below_a_question_keeps_its_place(pair):
    t = at_ko(marks=2)
    page = pair(t, stage="ko")
    page.set_viewport_size({"width": 820, "height": 1180})
    a, b, *_ = table_of(t).players
    now = page.locator("main:not([hidden])")

    def top(name: str) -> float:
        box = now.get_by_text(name, exact=True).bounding_box()
        assert box
        return box["y"]

    assert top("jemand fehlt") == top("Würfe vergleichen")
    lose_ko(t, 1, a)
    undo = page.get_by_role("button", name="Spiel 1 zurücknehmen")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1180})
        expect(undo).to_be_visible()
        assert undo.evaluate(LINES) == 1
    page.set_viewport_size({"width": 820, "height": 1180})
    tap(page, b)
    assert head(page) == "Wer hat Hälfte 2 verloren?"
    assert top("jemand fehlt") == top("Würfe vergleichen")


def test_nothing_waits_under_the_word_connected(pair, context):
    t = started(8)
    page = pair(t)
    connected = page.locator("[data-net=on]")
    expect(connected).to_be_visible()
    a, *_ = table_of(t).players
    page.route("**/ergebnis/", lambda route: route.abort())
    tap(page, a, a)
    send(page)
    expect(strip(page)).to_contain_text("wartet auf Netz")
    expect(connected).to_be_hidden()
    page.unroute("**/ergebnis/")
    waits_for(page, "Tisch fertig")
    expect(connected).to_be_visible()
