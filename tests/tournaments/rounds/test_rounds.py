"""Draw, publish, close and every way back (C1, C2.7, model.md)."""

import json

import pytest

from tests.builders import add_players, fresh, last_log, make_tournament
from tests.playing import (
    current,
    do,
    facts,
    play_round,
    play_table,
    record,
    refused,
    sent_twice,
    start_round,
    started,
    state,
    table_of,
)
from tournaments import draw
from tournaments.models import Phase, Round, RoundState, Seat, Station, Table
from tournaments.queries.standings import public_upto, standings
from tournaments.services.absences import mark_no_show, void_absence, void_table
from tournaments.services.corrections import correct_game
from tournaments.services.players import add_player, check_in, withdraw_player
from tournaments.services.results import undo_game
from tournaments.services.rounds import (
    close_round,
    discard_draw,
    draw_round,
    publish_draw,
    redraw_round,
    reopen_round,
    start_clock,
)
from tournaments.services.tournaments import change_format, change_rounds

pytestmark = pytest.mark.django_db


def test_a_draw_seats_everybody_once_and_can_be_recomputed():
    t = make_tournament()
    numbers = add_players(t, 9)
    answer = sent_twice(draw_round, t)
    round_ = current(t)
    assert answer["number"] == 1
    assert answer["tables"] == len(round_.tables) == 2
    assert sorted(p for table in round_.tables for p in table.players) == numbers
    assert round_.state == RoundState.DRAWN
    assert fresh(t).phase == Phase.REGISTRATION
    again = draw.draw_round(draw.protocol_input(round_.protocol))
    assert round_.protocol["result"] == [list(table) for table in again.tables]
    assert round_.protocol["swaps"] == []
    assert "Aalen" not in json.dumps([round_.protocol, last_log(t).data])
    assert [s.number for s in Station.objects.filter(tournament=t).order_by("number")] == [1, 2]


@pytest.mark.parametrize("players", [0, 2])
def test_too_few_players_are_not_drawn(players):
    t = make_tournament()
    add_players(t, players)
    with refused("too_few_players", present=players):
        do(draw_round, t)
    assert not Round.objects.exists()


def test_only_who_is_there_is_drawn():
    t = make_tournament()
    here = add_players(t, 4)
    add_players(t, 3, present=False, first=10)
    do(draw_round, t)
    assert sorted(current(t).tables[0].players) == here


def test_one_round_is_open_at_a_time():
    t = started(4)
    with refused("round_open", number=1):
        do(draw_round, t)


def test_setup_has_no_draw_and_the_last_round_no_successor():
    t = make_tournament(open_=False)
    with refused("wrong_phase"):
        do(draw_round, t)
    t = make_tournament(name="Kurz", rounds=1)
    add_players(t, 4)
    play_round(t)
    with refused("all_rounds_drawn", rounds=1):
        do(draw_round, t)
    do(change_rounds, t, rounds=2)
    do(draw_round, t)
    assert current(t).number == 2


def test_an_exception_after_some_tables_leaves_none(monkeypatch):
    t = make_tournament()
    add_players(t, 12)

    def broken(*args, **kwargs):
        raise RuntimeError("power cut")

    monkeypatch.setattr(Seat.objects, "bulk_create", broken)
    with pytest.raises(RuntimeError):
        do(draw_round, t)
    assert not Round.objects.exists()
    assert not Table.objects.exists()


def test_the_second_round_avoids_the_first():
    t = make_tournament()
    add_players(t, 16)
    play_round(t)
    start_round(t)
    first, second = facts(t).vorrunde
    met = {frozenset((a, b)) for x in first.tables for a in x.players for b in x.players if a < b}
    again = {frozenset((a, b)) for x in second.tables for a in x.players for b in x.players if a < b}
    assert not met & again


def test_discarding_a_draft_gives_the_same_pages_and_the_same_draw_again():
    t = make_tournament()
    add_players(t, 8)
    before = state(t)
    do(draw_round, t)
    seated = [table.players for table in current(t).tables]
    sent_twice(discard_draw, t)
    assert state(t) == before
    do(draw_round, t)
    assert [table.players for table in current(t).tables] == seated


def test_discarding_ends_when_the_draw_is_published():
    t = started()
    with refused("draw_published", number=1):
        do(discard_draw, t)
    play_round(t)
    with refused("no_open_round"):
        do(discard_draw, t)


def test_publishing_begins_the_vorrunde():
    t = make_tournament()
    add_players(t, 8)
    with refused("no_open_round"):
        do(publish_draw, t)
    do(draw_round, t)
    sent_twice(publish_draw, t)
    assert fresh(t).phase == Phase.VORRUNDE
    assert current(t).published_at is not None
    with refused("draw_published", number=1):
        do(publish_draw, t)


def test_a_draw_is_stale_when_somebody_came_or_went():
    t = make_tournament()
    numbers = add_players(t, 8)
    do(draw_round, t)
    do(check_in, t, player=numbers[0], present=False)
    with refused("draw_stale", number=1):
        do(publish_draw, t)
    do(check_in, t, player=numbers[0], present=True)
    do(withdraw_player, t, player=numbers[3])
    with refused("draw_stale"):
        do(publish_draw, t)
    do(redraw_round, t)
    do(publish_draw, t)
    assert numbers[3] not in [p for table in current(t).tables for p in table.players]


def test_redrawing_a_published_round_makes_other_tables_and_a_draft():
    t = started(16)
    before = current(t)
    with refused("reason_missing"):
        do(redraw_round, t)
    answer = sent_twice(redraw_round, t, reason="Falsche Liste")
    after = current(t)
    assert answer["draw_no"] == after.draw_no == 2
    assert after.id == before.id
    assert after.state == RoundState.DRAWN
    assert fresh(t).phase == Phase.REGISTRATION
    assert not {x.id for x in before.tables} & {x.id for x in after.tables}
    assert [x.players for x in before.tables] != [x.players for x in after.tables]
    assert {x.station_id for x in before.tables} == {x.station_id for x in after.tables}
    entry = last_log(t)
    assert entry.data["protocol"] == before.protocol
    assert entry.reason == "Falsche Liste"
    do(publish_draw, t)
    assert fresh(t).phase == Phase.VORRUNDE


def test_a_redrawn_round_that_was_discarded_does_not_come_back_as_the_first_draw():
    t = started(16)
    first = [x.players for x in current(t).tables]
    do(redraw_round, t, reason="Falsche Liste")
    do(discard_draw, t)
    assert do(draw_round, t)["draw_no"] == 2
    assert [x.players for x in current(t).tables] != first


@pytest.mark.parametrize("touch", ["result", "absence", "void"])
def test_redrawing_ends_with_the_first_result_or_absence(touch):
    t = started()
    table = table_of(t)
    if touch == "result":
        answer = play_table(t, 1)
    elif touch == "absence":
        absence = do(mark_no_show, t, table_id=table.id, player=table.players[0])["absence"]
    else:
        do(void_table, t, table_id=table.id, reason="Schlägerei")
    with refused("round_touched", number=1):
        do(redraw_round, t, reason="Noch einmal")
    if touch == "result":
        do(undo_game, t, table_id=table.id, version=answer["version"])
        do(redraw_round, t, reason="Noch einmal")
    elif touch == "absence":
        do(void_absence, t, absence_id=absence)
        do(redraw_round, t, reason="Noch einmal")


def test_a_later_round_is_redrawn_within_the_vorrunde():
    t = make_tournament()
    add_players(t, 8)
    play_round(t)
    start_round(t)
    do(redraw_round, t, reason="Noch einmal")
    assert fresh(t).phase == Phase.VORRUNDE
    assert current(t).number == 2
    assert not current(t).published


def test_a_round_closes_when_every_table_is_done():
    t = started(12)
    play_table(t, 1)
    with refused("round_incomplete", tables="2, 3", count=2):
        do(close_round, t)
    play_table(t, 2)
    do(void_table, t, table_id=table_of(t, 3).id, reason="Würfel verloren")
    sent_twice(close_round, t)
    round_ = facts(t).vorrunde[0]
    assert round_.closed
    assert round_.closed_at is not None
    assert round_.standings_public_at is not None
    with refused("no_open_round"):
        do(close_round, t)


def test_a_draft_is_not_closed():
    t = make_tournament()
    add_players(t, 8)
    play_round(t)
    do(draw_round, t)
    with refused("round_not_published"):
        do(close_round, t)


def test_every_game_of_the_round_is_needed():
    t = started(4, games_per_round=2)
    play_table(t, 1)
    with refused("round_incomplete"):
        do(close_round, t)
    play_table(t, 1)
    do(close_round, t)


def test_a_frozen_round_stays_secret_when_it_closes():
    t = started(4, rounds=2, freeze_rounds=1)
    play_round(t)
    play_round(t)
    first, second = facts(t).vorrunde
    assert first.standings_public_at is not None
    assert second.standings_public_at is None


def test_reopening_gives_the_same_pages_and_ends_with_the_next_draw():
    t = started(8)
    for number in (1, 2):
        play_table(t, number)
    before = state(t)
    with refused("no_closed_round"):
        do(reopen_round, t)
    do(close_round, t)
    sent_twice(reopen_round, t)
    after = state(t)
    after.rounds[0].standings_public_at = None
    assert after == before
    do(close_round, t)
    do(draw_round, t)
    with refused("next_round_drawn", number=2):
        do(reopen_round, t)
    do(discard_draw, t)
    do(reopen_round, t)
    assert not facts(t).vorrunde[0].closed


def test_what_was_public_stays_so_when_its_round_is_opened_corrected_and_closed_under_a_freeze():
    """C3.5: what was once public never disappears."""
    t = started(4, rounds=2)
    play_round(t)
    play_round(t)
    assert public_upto(facts(t)) == 2
    do(change_format, t, changes={"freeze_rounds": 1})
    do(reopen_round, t)
    assert public_upto(facts(t)) == 1
    table = table_of(t)
    loser, other = table.results[1].loser, next(p for p in table.players if p != table.results[1].loser)
    do(correct_game, t, table_id=table.id, game=1, half1=other, half2=other, reason="falsch gelesen")
    do(close_round, t)
    assert public_upto(facts(t)) == 2
    lost = {line.number: line.each[1] for line in standings(facts(t), 2)}
    assert (lost[other], lost[loser]) == (0, 5)


def test_a_closed_round_takes_no_result():
    t = started(4)
    table = table_of(t)
    answer = play_table(t, 1)
    do(close_round, t)
    with refused("round_closed", round=1):
        record(t, table, table.players[1], table.players[1], game=1)
    with refused("round_closed"):
        do(undo_game, t, table_id=table.id, version=answer["version"])


def test_the_clock_starts_and_starts_again():
    t = started(4)
    round_ = current(t)
    first = sent_twice(start_clock, t, round_id=round_.id)["started_at"]
    assert do(start_clock, t, round_id=round_.id)["started_at"] > first
    with refused("round_gone"):
        do(start_clock, t, round_id=0)
    play_round(t)
    with refused("round_closed"):
        do(start_clock, t, round_id=round_.id)
    do(draw_round, t)
    with refused("round_not_published"):
        do(start_clock, t, round_id=current(t).id)


def test_a_fixed_table_is_kept_by_the_draw():
    t = make_tournament()
    add_players(t, 11)
    bound = do(add_player, t, first="Frieda", fixed_station=2, present=True)["player"]
    for _ in range(3):
        start_round(t)
        assert current(t).table_of(bound).number == 2
        play_round(t)
