"""K.O. and final, game by game, and their undo (C5, C6, model.md)."""

import pytest

from tests.builders import fresh
from tests.playing import (
    at_final,
    at_ko,
    current,
    do,
    facts,
    finish_ko_table,
    lose_ko,
    record,
    refused,
    sent_twice,
    state,
    table_of,
)
from tournaments.models import Phase, Stage
from tournaments.services.final import finish
from tournaments.services.knockout import dissolve_final, form_final
from tournaments.services.results import undo_game

pytestmark = pytest.mark.django_db


def left(tournament, number=1):
    return facts(tournament).fold(current(tournament), table_of(tournament, number)).left


def test_the_loser_gives_a_mark_and_the_other_of_the_endkampf_keeps_his():
    t = at_ko()
    a, b, c, d = table_of(t).players
    answer = record(t, table_of(t), a, b, b)
    assert answer["next_game"] == 2
    assert left(t) == {a: 3, b: 2, c: 3, d: 3}


def test_out_is_out_and_the_table_stops_by_itself():
    t = at_ko(marks=1)
    a, b, c, d = table_of(t).players
    lose_ko(t, 1, a)
    for losers in ((a, a), (a, b, b)):
        with refused("loser_without_marks", player=a):
            record(t, table_of(t), *losers)
    answer = lose_ko(t, 1, b)
    assert answer["next_game"] is None
    with refused("table_complete"):
        lose_ko(t, 1, c)
    with refused("loser_not_seated"):
        lose_ko(t, 2, a)


def test_undo_gives_the_life_and_the_player_back():
    t = at_ko(marks=1)
    before = left(t)
    a, b, *_ = table_of(t).players
    lose_ko(t, 1, a)
    lose_ko(t, 1, b)
    sent_twice(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    assert not facts(t).complete(current(t), table_of(t))
    sent_twice(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    assert left(t) == before
    with refused("no_result"):
        do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)


def test_undo_at_a_table_waits_until_the_final_is_dissolved():
    t = at_final()
    ko = facts(t).ko.tables[0]
    with refused("final_formed"):
        do(undo_game, t, table_id=ko.id, version=ko.version)
    with refused("final_formed"):
        record(t, ko, ko.players[0], ko.players[0], game=99)
    do(dissolve_final, t)
    do(undo_game, t, table_id=ko.id, version=ko.version)
    assert fresh(t).phase == Phase.KO


def test_the_desk_undoes_and_dissolves_in_one_act_until_the_first_final_result():
    t = at_final()
    ko = facts(t).ko.tables[0]
    answer = sent_twice(undo_game, t, table_id=ko.id, version=ko.version, confirmed=True)
    assert answer["dissolved"]
    assert fresh(t).phase == Phase.KO
    assert facts(t).final is None
    assert not facts(t).ko.closed
    finish_ko_table(t, 1)
    do(form_final, t)
    lose_ko(t, 1, table_of(t).players[0])
    with refused("final_has_result"):
        do(undo_game, t, table_id=ko.id, version=table_of(t, 1, Stage.KO).version, confirmed=True)
    assert fresh(t).phase == Phase.FINAL


def test_marks_are_carried_into_the_final_or_fresh():
    t = at_final()
    carried = left(t)
    kept = {}
    for table in facts(t).ko.tables:
        kept |= facts(t).fold(facts(t).ko, table).left
    assert carried == {player: kept[player] for player in table_of(t).players}
    t = at_final(name="Frisch", final_marks=2)
    assert set(left(t).values()) == {2}


def test_the_final_is_played_until_one_is_left_and_undone_game_by_game():
    t = at_final(final_marks=1)
    before = state(t)
    *others, winner = table_of(t).players
    for player in others:
        lose_ko(t, 1, player)
    assert facts(t).complete(current(t), table_of(t))
    with refused("table_complete"):
        lose_ko(t, 1, winner)
    for _ in others:
        do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    after = state(t)
    after.final.tables[0].version = before.final.tables[0].version
    assert after == before


def test_a_finished_tournament_takes_no_result_and_no_undo():
    t = at_final(final_marks=1)
    table = table_of(t)
    *others, _ = table.players
    for player in others:
        lose_ko(t, 1, player)
    version = table_of(t).version
    do(finish, t)
    with refused("wrong_phase"):
        do(undo_game, t, table_id=table.id, version=version)
