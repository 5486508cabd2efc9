"""Recording the result of a game, and taking it back (C2, R7, model.md)."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests.builders import fresh, last_log, make_tournament
from tests.playing import (
    at_ko,
    current,
    do,
    facts,
    make_device,
    play_table,
    record,
    refused,
    sent_twice,
    started,
    state,
    table_of,
)
from tournaments.models import Conflict, LogEntry, Receipt, Result
from tournaments.queries.standings import standings
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_left, mark_no_show, void_table
from tournaments.services.results import (
    add_schock_aus,
    record_game,
    take_back_schock_aus,
    undo_game,
)
from tournaments.services.rounds import close_round, draw_round, redraw_round

pytestmark = pytest.mark.django_db


def points(tournament):
    return {line.number: line.standing.points for line in standings(facts(tournament), running=True)}


def test_three_names_make_the_points():
    t = started(8)
    table = table_of(t)
    a, b, c, d = table.players
    device = make_device()
    answer = record(t, table, b, d, b, by=device)
    assert answer["state"] == "recorded"
    assert answer["version"] == table.version + 1
    assert answer["next_game"] is None
    assert answer["revision"] == fresh(t).revision
    found = points(t)
    assert [found[p] for p in (a, b, c, d)] == [5, 0, 5, 3]
    entry = last_log(t)
    assert entry.device_id == device.device_id
    assert entry.data["loser"] == b
    assert entry.data["table"] == 1


def test_blattschuss_needs_no_endkampf():
    t = started(4)
    table = table_of(t)
    a, b, c, d = table.players
    record(t, table, c, c)
    found = points(t)
    assert [found[p] for p in (a, b, c, d)] == [5, 5, 0, 5]


def test_the_same_key_is_answered_once():
    t = started(8)
    table = table_of(t)
    body = {
        "table_id": table.id, "draw_no": 1, "game": 1, "version": table.version,
        "half1": table.players[0], "half2": table.players[0],
    }  # fmt: skip
    sent_twice(record_game, t, by=make_device(), **body)
    assert Result.objects.count() == 1
    key = uuid4()
    record_game(tournament_id=t.pk, by=SYSTEM, key=key, **body)
    with refused("key_reused"):
        record_game(tournament_id=t.pk, by=SYSTEM, key=key, **(body | {"half2": table.players[1]}))


@pytest.mark.parametrize(
    ("halves", "code", "field"),
    [
        ((None,), "half1_missing", "half1"),
        ((0,), "half2_missing", "half2"),
        ((0, 1), "endkampf_missing", "endkampf"),
        ((0, 1, 2), "endkampf_not_in_halves", "endkampf"),
        ((0, 0, 0), "endkampf_not_allowed", "endkampf"),
        ((9, 9), "loser_not_seated", "half1"),
        ((0, 9, 0), "loser_not_seated", "half2"),
        ((0, 1, 9), "loser_not_seated", "endkampf"),
    ],
)
def test_what_cannot_be_a_game_is_refused_at_its_field(halves, code, field):
    t = started(8)
    table = table_of(t)
    losers = [None if i is None else 999 if i == 9 else table.players[i] for i in halves]
    before = fresh(t).revision
    with pytest.raises(Exception) as caught:
        record(t, table, *losers)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert not Result.objects.exists()
    assert not Receipt.objects.filter(act="record_game").exists()
    assert fresh(t).revision == before


def test_a_player_of_another_table_has_not_lost_here():
    t = started(8)
    stranger = table_of(t, 2).players[0]
    with refused("loser_not_seated", player=stranger):
        record(t, table_of(t, 1), stranger, stranger)


def test_a_draft_takes_no_result():
    t = make_tournament()
    from tests.builders import add_players

    add_players(t, 4)
    do(draw_round, t)
    with refused("wrong_phase"):
        record(t, table_of(t), table_of(t).players[0], table_of(t).players[0])


def test_several_games_come_in_sequence():
    t = started(4, games_per_round=3)
    table = table_of(t)
    a, b, c, _ = table.players
    with refused("game_out_of_turn", next=1):
        record(t, table, a, a, game=2)
    assert record(t, table, a, a)["next_game"] == 2
    assert record(t, table_of(t), b, b)["next_game"] == 3
    assert record(t, table_of(t), c, c)["next_game"] is None
    with refused("table_complete"):
        record(t, table_of(t), c, c, game=4)
    assert points(t)[a] == 10


def test_what_a_redraw_left_behind_is_refused():
    t = started(8)
    old = table_of(t)
    do(redraw_round, t, reason="Falsche Liste")
    from tournaments.services.rounds import publish_draw

    do(publish_draw, t)
    body = {"table_id": old.id, "draw_no": 1, "game": 1, "version": old.version,
            "half1": old.players[0], "half2": old.players[0]}  # fmt: skip
    with refused("round_redrawn"):
        do(record_game, t, **body)
    with refused("round_redrawn"):
        do(record_game, t, **(body | {"table_id": table_of(t).id}))


def test_a_stale_version_is_told_what_changed():
    t = started(8)
    seen = table_of(t)
    a, b, c, d = seen.players
    do(mark_no_show, t, table_id=seen.id, player=d)
    with refused("stale_version"):
        record(t, seen, a, a, version=seen.version)
    with refused("loser_absent", player=d):
        record(t, table_of(t), d, d)
    record(t, table_of(t), a, b, a)
    found = points(t)
    assert [found[p] for p in (a, b, c, d)] == [0, 3, 5, 0]


def test_decided_tables_take_no_result():
    t = started(8)
    table = table_of(t)
    do(void_table, t, table_id=table.id, reason="Würfel weg")
    with refused("table_decided"):
        record(t, table_of(t), table.players[0], table.players[0], game=1)


def test_two_play_on_and_one_does_not():
    t = started(4)
    a, b, c, d = table_of(t).players
    for player in (c, d):
        do(mark_no_show, t, table_id=table_of(t).id, player=player)
    record(t, table_of(t), a, a)
    assert points(t) == {a: 0, b: 5, c: 0, d: 0}
    do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    do(mark_no_show, t, table_id=table_of(t).id, player=b)
    with refused("too_few_players", present=1):
        record(t, table_of(t), a, a)


def test_a_leaver_who_had_lost_a_half_loses_the_game_without_endkampf():
    t = started(8)
    a, b, c, d = table_of(t).players
    do(mark_left, t, table_id=table_of(t).id, player=b)
    with refused("endkampf_after_leaving", player=b):
        record(t, table_of(t), b, c, c)
    record(t, table_of(t), b, c)
    assert table_of(t).results[1].endkampf == b
    found = points(t)
    assert [found[p] for p in (a, b, c, d)] == [5, 0, 3, 5]


def test_a_leaver_who_had_lost_no_half_leaves_two_zeros():
    t = started(8)
    a, b, c, d = table_of(t).players
    do(mark_left, t, table_id=table_of(t).id, player=d)
    record(t, table_of(t), a, b, a)
    found = points(t)
    assert [found[p] for p in (a, b, c, d)] == [0, 3, 5, 0]


def test_who_left_in_an_earlier_game_has_zero_in_the_rest():
    t = started(4, games_per_round=2)
    a, b, c, d = table_of(t).players
    do(mark_left, t, table_id=table_of(t).id, player=d)
    record(t, table_of(t), a, a)
    with refused("loser_absent", player=d):
        record(t, table_of(t), d, d)
    record(t, table_of(t), b, b)
    assert points(t) == {a: 5, b: 5, c: 10, d: 0}


def test_undo_gives_the_same_pages_and_a_new_version():
    t = started(8)
    before = state(t)
    answer = play_table(t, 1)
    undone = sent_twice(undo_game, t, table_id=table_of(t).id, version=answer["version"])
    assert undone["next_game"] == 1
    after = state(t)
    assert after.current.tables[0].version == before.current.tables[0].version + 2
    after.current.tables[0].version -= 2
    assert after == before
    with refused("no_result"):
        do(undo_game, t, table_id=table_of(t).id, version=undone["version"])
    assert Result.objects.filter(counts=False, voided_at__isnull=False).count() == 1
    play_table(t, 1)
    assert table_of(t).results[1].version == 2


def test_undo_with_another_version_is_refused():
    t = started(8)
    play_table(t, 1)
    with refused("stale_version"):
        do(undo_game, t, table_id=table_of(t).id, version=1)


def test_undo_takes_the_last_game_only():
    t = started(4, games_per_round=2)
    a, b, *_ = table_of(t).players
    record(t, table_of(t), a, a)
    record(t, table_of(t), b, b)
    do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    assert list(table_of(t).results) == [1]


def test_the_database_refuses_what_the_code_forgets():
    t = started(4)
    play_table(t, 1)
    result = Result.objects.get()
    twin = {
        "table_id": result.table_id, "game": 1, "half1_id": result.half1_id, "half2_id": result.half2_id
    }  # fmt: skip
    for wrong in (
        {**twin, "version": 2},
        {**twin, "version": 1, "counts": False},
        {**twin, "version": 3, "game": 2, "scharf": True},
        {**twin, "version": 3, "game": 2, "half2_id": None},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Result(**wrong).save(force_insert=True)


def test_schock_aus_is_counted_per_player_and_taken_back():
    t = started(8)
    table = table_of(t)
    player = table.players[1]
    for count in (1, 2):
        assert do(add_schock_aus, t, table_id=table.id, player=player)["count"] == count
    assert table_of(t).schock_aus == {player: 2}
    assert table_of(t).version == table.version
    answer = sent_twice(take_back_schock_aus, t, table_id=table.id, player=player)
    assert answer["count"] == 1
    do(take_back_schock_aus, t, table_id=table.id, player=player)
    with refused("no_schock_aus"):
        do(take_back_schock_aus, t, table_id=table.id, player=player)
    with refused("player_not_seated"):
        do(add_schock_aus, t, table_id=table.id, player=table_of(t, 2).players[0])


def test_schock_aus_ends_for_devices_with_the_round_and_needs_the_format():
    t = started(4)
    table = table_of(t)
    play_table(t, 1)
    do(close_round, t)
    body = {"table_id": table.id, "player": table.players[0]}
    with refused("round_closed"):
        add_schock_aus(tournament_id=t.pk, by=make_device(), **body)
    assert do(add_schock_aus, t, **body)["count"] == 1
    assert do(take_back_schock_aus, t, **body)["count"] == 0
    t = started(4, name="Ohne", schock_aus_counted=False)
    with refused("schock_aus_off"):
        do(add_schock_aus, t, table_id=table_of(t).id, player=table_of(t).players[0])


@pytest.mark.parametrize("orders", [False, True])
def test_the_desk_puts_the_tally_right_until_something_hangs_on_it(orders):
    chain = ("fewer_lost_games", "schock_aus") if orders else ("fewer_lost_games",)
    t = at_ko(tie_breaks=chain)
    table = facts(t).vorrunde[0].tables[0]
    body = {"table_id": table.id, "player": table.players[0]}
    if orders:
        with refused("round_closed"):
            do(add_schock_aus, t, **body)
    else:
        assert do(add_schock_aus, t, **body)["count"] == 1
    ko = table_of(t)
    assert do(add_schock_aus, t, table_id=ko.id, player=ko.players[0])["count"] == 1


def test_a_result_costs_the_same_few_queries_at_any_size(django_assert_max_num_queries):
    for size in (4, 40):
        t = started(size, name=f"Mit {size}")
        table = current(t).tables[0]
        body = {"table_id": table.id, "draw_no": 1, "game": 1, "version": table.version,
                "half1": table.players[0], "half2": table.players[0]}  # fmt: skip
        with django_assert_max_num_queries(14):
            record_game(tournament_id=t.pk, by=SYSTEM, key=uuid4(), **body)


def test_the_log_holds_numbers_only():
    t = started(8)
    play_table(t, 1)
    assert not any("Aalen" in str(entry.data) for entry in LogEntry.objects.filter(tournament=t))
    assert not Conflict.objects.exists()
