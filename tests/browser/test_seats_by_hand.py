"""Seats by hand in a real browser: from a name to its best swap, and who sat with whom, at every width."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looking import assert_sound, picture, sign_in
from tests.builders import LEITUNG, add_players, make_tournament
from tests.playing import current, facts, play_round
from tournaments.models import Tournament
from tournaments.queries.changes import best_partners
from tournaments.queries.draws import draw_quality
from tournaments.services._act import SYSTEM
from tournaments.services.players import add_player
from tournaments.services.rounds import draw_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def repeats(t: Tournament) -> int:
    return draw_quality(facts(t), current(t)).quality.repeats


def test_a_swap_is_chosen_by_its_price(live_server, context: BrowserContext):
    t = make_tournament(name="3. offene Dürener Schockmeisterschaft")
    add_players(t, 16)
    add_player(tournament_id=t.pk, by=SYSTEM, first="A" * 80, last="B" * 80, club="C" * 80, present=True)
    play_round(t)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    page = sign_in(context, live_server.url, LEITUNG)
    page.goto(f"{live_server.url}/leitung/{t.slug}/runde/3/")
    assert_sound(page)
    picture(page, "tausch-1-auslosung", whole=True)
    page.get_by_role("link", name="Anna Aalen 5", exact=True).click()
    expect(page.locator("#partner")).to_have_text("Bester Tausch für Anna Aalen 5")
    assert_sound(page)
    page.get_by_role("link", name="Ansehen").first.click()
    expect(page.locator("#preis")).to_be_visible()
    assert_sound(page)
    picture(page, "tausch-2-preis", whole=True)
    before, best = repeats(t), best_partners(facts(t), current(t), 5)[0]
    page.get_by_role("button", name="So tauschen").click()
    expect(page.locator(".messages")).to_contain_text("Die Plätze sind getauscht.")
    assert current(t).table_of(5).number == best.table.number
    assert repeats(t) == before + best.price.repeats
    for query in ("", "?wer=17", "?zeige=tafel"):
        page.goto(f"{live_server.url}/leitung/{t.slug}/wer-mit-wem/{query}")
        assert_sound(page)
    page.goto(f"{live_server.url}/leitung/{t.slug}/wer-mit-wem/")
    page.get_by_label("Name oder Startnummer").fill("bbb")
    expect(page.locator("tr[data-find]:visible")).to_have_count(1)
    assert page.said == []
