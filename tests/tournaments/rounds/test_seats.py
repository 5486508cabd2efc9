"""Late arrivals and swaps: tables without result, five seats, each act backwards (C1.5, C2.6)."""

import pytest

from tests.builders import add_players, fresh, last_log, make_tournament
from tests.playing import (
    at_ko,
    current,
    do,
    facts,
    play_round,
    play_table,
    refused,
    sent_twice,
    started,
    state,
    table_of,
)
from tournaments.services.absences import mark_no_show, void_table
from tournaments.services.rounds import draw_round
from tournaments.services.seats import move_seat, seat_late, swap_seats, unseat_late

pytestmark = pytest.mark.django_db


def newcomer(tournament, index=90, **over):
    return add_players(tournament, 1, first=index, **over)[0]


def test_a_four_becomes_a_five_and_a_six_only_when_confirmed():
    t = started(8)
    table = table_of(t)
    late = [newcomer(t, index) for index in (90, 91, 92)]
    answer = sent_twice(seat_late, t, player=late[0], table_id=table.id)
    assert answer["seat"] == 5
    assert answer["version"] == table.version + 1
    assert table_of(t).players == (*table.players, late[0])
    assert current(t).protocol["swaps"] == [{"kind": "late", "player": late[0], "table": 1}]
    with refused("six_seats", seats=5):
        do(seat_late, t, player=late[1], table_id=table.id)
    do(seat_late, t, player=late[1], table_id=table.id, six_confirmed=True)
    with refused("table_full", seats=6):
        do(seat_late, t, player=late[2], table_id=table.id, six_confirmed=True)


def test_who_is_seated_late_must_be_there_and_nowhere_else():
    t = started(8)
    table = table_of(t)
    absent = newcomer(t, present=False)
    with refused("player_not_present", player=absent):
        do(seat_late, t, player=absent, table_id=table.id)
    with refused("player_unknown", player=999):
        do(seat_late, t, player=999, table_id=table.id)
    with refused("player_seated_here", table=2):
        do(seat_late, t, player=table_of(t, 2).players[0], table_id=table.id)
    with refused("round_redrawn"):
        do(seat_late, t, player=absent, table_id=0)


def test_a_table_with_a_result_takes_nobody():
    t = started(8)
    late = newcomer(t)
    play_table(t, 1)
    with refused("table_has_results", table=1):
        do(seat_late, t, player=late, table_id=table_of(t, 1).id)
    do(seat_late, t, player=late, table_id=table_of(t, 2).id)


def test_decided_tables_and_closed_rounds_take_nobody():
    t = started(4)
    late = newcomer(t)
    table = table_of(t)
    do(void_table, t, table_id=table.id, reason="Würfel weg")
    with refused("table_decided"):
        do(seat_late, t, player=late, table_id=table.id)
    play_round(t)
    with refused("round_closed"):
        do(seat_late, t, player=late, table_id=table.id)


def test_seating_late_backwards_gives_the_same_pages():
    t = started(8)
    late = [newcomer(t, 90), newcomer(t, 91)]
    table = table_of(t)
    for player in late:
        do(seat_late, t, player=player, table_id=table.id, six_confirmed=True)
    sent_twice(unseat_late, t, player=late[0], table_id=table.id)
    assert [seat.number for seat in table_of(t).seats] == [1, 2, 3, 4, 5]
    assert table_of(t).players == (*table.players, late[1])
    do(unseat_late, t, player=late[1], table_id=table.id)
    assert table_of(t).seats == table.seats
    assert table_of(t).version == table.version + 4
    with refused("not_seated_late"):
        do(unseat_late, t, player=late[1], table_id=table.id)
    with refused("not_seated_late"):
        do(unseat_late, t, player=table.players[0], table_id=table.id)


def test_unseating_ends_with_the_first_result_of_the_table():
    t = started(8)
    late = newcomer(t)
    table = table_of(t)
    do(seat_late, t, player=late, table_id=table.id)
    play_table(t, 1)
    with refused("table_has_results"):
        do(unseat_late, t, player=late, table_id=table.id)


def test_a_draft_with_a_late_arrival_seated_by_hand_is_not_stale():
    t = make_tournament()
    add_players(t, 8)
    do(draw_round, t)
    late = newcomer(t)
    do(seat_late, t, player=late, table_id=table_of(t).id)
    from tournaments.services.rounds import publish_draw

    do(publish_draw, t)
    assert late in table_of(t).players


def test_a_swap_changes_both_seats_and_nothing_else():
    t = started(12)
    one, two = table_of(t, 1), table_of(t, 2)
    first, second = one.players[1], two.players[3]
    before = state(t)
    body = {"round_id": current(t).id, "first": first, "second": second, "reason": "Ehepaar"}
    sent_twice(swap_seats, t, **body)
    assert table_of(t, 1).players == (one.players[0], second, *one.players[2:])
    assert table_of(t, 2).players == (*two.players[:3], first)
    assert (table_of(t, 1).version, table_of(t, 2).version) == (one.version + 1, two.version + 1)
    assert table_of(t, 3) == before.current.tables[2]
    assert current(t).protocol["swaps"] == [{"kind": "swap", "first": first, "second": second}]
    assert last_log(t).reason == "Ehepaar"
    do(swap_seats, t, **body)
    assert [x.seats for x in current(t).tables] == [x.seats for x in before.current.tables]


def test_a_swap_at_one_table_changes_the_order():
    t = started(4)
    table = table_of(t)
    a, b, c, d = table.players
    do(swap_seats, t, round_id=current(t).id, first=a, second=d)
    assert table_of(t).players == (d, b, c, a)
    assert table_of(t).version == table.version + 1


def test_swaps_that_are_refused():
    t = started(12)
    round_, one, two = current(t), table_of(t, 1), table_of(t, 2)
    with refused("same_player"):
        do(swap_seats, t, round_id=round_.id, first=one.players[0], second=one.players[0])
    with refused("player_not_drawn", player=999):
        do(swap_seats, t, round_id=round_.id, first=one.players[0], second=999)
    with refused("round_gone"):
        do(swap_seats, t, round_id=0, first=one.players[0], second=two.players[0])
    do(mark_no_show, t, table_id=one.id, player=one.players[0])
    with refused("player_absent", player=one.players[0]):
        do(swap_seats, t, round_id=round_.id, first=one.players[0], second=two.players[0])
    play_table(t, 2)
    with refused("table_has_results", table=2):
        do(swap_seats, t, round_id=round_.id, first=one.players[1], second=two.players[0])
    assert sorted(p for x in current(t).tables for p in x.players) == sorted(facts(t).players)


def test_swapping_ends_when_the_round_is_closed_and_is_not_for_the_ko():
    t = started(8)
    round_, one, two = current(t), table_of(t, 1), table_of(t, 2)
    play_round(t)
    with refused("round_closed"):
        do(swap_seats, t, round_id=round_.id, first=one.players[0], second=two.players[0])
    t = at_ko(name="Später")
    round_ = current(t)
    with refused("wrong_phase"):
        do(
            swap_seats,
            t,
            round_id=round_.id,
            first=round_.tables[0].players[0],
            second=round_.tables[1].players[0],
        )


def test_a_table_under_three_is_reseated_and_back():
    t = started(7)
    three = next(x for x in current(t).tables if len(x.players) == 3)
    four = next(x for x in current(t).tables if len(x.players) == 4)
    do(mark_no_show, t, table_id=three.id, player=three.players[0])
    with refused("player_absent"):
        do(move_seat, t, player=three.players[0], table_id=four.id)
    mover = three.players[1]
    answer = sent_twice(move_seat, t, player=mover, table_id=four.id)
    assert answer["seat"] == 5
    assert mover in table_of(t, four.number).players
    assert table_of(t, three.number).players == (three.players[0], three.players[2])
    assert table_of(t, three.number).version == three.version + 2
    with refused("same_table"):
        do(move_seat, t, player=mover, table_id=four.id)
    do(move_seat, t, player=mover, table_id=three.id)
    assert set(table_of(t, three.number).players) == set(three.players)
    play_table(t, four.number)
    with refused("table_has_results"):
        do(move_seat, t, player=mover, table_id=four.id)
    with refused("player_not_seated"):
        do(move_seat, t, player=999, table_id=three.id)
    assert fresh(t).revision == last_log(t).revision
