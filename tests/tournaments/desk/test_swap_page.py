"""Seats by hand: the price stands there before anything is done (C1.5, C2.6)."""

import re

import pytest

from tests.builders import CLUBS, add_players, make_tournament
from tests.playing import current, facts, play_round, play_table, start_round, started, table_of
from tests.tournaments.desk.asking import (
    address,
    desk,
    get,
    log_size,
    post,
    pressed_twice,
    refused,
    text,
    unchanged,
)
from tournaments.draw import exchanged, measure
from tournaments.models import Player
from tournaments.queries.changes import best_partners, best_tables
from tournaments.queries.draws import asked, seats
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show
from tournaments.services.rounds import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def third_round(players: int = 12, **changes):
    """A draft in which most people have met most others: every swap has its price."""
    t = started(players, rounds=5, **changes)
    play_round(t)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    return t


def after(t, first: int, second: int) -> int:
    """Repeats of the round once these two have changed seats, counted anew."""
    found = facts(t)
    return measure(asked(found, current(t)), exchanged(seats(current(t)), first, second)).repeats


def test_the_price_of_a_swap_is_told_and_nothing_is_done():
    t = third_round()
    one, two = current(t).tables[:2]
    first, second = one.players[0], two.players[0]
    before = log_size(t)
    page = text(get(t, "swap", 3, first=first, second=second))
    assert log_size(t) == before
    question, now = asked(facts(t), current(t)), seats(current(t))
    then = exchanged(now, first, second)
    assert page.count("Danach sitzen") - page.count("treffen sich nicht wieder") == (
        measure(question, then).repeats - measure(question, now).repeats
    )
    assert f"Tisch {one.number} → Tisch {two.number}" in page
    told = re.findall(
        r"Danach sitzen \u2068(.*?)\u2069 und \u2068(.*?)\u2069 zum (\d). Mal zusammen \((.*?)\)", page
    )
    assert told
    numbers = {player.name: number for number, player in facts(t).players.items()}
    for one_, other, times, where in told:
        places = [tuple(map(int, re.findall(r"\d+", place))) for place in where.split(";")]
        assert len(places) == int(times) - 1
        for round_, table in places:
            sat = facts(t).vorrunde[round_ - 1].table(table).players
            assert {numbers[one_], numbers[other]} <= set(sat)


def test_what_was_looked_at_is_then_done():
    t = third_round()
    first, second = (table.players[0] for table in current(t).tables[:2])
    expected = after(t, first, second)
    answer = pressed_twice(t, "swap", 3, first=first, second=second, reason="wollen getrennt sitzen")
    assert answer["Location"].endswith("/runde/3/")
    assert measure(asked(facts(t), current(t)), seats(current(t))).repeats == expected


def test_the_best_partners_are_those_that_cost_least():
    t = third_round()
    for player in (1, 5, 9):
        found = best_partners(facts(t), current(t), player)
        mine = current(t).table_of(player)
        others = [p for table in current(t).tables if table.id != mine.id for p in table.players]
        least = sorted(after(t, player, other) for other in others)[:3]
        assert [after(t, player, partner.player) for partner in found] == least
        page = text(get(t, "swap", 3, first=player))
        assert "Bester Tausch für" in page
        assert page.count("Ansehen") == 4
        for partner in found:
            assert f"Anna Aalen {partner.player} {partner.player} · Tisch {partner.table.number}" in page


def test_a_swap_without_a_new_meeting_says_so():
    t = make_tournament()
    add_players(t, 12)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    first, second = (table.players[0] for table in current(t).tables[:2])
    page = text(get(t, "swap", 1, first=first, second=second))
    assert "kein neues Wiedersehen" in page
    assert "Danach sitzen" not in page


def test_two_at_one_table_only_change_who_begins():
    t = third_round()
    first, second = current(t).tables[0].players[:2]
    page = text(get(t, "swap", 3, first=first, second=second))
    assert "Beide sitzen an Tisch 1: Es ändert sich nur, wer wo sitzt und wer beginnt." in page
    assert "Danach sitzen" not in page


def test_a_second_five_and_people_of_one_club_are_part_of_the_price():
    t = make_tournament(rounds=2)
    add_players(t, 13, clubs=CLUBS)
    play_round(t)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    found = facts(t)
    earlier = next(table for table in found.vorrunde[0].tables if len(table.seats) == 5)
    five = next(table for table in current(t).tables if len(table.seats) == 5)
    first = next(p for p in earlier.players if p not in five.players)
    second = next(p for p in five.players if p not in earlier.players)
    page = text(get(t, "swap", 2, first=first, second=second))
    assert f"\u2068Anna Aalen {first}\u2069 säße zum 2. Mal am Fünfertisch" in page
    question, now = asked(found, current(t)), seats(current(t))
    more = measure(question, exchanged(now, first, second)).club_pairs - measure(question, now).club_pairs
    put, taken = page.count("säßen am selben Tisch"), page.count("säßen nicht mehr am selben Tisch")
    assert put - taken == more


def test_leaving_a_fixed_table_is_told():
    t = make_tournament()
    add_players(t, 8)
    Player.objects.filter(tournament=t, start_number=3).update(fixed_station=2)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    other = current(t).tables[0].players[0]
    page = text(get(t, "swap", 1, first=3, second=other))
    assert "\u2068Anna Aalen 3\u2069 hat den festen Tisch 2 und säße an Tisch 1" in page
    assert "1 fester Tisch eingehalten" in text(get(t, "round", 1))
    assert 3 not in [partner.player for partner in best_partners(facts(t), current(t), other)]


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({"first": "1", "second": "1"}, "second", "zwei verschiedene"),
        ({"first": "1", "second": "99"}, "second", "Startnummer 99 ist in dieser Runde nicht ausgelost"),
        ({"first": "99", "second": "1"}, "first", "Startnummer 99 ist in dieser Runde nicht ausgelost"),
        ({"first": "99"}, "first", "Startnummer 99 ist in dieser Runde nicht ausgelost"),
        ({"first": "eins", "second": "2"}, "first", "unvollständig"),
        ({"second": "2"}, "first", "unvollständig"),
        ({"first": "-4"}, "first", "unvollständig"),
        ({"first": "9" * 30}, "first", "unvollständig"),
    ],
)
def test_who_cannot_change_seats_is_told_at_the_field(body, field, words):
    t = third_round(8)
    answers = [unchanged(t, lambda: get(t, "swap", 3, **body))]
    if len(body) == 2:
        answers.append(unchanged(t, lambda: post(t, "swap", 3, **body)))
    for answer in answers:
        refused(answer, words)
        at_field = re.search(
            rf'<ul class="error" id="id_{field}_error">(.*?)</ul>', answer.content.decode(), re.S
        )
        assert at_field
        assert words in at_field[1]
        assert "So tauschen" not in text(answer)


def test_who_is_missing_or_has_played_cannot_change_seats():
    t = started(12)
    one, two, three = (table_of(t, number) for number in (1, 2, 3))
    mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=two.id, player=two.players[0])
    play_table(t, 1)
    for first, words in ((two.players[0], "als fehlend eingetragen"), (one.players[1], "schon ein Ergebnis")):
        refused(get(t, "swap", 1, first=first, second=three.players[0]), words)
        refused(get(t, "swap", 1, first=three.players[0], second=first), words)
    offered = [partner.player for partner in best_partners(facts(t), current(t), three.players[0])]
    assert set(offered) <= set(two.players[1:])


def test_a_round_that_is_over_has_no_seats_to_change():
    t = started(8)
    play_round(t)
    answer = desk().get(address(t, "swap", 1), follow=True)
    assert answer.redirect_chain == [(address(t, "round", 1), 302)]
    assert "Runde 1 ist geschlossen" in text(answer)
    refused(
        unchanged(t, lambda: post(t, "swap", 1, first="1", second="2")), "Runde 1 ist geschlossen", status=409
    )
    assert get(t, "swap", 4).status_code == 404
    refused(unchanged(t, lambda: post(t, "swap", 4, first="1", second="2")), "Diese Runde gibt es nicht mehr")


def test_who_came_late_is_offered_the_tables_that_cost_least():
    t = started(16, rounds=3, late_entry_until=2)
    play_round(t)
    start_round(t)
    late = add_players(t, 1, first=17)[0]
    answer = get(t, "swap", 2, first=late)
    page = text(answer)
    assert f"Platz für Anna Aalen {late}" in page
    assert page.count("wird ein Fünfertisch") == 3
    assert page.count("kein neues Wiedersehen") == 3
    table = best_tables(facts(t), current(t), late)[0].table
    assert f'action="/leitung/{t.slug}/tisch/{table.id}/setzen/"' in answer.content.decode()
    assert f"?first={late}" in get(t, "round", 2).content.decode()
    pressed_twice(t, "seat_late", table.id, player=late)
    assert late in table_of(t, table.number).players


def test_somebody_who_comes_back_sits_where_he_met_the_fewest():
    t = started(13, rounds=4, late_entry_until=3)
    play_round(t)
    start_round(t)
    found = facts(t)
    seated = {p for table in current(t).tables for p in table.players}
    assert seated == set(range(1, 14))
    met = {q for table in found.vorrunde[0].tables if 1 in table.players for q in table.players} - {1}
    for free in best_tables(found, current(t), 1):
        again = {p for pair in free.again for p in (pair.one, pair.other)} - {1}
        assert again == met & set(free.table.players)


def test_a_three_takes_somebody_before_a_four():
    t = started(7)
    late = add_players(t, 1, first=8)[0]
    first, *rest = best_tables(facts(t), current(t), late)
    assert first.seats == 4
    assert [free.seats for free in rest] == [5]


@pytest.mark.parametrize(
    ("player", "field", "words"),
    [
        (99, "player", "Die Startnummer 99 gibt es in diesem Turnier nicht"),
        (14, "player", "noch nicht als anwesend eingetragen"),
        ("self", "player", "sitzt schon an Tisch 1"),
        ("", "player", "unvollständig"),
        (15, "six", "Ein sechster Platz geht nur mit ausdrücklicher Bestätigung"),
    ],
)
def test_who_cannot_sit_down_is_told_at_the_field(player, field, words):
    t = started(13)
    add_players(t, 1, first=14, present=False)
    add_players(t, 1, first=15)
    five = next(table for table in current(t).tables if len(table.seats) == 5)
    table = five if field == "six" else table_of(t, 1)
    asked_for = table.players[0] if player == "self" else player
    answer = unchanged(t, lambda: post(t, "seat_late", table.id, player=asked_for))
    refused(answer, words)
    html = answer.content.decode()
    at_field = re.search(rf'<ul class="error" id="seat_{field}_error">(.*?)</ul>', html, re.S)
    assert at_field
    assert words in at_field[1]
