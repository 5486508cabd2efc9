"""The K.O. tables: drawn, Spielmarken issued, played out, taken back (C4.3, C4.4, C5)."""

import json

import pytest

from tests.builders import last_log
from tests.playing import do, facts, refused, sent_twice
from tests.tournaments.finish.evenings import (
    BONUS_TIED_2,
    BONUS_TIED_3,
    all_here,
    at_cut,
    check_everybody_in,
    in_ko,
    ko_played,
    lose,
    numbers,
    order,
    phase,
    play_all,
    throw_for_places,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import Phase, Tournament
from tournaments.queries.field import cut_state
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.services.absences import mark_left
from tournaments.services.cut import check_in_place, decline_place, undo_decline
from tournaments.services.knockout import draw_ko, form_final, void_ko
from tournaments.services.players import return_player, withdraw_player
from tournaments.services.results import undo_game

pytestmark = pytest.mark.django_db

FOURTEEN = [15] * 3 + [13] * 4 + [10] * 5 + [5] * 2
TWELVE = [15] * 3 + [13] * 3 + [10] * 3 + [5] * 3


def sizes(t: Tournament) -> list[int]:
    return [len(table.seats) for table in facts(t).ko.tables]


def marks(t: Tournament) -> dict[int, int]:
    return {seat.player: seat.marks for table in facts(t).ko.tables for seat in table.seats}


# Drawn


@pytest.mark.parametrize("seeding", ["apart", "snake"])
def test_the_draw_seats_the_fifteen_and_every_table_holds_sixteen_marks(seeding):
    t = all_here(ko_seeding=seeding)
    answer = sent_twice(draw_ko, t)
    assert answer["tables"] == 3
    assert sizes(t) == [5, 5, 5]
    assert set(marks(t)) == set(order(t)[:15])
    assert sorted(p for p, m in marks(t).items() if m == 4) == sorted(order(t)[:3])
    assert [sum(s.marks for s in table.seats) for table in facts(t).ko.tables] == [16, 16, 16]
    assert phase(t) == Phase.KO
    protocol = facts(t).ko.protocol
    assert protocol["result"] == [list(table.players) for table in facts(t).ko.tables]
    assert (protocol["seeding"], protocol["tables"], protocol["seats"]) == (seeding, 3, 5)
    assert "Aalen" not in json.dumps([protocol, last_log(t).data])
    with refused("wrong_phase"):
        do(draw_ko, t)


def test_the_same_lot_gives_the_same_tables_again():
    t = in_ko(ko_seeding="lot")
    before = [table.players for table in facts(t).ko.tables]
    do(void_ko, t)
    do(draw_ko, t)
    assert [table.players for table in facts(t).ko.tables] == before


def test_who_is_not_here_is_waited_for_or_the_tables_are_smaller():
    t = at_cut()
    for player in order(t)[:13]:
        do(check_in_place, t, player=player)
    before = seen(t)
    with refused("not_all_checked_in", waiting=2):
        do(draw_ko, t)
    assert seen(t) == before
    do(draw_ko, t, smaller_confirmed=True)
    assert sizes(t) == [5, 4, 4]


@pytest.mark.parametrize(
    ("points", "here", "shape"),
    [(FOURTEEN, 14, [5, 5, 4]), (TWELVE, 12, [4, 4, 4]), (TWELVE, 7, [3, 2, 2]), (TWELVE, 2, [1, 1])],
)
def test_smaller_fields_make_smaller_tables(points, here, shape):
    t = at_cut(points)
    for player in order(t)[here:]:
        do(decline_place, t, player=player)
    check_everybody_in(t)
    do(draw_ko, t)
    assert sizes(t) == shape
    # A table of two survivors or fewer does not play.
    complete = [facts(t).complete(facts(t).ko, table) for table in facts(t).ko.tables]
    assert complete == [size <= 2 for size in shape]
    play_all(t)
    answer = do(form_final, t)
    assert len(answer["finalists"]) == sum(min(size, 2) for size in shape)


def test_nobody_is_no_ko():
    t = at_cut(TWELVE)
    for player in order(t):
        do(decline_place, t, player=player)
    with refused("nobody_checked_in"):
        do(draw_ko, t)


def test_one_alone_sits_down_and_has_won():
    t = at_cut(TWELVE)
    for player in order(t)[1:]:
        do(decline_place, t, player=player)
    check_everybody_in(t)
    do(draw_ko, t)
    assert sizes(t) == [1]
    assert do(form_final, t)["finalists"] == order(t)[:1]


def test_two_ko_tables():
    t = in_ko(TWELVE, ko_tables=2, ko_seats=4, survivors=2)
    assert sizes(t) == [4, 4]
    assert sorted(marks(t).values()) == [3] * 5 + [4] * 3
    play_all(t)
    do(form_final, t)
    assert len(facts(t).final.tables[0].seats) == 4


def test_without_ko_tables_the_final_sits_down_at_once():
    t = all_here(TWELVE, ko_tables=0, final_size=6)
    assert next_step(facts(t)).code == "draw_final"
    before = seen(t)
    do(draw_ko, t)
    assert phase(t) == Phase.FINAL
    (table,) = facts(t).final.tables
    assert {s.player for s in table.seats} == set(order(t)[:6])
    assert sorted(s.marks for s in table.seats) == [3, 3, 3, 4, 4, 4]
    do(void_ko, t)
    assert seen(t) == before


# The draw goes back


def test_the_draw_goes_back_until_the_first_result():
    t = all_here()
    before = seen(t)
    do(draw_ko, t)
    drawn = facts(t).ko.protocol
    sent_twice(void_ko, t, reason="falsch gesetzt")
    assert seen(t) == before
    assert last_log(t).data["drawn"] == [drawn]
    with refused("wrong_phase"):
        do(void_ko, t)
    do(draw_ko, t)
    table = facts(t).ko.tables[0]
    lose(t, table.players[0])
    with refused("ko_has_result"):
        do(void_ko, t)
    table = facts(t).ko.tables[0]
    do(undo_game, t, table_id=table.id, version=table.version)
    do(void_ko, t)
    assert seen(t) == before


def test_who_left_at_a_ko_table_without_going_home_is_back_when_the_draw_goes_back():
    t = all_here()
    before = seen(t)
    do(draw_ko, t)
    table = facts(t).ko.tables[0]
    do(mark_left, t, table_id=table.id, player=table.players[0])
    do(void_ko, t)
    assert seen(t) == before


def test_who_went_home_stays_home_when_the_draw_goes_back():
    t = in_ko()
    gone = order(t)[0]
    do(withdraw_player, t, player=gone)
    do(void_ko, t)
    assert gone not in numbers(cut_state(facts(t)).called)
    assert cut_state(facts(t)).moved_up == {order(t)[15]}


# Extra Spielmarken (C4.4)


@pytest.mark.parametrize("points", [BONUS_TIED_2, BONUS_TIED_3])
def test_the_stechen_decides_about_the_last_extra_mark(points):
    t = in_ko(points)
    winner = order(t)[2]
    assert marks(t)[winner] == 4
    assert winner == min(order(t)[2:5] if points == BONUS_TIED_3 else order(t)[2:4])


def test_an_extra_mark_is_thrown_for_when_nobody_is_awaited_any_more():
    """Who shares the place is not known before: those who are missing are checked in or decline."""
    t = at_cut()
    for player in [*order(t)[:2], *order(t)[3:9]]:
        do(check_in_place, t, player=player)
    with refused("bonus_waits", people=6):
        do(draw_ko, t, smaller_confirmed=True)
    for place in cut_state(facts(t)).waiting:
        do(decline_place, t, player=place.player)
    while waiting := cut_state(facts(t)).waiting:
        do(decline_place, t, player=waiting[0].player)
    assert next_step(facts(t)).code == "move_up_stechen"


def test_when_one_of_the_first_three_is_gone_the_next_are_asked_by_a_stechen():
    t = at_cut()
    gone, tied = order(t)[0], order(t)[3:9]
    do(decline_place, t, player=gone)
    check_everybody_in(t)
    state = cut_state(facts(t))
    assert set(state.bonus_tie.group.players) == set(tied)
    assert state.bonus == tuple(order(t)[1:3])
    assert next_step(facts(t)).code == "move_up_stechen"
    with refused("bonus_open", people=len(tied)):
        do(draw_ko, t)
    throw_for_places(t)
    assert next_step(facts(t)).code == "draw_ko"
    do(draw_ko, t)
    assert sorted(p for p, m in marks(t).items() if m == 4) == sorted([*order(t)[1:3], min(tied)])
    do(void_ko, t)
    do(undo_decline, t, player=gone)
    check_everybody_in(t)
    assert cut_state(facts(t)).bonus == tuple(order(t)[:3])
    assert cut_state(facts(t)).bonus_tie is None


def test_while_somebody_is_waited_for_nobody_throws_for_extra_marks():
    t = at_cut()
    for player in order(t)[3:15]:
        do(check_in_place, t, player=player)
    # None of the first three is here yet, so the next six share the place: not yet asked.
    assert cut_state(facts(t)).open_group is None
    assert next_step(facts(t)).code == "check_in"
    check_everybody_in(t)
    assert cut_state(facts(t)).bonus == tuple(order(t)[:3])
    assert next_step(facts(t)).code == "draw_ko"


def test_no_extra_marks_where_the_format_has_none():
    t = in_ko(bonus_marks=0)
    assert set(marks(t).values()) == {3}


def test_fewer_players_than_extra_marks():
    t = at_cut(TWELVE)
    for player in order(t)[2:]:
        do(decline_place, t, player=player)
    check_everybody_in(t)
    do(draw_ko, t)
    assert set(marks(t).values()) == {4}


# Played (C5)


def test_places_count_from_the_end_of_each_table():
    t = ko_played()
    line = {line.player.number: line for line in places(facts(t))}
    for table in facts(t).ko.tables:
        out = facts(t).fold(facts(t).ko, table).eliminated
        assert len(out) == 3
        for player, group in zip(reversed(out), (range(7, 10), range(10, 13), range(13, 16)), strict=True):
            assert line[player].place in group
    finalists = [p for p in line.values() if p.stage == "final"]
    assert [p.place for p in finalists] == [None] * 6
    assert [p.place for p in places(facts(t))][15:] == [16]


def test_inside_a_group_the_rank_of_the_cut_decides_and_equal_ranks_share():
    t = ko_played()
    rank = {p.player: p.rank for p in facts(t).cut.places}
    for first in (7, 10, 13):
        group = [p for p in places(facts(t)) if p.place and first <= p.place < first + 3]
        assert len(group) == 3
        for one in group:
            better = sum(rank[other.player.number] < rank[one.player.number] for other in group)
            assert one.place == first + better
            same = [o for o in group if rank[o.player.number] == rank[one.player.number]]
            assert one.shared == (len(same) > 1)


def test_the_larger_table_alone_has_a_fifth():
    t = ko_played(FOURTEEN)
    # 14 = 5 + 5 + 4: the first ones out of the two tables of five take 13 and 14.
    assert sorted(p.place for p in places(facts(t)) if p.place) == sorted(
        p.place for p in places(facts(t)) if p.stage == "ko"
    )
    assert [p.place for p in places(facts(t)) if p.place and p.place > 12] in ([13, 14], [13, 13])


def test_a_withdrawal_costs_all_marks_and_counts_as_out_now():
    t = in_ko()
    before = seen(t)
    table = facts(t).ko.tables[0]
    first = table.players[0]
    do(withdraw_player, t, player=first)
    state = facts(t).fold(facts(t).ko, facts(t).ko.tables[0])
    assert (state.left[first], state.eliminated) == (0, (first,))
    do(return_player, t, player=first)
    assert seen(t) == before


def test_the_marks_at_the_table_are_those_issued_minus_games_minus_who_withdrew():
    t = in_ko()
    table = facts(t).ko.tables[0]
    issued = sum(s.marks for s in table.seats)
    for player in table.players[:3]:
        lose(t, player)
    do(withdraw_player, t, player=table.players[0])
    now = facts(t).fold(facts(t).ko, facts(t).ko.tables[0])
    gone = marks(t)[table.players[0]] - 1
    assert sum(now.left.values()) == issued - 3 - gone
    assert min(now.left.values()) == 0


def test_a_result_goes_back_game_by_game():
    t = in_ko()
    player = facts(t).ko.tables[0].players[0]
    states = []
    for _ in range(marks(t)[player]):
        states.append(seen(t))
        lose(t, player)
    for before in reversed(states):
        table = facts(t).ko.tables[0]
        do(undo_game, t, table_id=table.id, version=table.version)
        assert seen(t) == before
