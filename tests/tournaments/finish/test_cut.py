"""The cut and who goes on (C3.5, C4.1, C4.2): every act and its undo."""

import pytest

from tests.builders import last_log
from tests.playing import do, facts, play_round, refused, sent_twice, started
from tests.tournaments.finish.evenings import (
    BOTH_TIED_16,
    CLEAR_16,
    CUT_TIED_2,
    CUT_TIED_3,
    all_here,
    at_cut,
    check_everybody_in,
    field,
    in_ko,
    lose,
    numbers,
    order,
    phase,
    played,
    throw_all,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import CutPlace, Phase
from tournaments.queries.next_step import next_step
from tournaments.queries.standings import public_upto
from tournaments.services.cut import (
    announce_cut,
    check_in_place,
    decline_place,
    hide_cut,
    make_cut,
    undo_check_in,
    undo_decline,
    void_cut,
)
from tournaments.services.knockout import draw_ko, void_ko
from tournaments.services.players import return_player, withdraw_player
from tournaments.services.results import undo_game

pytestmark = pytest.mark.django_db


# Made


def test_the_cut_keeps_everybody_as_the_standings_were():
    t = played(CUT_TIED_3)
    throw_all(t)
    answer = sent_twice(make_cut, t)
    cut = facts(t).cut
    assert cut.id == answer["cut"]
    assert [p.position for p in cut.places] == list(range(1, 18))
    assert [p.points for p in cut.places] == sorted(CUT_TIED_3, reverse=True)
    # 15 · 13 · 10, then the one who won the Stechen and the two who share the place below.
    assert [p.rank for p in cut.places] == [1] * 3 + [4] * 5 + [9] * 6 + [15, 16, 16]
    assert phase(t) == Phase.CUT
    assert last_log(t).data == {"cut": cut.id, "places": 15}


def test_no_cut_while_a_boundary_is_open_or_a_round_is_missing():
    t = played(CUT_TIED_3)
    before = seen(t)
    with refused("boundary_open", people=3, places=1):
        do(make_cut, t)
    assert seen(t) == before
    t = started(8, rounds=2)
    play_round(t)
    with refused("rounds_open", closed=1, rounds=2):
        do(make_cut, t)


def test_no_cut_of_nobody():
    t = played(CLEAR_16)
    for number in range(1, 17):
        do(withdraw_player, t, player=number)
    with refused("nobody_eligible"):
        do(make_cut, t)


@pytest.mark.parametrize(
    ("points", "games", "places"),
    [
        ([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3, 3, 12),
        ([15] * 3 + [13] * 4 + [10] * 5 + [5] * 2, 3, 14),
        ([15] * 3 + [13] * 5 + [10] * 5 + [5] * 2, 3, 15),
        (CLEAR_16, 3, 15),
        (BOTH_TIED_16, 4, 15),
    ],
)
def test_fields_around_the_size_of_the_cut(points, games, places):
    t = at_cut(points, games=games)
    state = field(t)
    assert state.places == len(state.called) == len(state.waiting) == places
    assert [p.player for p in state.called] == order(t)[:places]
    assert state.checked_in == ()


def test_the_cut_goes_back_with_everything_that_hangs_on_it():
    t = played(CUT_TIED_2)
    throw_all(t)
    before = seen(t)
    do(make_cut, t)
    do(announce_cut, t)
    check_everybody_in(t)
    do(decline_place, t, player=order(t)[4])
    sent_twice(void_cut, t, reason="Zettel vertauscht")
    assert seen(t) == before
    assert last_log(t).reason == "Zettel vertauscht"
    with refused("wrong_phase", phase=Phase.VORRUNDE):
        do(void_cut, t)
    do(make_cut, t)
    # A new cut begins afresh: nobody is checked in, nobody has declined.
    assert not CutPlace.objects.filter(cut=facts(t).cut.id).exclude(checked_in_at=None, declined_at=None)


def test_the_cut_goes_back_out_of_the_ko_until_its_first_result():
    t = played(CLEAR_16)
    before = seen(t)
    do(make_cut, t)
    check_everybody_in(t)
    do(draw_ko, t)
    drawn = facts(t).ko.protocol["result"]
    do(void_cut, t)
    assert seen(t) == before
    assert last_log(t).data["drawn"][0]["result"] == drawn
    t = in_ko()
    loser = facts(t).ko.tables[0].players[-1]
    lose(t, loser)
    before = seen(t)
    with refused("ko_has_result"):
        do(void_cut, t)
    assert seen(t) == before
    table = facts(t).ko.tables[0]
    do(undo_game, t, table_id=table.id, version=table.version)
    do(void_cut, t)
    assert phase(t) == Phase.VORRUNDE


# Announced


def test_announced_and_hidden_again():
    t = at_cut(announced=False, freeze_rounds=1)
    before = seen(t)
    assert public_upto(facts(t)) == 0
    sent_twice(announce_cut, t)
    assert public_upto(facts(t)) == 1
    with refused("already_announced"):
        do(announce_cut, t)
    sent_twice(hide_cut, t)
    assert seen(t) == before
    with refused("not_announced"):
        do(hide_cut, t)


def test_a_drawn_ko_tells_the_cut_by_itself():
    t = all_here(announced=False, freeze_rounds=1)
    before = seen(t)
    do(draw_ko, t)
    assert facts(t).announced
    assert public_upto(facts(t)) == 1
    with refused("wrong_phase", phase=Phase.KO):
        do(hide_cut, t)
    do(void_ko, t)
    assert seen(t) == before


# Checked in


def test_checked_in_and_back():
    t = at_cut()
    before = seen(t)
    player = order(t)[0]
    sent_twice(check_in_place, t, player=player)
    assert numbers(field(t).checked_in) == [player]
    with refused("checked_in_already", player=player):
        do(check_in_place, t, player=player)
    sent_twice(undo_check_in, t, player=player)
    assert seen(t) == before
    with refused("not_checked_in", player=player):
        do(undo_check_in, t, player=player)


def test_only_who_is_in_checks_in():
    t = at_cut()
    with refused("not_qualified", player=order(t)[15]):
        do(check_in_place, t, player=order(t)[15])
    for service in (check_in_place, undo_check_in, decline_place, undo_decline):
        with refused("not_in_cut", player=99):
            do(service, t, player=99)
    do(decline_place, t, player=order(t)[0])
    with refused("declined_already", player=order(t)[0]):
        do(check_in_place, t, player=order(t)[0])


# Declined, moved up


def test_who_goes_home_makes_room_for_the_next():
    t = at_cut()
    before = seen(t)
    gone, next_one = order(t)[6], order(t)[15]
    sent_twice(decline_place, t, player=gone)
    state = field(t)
    assert numbers(state.called) == [p for p in order(t) if p != gone]
    assert state.moved_up == {next_one}
    with refused("declined_already", player=gone):
        do(decline_place, t, player=gone)
    sent_twice(undo_decline, t, player=gone)
    assert seen(t) == before
    with refused("not_declined", player=gone):
        do(undo_decline, t, player=gone)


def test_who_had_checked_in_is_so_again_when_the_decline_goes_back():
    t = all_here()
    before = seen(t)
    do(decline_place, t, player=order(t)[6])
    with refused("declined_already", player=order(t)[6]):
        do(undo_check_in, t, player=order(t)[6])
    do(undo_decline, t, player=order(t)[6])
    assert seen(t) == before


def test_a_withdrawal_after_the_cut_moves_up_the_same_way():
    t = at_cut()
    before = seen(t)
    do(withdraw_player, t, player=order(t)[0])
    assert field(t).moved_up == {order(t)[15]}
    do(return_player, t, player=order(t)[0])
    assert seen(t) == before


def test_who_declined_and_comes_back_takes_his_place_from_who_moved_up():
    t = at_cut()
    gone, next_one = order(t)[6], order(t)[15]
    do(decline_place, t, player=gone)
    do(check_in_place, t, player=next_one)
    do(undo_decline, t, player=gone)
    assert next_one not in numbers(field(t).called)
    assert field(t).checked_in == ()


def test_nobody_is_left_to_move_up():
    t = at_cut([15] * 3 + [13] * 5 + [10] * 5 + [5] * 2)
    do(decline_place, t, player=order(t)[3])
    state = field(t)
    assert (state.places, len(state.called)) == (15, 14)
    check_everybody_in(t)
    assert next_step(facts(t)).code == "draw_ko"
