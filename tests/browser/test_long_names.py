"""The longest names that the import takes, on every face: nothing sticks out and nobody is cut off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.hall import assert_whole
from tests.browser.looking import assert_quiet, assert_words_whole, listen, picture, sign_in
from tests.builders import LEITUNG
from tests.playing import current, facts, started
from tests.tournaments.deckel.told import settle
from tests.tournaments.finish.evenings import do, in_final, in_ko, play_table_out
from tests.tournaments.printing.examples import LONG_NAME, LONG_WORD, WIDEST
from tournaments.models import Station, Tournament
from tournaments.queries.honours import honours
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.queries.screens import screens
from tournaments.services.absences import mark_no_show
from tournaments.services.final import finish
from tournaments.services.players import edit_player
from tournaments.services.results import add_schock_aus
from tournaments.services.tournaments import rename_tournament
from tournaments.views.beamer import text_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 820, 1024, 1440)
SIZES = ((1920, 1080), (1280, 720), (1024, 768))
NAMES = (
    (LONG_WORD, LONG_WORD[::-1].capitalize()),
    tuple(LONG_NAME.rsplit(" ", 1)),
    ("MAXIMILIANE", "GRÄFIN VON STRACHWITZ-ÜBERLINGEN"),
    ("Bartholomäus", "Wolfeschlegelsteinhausenbergerdorff"),
    ("محمد", "عبد الرحمن الفارسي"),
)
TITLE = f"3. offene Meisterschaft der {LONG_WORD}"
STICKING = """() => {
    const main = document.querySelector("main"), edge = main.getBoundingClientRect();
    return [...main.querySelectorAll("*")].filter((el) => {
        const box = el.getBoundingClientRect();
        return box.width && !el.closest(".sr, .matrix, .tables") &&
            (box.right > edge.right + 1 || el.matches(".no, small") && el.scrollWidth > el.clientWidth + 1 &&
                getComputedStyle(el).display !== "inline");
    }).map((el) => el.outerHTML.slice(0, 120));
}"""
CUT = """() => [...document.querySelectorAll("main *")].filter((el) => {
    const style = getComputedStyle(el);
    return style.webkitLineClamp !== "none" &&
        el.scrollHeight > el.clientHeight + parseFloat(style.fontSize) / 2;
}).map((el) => el.outerHTML.slice(0, 120))"""


def name_all(t: Tournament) -> Tournament:
    for number in facts(t).players:
        first, last = NAMES[number % len(NAMES)]
        do(edit_player, t, player=number, first=first, last=f"{last} {number}"[-80:])
    do(rename_tournament, t, name=TITLE, date="2026-11-29", place=LONG_WORD)
    t.refresh_from_db()
    return t


def assert_nobody_is_cut(page: Page, t: Tournament, name: str) -> None:
    """On all pages of the projector that turn now, at every size."""
    for number, _ in enumerate(screens(hall_view(facts(t)))):
        page.evaluate("(text) => { document.querySelector('.screen').innerHTML = text; }", text_of(t, number))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            picture(page, f"lang-{name}-{number}-{width}")
            assert_whole(page)
            assert page.evaluate(CUT) == [], (name, number, width)


def test_the_projector_sets_long_names_smaller_and_cuts_nobody_off(context, live_server):
    page, t = listen(context.new_page()), name_all(in_ko())
    page.goto(f"{live_server.url}/{t.slug}/beamer/")
    assert_nobody_is_cut(page, t, "ko")
    t = name_all(in_final())
    assert_nobody_is_cut(page, t, "finale")
    settle(t, facts(t).final.tables[0].players[0], 5)
    assert_nobody_is_cut(page, t, "deckel")
    table = facts(t).final.tables[0]
    do(add_schock_aus, t, table_id=table.id, player=table.players[0])
    play_table_out(t)
    do(finish, t)
    (king,), (first, last) = honours(facts(t)).kings, WIDEST.split()
    for player in {king.number, *(line.player.number for line in places(facts(t))[:2])}:
        do(edit_player, t, player=player, first=first, last=f"{last[3:]} {player}")
    t.refresh_from_db()
    assert_nobody_is_cut(page, t, "sieger")
    assert_quiet(page)


def pages(t: Tournament) -> Iterator[str]:
    table = facts(t).rounds[0].tables[0].id
    for tail in ("", "ich/", "stand/", "auslosung/", "ko/", "regeln/", "statistik/"):
        yield f"/{t.slug}/{tail}"
    for tail in (
        "anmeldung/", "anmeldung/1/", "suche/?q=o", "runde/1/", f"tisch/{table}/",
        f"tisch/{table}/berichtigen/1/", "stand/", "wer-mit-wem/", "die-besten/", "ko/", "protokoll/",
        "leinwand/", "drucken/",
    ):  # fmt: skip
        yield f"/leitung/{t.slug}/{tail}"


def test_no_page_is_wider_than_its_place(context, live_server):
    page, t = sign_in(context, live_server.url, LEITUNG), name_all(in_ko())
    for path in pages(t):
        page.goto(live_server.url + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKING) == [], (path, width)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, width)
    assert_quiet(page)


def test_who_is_missing_stays_on_the_page_too(context, live_server):
    page, t = sign_in(context, live_server.url, LEITUNG), name_all(started(8))
    for table in current(t).tables:
        do(mark_no_show, t, table_id=table.id, player=table.players[0])
    page.goto(f"{live_server.url}/leitung/{t.slug}/runde/1/")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKING) == [], width
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
    assert_quiet(page)


def test_no_ordinary_word_is_torn_on_a_phone(context, live_server):
    page, t = sign_in(context, live_server.url, LEITUNG), in_ko()
    for number in (1, 2, 3, 4):
        do(edit_player, t, player=number, first="Hans-Jürgen", last="Schmitz-Kallenbach", club=LONG_WORD)
    station = Station.objects.get(tournament=t, stage="ko", number=1)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/T/{station.code}")
    page.locator("main form button").first.click()
    page.wait_for_selector("#tisch")
    assert_words_whole(page)
    for path in (*pages(t), f"/leitung/{t.slug}/wer-mit-wem/?wer=1"):
        page.goto(live_server.url + path)
        assert_words_whole(page)
    first = facts(t).rounds[0].tables[0]
    page.goto(f"{live_server.url}/leitung/{t.slug}/tisch/{first.id}/berichtigen/1/")
    other = next(player for player in first.players if player != first.results[1].half1)
    page.locator("input.tick:checked").evaluate_all("all => all.forEach((box) => { box.checked = false; })")
    for half in ("half1", "half2"):
        page.locator(f"input.tick[name$={half}][value='{other}']").check()
    page.get_by_role("button", name="Ansehen, was sich ändert").click()
    page.get_by_text("künftig").wait_for()
    assert_words_whole(page)
