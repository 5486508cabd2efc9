"""The hall's pages: current, complete, cheap."""

import pytest
from django.test.utils import CaptureQueriesContext

from tests.builders import add_players, fresh, make_tournament
from tests.playing import at_ko, facts, finish_ko_table, play_round, play_table, start_round, started
from tests.tournaments.finish.evenings import CUT_TIED_3, TWO_TIES, at_cut, played
from tournaments.models import Tournament
from tournaments.queries.field import cut_state
from tournaments.queries.hall import current_page, ko_tables, ladder, pages
from tournaments.queries.places import places
from tournaments.queries.public import hall_view
from tournaments.queries.screens import LINES, screens
from tournaments.queries.standings import stechen_groups
from tournaments.queries.strokes import Stroke
from tournaments.rehearsal import Order, rehearse
from tournaments.services._act import SYSTEM
from tournaments.services.cut import decline_place
from tournaments.services.final import finish
from tournaments.services.knockout import form_final
from tournaments.services.players import exclude_player, withdraw_player
from tournaments.services.rounds import draw_round, publish_draw, redraw_round
from tournaments.services.stechen import enter_throws, open_stechen
from tournaments.views.hall import fragment

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def page_now(t):
    return current_page(hall_view(facts(t)))


def test_the_front_page_leads_to_the_running_tournament(client):
    assert client.get("/").status_code == 200
    t = make_tournament()
    assert client.get("/")["Location"] == f"/{t.slug}/"


def test_the_open_page_follows_the_evening():
    t = make_tournament(rounds=2, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="chain")
    assert page_now(t) == "anmeldung"
    add_players(t, 8)
    start_round(t)
    assert page_now(t) == "auslosung"
    play_round(t)
    assert page_now(t) == "stand"
    start_round(t)
    assert page_now(t) == "auslosung"
    play_table(t, 1)
    assert page_now(t) == "stand"


def test_who_saw_a_draw_that_was_withdrawn_reads_that_there_will_be_another(client):
    t = make_tournament()
    add_players(t, 8)
    assert "Die Anmeldung ist offen" in client.get(f"/{t.slug}/").text
    draw_round(tournament_id=t.pk, by=SYSTEM)
    redraw_round(tournament_id=t.pk, by=SYSTEM)
    assert "Die Anmeldung ist offen" in client.get(f"/{t.slug}/").text
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert "noch einmal ausgelost" not in client.get(f"/{t.slug}/beamer/0/").text
    redraw_round(tournament_id=t.pk, by=SYSTEM, reason="verlost")
    again = client.get(f"/{t.slug}/").text
    assert "Runde 1 wird noch einmal ausgelost" in again
    assert "Die Anmeldung ist offen" not in again
    assert "Runde 1 wird noch einmal ausgelost" in client.get(f"/{t.slug}/beamer/0/").text
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert "noch einmal ausgelost" not in client.get(f"/{t.slug}/").text


def test_the_open_page_follows_to_the_champion():
    t = at_ko()
    assert page_now(t) == "ko"
    for number in (1, 2):
        finish_ko_table(t, number)
    form_final(tournament_id=t.pk, by=SYSTEM)
    assert page_now(t) == "finale"
    finish_ko_table(t, 1)
    finish(tournament_id=t.pk, by=SYSTEM)
    assert page_now(t) == "plaetze"
    assert pages(hall_view(facts(t)))[-3:] == ("plaetze", "statistik", "regeln")


def test_an_unchanged_part_is_not_sent_again(client):
    t = started(8)
    first = client.get(f"/{t.slug}/teil/auslosung/")
    same = client.get(f"/{t.slug}/teil/auslosung/", headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    play_table(t, 1)
    assert client.get(
        f"/{t.slug}/teil/auslosung/", headers={"if-none-match": first["ETag"]}
    ).status_code == 200  # fmt: skip


def test_the_revision_is_what_pages_poll_for(client):
    t = started(8)
    assert client.get(f"/{t.slug}/revision/").content == str(fresh(t).revision).encode()


@pytest.mark.parametrize("address", ["/gibt-es-nicht/", "/probe/teil/geheim/", "/probe/beamer/x/"])
def test_an_unknown_address_is_404(client, address):
    started(8)
    assert client.get(address).status_code == 404


def names_on(screen) -> list[int]:
    """Start numbers on one page of the projector."""
    content = screen.content
    if screen.kind == "auslosung":
        return [player.number for column in content["columns"] for player, _ in column]
    if screen.kind == "besten":
        return [player.number for column in content["columns"] for _, player in column]
    if screen.kind == "stand":
        return [line.number for kind, line in content["rows"] if kind == "line"]
    return []


@pytest.mark.parametrize("count", [7, 15, 61, 101, 300])
def test_the_projector_pages_show_everybody_once(count):
    t = started(count, rounds=1)
    seen = [n for screen in screens(hall_view(facts(t))) for n in names_on(screen)]
    assert sorted(seen) == list(range(1, count + 1))
    play_round(t)
    found = screens(hall_view(facts(t)))
    assert sorted(n for s in found if s.kind == "stand" for n in names_on(s)) == sorted(seen)
    assert all(len(s.content["rows"]) <= LINES for s in found if s.kind == "stand")


def test_a_long_name_counts_as_more_lines():
    t = make_tournament()
    from tournaments.services.players import add_player

    for number in range(24):
        add_player(
            tournament_id=t.pk, by=SYSTEM, first=f"Maximiliane {number:02}", last="G" * 60, present=True
        )
    start_round(t)
    for screen in screens(hall_view(facts(t))):
        for column in screen.content["columns"]:
            assert len(column) <= LINES // 3


def test_places_of_the_eliminated_are_shown_as_a_span_until_they_are_settled():
    t = at_ko()
    finish_ko_table(t, 1)
    first, second = ko_tables(facts(t), facts(t).ko)
    assert {chair.place for chair in first.chairs if chair.out} == {(5, 6), (7, 8)}
    finish_ko_table(t, 2)
    first, second = ko_tables(facts(t), facts(t).ko)
    settled = [chair.place for table in (first, second) for chair in table.chairs if chair.out]
    assert all(low == high for low, high in settled)


def test_everybody_has_a_place_at_the_end(client):
    done = rehearse(Order(players=24, rounds=3, seed=5))
    t = Tournament.objects.get(pk=done.tournament)
    lines = places(facts(t))
    text = client.get(f"/{t.slug}/").content.decode()
    assert all(line.place for line in lines)
    for line in lines:
        assert str(line.player.number) in text


def test_a_page_costs_the_same_for_twelve_and_a_hundred(client, django_assert_max_num_queries):
    counted = {}
    for count in (12, 101):
        t = started(count, rounds=1)
        play_round(t)
        for address in ("", "stand/", "auslosung/", "beamer/", "revision/"):
            with django_assert_max_num_queries(15) as asked:
                assert client.get(f"/{t.slug}/{address}").status_code == 200
            assert isinstance(asked, CaptureQueriesContext)
            counted.setdefault(address, []).append(len(asked))
    assert all(few == many for few, many in counted.values())


def test_a_part_is_rendered_once_a_revision(client, django_assert_max_num_queries):
    t = started(12)
    client.get(f"/{t.slug}/teil/jetzt/")
    with django_assert_max_num_queries(1):
        client.get(f"/{t.slug}/teil/jetzt/")


def test_after_the_announcement_the_standings_say_who_goes_on():
    t = at_cut(CUT_TIED_3)
    view = hall_view(facts(t))
    state = cut_state(facts(t))
    inside, below = ladder(view)[1]
    assert [line.number for line in inside.lines] == [place.player for place in state.called]
    assert inside.stroke == Stroke("cut", 15, 15)
    assert len(below.lines) == 2
    gone = state.called[3].player
    decline_place(tournament_id=t.pk, by=SYSTEM, player=gone)
    inside, below = ladder(hall_view(facts(t)))[1]
    assert gone in {line.number for line in below.lines}
    shown = [number for screen in screens(hall_view(facts(t))) for number in names_on(screen)]
    moved_up = cut_state(facts(t)).moved_up
    assert moved_up
    assert moved_up <= set(shown)
    html = fragment(fresh(t), "stand")
    assert "abgesagt" in html
    assert "nachgerückt" in html
    assert "offen" not in html


def test_a_stechen_is_called_after_what_it_is_about():
    t = played(TWO_TIES)
    first, second = stechen_groups(facts(t))
    open_stechen(tournament_id=t.pk, by=SYSTEM, players=list(first.group.players))
    open_stechen(tournament_id=t.pk, by=SYSTEM, players=list(second.group.players))
    bonus, cut = hall_view(facts(t)).stechen
    assert bonus.about == ("bonus", 1)
    assert cut.about == ("cut", 1)
    html = fragment(fresh(t), "stechen")
    assert "4 Leute um 1 zusätzliche Spielmarke" in html
    assert "2 Leute um 1 Platz" in html


def test_the_best_throw_of_a_stechen_stands_first_and_who_has_not_thrown_last():
    t = played(CUT_TIED_3)
    tied = sorted(next(g for g in stechen_groups(facts(t)) if not g.decided).group.players)
    opened = open_stechen(tournament_id=t.pk, by=SYSTEM, players=tied)
    low, none, high = tied
    throws = [{"player": low, "dice": "221"}, {"player": high, "dice": "653"}]
    enter_throws(tournament_id=t.pk, by=SYSTEM, stechen_id=opened["stechen"], throws=throws)
    (shown,) = hall_view(facts(t)).stechen
    assert [player.number for player, _ in shown.rows] == [high, low, none]


@pytest.mark.parametrize("count", [13, 26, 37, 101])
def test_columns_and_pages_are_about_equally_long(count):
    t = started(count, rounds=1)
    columns = [len(column) for s in screens(hall_view(facts(t))) for column in s.content["columns"]]
    assert len(columns) % 2 == 0
    assert max(columns) - min(columns) <= len(columns)
    play_round(t)
    pages_ = [len(s.content["rows"]) for s in screens(hall_view(facts(t))) if s.kind == "stand"]
    assert max(pages_) - min(pages_) <= len(pages_)


def test_the_projector_marks_who_is_not_counted_at_the_line(client):
    t = started(8, rounds=2, ko_tables=0, final_size=6)
    play_round(t)
    gone, out = facts(t).present[0], facts(t).present[1]
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=gone.number)
    exclude_player(tournament_id=t.pk, by=SYSTEM, player=out.number, reason="Streit")
    page = client.get(f"/{t.slug}/beamer/0/").content.decode()
    for player, word in ((gone, "zurückgezogen"), (out, "ausgeschlossen")):
        row = next(row for row in page.split("<tr") if f">{player.name}<" in row)
        assert word in row
    assert page.count("zurückgezogen") == page.count("ausgeschlossen") == 1


def test_who_comes_in_learns_where_the_pages_are(client, settings):
    t = make_tournament()
    add_players(t, 13)
    settings.PUBLIC_URL = "http://localhost:8000"
    page = client.get(f"/{t.slug}/beamer/0/").content.decode()
    assert "localhost" not in page
    assert 'class="qr"' not in page
    settings.PUBLIC_URL = "http://192.168.8.2:8000"
    add_players(t, 1, first=14)
    page = client.get(f"/{t.slug}/beamer/0/").content.decode()
    assert "Handy: 192.168.8.2:8000" in page
    assert "QR-Code für die Seite auf dem Handy" in page


@pytest.mark.parametrize(("tables", "sizes"), [(2, [2]), (4, [3, 1])])
def test_every_table_of_the_knockout_stands_on_one_page_of_at_most_three(tables, sizes):
    t = at_ko(4 * tables, ko_tables=tables, survivors=1)
    shown = [screen.content["tables"] for screen in screens(hall_view(facts(t))) if screen.kind == "ko"]
    assert [len(page) for page in shown] == sizes
    assert [table.number for page in shown for table, _ in page] == list(range(1, tables + 1))
