"""The projector in every moment of an evening, for few and for many, and steered from the desk."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.desk import SOON
from tests.browser.hall import assert_whole
from tests.browser.looking import assert_quiet, assert_sound, listen, picture, sign_in
from tests.builders import LEITUNG, fresh
from tests.playing import facts, play_round, play_table, start_round, started
from tests.tournaments.finish.evenings import CUT_TIED_3, at_cut, in_final, play_table_out
from tournaments.models import Round, Tournament
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.queries.steering import choices
from tournaments.rehearsal.evening import Evening, create
from tournaments.rehearsal.order import Order
from tournaments.services._act import SYSTEM
from tournaments.services.cut import announce_cut
from tournaments.services.final import finish
from tournaments.services.players import edit_player
from tournaments.services.rounds import start_clock
from tournaments.services.screen import pin_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1920, 1080), (1280, 720), (1024, 768))
EVERY = 4
PAPER = "getComputedStyle(document.body).backgroundColor"
LONG = (
    ("Maximiliane", "Gräfin von Strachwitz-Überlingen-Hohenlohe"),
    ("Wolfgang-Amadeus", "Tüttenberg-Hohenstein"),
    ("Donaudampfschifffahrts", "Gesellschaftskapitänsmützenträgerin"),
)


def moments(players: int) -> Iterator[tuple[str, Tournament]]:
    """One evening, stopped wherever the projector shows something else; every fourth name is a long one."""
    order = Order(players, 2, 7, "registration", f"leinwand-{players}")
    made = create(order, SYSTEM)
    for until in ("registration", "round:1", "stechen", "cut", "ko", "final", ""):
        Evening(made["tournament"], replace(order, until=until), lambda text: None).play()
        t = Tournament.objects.get(pk=made["tournament"])
        if until == "registration":
            for number in range(1, players + 1, EVERY):
                first, last = LONG[number % len(LONG)]
                edit_player(
                    tournament_id=t.pk, by=SYSTEM, player=number, first=first, last=f"{last} {number}"
                )
        yield until or "ende", fresh(t)


def every_screen(t: Tournament) -> Iterator[tuple[str, str]]:
    """(name, markup) of everything that can be shown now, pinned or not."""
    client = Client()
    for choice in choices(hall_view(facts(t))):
        pin_page(tournament_id=t.pk, by=SYSTEM, page=choice.key)
        for number, _ in enumerate(choice.screens):
            answer = client.get(f"/{t.slug}/beamer/{number}/")
            yield f"{choice.name}-{number}", re.sub(r"\d\d:\d\d:\d\d", "21:04:17", answer.content.decode())


@pytest.mark.parametrize("players", [12, 101, 300])
def test_every_page_fits_at_every_moment(context, live_server, players):
    page, seen = listen(context.new_page()), set()
    for moment, t in moments(players):
        if not seen:
            page.goto(f"{live_server.url}/{t.slug}/beamer/")
        for name, markup in every_screen(t):
            if markup in seen:
                continue
            seen.add(markup)
            page.evaluate("(text) => { document.querySelector('.screen').innerHTML = text; }", markup)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                picture(page, f"{players}-{moment.replace(':', '')}-{name}-{width}")
                assert_whole(page)
    assert_quiet(page)


def test_a_lost_line_is_told_in_full(context, live_server):
    t = started(101)
    page = listen(context.new_page())
    page.goto(f"{live_server.url}/{t.slug}/beamer/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        edges = page.evaluate(
            "() => { const el = document.querySelector('[data-trouble]');"
            " el.textContent = el.dataset.trouble;"
            " const pages = document.querySelector('footer > div').getBoundingClientRect();"
            " const { left, right } = el.getBoundingClientRect(); return [pages.right, left, right]; }"
        )
        assert edges[0] < edges[1] < edges[2] <= width


# --- steered from the desk -------------------------------------------------------------------------


def opened(context: BrowserContext, base: str, t: Tournament) -> tuple[Page, Page]:
    """(the desk's page, a projector that is opened once)."""
    desk = sign_in(context, base, LEITUNG)
    desk.goto(f"{base}/leitung/{t.slug}/leinwand/")
    screen = listen(context.new_page())
    screen.set_viewport_size({"width": 1280, "height": 720})
    screen.goto(f"{base}/{t.slug}/beamer/")
    return desk, screen


def press(desk: Page, name: str) -> None:
    desk.get_by_role("button", name=re.compile(f"{name}$")).click()
    expect(desk.locator(".messages .is-go")).to_be_visible()


def test_the_desk_steers_a_projector_that_is_open(context, live_server):
    t = started(101, rounds=2)
    play_round(t)
    start_round(t)
    desk, screen = opened(context, live_server.url, t)
    headline, page = screen.locator("header h1"), screen.locator("footer")
    expect(headline).to_have_text("Runde 2: Name und Tisch")
    press(desk, ": Stand")
    expect(headline).to_have_text("Stand nach Runde 1", timeout=SOON)
    expect(page).to_contain_text("Seite 1 von")
    press(desk, "Nächste Seite")
    expect(page).to_contain_text("Seite 2 von", timeout=SOON)
    press(desk, "Anhalten")
    expect(screen.locator("[data-held='1']")).to_be_attached(timeout=SOON)
    screen.reload()
    expect(page).to_contain_text("Seite 2 von", timeout=SOON)
    press(desk, "Nächste Seite")
    expect(page).to_contain_text("Seite 3 von", timeout=SOON)
    play_table(t, 1)
    expect(desk.locator("h1")).to_have_text("Hält eine Seite fest")
    press(desk, "Wieder von selbst")
    expect(headline).to_have_text(re.compile("^Runde 2"), timeout=SOON)
    assert_sound(desk)
    assert_quiet(screen)


def test_in_a_hall_full_of_light_the_projector_is_bright_whatever_the_device_wants(context, live_server):
    t = started(12)
    desk, screen = opened(context, live_server.url, t)
    dark = screen.evaluate(PAPER)
    with context.expect_page() as found:
        desk.get_by_role("link", name="hell, für helle Räume").click()
    bright = listen(found.value)
    light = bright.evaluate(PAPER)
    assert light != dark
    for scheme in ("light", "dark"):
        for page, colour in ((screen, dark), (bright, light)):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(PAPER) == colour
    bright.reload()
    assert bright.evaluate(PAPER) == light
    assert_sound(bright)
    picture(bright, "hell")


def test_words_and_gong_reach_the_projector(context, live_server):
    t = started(12)
    desk, screen = opened(context, live_server.url, t)
    desk.get_by_label("Text").fill("Die Würste sind fertig, weiter geht es um 21 Uhr")
    press(desk, "Zeigen")
    over = screen.locator("aside")
    expect(over).to_have_text("Die Würste sind fertig, weiter geht es um 21 Uhr", timeout=SOON)
    expect(screen.locator("h1")).to_have_text("Runde 1: Name und Tisch")
    for text, letters in (
        ("W" * 200, 200),
        ("Pause", 5),
        ("Bitte alle leeren Gläser zur Theke bringen. " * 4, 175),
    ):
        desk.get_by_label("Neue Durchsage").fill(text)
        press(desk, "Zeigen")
        expect(over).to_have_text(text.strip(), timeout=SOON)
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            picture(screen, f"durchsage-{letters}-{width}")
            assert_inside(screen, "aside p")
    desk.get_by_label("als eigene Seite").check()
    desk.get_by_label("Neue Durchsage").fill("W" * 200)
    press(desk, "Zeigen")
    expect(screen.locator("main p")).to_have_text("W" * 200, timeout=SOON)
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        picture(screen, f"durchsage-seite-{width}")
        assert_whole(screen)
    press(desk, "Wegnehmen")
    expect(screen.locator("h1")).to_have_text("Runde 1: Name und Tisch", timeout=SOON)
    expect(screen.locator(".gong")).to_be_hidden()
    press(desk, "Gong")
    expect(screen.locator(".gong")).to_be_visible(timeout=SOON)
    picture(screen, "gong")
    assert screen.evaluate("fetch($('audio').src).then((answer) => answer.ok)")
    expect(screen.locator(".gong")).to_be_hidden(timeout=SOON)
    screen.reload()
    expect(screen.locator(".gong")).to_be_hidden()
    assert_sound(desk)


def assert_inside(page: Page, what: str) -> None:
    box = page.locator(what).bounding_box()
    size = page.viewport_size
    assert box
    assert size
    assert min(box["x"], box["y"]) >= 0, size
    assert box["x"] + box["width"] <= size["width"], size
    assert box["y"] + box["height"] <= size["height"], size


def test_the_best_are_called_out_on_an_open_projector(context, live_server):
    t = at_cut(CUT_TIED_3, announced=False)
    desk, screen = opened(context, live_server.url, t)
    press(desk, "Einzeln aufrufen")
    assert_sound(desk)
    picture(desk, "leinwand-vorbereitet", whole=True)
    announce_cut(tournament_id=t.pk, by=SYSTEM)
    expect(screen.locator("h1")).to_have_text("Die besten 15", timeout=SOON)
    expect(screen.locator("bdi")).to_have_count(0)
    expect(desk.get_by_role("button", name="Platz 15 aufrufen")).to_be_visible(timeout=SOON)
    called = 0
    while desk.get_by_role("button", name=re.compile("aufrufen$")).count():
        desk.get_by_role("button", name=re.compile("aufrufen$")).click()
        expect(desk.locator(".messages .is-go")).to_be_visible()
        expect(screen.locator("bdi").nth(called)).to_be_visible(timeout=SOON)
        called = screen.locator("bdi").count()
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            picture(screen, f"aufruf-{called}-{width}")
            assert_whole(screen)
        picture(desk, f"leinwand-aufruf-{called}", whole=True)
    assert called == 15
    press(desk, "Ganze Liste zeigen")
    expect(screen.locator("footer")).to_contain_text("Bitte zur Turnierleitung kommen", timeout=SOON)
    assert_quiet(screen)


def test_the_first_three_are_called_out_on_an_open_projector(context, live_server):
    """Two of them with the longest names."""
    t = in_final()
    play_table_out(t)
    first, second, third = (line.player.number for line in places(facts(t))[:3])
    for number, (one, other) in zip((first, third), LONG[::2], strict=True):
        edit_player(tournament_id=t.pk, by=SYSTEM, player=number, first=one, last=other)
    desk, screen = opened(context, live_server.url, t)
    press(desk, "Einzeln aufrufen")
    expect(screen.locator("h1")).to_have_text("Finale")
    finish(tournament_id=t.pk, by=SYSTEM)
    expect(screen.locator("main h1")).to_have_text("Siegerehrung", timeout=SOON)
    names = facts(t).players
    for place, number in ((3, third), (2, second), (1, first)):
        desk.get_by_role("button", name=f"Platz {place} aufrufen").click(timeout=SOON)
        expect(screen.locator("main h1")).to_have_text(names[number].name, timeout=SOON)
        for width, height in SIZES:
            screen.set_viewport_size({"width": width, "height": height})
            picture(screen, f"siegerehrung-{place}-{width}")
            assert_whole(screen)
    picture(desk, "leinwand-siegerehrung", whole=True)
    assert_sound(desk)
    assert_quiet(screen)


def test_the_clock_counts_down_and_over_and_survives_a_wrong_clock(context, live_server):
    """C7.1. The projector's own clock is put wrong by an hour in the middle of the round."""
    t = started(101, round_minutes=25)
    round_ = facts(t).current
    assert round_
    start_clock(tournament_id=t.pk, by=SYSTEM, round_id=round_.id)
    play_table(t, 1)
    desk, screen = opened(context, live_server.url, t)
    press(desk, ": Runde 1: Uhr und Tische")
    expect(screen.locator("main h1")).to_have_text("25 Min. übrig", use_inner_text=True, timeout=SOON)
    started_at = timezone.now() - timedelta(minutes=28, seconds=10)
    Round.objects.filter(pk=round_.id).update(started_at=started_at)
    play_table(t, 2)
    expect(screen.locator("main h1")).to_have_text("3 Min. über der Zeit", use_inner_text=True, timeout=SOON)
    screen.evaluate("() => { const now = Date.now; Date.now = () => now() + 3600000; }")
    play_table(t, 3)
    expect(screen.locator("main p").first).to_contain_text("3 von 25 Tischen fertig", timeout=SOON)
    expect(screen.locator("main h1")).to_have_text("3 Min. über der Zeit", use_inner_text=True, timeout=SOON)
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        picture(screen, f"uhr-{width}")
        assert_whole(screen)
    Round.objects.filter(pk=round_.id).update(started_at=timezone.now() - timedelta(days=365))
    play_table(t, 4)
    told = screen.locator("main p").first
    expect(told).to_have_text("4 von 25 Tischen fertig", use_inner_text=True, timeout=SOON)
    expect(screen.locator("main h1")).to_have_text("", use_inner_text=True)
