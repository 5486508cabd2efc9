"""Between the K.O. draw and its first result: chairs that are left and taken (C4.2)."""

import pytest

from tests.playing import do, facts, refused
from tests.tournaments.desk.asking import get, post, text
from tests.tournaments.finish.evenings import (
    CUT_TIED_3,
    at_cut,
    changed_after_the_draw,
    check_everybody_in,
    field,
    in_ko,
    lose,
    move_up_tie,
    order,
    phase,
    played,
    throw_for_places,
    tied_but_one,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import Phase, Tournament
from tournaments.queries.next_step import next_step
from tournaments.services.cut import (
    check_in_place,
    decline_place,
    undo_check_in,
    undo_decline,
    void_cut,
)
from tournaments.services.knockout import draw_ko, form_final, void_ko
from tournaments.services.stechen import (
    enter_throw,
    open_move_up_stechen,
    void_stechen,
    void_throw,
)

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("turn", [1, -1])
def test_two_who_went_out_come_back_to_their_own_chairs(turn):
    t = in_ko()
    before = facts(t).ko.tables
    two = [before[0].players[0], before[2].players[3]]
    for player in two:
        do(undo_check_in, t, player=player)
    for player in two[::turn]:
        do(check_in_place, t, player=player)
    assert [table.seats for table in facts(t).ko.tables] == [table.seats for table in before]


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
    tied_but_one(t)
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


def test_who_sits_for_a_stechen_that_was_changed_is_named_and_gives_up_the_chair():
    t, sits, should = changed_after_the_draw()
    step = next_step(facts(t))
    assert (step.code, step.params) == ("free_chair", {"people": 1})
    with refused("no_chair", player=should):
        do(check_in_place, t, player=should)
    page = text(get(t, "cut"))
    assert "sind aber nicht mehr dabei" in page
    assert f"{facts(t).players[sits].name}: Platz freigeben" in get(t, "cut").content.decode()
    post(t, "undo_check_in", player=sits)
    assert next_step(facts(t)).code == "check_in"
    assert "sind aber nicht mehr dabei" not in text(get(t, "cut"))
    do(check_in_place, t, player=should)
    assert next_step(facts(t)).code == "collect_ko"
    seated = [p for table in chairs(t) for p in table]
    assert should in seated
    assert sits not in seated


def test_a_decline_is_taken_back_though_somebody_sits_for_a_changed_stechen():
    t, _, should = changed_after_the_draw()
    before = seen(t)
    do(decline_place, t, player=should)
    assert next_step(facts(t)).code == "collect_ko"
    do(undo_decline, t, player=should)
    assert seen(t) == before


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


def final_of_two() -> Tournament:
    """Two of twelve are left: no K.O. table plays, the final is formed at once."""
    t = at_cut([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3)
    for player in order(t)[2:]:
        do(decline_place, t, player=player)
    check_everybody_in(t)
    do(draw_ko, t)
    do(form_final, t)
    return t


@pytest.mark.parametrize("service", [check_in_place, undo_check_in, decline_place, undo_decline])
def test_once_the_final_is_formed_no_chair_changes_hands(service):
    t = final_of_two()
    before = seen(t)
    with refused("final_formed"):
        do(service, t, player=order(t)[0])
    with refused("final_formed"):
        do(open_move_up_stechen, t)
    assert seen(t) == before


@pytest.mark.parametrize(("undo", "phase_after"), [(void_ko, Phase.CUT), (void_cut, Phase.VORRUNDE)])
def test_a_final_without_any_ko_game_goes_back_with_the_draw(undo, phase_after):
    t = final_of_two()
    do(undo, t)
    assert phase(t) == phase_after
    assert (facts(t).ko, facts(t).final) == (None, None)
