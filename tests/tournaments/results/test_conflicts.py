"""Two devices at one table: the first counts, the second is told, the desk decides (C8, product.md §4)."""

import pytest

from tests.builders import fresh, last_log
from tests.playing import (
    at_ko,
    do,
    facts,
    lose_ko,
    make_device,
    play_round,
    play_table,
    record,
    refused,
    sent_twice,
    started,
    table_of,
)
from tournaments.models import Conflict, Receipt, Result
from tournaments.services.results import decide_conflict, undo_game
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def disputed():
    """A table where device one said A, device two says B."""
    t = started(4)
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a, by=make_device("eins"))
    answer = record(t, table, b, b, game=1, by=make_device("zwei"))
    return t, answer, a, b


def test_the_same_answer_from_another_device_is_accepted_quietly():
    t = started(4)
    table = table_of(t)
    a, b, *_ = table.players
    first = record(t, table, a, b, b, by=make_device("eins"))
    revision = fresh(t).revision
    second = record(t, table, a, b, b, game=1, by=make_device("zwei"))
    assert second["state"] == "same"
    assert (second["result"], second["version"]) == (first["result"], first["version"])
    assert fresh(t).revision == revision
    assert Result.objects.count() == 1
    assert not Conflict.objects.exists()


def test_the_same_answer_is_still_quiet_when_the_round_is_closed():
    t = started(4)
    table = table_of(t)
    a = table.players[0]
    record(t, table, a, a)
    do(close_round, t)
    assert record(t, table, a, a, game=1, by=make_device("zwei"))["state"] == "same"


def test_another_answer_is_a_conflict_with_both_and_the_first_counts():
    t, answer, a, b = disputed()
    assert answer["state"] == "conflict"
    assert answer["first"]["half1"] == a
    assert answer["second"]["half1"] == b
    assert answer["first"]["device"] != answer["second"]["device"]
    assert table_of(t).results[1].loser == a
    conflict = Conflict.objects.get()
    assert (conflict.other["half1"], conflict.decision) == (b, "")
    assert facts(t).conflicts == [conflict]
    assert last_log(t).act == "conflicting_game"
    assert fresh(t).revision == answer["revision"] == last_log(t).revision


def test_the_conflict_is_stored_once_however_often_it_is_sent_and_leaves_no_receipt():
    t, answer, a, b = disputed()
    receipts = Receipt.objects.count()
    again = record(t, table_of(t), b, b, game=1, version=1, by=make_device("zwei"))
    assert again["state"] == "conflict"
    assert again["conflict"] == answer["conflict"]
    assert again["revision"] == answer["revision"]
    assert Conflict.objects.count() == 1
    assert Receipt.objects.count() == receipts


def test_an_impossible_second_answer_is_refused_and_no_conflict():
    t, *_ = disputed()
    with refused("loser_not_seated"):
        record(t, table_of(t), 999, 999, game=1, by=make_device("drei"))
    assert Conflict.objects.count() == 1


def test_a_round_with_a_conflict_does_not_close():
    t, answer, *_ = disputed()
    with refused("conflicts_open", tables="1"):
        do(close_round, t)
    sent_twice(decide_conflict, t, conflict_id=answer["conflict"], decision="first")
    do(close_round, t)


def test_the_desk_leaves_the_first():
    t, answer, a, b = disputed()
    version = table_of(t).version
    do(decide_conflict, t, conflict_id=answer["conflict"], decision="first")
    assert table_of(t).results[1].loser == a
    assert table_of(t).version == version
    assert facts(t).conflicts == []
    assert last_log(t).act == "decide_conflict_first"
    with refused("conflict_gone"):
        do(decide_conflict, t, conflict_id=answer["conflict"], decision="second")
    told = record(t, table_of(t), b, b, game=1, by=make_device("zwei"))
    assert (told["state"], told["decision"]) == ("conflict", "first")


def test_the_desk_takes_the_second_as_a_new_version():
    t, answer, a, b = disputed()
    do(decide_conflict, t, conflict_id=answer["conflict"], decision="second")
    result = table_of(t).results[1]
    assert (result.loser, result.version) == (b, 2)
    assert Result.objects.filter(counts=False).get().version == 1
    assert record(t, table_of(t), b, b, game=1, by=make_device("zwei"))["state"] == "same"
    do(close_round, t)


def test_undoing_the_result_settles_the_conflict():
    t, answer, a, b = disputed()
    do(undo_game, t, table_id=table_of(t).id, version=table_of(t).version)
    assert facts(t).conflicts == []
    with refused("conflict_gone"):
        do(decide_conflict, t, conflict_id=answer["conflict"], decision="first")
    play_table(t, 1)
    do(close_round, t)


def test_another_answer_after_the_round_is_closed_is_for_the_desk():
    t = started(4)
    table = table_of(t)
    play_round(t)
    with refused("round_closed"):
        record(t, table, table.players[2], table.players[2], game=1)
    assert not Conflict.objects.exists()


def test_a_decision_is_first_or_second_of_this_tournament():
    t, answer, *_ = disputed()
    with refused("bad_input"):
        do(decide_conflict, t, conflict_id=answer["conflict"], decision="both")
    other = started(4, name="Nebenan")
    with refused("conflict_gone"):
        do(decide_conflict, other, conflict_id=answer["conflict"], decision="first")


def test_in_the_ko_the_second_answer_is_taken_only_when_the_rest_can_stand():
    t = at_ko(marks=1)
    table = table_of(t, 1)
    a, b, c, d = table.players
    lose_ko(t, 1, a, by=make_device("eins"))
    other = lose_ko(t, 1, b, game=1, version=table.version, by=make_device("zwei"))
    assert other["state"] == "conflict"
    lose_ko(t, 1, b)
    with refused("correction_contradicts", games="2"):
        do(decide_conflict, t, conflict_id=other["conflict"], decision="second")
    assert facts(t).conflicts
    do(decide_conflict, t, conflict_id=other["conflict"], decision="first")
