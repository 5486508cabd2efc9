"""Corrections: a reason, a preview of what moves, a new version, everything replayed (C5.6, C8.1)."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import (
    at_final,
    at_ko,
    do,
    facts,
    finish_ko_table,
    lose_ko,
    play_round,
    play_table,
    record,
    refused,
    sent_twice,
    started,
    state,
    table_of,
)
from tournaments.models import Phase, Result, Stage
from tournaments.queries.corrections import MarksMoved, preview_correction
from tournaments.queries.standings import standings
from tournaments.services.absences import mark_left, void_table
from tournaments.services.corrections import correct_game
from tournaments.services.cut import make_cut
from tournaments.services.final import finish
from tournaments.services.knockout import form_final

pytestmark = pytest.mark.django_db


def points(tournament):
    return {line.number: line.standing.points for line in standings(facts(tournament))}


def test_round_one_is_corrected_after_round_two():
    t = started(8)
    a, b, c, d = table_of(t).players
    record(t, table_of(t), a, b, a)
    play_round(t)
    play_round(t)
    table = facts(t).vorrunde[0].tables[0]
    before, draws = points(t), [r.protocol for r in facts(t).rounds]
    body = {"table_id": table.id, "game": 1, "half1": a, "half2": b, "endkampf": b}
    preview = preview_correction(facts(t), **body)
    answer = sent_twice(correct_game, t, **body, reason="vertauscht")
    after = points(t)
    assert {p: after[p] - before[p] for p in after if after[p] != before[p]} == {a: 3, b: -3}
    moved = {m.player: m.points_after - m.points_before for m in preview.moved}
    assert {p: diff for p, diff in moved.items() if diff} == {a: 3, b: -3}
    ranks = {line.number: line.rank for line in standings(facts(t))}
    assert all(ranks[m.player] == m.rank_after for m in preview.moved)
    assert [r.protocol for r in facts(t).rounds] == draws
    assert answer["version"] == table.version + 1
    old, new = Result.objects.filter(table=table.id).order_by("version")
    assert (old.counts, new.counts, new.version, new.reason) == (False, True, 2, "vertauscht")
    entry = last_log(t)
    assert entry.data["before"]["endkampf"] == a
    assert entry.data["endkampf"] == b
    assert entry.reason == "vertauscht"


def test_a_correction_is_taken_back_by_a_further_one():
    t = started(4)
    a, b, *_ = table_of(t).players
    record(t, table_of(t), a, a)
    before = points(t)
    table = table_of(t)
    do(correct_game, t, table_id=table.id, game=1, half1=b, half2=b, reason="falsch")
    do(correct_game, t, table_id=table.id, game=1, half1=a, half2=a, reason="doch richtig")
    assert points(t) == before
    assert Result.objects.filter(table=table.id).count() == 3


def test_corrections_that_are_refused():
    t = started(8)
    table = table_of(t)
    a, b, *_ = table.players
    with refused("no_result"):
        do(correct_game, t, table_id=table.id, game=1, half1=a, half2=a, reason="x")
    record(t, table, a, a)
    with refused("reason_missing"):
        do(correct_game, t, table_id=table.id, game=1, half1=b, half2=b, reason="  ")
    with refused("same_result"):
        do(correct_game, t, table_id=table.id, game=1, half1=a, half2=a, reason="x")
    with refused("endkampf_missing"):
        do(correct_game, t, table_id=table.id, game=1, half1=a, half2=b, reason="x")
    with refused("loser_not_seated"):
        do(correct_game, t, table_id=table.id, game=1, half1=999, half2=999, reason="x")
    with refused("round_redrawn"):
        do(correct_game, t, table_id=0, game=1, half1=a, half2=a, reason="x")
    do(void_table, t, table_id=table.id, reason="gezinkt")
    with refused("table_decided"):
        do(correct_game, t, table_id=table.id, game=1, half1=b, half2=b, reason="x")
    assert Result.objects.count() == 1


def test_the_leaver_of_that_game_stays_its_leaver():
    t = started(4)
    a, b, c, _ = table_of(t).players
    do(mark_left, t, table_id=table_of(t).id, player=b)
    record(t, table_of(t), a, a)
    do(correct_game, t, table_id=table_of(t).id, game=1, half1=b, half2=c, reason="verwechselt")
    assert table_of(t).results[1].endkampf == b


def test_the_preview_names_who_enters_and_who_leaves_the_cut():
    t = started(8, rounds=1, ko_tables=0, final_size=6, bonus_ranks=0)
    one, two = table_of(t, 1), table_of(t, 2)
    record(t, one, one.players[0], one.players[0])
    record(t, two, two.players[0], two.players[0])
    preview = preview_correction(facts(t), one.id, 1, one.players[1], one.players[1])
    assert preview.enters == (one.players[0],)
    assert preview.leaves == (one.players[1],)
    assert {m.player for m in preview.moved} == {one.players[0], one.players[1]}
    assert preview.refusal == ""


def test_the_preview_names_who_would_be_equal_at_the_line():
    """Five places, four people with 5 points and one with 3, then two with 3: nobody of the two is in yet."""
    t = started(8, rounds=1, ko_tables=0, final_size=5, bonus_ranks=0)
    one, two = table_of(t, 1), table_of(t, 2)
    record(t, one, one.players[0], one.players[0])
    record(t, two, two.players[0], two.players[1], two.players[0])
    preview = preview_correction(facts(t), one.id, 1, one.players[0], one.players[1], one.players[0])
    assert preview.tied == tuple(sorted((one.players[1], two.players[1])))
    assert preview.leaves == ()
    do(correct_game, t, table_id=one.id, game=1, half1=one.players[0], half2=one.players[1], reason="x",
       endkampf=one.players[0])  # fmt: skip
    assert preview_correction(facts(t), one.id, 1, one.players[0], one.players[0]).tied == ()


def test_a_correction_after_the_cut_leaves_the_cut_as_it_was():
    t = started(8, rounds=1, ko_tables=0, final_size=6, bonus_ranks=0)
    one, two = table_of(t, 1), table_of(t, 2)
    record(t, one, one.players[0], one.players[0])
    record(t, two, two.players[0], two.players[0])
    play_round(t)
    do(make_cut, t)
    cut = facts(t).cut
    do(correct_game, t, table_id=one.id, game=1, half1=one.players[1], half2=one.players[1], reason="x")
    assert facts(t).cut == cut
    assert points(t)[one.players[1]] == 0


def test_a_ko_correction_replays_what_came_after():
    t = at_ko()
    a, b, c, d = table_of(t).players
    for loser in (a, a, b):
        lose_ko(t, 1, loser)
    preview = preview_correction(facts(t), table_of(t).id, 1, b, b)
    assert preview.marks == (MarksMoved(a, 1, 2), MarksMoved(b, 2, 1))
    do(correct_game, t, table_id=table_of(t).id, game=1, half1=b, half2=b, reason="vertauscht")
    fold = facts(t).fold(facts(t).ko, table_of(t))
    assert fold.left == {a: 2, b: 1, c: 3, d: 3}


def test_a_ko_correction_that_a_later_game_contradicts_is_not_saved():
    t = at_ko(marks=2)
    a, b, c, d = table_of(t).players
    for loser in (a, b, b, c, a):
        lose_ko(t, 1, loser)
    before = state(t)
    preview = preview_correction(facts(t), table_of(t).id, 1, b, b)
    assert (preview.conflict_games, preview.refusal) == ((3,), "correction_contradicts")
    with refused("correction_contradicts", games="3"):
        do(correct_game, t, table_id=table_of(t).id, game=1, half1=b, half2=b, reason="vertauscht")
    assert state(t) == before


def test_who_would_be_out_cannot_have_lost_a_half_later_either():
    t = at_ko(marks=1)
    a, b, c, d = table_of(t).players
    lose_ko(t, 1, a)
    record(t, table_of(t), b, c, c)
    with refused("correction_contradicts", games="2"):
        do(correct_game, t, table_id=table_of(t).id, game=1, half1=b, half2=b, reason="vertauscht")


def test_games_after_the_end_contradict():
    t = at_ko(marks=2)
    a, b, c, d = table_of(t).players
    for loser in (a, b, c, a, b):
        lose_ko(t, 1, loser)
    # With game 3 lost by a, game 4 by a as well is impossible; with game 3 lost by b, game 5 is.
    with refused("correction_contradicts", games="4"):
        do(correct_game, t, table_id=table_of(t).id, game=3, half1=a, half2=a, reason="x")
    with refused("correction_contradicts", games="5"):
        do(correct_game, t, table_id=table_of(t).id, game=3, half1=b, half2=b, reason="x")


def other_chair(t):
    """A correction of table 1's last game by which another one survives."""
    table = facts(t).ko.tables[0]
    stays, *_ = facts(t).fold(facts(t).ko, table).survivors
    return {"table_id": table.id, "game": max(table.results), "half1": stays, "half2": stays, "reason": "x"}


def test_a_correction_that_seats_others_dissolves_the_final_after_a_confirmation():
    t = at_final(marks=1)
    body = other_chair(t)
    preview = preview_correction(facts(t), *(body[k] for k in ("table_id", "game", "half1", "half2")))
    assert preview.dissolves_final
    assert preview.refusal == ""
    with refused("final_formed"):
        do(correct_game, t, **body)
    answer = do(correct_game, t, **body, confirmed=True)
    assert answer["dissolved"]
    assert fresh(t).phase == Phase.KO
    assert facts(t).final is None
    do(form_final, t)
    assert body["half1"] not in table_of(t).players


def test_a_correction_that_opens_a_table_dissolves_the_final():
    t = at_final(marks=2)
    table = facts(t).ko.tables[0]
    stays, *_ = facts(t).fold(facts(t).ko, table).survivors
    game = max(table.results)
    do(correct_game, t, table_id=table.id, game=game, half1=stays, half2=stays, reason="x", confirmed=True)
    assert not facts(t).complete(facts(t).ko, facts(t).ko.tables[0])


def test_a_final_with_results_keeps_its_chairs():
    t = at_final(marks=1)
    lose_ko(t, 1, table_of(t).players[0])
    body = other_chair(t)
    preview = preview_correction(facts(t), *(body[k] for k in ("table_id", "game", "half1", "half2")))
    assert preview.refusal == "final_has_result"
    with refused("final_has_result"):
        do(correct_game, t, **body, confirmed=True)
    assert fresh(t).phase == Phase.FINAL


def test_a_correction_that_moves_no_mark_leaves_the_final_alone():
    t = at_final(marks=1)
    table = facts(t).ko.tables[0]
    a, b, *_ = table.players
    loser = table.results[1].loser
    other = next(p for p in table.players if p != loser)
    lose_ko(t, 1, table_of(t).players[0])
    do(correct_game, t, table_id=table.id, game=1, half1=loser, half2=other, endkampf=loser, reason="x")
    assert fresh(t).phase == Phase.FINAL
    assert facts(t).ko.tables[0].results[1].half2 == other


def test_carried_marks_that_move_must_fit_the_final():
    t = at_ko(marks=2)
    one = table_of(t)
    a, b, c, d = one.players
    for loser in (a, c, c, d, d):
        lose_ko(t, 1, loser)
    finish_ko_table(t, 2)
    do(form_final, t)
    lose_ko(t, 1, b)
    lose_ko(t, 1, b)
    body = {"table_id": one.id, "game": 1, "half1": b, "half2": b}
    preview = preview_correction(facts(t), **body)
    assert (preview.final_games, preview.refusal) == ((2,), "final_contradicts")
    with refused("final_contradicts", games="2"):
        do(correct_game, t, **body, reason="vertauscht")


def test_a_final_game_is_corrected_and_a_finished_evening_stays_finished():
    t = at_final(final_marks=1)
    *others, winner = table_of(t).players
    for player in others:
        lose_ko(t, 1, player)
    table = table_of(t)
    do(finish, t)
    body = {"table_id": table.id, "game": len(others), "half1": winner, "half2": winner}
    do(correct_game, t, **body, reason="vertauscht")
    final = facts(t).final
    assert facts(t).fold(final, final.tables[0]).survivors == (others[-1],)
    assert fresh(t).phase == Phase.FINISHED


def test_a_finished_evening_is_not_opened_by_a_correction():
    t = at_final(final_marks=2)
    table = table_of(t)
    *others, winner = table.players
    for player in (*others, *others):
        lose_ko(t, 1, player)
    do(finish, t)
    game = 2 * len(others)
    with refused("reopen_first"):
        do(correct_game, t, table_id=table.id, game=game, half1=winner, half2=winner, reason="x")


def test_the_running_round_is_corrected_too():
    t = started(8)
    play_table(t, 1)
    table = table_of(t)
    a, b, *_ = table.players
    preview = preview_correction(facts(t), table.id, 1, b, b)
    assert {m.player for m in preview.moved} >= {a, b}
    do(correct_game, t, table_id=table.id, game=1, half1=b, half2=b, reason="x")
    assert table_of(t, 1, Stage.VORRUNDE).results[1].loser == b
