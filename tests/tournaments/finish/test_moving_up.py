"""Moving up by the old Stechen, and by a new one (C3.4a, C4.2)."""

import pytest

from tests.playing import do, facts, refused, sent_twice
from tests.tournaments.desk.asking import get, text
from tests.tournaments.finish.evenings import (
    CUT_TIED_10,
    TWO_TIES,
    at_cut,
    check_everybody_in,
    field,
    move_up_tie,
    order,
    played,
)
from tests.tournaments.finish.seen import seen
from tournaments.queries.next_step import next_step
from tournaments.queries.standings import stechen_groups
from tournaments.services.cut import (
    announce_cut,
    check_in_place,
    decline_place,
    make_cut,
    undo_decline,
    void_cut,
)
from tournaments.services.knockout import draw_ko
from tournaments.services.stechen import (
    enter_throw,
    enter_throws,
    open_move_up_stechen,
    open_stechen,
    void_stechen,
    void_throw,
)

pytestmark = pytest.mark.django_db


def test_moving_up_follows_the_order_of_the_old_stechen():
    t = at_cut(CUT_TIED_10)
    losers = order(t)[15:21]
    assert losers == sorted(losers)  # lower start numbers threw better
    do(decline_place, t, player=order(t)[0])
    do(decline_place, t, player=order(t)[1])
    state = field(t)
    assert state.move_up is None
    assert state.moved_up == set(losers[:2])


THROWN = "Bei geteiltem Platz entscheidet die Reihenfolge im Stechen."


def test_the_page_says_that_throws_decide_inside_a_shared_place_only_where_they_do():
    assert THROWN not in text(get(at_cut(), "cut"))
    t = at_cut(CUT_TIED_10)
    assert text(get(t, "cut")).count(THROWN) == 1  # who moves up
    t = at_cut(TWO_TIES)
    assert THROWN not in text(get(t, "cut"))
    do(decline_place, t, player=order(t)[2])
    check_everybody_in(t)
    assert field(t).bonus[-1] == order(t)[3]  # one of the three who share place 4
    marks = text(get(t, "cut")).split("Eingecheckten bekommen 4.")[1]
    assert marks.count(THROWN) == 1
    do(draw_ko, t)
    assert THROWN in text(get(t, "cut")).split("Eingecheckten bekommen 4.")[1]


def test_the_page_says_so_when_the_next_place_was_thrown_for():
    t, tied = move_up_tie()
    assert THROWN not in text(get(t, "cut"))
    stechen = do(open_move_up_stechen, t)["stechen"]
    for player, dice in zip(tied, ("653", "652"), strict=True):
        do(enter_throw, t, stechen_id=stechen, player=player, dice=dice)
    assert THROWN in text(get(t, "cut"))


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
