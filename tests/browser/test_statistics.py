"""The statistics as a guest sees them: drawn, whole at every width, and true while they are open."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.desk import SOON
from tests.browser.looking import assert_sound, listen, picture
from tests.playing import play_round, started
from tournaments.models import Player, Tournament
from tournaments.rehearsal import Order, rehearse

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (320, 360, 1024, 1920)
SEEN = """() => [...document.querySelectorAll(".plot text")].map((text) => {
  const box = text.getBoundingClientRect(), frame = text.closest(".sheet").getBoundingClientRect();
  const hidden = getComputedStyle(text).fill === "none";
  return !hidden && box.height >= 7 && box.left >= frame.left && box.right <= frame.right + 1
    && box.bottom <= frame.bottom;
})"""
"""Of each number in a drawing: it can be seen, in its card."""


@pytest.mark.parametrize(
    ("light", "players", "rounds", "long"), [("light", 101, 5, False), ("dark", 13, 3, True)]
)
def test_the_page_is_whole_at_every_width(
    context: BrowserContext, live_server, light: str, players: int, rounds: int, long: bool
) -> None:
    slug = rehearse(Order(players, rounds, 7), lambda text: None).slug
    if long:
        Player.objects.filter(tournament__slug=slug).update(first="X" * 80, last="")
    page = listen(context.new_page())
    page.emulate_media(color_scheme=light)
    page.goto(f"{live_server.url}/{slug}/statistik/")
    page.locator("summary").click()
    assert_sound(page, widths=WIDTHS)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        shown = page.evaluate(SEEN)
        assert len(shown) > 10
        assert all(shown)
        picture(page, f"statistik-{players}-{light}-{width}", whole=True)


def test_an_open_page_follows_and_its_table_stays_open(context: BrowserContext, live_server) -> None:
    t: Tournament = started(8, rounds=3)
    play_round(t)
    page = listen(context.new_page())
    page.goto(f"{live_server.url}/{t.slug}/statistik/")
    page.locator("summary").click()
    play_round(t)
    expect(page.get_by_text("Stand nach Runde 2: 8 Leute, 4 Spiele.")).to_be_visible(timeout=SOON)
    expect(page.locator("#punkte-tabelle tbody")).to_be_visible()
