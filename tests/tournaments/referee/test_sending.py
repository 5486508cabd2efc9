"""What a table sends: one act each, refused with a sentence, never for another table (product.md §4)."""

from uuid import uuid4

import pytest

from tests.builders import by, fresh
from tests.playing import do, facts, make_device, play_table, record, started, table_of
from tests.tournaments.referee.device import at, entry, page, pair, send, shown, words
from tournaments.models import Conflict, Result
from tournaments.services.absences import mark_no_show
from tournaments.services.players import withdraw_player
from tournaments.services.results import add_schock_aus
from tournaments.services.rounds import close_round, publish_draw, redraw_round
from tournaments.services.stations import replace_code

pytestmark = pytest.mark.django_db


def test_the_script_sends_json_and_gets_the_new_page(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    body = entry(t, table, table.players[0], table.players[0])
    answer = send(client, found, "result", body)
    told = answer.json()
    assert answer.status_code == 200
    assert told["state"] == "recorded"
    assert "Tisch fertig" in told["html"]
    again = send(client, found, "result", body)
    assert again.status_code == 200
    assert again.json()["result"] == told["result"]
    assert Result.objects.count() == 1
    other = send(client, found, "result", body | {"half1": table.players[1], "half2": table.players[1]})
    assert (other.status_code, other.json()["error"]) == (422, "key_reused")
    undone = send(client, found, "undo", {"key": str(uuid4()), "table": table.id, "version": told["version"]})
    assert undone.status_code == 200
    assert shown(undone.json()["html"]) == "half1"


def test_another_result_is_409_with_both_shown(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a, by=make_device("eins"))
    answer = send(client, found, "result", entry(t, table, b, b))
    told = answer.json()
    assert (answer.status_code, told["error"]) == (409, "other_result")
    assert "Das erste zählt" in told["sentence"]
    assert shown(told["html"]) == "conflict"
    both = words(told["html"])
    assert facts(t).players[a].name in both
    assert facts(t).players[b].name in both
    assert "Zwei verschiedene Ergebnisse" in page(client, found)
    assert Conflict.objects.count() == 1
    fields = {name: str(value) for name, value in entry(t, table, b, b).items()}
    assert client.post(at("result", found), fields)["Location"].endswith("?zeigen=widerspruch")
    assert shown(page(client, found, "?zeigen=widerspruch")) == "conflict"
    assert Conflict.objects.count() == 1


def test_the_desk_was_faster_and_the_table_sees_both(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a, by=by("Helfer"))
    waiting = page(client, found)
    assert "von der Leitung eingetragen" in words(waiting)
    assert "Stimmt es nicht: zurücknehmen und neu eintragen" in words(waiting)
    assert "data-taken hidden" in waiting
    answer = send(client, found, "result", entry(t, table, b, b))
    assert answer.status_code == 409
    both = words(answer.json()["html"])
    assert "von der Leitung eingetragen um" in both
    assert "danach gesendet um" in both
    assert "der Leitung Bescheid sagen" in both


def test_the_desk_contradicts_afterwards_and_the_table_is_told(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    a, b, *_ = table.players
    send(client, found, "result", entry(t, table, a, a))
    assert "data-taken" not in page(client, found)
    record(t, table, b, b, by=by())
    assert "Zwei verschiedene Ergebnisse sind da" in page(client, found)
    both = words(page(client, found, "?zeigen=widerspruch"))
    assert "zuerst gesendet um" in both
    assert "danach von der Leitung eingetragen um" in both


def test_the_same_result_is_quiet(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    a = table.players[0]
    record(t, table, a, a, by=make_device("eins"))
    answer = send(client, found, "result", entry(t, table, a, a))
    assert (answer.status_code, answer.json()["state"]) == (200, "same")


def test_refusals_are_sentences_with_the_table_as_it_is_now(client):
    t = started(8)
    found = pair(client, t)
    seen = table_of(t)
    a, b, *_ = seen.players
    do(mark_no_show, t, table_id=seen.id, player=b)
    answer = send(client, found, "result", entry(t, seen, a, a))
    assert (answer.status_code, answer.json()["error"]) == (409, "stale_version")
    assert "inzwischen etwas geändert" in answer.json()["sentence"]
    assert "nicht da" in answer.json()["html"]
    wrong = send(client, found, "result", entry(t, table_of(t), a, seen.players[2]))
    assert (wrong.status_code, wrong.json()["field"]) == (400, "endkampf")
    fields = {name: str(value) for name, value in entry(t, seen, a, a).items()}
    client.post(at("result", found), fields)
    assert "Am Tisch hat sich inzwischen etwas geändert" in page(client, found)


def test_a_redrawn_and_a_closed_round_are_told(client):
    t = started(8)
    found = pair(client, t)
    old = table_of(t)
    do(redraw_round, t, reason="Falsche Liste")
    body = {"key": str(uuid4()), "table": old.id, "draw_no": 1, "game": 1, "version": 1,
            "half1": old.players[0], "half2": old.players[0]}  # fmt: skip
    answer = send(client, found, "result", body)
    assert answer.status_code == 409
    assert "Runde 1 beginnt gleich" in words(answer.json()["html"])
    do(publish_draw, t)
    assert send(client, found, "result", body).json()["error"] == "round_redrawn"
    play_table(t, 1)
    played = table_of(t)
    play_table(t, 2)
    do(close_round, t)
    answer = send(client, found, "undo", {"key": str(uuid4()), "table": played.id, "version": played.version})
    assert (answer.status_code, answer.json()["error"]) == (409, "round_closed")
    assert "bei der Leitung melden" in answer.json()["sentence"]


@pytest.mark.parametrize(
    "body",
    [
        "[]", "null", "{", '{"key": 1}', '{"table": "x"}', '{"table": true}', '{"table": 1e99}',
        '{"table": [1]}', '{"table": -1}', "\xff",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["result", "undo", "absence", "present", "stroke"])
def test_broken_bodies_are_refused(client, name, body):
    t = started(4)
    found = pair(client, t)
    before = fresh(t).revision
    answer = client.post(at(name, found), body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["sentence"]
    assert fresh(t).revision == before


def test_every_entry_needs_a_key(client):
    t = started(4)
    found = pair(client, t)
    table = table_of(t)
    answer = send(client, found, "result", entry(t, table, table.players[0], table.players[0], key="x"))
    assert (answer.status_code, answer.json()["field"]) == (400, "key")


def test_a_device_enters_nothing_for_another_table(client):
    t = started(8)
    found = pair(client, t)
    other = table_of(t, 2)
    for name, body in (
        ("result", entry(t, other, other.players[0], other.players[0])),
        ("undo", {"table": other.id, "version": other.version}),
        ("absence", {"table": other.id, "player": other.players[0], "kind": "left"}),
        ("stroke", {"table": other.id, "player": other.players[0]}),
    ):
        answer = send(client, found, name, body | {"key": str(uuid4())})
        assert (answer.status_code, answer.json()["error"]) == (403, "not_paired")
    absence = do(mark_no_show, t, table_id=other.id, player=other.players[0])["absence"]
    answer = send(client, found, "present", {"key": str(uuid4()), "absence": absence})
    assert answer.status_code == 403
    assert len(table_of(t, 2).absences) == 1


def test_a_device_of_an_old_code_is_out(client):
    t = started(4)
    found = pair(client, t)
    do(replace_code, t, station_id=found.pk)
    assert client.get(at("table", found)).status_code == 403
    table = table_of(t)
    answer = send(client, found, "result", entry(t, table, table.players[0], table.players[0]))
    assert answer.status_code == 403


def test_somebody_is_missing_and_there_after_all(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    who = table.players[2]
    assert shown(page(client, found, "?zeigen=fehlt")) == "missing"
    text = page(client, found, f"?zeigen=fehlt&wer={who}")
    assert shown(text) == "leaving"
    assert facts(t).players[who].name in words(text)
    assert "war nie da" in words(text)
    body = {"key": str(uuid4()), "table": table.id, "player": who, "kind": "left"}
    assert send(client, found, "absence", body).status_code == 200
    (absence,) = table_of(t).absences
    assert (absence.player, absence.kind) == (who, "left")
    text = page(client, found, "?zeigen=fehlt")
    assert "ist doch da" in words(text)
    answer = send(client, found, "present", {"key": str(uuid4()), "absence": absence.id})
    assert answer.status_code == 200
    assert table_of(t).absences == []
    body = {"key": str(uuid4()), "table": table.id, "player": who, "kind": "no_show"}
    client.post(at("absence", found), {k: str(v) for k, v in body.items()})
    assert table_of(t).absences[0].kind == "no_show"


def test_whom_the_desk_sent_home_only_the_desk_brings_back(client):
    t = started(8)
    found = pair(client, t)
    who = table_of(t).players[0]
    do(withdraw_player, t, player=who)
    (absence,) = table_of(t).absences
    assert "ist doch da" not in page(client, found)
    answer = send(client, found, "present", {"key": str(uuid4()), "absence": absence.id})
    assert (answer.status_code, answer.json()["error"]) == (400, "sent_home")


def test_a_game_taken_back_leaves_the_schock_aus_and_the_page_says_so(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    stays = "Gezählte Schock aus bleiben dabei stehen."
    play_table(t, 1)
    assert stays not in page(client, found)
    do(add_schock_aus, t, table_id=table.id, player=table.players[1])
    assert stays in page(client, found)
    assert "Ein gezählter Schock aus bleibt stehen" in page(client, found)
    undo = {"key": str(uuid4()), "table": table.id, "version": table_of(t).version}
    assert send(client, found, "undo", undo).status_code == 200
    assert table_of(t).schock_aus == {table.players[1]: 1}
    assert stays not in page(client, found)


def test_schock_aus_is_one_tap_each_way(client):
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    body = {"table": table.id, "player": table.players[1]}
    answer = send(client, found, "stroke", body | {"key": str(uuid4())})
    assert shown(answer.json()["html"]) == "strokes"
    assert table_of(t).schock_aus == {table.players[1]: 1}
    fields = {"table": str(table.id), "player": str(table.players[1]), "less": "1", "key": str(uuid4())}
    assert client.post(at("stroke", found), fields)["Location"].endswith("?zeigen=schock-aus")
    assert table_of(t).schock_aus == {}
    t = started(4, name="Ohne", schock_aus_counted=False)
    assert "schock-aus" not in page(client, pair(client, t))
