"""No-shows, leavers, kampflos and ohne Wertung, each with its way back (C2.5, C2.7, C5.3)."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import (
    at_ko,
    current,
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
from tournaments.models import Absence
from tournaments.queries.standings import standings
from tournaments.services.absences import (
    give_walkover,
    mark_left,
    mark_no_show,
    reopen_table,
    void_absence,
    void_table,
)
from tournaments.services.knockout import form_final
from tournaments.services.players import withdraw_player
from tournaments.services.results import undo_game
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def lines(tournament):
    return {line.number: line.standing for line in standings(facts(tournament), running=True)}


def same_but_versions(after, before):
    """Equal pages: the versions of tables only ever rise."""
    for new, old in zip(after.rounds, before.rounds, strict=True):
        for table, was in zip(new.tables, old.tables, strict=True):
            assert table.version >= was.version
            table.version = was.version
    return after == before


def test_a_no_show_has_zero_and_a_lost_game():
    t = started(4)
    a, b, c, d = table_of(t).players
    answer = sent_twice(mark_no_show, t, table_id=table_of(t).id, player=d, reason="krank")
    assert answer["version"] == table_of(t).version == 2
    assert last_log(t).reason == "krank"
    record(t, table_of(t), a, b, a)
    found = lines(t)
    assert [found[p].points for p in (a, b, c, d)] == [0, 3, 5, 0]
    assert [found[p].lost for p in (a, b, c, d)] == [1, 0, 0, 1]


def test_a_no_show_is_said_before_the_first_result():
    t = started(4)
    play_table(t, 1)
    with refused("table_has_results", table=1):
        do(mark_no_show, t, table_id=table_of(t).id, player=table_of(t).players[2])


def test_absences_that_are_refused():
    t = started(8)
    table = table_of(t)
    with refused("player_not_seated", player=999):
        do(mark_no_show, t, table_id=table.id, player=999)
    with refused("round_redrawn"):
        do(mark_left, t, table_id=0, player=table.players[0])
    do(mark_left, t, table_id=table.id, player=table.players[0])
    with refused("already_absent", player=table.players[0]):
        do(mark_no_show, t, table_id=table.id, player=table.players[0])
    play_table(t, 1)
    with refused("table_complete"):
        do(mark_left, t, table_id=table.id, player=table.players[1])
    with refused("text_too_long", limit=200):
        do(mark_left, t, table_id=table_of(t, 2).id, player=table_of(t, 2).players[0], reason="x" * 201)
    play_round(t)
    with refused("round_closed"):
        do(mark_left, t, table_id=table.id, player=table.players[1])


@pytest.mark.parametrize("kind", ["no_show", "left"])
def test_taking_an_absence_back_gives_the_same_pages(kind):
    t = started(4)
    before = state(t)
    service = mark_no_show if kind == "no_show" else mark_left
    absence = do(service, t, table_id=table_of(t).id, player=table_of(t).players[0])["absence"]
    sent_twice(void_absence, t, absence_id=absence)
    assert table_of(t).version == 3
    assert same_but_versions(state(t), before)
    with refused("absence_gone"):
        do(void_absence, t, absence_id=absence)
    assert Absence.objects.filter(voided_at__isnull=False).count() == 1


def test_taking_an_absence_back_ends_with_the_round():
    t = started(4)
    a, _, _, d = table_of(t).players
    absence = do(mark_no_show, t, table_id=table_of(t).id, player=d)["absence"]
    record(t, table_of(t), a, a)
    do(void_absence, t, absence_id=absence)
    assert lines(t)[d].points == 5
    absence = Absence.objects.get().pk
    do(close_round, t)
    with refused("absence_gone"):
        do(void_absence, t, absence_id=absence)
    t = started(4, name="Zwei")
    absence = do(mark_no_show, t, table_id=table_of(t).id, player=table_of(t).players[3])["absence"]
    play_round(t)
    with refused("round_closed"):
        do(void_absence, t, absence_id=absence)


def left_alone(t):
    table = table_of(t)
    for player in table.players[1:]:
        do(mark_no_show, t, table_id=table.id, player=player)
    return table.players


def test_one_who_is_left_gets_five_without_a_game():
    t = started(8)
    with refused("walkover_not_alone", present=4):
        do(give_walkover, t, table_id=table_of(t).id, reason="allein")
    a, b, c, d = left_alone(t)
    with refused("reason_missing"):
        do(give_walkover, t, table_id=table_of(t).id, reason=" ")
    sent_twice(give_walkover, t, table_id=table_of(t).id, reason="die anderen sind weg")
    found = lines(t)
    assert [found[p].points for p in (a, b, c, d)] == [5, 0, 0, 0]
    with refused("table_decided"):
        do(give_walkover, t, table_id=table_of(t).id, reason="noch einmal")
    with refused("table_decided"):
        do(mark_left, t, table_id=table_of(t).id, player=a)


def test_kampflos_leaves_the_games_that_were_played():
    t = started(4, games_per_round=2)
    a, b, c, d = table_of(t).players
    record(t, table_of(t), a, b, a)
    for player in (b, c, d):
        do(mark_left, t, table_id=table_of(t).id, player=player)
    do(give_walkover, t, table_id=table_of(t).id, reason="alle weg")
    assert {p: line.points for p, line in lines(t).items()} == {a: 5, b: 3, c: 5, d: 5}
    do(close_round, t)


def test_ohne_wertung_counts_as_no_game():
    t = started(8)
    table = table_of(t)
    play_table(t, 1)
    sent_twice(void_table, t, table_id=table.id, reason="Würfel gezinkt")
    found = lines(t)
    assert [(found[p].points, found[p].games) for p in table.players] == [(0, 0)] * 4
    with refused("table_decided"):
        do(undo_game, t, table_id=table.id, version=table_of(t).version)
    play_table(t, 2)
    do(close_round, t)


@pytest.mark.parametrize("outcome", ["walkover", "void"])
def test_reopening_a_decided_table_gives_the_same_pages(outcome):
    t = started(8)
    if outcome == "walkover":
        left_alone(t)
    before = state(t)
    service = give_walkover if outcome == "walkover" else void_table
    do(service, t, table_id=table_of(t).id, reason="Grund")
    sent_twice(reopen_table, t, table_id=table_of(t).id)
    assert same_but_versions(state(t), before)
    with refused("table_not_decided"):
        do(reopen_table, t, table_id=table_of(t).id)
    do(void_table, t, table_id=table_of(t).id, reason="Grund")
    table = table_of(t)
    play_table(t, 2)
    do(close_round, t)
    with refused("round_closed"):
        do(reopen_table, t, table_id=table.id)


def test_in_the_ko_a_leaver_is_out_at_once():
    t = at_ko()
    table = table_of(t)
    a, b, c, d = table.players
    lose_ko(t, 1, a)
    answer = do(mark_left, t, table_id=table.id, player=b)
    fold = facts(t).fold(current(t), table_of(t))
    assert (fold.left, fold.eliminated, fold.complete) == ({a: 2, b: 0, c: 3, d: 3}, (b,), False)
    with refused("loser_without_marks", player=b):
        lose_ko(t, 1, b)
    do(void_absence, t, absence_id=answer["absence"])
    assert facts(t).fold(current(t), table_of(t)).left == {a: 2, b: 3, c: 3, d: 3}


def test_in_the_ko_an_absence_is_not_taken_back_against_what_was_played_since():
    t = at_ko(marks=1)
    a, b, c, d = table_of(t).players
    absence = do(mark_left, t, table_id=table_of(t).id, player=d)["absence"]
    lose_ko(t, 1, c)
    do(void_absence, t, absence_id=absence)
    lose_ko(t, 1, b)
    assert facts(t).complete(current(t), table_of(t))
    with refused("player_out", player=c):
        do(mark_left, t, table_id=table_of(t).id, player=c)


def test_a_game_that_runs_is_not_played_on_when_a_leaver_ends_the_table():
    t = at_ko(marks=1)
    a, b, c, d = table_of(t).players
    lose_ko(t, 1, a)
    answer = do(mark_left, t, table_id=table_of(t).id, player=b)
    assert answer["next_game"] is None
    with refused("table_complete"):
        lose_ko(t, 1, c)


def test_who_leaves_a_complete_ko_table_leaves_his_chair_in_the_final_empty():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    a, b = facts(t).fold(current(t), table_of(t)).survivors
    absence = do(mark_left, t, table_id=table_of(t).id, player=b)["absence"]
    fold = facts(t).fold(current(t), table_of(t))
    assert (fold.survivors, fold.emptied) == ((a, b), (b,))
    do(form_final, t)
    assert a in table_of(t).players
    assert b not in table_of(t).players
    with refused("final_formed"):
        do(void_absence, t, absence_id=absence)


def test_in_the_final_a_leaver_is_out_and_comes_back():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    do(form_final, t)
    before = state(t)
    player = table_of(t).players[0]
    absence = do(mark_left, t, table_id=table_of(t).id, player=player)["absence"]
    assert facts(t).fold(current(t), table_of(t)).eliminated == (player,)
    do(void_absence, t, absence_id=absence)
    assert same_but_versions(state(t), before)


def test_kampflos_and_ohne_wertung_are_for_the_vorrunde():
    t = at_ko()
    for service in (give_walkover, void_table):
        with refused("wrong_phase"):
            do(service, t, table_id=table_of(t).id, reason="geht nicht")
    with refused("wrong_phase"):
        do(reopen_table, t, table_id=table_of(t).id)


def test_withdrawing_at_the_table_is_seen_by_its_devices():
    t = started(8)
    seen = table_of(t)
    do(withdraw_player, t, player=seen.players[0])
    assert table_of(t).version == seen.version + 1
    assert fresh(t).revision == last_log(t).revision
