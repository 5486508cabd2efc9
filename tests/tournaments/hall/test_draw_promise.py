"""What the hall reads about the draw: phone and projector, never more than is published (C1.3)."""

import re

import pytest

from tests.builders import add_players, as_user, fresh, make_tournament
from tests.playing import current, facts, play_round, start_round, started
from tournaments.queries.public import hall_view
from tournaments.queries.screens import LINES, screens
from tournaments.services._act import SYSTEM
from tournaments.services.rounds import draw_round, publish_draw
from tournaments.services.seats import seat_late, swap_seats
from tournaments.views.hall import fragment

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
BEST = "0 Wiederholungen bis Runde 5 – besser geht es nicht"


def test_the_phone_reads_the_promise():
    t = started(16)
    part = fragment(fresh(t), "auslosung")
    assert BEST in part
    assert part.index(BEST) < part.index("<table")


def test_a_draft_tells_the_hall_nothing():
    t = make_tournament()
    add_players(t, 16)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    assert hall_view(facts(t)).evening is None
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    play_round(t)
    before = hall_view(facts(t)).evening
    draw_round(tournament_id=t.pk, by=SYSTEM)
    first, second = (table.players[0] for table in current(t).tables[:2])
    swap_seats(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id, first=first, second=second)
    assert hall_view(facts(t)).evening == before
    assert all(round_.protocol == {} for round_ in hall_view(facts(t)).facts.rounds)


def test_after_a_swap_nothing_is_promised():
    t = started(16)
    first, second = (table.players[0] for table in current(t).tables[:2])
    swap_seats(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id, first=first, second=second)
    assert "Wiederholung" not in fragment(fresh(t), "auslosung")
    play_round(t)
    start_round(t)
    first, second = (table.players[0] for table in current(t).tables[:2])
    swap_seats(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id, first=first, second=second)
    part = fragment(fresh(t), "auslosung")
    assert re.search(r"\d+ Wiederholung(en)? bis Runde 2\.", part)
    assert "besser" not in part


@pytest.mark.parametrize("count", [21, 24])
def test_after_somebody_late_in_round_1_phone_and_projector_say_nothing_of_repeats(count, client, settings):
    settings.PUBLIC_URL = "http://192.168.7.20:8000"
    t = started(count)
    late = add_players(t, 1, first=count + 1)[0]
    table = min(current(t).tables, key=lambda table: len(table.players))
    seat_late(tournament_id=t.pk, by=SYSTEM, player=late, table_id=table.id)
    assert hall_view(facts(t)).evening is None
    part = fragment(fresh(t), "auslosung")
    assert "Wiederholung" not in part
    assert "Fünfertisch" not in part
    found = screens(hall_view(facts(t)))
    assert [screen.page for screen in found] == list(range(1, found[0].pages + 1))
    for number in range(len(found)):
        page = client.get(f"/{t.slug}/beamer/{number}/").content.decode()
        assert "Wiederholung" not in page
        assert "Handy: 192.168.7.20:8000" in page
    desk = as_user(client).get(f"/leitung/{t.slug}/runde/1/").content.decode()
    assert "Auslosung: <" not in desk
    assert "zweimal am Fünfertisch" not in desk


@pytest.mark.parametrize("count", [16, 44, 101])
def test_the_projector_has_a_line_for_it_where_a_line_is_free(count, client):
    t = started(count)
    for screen in screens(hall_view(facts(t))):
        assert all(len(column) < LINES for column in screen.content["columns"])
        assert screen.content["line"] == BEST
    assert f'<p class="last">{BEST}</p>' in client.get(f"/{t.slug}/beamer/").content.decode()


@pytest.mark.parametrize("count", [24, 96])
def test_full_pages_have_it_in_the_foot_in_turn_with_the_address(count, client, settings):
    settings.PUBLIC_URL = "http://192.168.7.20:8000"
    t = started(count)
    found = screens(hall_view(facts(t)))
    assert all("line" not in screen.content for screen in found)
    assert len(found) == max(2, found[0].pages)
    for number, promised in enumerate([False, True] * (len(found) // 2)):
        page = client.get(f"/{t.slug}/beamer/{number}/").content.decode()
        foot = page[page.index('<div class="mid">') :]
        assert ("0 Wiederholungen bis Runde 5" in foot) == promised
        assert ("Handy: 192.168.7.20:8000" in foot) == (not promised)
