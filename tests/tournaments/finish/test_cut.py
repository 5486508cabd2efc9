"""The cut and who goes on (C3.5, C4.1–C4.2): every act and its undo."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import facts, play_round, refused, sent_twice, started
from tests.tournaments.finish.evenings import (
    BOTH_TIED_16,
    CLEAR_16,
    CUT_TIED_2,
    CUT_TIED_3,
    CUT_TIED_10,
    all_here,
    at_cut,
    check_everybody_in,
    do,
    in_ko,
    lose,
    numbers,
    phase,
    played,
    throw_all,
    throw_for_places,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import CutPlace, Phase, Tournament
from tournaments.queries.field import CutState, cut_drift, cut_state
from tournaments.queries.next_step import next_step
from tournaments.queries.standings import public_upto, stechen_groups
from tournaments.services.corrections import correct_game
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
from tournaments.services.stechen import (
    enter_throw,
    enter_throws,
    open_move_up_stechen,
    open_stechen,
    void_stechen,
    void_throw,
)

pytestmark = pytest.mark.django_db


def field(t: Tournament) -> CutState:
    return cut_state(facts(t))


def order(t: Tournament) -> list[int]:
    return [p.player for p in facts(t).cut.places]


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


def test_moving_up_follows_the_order_of_the_old_stechen():
    t = at_cut(CUT_TIED_10)
    losers = order(t)[15:21]
    assert losers == sorted(losers)  # lower start numbers threw better
    do(decline_place, t, player=order(t)[0])
    do(decline_place, t, player=order(t)[1])
    state = field(t)
    assert state.move_up is None
    assert state.moved_up == set(losers[:2])


def decided_at_once(t: Tournament) -> None:
    """Tied at the cut: the first threw best, all the others the same."""
    (group,) = stechen_groups(facts(t))
    tied = sorted(group.group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    throws = [{"player": p, "dice": "221" if p != tied[0] else "111"} for p in tied]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    do(make_cut, t)
    do(announce_cut, t)


def move_up_tie() -> tuple[Tournament, tuple[int, ...]]:
    """Two share the first place below the cut, somebody declines."""
    t = played(CUT_TIED_3)
    decided_at_once(t)
    do(decline_place, t, player=order(t)[0])
    tie = field(t).move_up
    assert tie is not None
    return t, tie.group.players


def test_who_shares_the_next_place_throws_for_it():
    t, tied = move_up_tie()
    assert set(tied) == set(order(t)[15:17])
    assert len(field(t).called) == 14
    assert next_step(facts(t)).code == "move_up_stechen"
    check_everybody_in(t)
    with refused("move_up_open", people=2):
        do(draw_ko, t)
    with refused("not_qualified"):
        do(check_in_place, t, player=tied[0])
    before = seen(t)
    stechen = sent_twice(open_move_up_stechen, t)["stechen"]
    opened = seen(t)
    with refused("stechen_open"):
        do(open_move_up_stechen, t)
    assert next_step(facts(t)).code == "enter_throws"
    do(enter_throw, t, stechen_id=stechen, player=tied[0], dice="653")
    last = do(enter_throw, t, stechen_id=stechen, player=tied[1], dice="652")["throw"]
    assert field(t).moved_up == {tied[0]}
    assert next_step(facts(t)).code == "check_in"
    with refused("not_tied"):
        do(open_move_up_stechen, t)
    do(void_throw, t, throw_id=last)
    do(void_throw, t, throw_id=facts(t).stechen[-1].throws[0].id)
    assert seen(t) == opened
    sent_twice(void_stechen, t, stechen_id=stechen)
    assert seen(t) == before


def test_equal_throws_about_moving_up_repeat():
    t, tied = move_up_tie()
    stechen = do(open_move_up_stechen, t)["stechen"]
    for player in tied:
        do(enter_throw, t, stechen_id=stechen, player=player, dice="653")
    assert field(t).move_up.state.pending[0].attempt == 2
    do(enter_throw, t, stechen_id=stechen, player=tied[0], dice="221")
    do(enter_throw, t, stechen_id=stechen, player=tied[1], dice="222")
    assert field(t).moved_up == {tied[1]}


def test_one_of_the_tied_has_gone_home_too_and_the_other_needs_no_throw():
    t, tied = move_up_tie()
    before = seen(t)
    do(decline_place, t, player=tied[0])
    assert field(t).move_up is None
    assert field(t).moved_up == {tied[1]}
    do(undo_decline, t, player=tied[0])
    assert seen(t) == before


def test_throws_about_moving_up_stay_when_somebody_joins_the_tie():
    t = played(CUT_TIED_10)
    (group,) = stechen_groups(facts(t))
    tied = sorted(group.group.players)
    stechen = do(open_stechen, t, players=tied)["stechen"]
    better = dict(zip(tied, ("111", "611", "511", "411"), strict=False))
    throws = [{"player": p, "dice": better.get(p, "221")} for p in tied]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    do(make_cut, t)
    do(announce_cut, t)
    equal, away = tied[4:], tied[4]
    do(decline_place, t, player=order(t)[0])
    do(decline_place, t, player=away)
    stechen = do(open_move_up_stechen, t)["stechen"]
    throws = [{"player": p, "dice": f"66{k}"} for k, p in enumerate(equal[1:], start=1)]
    do(enter_throws, t, stechen_id=stechen, throws=throws)
    assert field(t).moved_up == {equal[-1]}
    do(undo_decline, t, player=away)
    assert field(t).move_up.newcomers == (away,)
    assert next_step(facts(t)).code == "move_up_stechen"
    assert do(open_move_up_stechen, t)["stechen"] == stechen
    with refused("not_asked"):
        do(enter_throw, t, stechen_id=stechen, player=equal[-1], dice="653")
    do(enter_throw, t, stechen_id=stechen, player=away, dice="666")
    assert field(t).moved_up == {away}


def test_a_move_up_stechen_goes_with_its_cut():
    t, tied = move_up_tie()
    stechen = do(open_move_up_stechen, t)["stechen"]
    do(void_cut, t)
    with refused("stechen_gone"):
        do(enter_throw, t, stechen_id=stechen, player=tied[0], dice="653")


# Between the draw and the first K.O. result


def chairs(t: Tournament) -> list[tuple[int, ...]]:
    return [table.players for table in facts(t).ko.tables]


def test_after_the_draw_who_moves_up_takes_the_chair_with_plain_marks():
    t = in_ko()
    before = seen(t)
    gone, next_one = order(t)[0], order(t)[15]
    table = facts(t).ko.table_of(gone)
    do(decline_place, t, player=gone)
    assert next_step(facts(t)).code == "check_in"
    assert facts(t).ko.table(table.number).version == table.version + 1
    do(check_in_place, t, player=next_one)
    assert next_step(facts(t)).code == "collect_ko"
    now = facts(t).ko.table(table.number)
    assert now.players == tuple(next_one if p == gone else p for p in table.players)
    assert {s.player: s.marks for s in now.seats}[next_one] == 3
    with refused("chair_taken", player=gone):
        do(undo_decline, t, player=gone)
    do(undo_check_in, t, player=next_one)
    do(undo_decline, t, player=gone)
    assert seen(t) == before


def test_after_the_draw_a_check_in_goes_back_and_forth_with_its_own_marks():
    t = in_ko()
    before = seen(t)
    first = order(t)[0]
    do(undo_check_in, t, player=first)
    assert first not in [p for table in chairs(t) for p in table]
    do(check_in_place, t, player=first)
    assert seen(t) == before
    assert {s.player: s.marks for s in facts(t).ko.table_of(first).seats}[first] == 4


def test_who_only_went_out_for_a_moment_finds_his_own_chair_free():
    t = in_ko()
    gone, waiting, next_one = order(t)[0], order(t)[1], order(t)[15]
    own = facts(t).ko.table_of(waiting).number
    do(decline_place, t, player=gone)
    do(undo_check_in, t, player=waiting)
    do(check_in_place, t, player=next_one)
    do(check_in_place, t, player=waiting)
    table = facts(t).ko.table_of(waiting)
    assert table.number == own
    assert {s.player: s.marks for s in table.seats}[waiting] == 4


def test_no_chair_without_a_decline():
    t = at_cut()
    for player in order(t)[:14]:
        do(check_in_place, t, player=player)
    do(draw_ko, t, smaller_confirmed=True)
    assert next_step(facts(t)).code == "collect_ko"
    with refused("no_chair", player=order(t)[14]):
        do(check_in_place, t, player=order(t)[14])


def test_who_was_waited_for_and_declines_after_the_draw_may_come_back():
    t = at_cut()
    for player in order(t)[:14]:
        do(check_in_place, t, player=player)
    do(draw_ko, t, smaller_confirmed=True)
    before = seen(t)
    do(decline_place, t, player=order(t)[14])
    do(undo_decline, t, player=order(t)[14])
    assert seen(t) == before


def test_who_declined_before_the_draw_does_not_push_out_who_was_drawn_for_him():
    t = at_cut()
    do(decline_place, t, player=order(t)[9])
    check_everybody_in(t)
    do(draw_ko, t)
    before = seen(t)
    with refused("chair_taken", player=order(t)[9]):
        do(undo_decline, t, player=order(t)[9])
    assert seen(t) == before
    do(decline_place, t, player=order(t)[15])
    do(undo_decline, t, player=order(t)[9])
    do(check_in_place, t, player=order(t)[9])
    assert order(t)[9] in [p for table in chairs(t) for p in table]


def test_moving_up_after_the_draw_may_need_a_stechen():
    t = played(CUT_TIED_3)
    decided_at_once(t)
    check_everybody_in(t)
    do(draw_ko, t)
    before = seen(t)
    gone = order(t)[0]
    do(decline_place, t, player=gone)
    assert next_step(facts(t)).code == "move_up_stechen"
    throw_for_places(t)
    assert next_step(facts(t)).code == "check_in"
    do(undo_decline, t, player=gone)
    after = seen(t)
    assert after.pop("throws") != before.pop("throws")
    assert after == before


@pytest.mark.parametrize("service", [check_in_place, undo_check_in, decline_place, undo_decline])
def test_after_the_first_ko_result_nobody_moves_up(service):
    t = in_ko()
    lose(t, facts(t).ko.tables[0].players[-1])
    before = seen(t)
    with refused("ko_has_result"):
        do(service, t, player=order(t)[0])
    assert seen(t) == before


def test_after_the_first_ko_result_no_stechen_about_moving_up_changes():
    t, tied = move_up_tie()
    throw_for_places(t)
    check_everybody_in(t)
    throw_for_places(t)  # the one who went had an extra Spielmarke
    do(draw_ko, t)
    lose(t, facts(t).ko.tables[0].players[-1])
    held = facts(t).stechen[1]
    for service, body in (
        (void_throw, {"throw_id": held.throws[0].id}),
        (void_stechen, {"stechen_id": held.id}),
        (enter_throw, {"stechen_id": held.id, "player": tied[0], "dice": "653"}),
        (open_move_up_stechen, {}),
    ):
        with refused("ko_has_result"):
            do(service, t, **body)


def test_without_ko_tables_the_same_holds_until_the_first_final_result():
    t = in_ko(ko_tables=0, final_size=6, bonus_ranks=3)
    assert phase(t) == Phase.FINAL
    before = seen(t)
    gone, next_one = order(t)[0], order(t)[6]
    do(decline_place, t, player=gone)
    # The seventh shares his place with others: they throw for it.
    if next_step(facts(t)).code == "move_up_stechen":
        throw_for_places(t)
    (moved,) = field(t).moved_up
    do(check_in_place, t, player=moved)
    assert moved in facts(t).final.tables[0].players
    assert next_one in order(t)
    do(undo_check_in, t, player=moved)
    do(undo_decline, t, player=gone)
    after = seen(t)
    assert after.pop("throws") is not None
    before.pop("throws")
    assert after == before


# Corrections after the cut (C8.1)


def swap_result(t: Tournament, loser: int, other: int) -> None:
    """A game at the table of both that `loser` had not lost is now lost by him instead of `other`."""
    for table in facts(t).vorrunde[0].tables:
        for game, result in table.results.items():
            if {loser, other} <= set(table.players) and result.loser == other and result.half2 == other:
                do(
                    correct_game,
                    t,
                    table_id=table.id,
                    game=game,
                    half1=loser,
                    half2=loser,
                    reason="vertauscht",
                )
                return
    raise AssertionError


def test_a_correction_after_the_cut_changes_no_decision_but_says_what_it_would_mean():
    t = at_cut()
    cut = facts(t).cut
    assert not cut_drift(facts(t))
    outside = order(t)[15]
    table = next(x for x in facts(t).vorrunde[0].tables if outside in x.players)
    inside = next(p for p in table.players if p != outside)
    for _ in table.results:
        swap_result(t, inside, outside)
    assert facts(t).cut.places == cut.places
    drift = cut_drift(facts(t))
    assert outside in drift.enters
    assert drift.leaves or drift.tied
    # Moving up follows the cut as it was made.
    do(decline_place, t, player=order(t)[0])
    assert field(t).moved_up == {outside}


def test_a_correction_that_moves_nobody_over_the_line_is_no_drift():
    t = at_cut()
    table = facts(t).vorrunde[0].tables[0]
    winners = [p for p in table.players if p in order(t)[:14]]
    for game, result in table.results.items():
        if result.half1 != result.half2 and {result.half1, result.half2} <= set(winners):
            other = result.half2 if result.endkampf == result.half1 else result.half1
            do(correct_game, t, table_id=table.id, game=game, half1=result.half1, half2=result.half2,
               endkampf=other, reason="verhört")  # fmt: skip
            break
    assert cut_drift(facts(t)).enters == ()


def test_the_revision_rises_with_every_act_here():
    t = at_cut()
    revision = fresh(t).revision
    do(check_in_place, t, player=order(t)[0])
    do(undo_check_in, t, player=order(t)[0])
    assert fresh(t).revision == revision + 2
