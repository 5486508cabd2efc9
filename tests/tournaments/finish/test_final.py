"""The final and the end (C6): formed, played, dissolved, finished, opened again, all places."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import do, facts, make_device, record, refused, sent_twice, table_of
from tests.tournaments.finish.evenings import (
    CLEAR_16,
    at_cut,
    check_everybody_in,
    in_final,
    in_ko,
    ko_played,
    lose,
    phase,
    play_all,
    play_table_out,
    throw_for_places,
)
from tests.tournaments.finish.seen import seen
from tournaments.models import Phase, RoundState, Tournament
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.services.absences import mark_left
from tournaments.services.cut import decline_place
from tournaments.services.final import finish, reopen_finished
from tournaments.services.knockout import dissolve_final, draw_ko, form_final, void_ko
from tournaments.services.players import return_player, withdraw_player
from tournaments.services.results import decide_conflict, undo_game
from tournaments.services.tournaments import change_format

pytestmark = pytest.mark.django_db


def finalists(t: Tournament) -> tuple[int, ...]:
    return facts(t).final.tables[0].players


def left(t: Tournament) -> dict[int, int]:
    found = facts(t)
    return found.fold(found.final, found.final.tables[0]).left


def place_of(t: Tournament) -> dict[int, int | None]:
    return {line.player.number: line.place for line in places(facts(t))}


def survivors(t: Tournament) -> dict[int, int]:
    found = facts(t)
    states = [found.fold(found.ko, table) for table in found.ko.tables]
    return {p: state.left[p] for state in states for p in state.survivors}


# Formed


def test_two_of_each_table_sit_down_with_what_they_have_left():
    t = ko_played()
    answer = sent_twice(form_final, t)
    assert answer["finalists"] == list(finalists(t))
    assert left(t) == survivors(t)
    assert len(finalists(t)) == 6
    assert phase(t) == Phase.FINAL
    assert facts(t).ko.state == RoundState.CLOSED
    assert last_log(t).data["finalists"] == answer["finalists"]
    with refused("wrong_phase"):
        do(form_final, t)


def test_a_fresh_number_each_if_the_format_says_so():
    t = in_final(final_marks=2)
    assert set(left(t).values()) == {2}


def test_no_final_while_a_table_plays_or_an_answer_is_disputed():
    t = in_ko()
    play_table_out(t, 1)
    with refused("tables_open", count=2, numbers=[2, 3]):
        do(form_final, t)
    play_table_out(t, 2)
    table = table_of(t, 3)
    record(t, table, table.players[-1], table.players[-1], by=make_device("eins"))
    record(t, table, table.players[0], table.players[0], by=make_device("zwei"), game=1)
    play_table_out(t, 3)
    assert next_step(facts(t)).code == "decide_conflict"
    with refused("conflict_open"):
        do(form_final, t)
    do(decide_conflict, t, conflict_id=facts(t).conflicts[0].pk, decision="first")
    do(form_final, t)


def test_the_marks_of_the_final_may_change_until_its_first_result():
    t = in_final()
    carried = left(t)
    before = seen(t)
    version = facts(t).final.tables[0].version
    do(change_format, t, changes={"final_marks": 3})
    assert set(left(t).values()) == {3}
    assert facts(t).final.tables[0].version == version + 1
    do(change_format, t, changes={"final_marks": "carry"})
    assert left(t) == carried
    assert seen(t) == before
    lose(t, finalists(t)[0])
    with refused("format_fixed"):
        do(change_format, t, changes={"final_marks": 3})


# Dissolved


def test_the_final_is_dissolved_until_its_first_result():
    t = ko_played()
    before = seen(t)
    do(form_final, t)
    sent_twice(dissolve_final, t, reason="Tisch B vertauscht")
    assert seen(t) == before
    assert last_log(t).reason == "Tisch B vertauscht"
    with refused("wrong_phase"):
        do(dissolve_final, t)
    do(form_final, t)
    lose(t, finalists(t)[0])
    held = seen(t)
    with refused("final_has_result"):
        do(dissolve_final, t)
    assert seen(t) == held
    do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    do(dissolve_final, t)
    assert seen(t) == before


def test_a_final_without_ko_is_taken_back_with_its_draw():
    t = in_ko(ko_tables=0, final_size=6)
    with refused("no_final"):
        do(dissolve_final, t)
    do(void_ko, t)
    assert phase(t) == Phase.CUT


def test_an_undone_ko_result_dissolves_the_final_first():
    t = ko_played()
    last = facts(t).ko.tables[0]
    do(form_final, t)
    with refused("final_formed"):
        do(undo_game, t, table_id=last.id, version=last.version)
    do(undo_game, t, table_id=last.id, version=last.version, confirmed=True)
    assert phase(t) == Phase.KO
    assert next_step(facts(t)).code == "collect_ko"


# A finalist who withdraws (C6.2)


def test_a_finalist_who_goes_before_the_final_is_formed_leaves_his_chair_empty_and_is_last():
    t = ko_played()
    before = seen(t)
    first, second, *_ = survivors(t)
    do(withdraw_player, t, player=second)
    do(withdraw_player, t, player=first)
    do(form_final, t)
    assert len(finalists(t)) == 4
    assert place_of(t)[second] == 6
    assert place_of(t)[first] == 5
    do(dissolve_final, t)
    do(return_player, t, player=first)
    do(return_player, t, player=second)
    assert seen(t) == before


def test_a_finalist_who_goes_after_it_was_formed_is_last_too_and_stays_out_when_it_is_formed_again():
    t = in_final()
    gone = finalists(t)[2]
    do(withdraw_player, t, player=gone)
    assert left(t)[gone] == 0
    assert place_of(t)[gone] == 6
    do(dissolve_final, t)
    do(form_final, t)
    assert gone not in finalists(t)
    assert place_of(t)[gone] == 6


def test_who_left_the_final_and_comes_back_finds_it_as_it_was():
    t = in_final()
    before = seen(t)
    gone = finalists(t)[0]
    do(withdraw_player, t, player=gone)
    do(return_player, t, player=gone)
    assert seen(t) == before


def test_who_left_before_the_final_was_dissolved_may_come_back_to_his_ko_table():
    t = ko_played()
    before = seen(t)
    do(form_final, t)
    gone = finalists(t)[0]
    do(withdraw_player, t, player=gone)
    do(dissolve_final, t)
    do(return_player, t, player=gone)
    assert seen(t) == before


def test_all_but_one_go_home_and_the_last_one_has_won():
    t = in_final()
    *gone, winner = finalists(t)
    for player in gone:
        do(withdraw_player, t, player=player)
    assert next_step(facts(t)).code == "finish"
    assert do(finish, t)["champion"] == winner
    assert [place_of(t)[p] for p in [winner, *reversed(gone)]] == [1, 2, 3, 4, 5, 6]


def test_nobody_is_left_for_a_final():
    t = ko_played()
    for player in survivors(t):
        table = facts(t).ko.table_of(player)
        do(mark_left, t, table_id=table.id, player=player)
    with refused("nobody_left"):
        do(form_final, t)


# Finished


def test_the_last_one_with_marks_is_the_champion():
    t = in_final()
    with refused("final_open"):
        do(finish, t)
    play_all(t)
    before = seen(t)
    assert next_step(facts(t)).code == "finish"
    answer = sent_twice(finish, t)
    assert place_of(t)[answer["champion"]] == 1
    assert phase(t) == Phase.FINISHED
    assert next_step(facts(t)).code == "celebrate"
    sent_twice(reopen_finished, t, reason="noch ein Spiel")
    assert seen(t) == before
    with refused("wrong_phase"):
        do(reopen_finished, t)


def test_a_disputed_final_is_not_finished():
    t = in_final()
    table = table_of(t)
    record(t, table, table.players[-1], table.players[-1], by=make_device("eins"))
    record(t, table, table.players[0], table.players[0], by=make_device("zwei"), game=1)
    play_all(t)
    with refused("conflict_open"):
        do(finish, t)


@pytest.mark.parametrize(
    ("points", "changes"),
    [
        (CLEAR_16, {}),
        (CLEAR_16, {"final_marks": 1}),
        ([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3, {"ko_tables": 0, "final_size": 6}),
        ([15] * 3 + [13] * 3 + [10] * 3 + [5] * 3, {"ko_tables": 2, "ko_seats": 4}),
    ],
)
def test_everybody_has_a_place_at_the_end(points, changes):
    t = in_ko(points, **changes)
    if facts(t).ko:
        play_all(t)
        do(form_final, t)
    size = len(finalists(t))
    out = []
    while not facts(t).complete(facts(t).final, facts(t).final.tables[0]):
        held = [p for p, marks in left(t).items() if marks > 0]
        lose(t, held[0])
        if left(t)[held[0]] == 0:
            out.append(held[0])
    do(finish, t)
    line = places(facts(t))
    assert len(line) == len(points)
    assert all(one.place for one in line)
    assert [one.place for one in line] == sorted(one.place for one in line)
    # German counting: a shared place is followed by a gap.
    for index, one in enumerate(line):
        assert one.place == 1 + sum(other.place < one.place for other in line)
        assert one.shared == any(other.place == one.place for other in line[:index] + line[index + 1 :])
    assert [place_of(t)[p] for p in out] == list(range(size, 1, -1))


def test_declined_and_withdrawn_follow_in_the_order_of_the_cut():
    t = at_cut()
    order = [p.player for p in facts(t).cut.places]
    do(decline_place, t, player=order[0])
    check_everybody_in(t)
    throw_for_places(t)
    do(draw_ko, t)
    play_all(t)
    do(form_final, t)
    play_all(t)
    do(finish, t)
    assert place_of(t)[order[0]] == 16
    assert [line.stage for line in places(facts(t))][15:] == ["vorrunde"]
    assert fresh(t).phase == Phase.FINISHED
