"""Many at once, against the real database, with controls that must fail without the lock.

Threads stand for devices; one test uses processes, because a lock inside one process is not enough.
"""

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import OperationalError, connections, transaction

from scoring.errors import RuleViolation
from tests.builders import add_players, fresh, make_tournament
from tests.faults.real_worker import database_url
from tests.playing import current, facts, make_device, play_table, started, table_of
from tournaments.models import Conflict, LogEntry, Result, Round, RoundState, Seat, Tournament
from tournaments.services import _act, results, rounds
from tournaments.services._act import SYSTEM
from tournaments.services._lock import lock_tournament
from tournaments.services.absences import void_table
from tournaments.services.results import record_game
from tournaments.services.rounds import close_round, draw_round, publish_draw

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30  # seconds until a thread that hangs fails its test


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all of them in threads that start together; answers or exceptions, in their order."""
    answers: list[Any] = [None] * len(works)
    gate = threading.Barrier(len(works))

    def run(index: int) -> None:
        try:
            gate.wait(PATIENCE)
            answers[index] = works[index]()
        except Exception as error:
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    return answers


def sending(tournament: Tournament, table: Any, loser: int, name: str = "") -> Callable[[], Any]:
    """What one device does: its answer for game 1 of the table it saw."""
    by = make_device(name) if name else SYSTEM
    body = {"table_id": table.id, "draw_no": 1, "game": 1, "version": table.version}
    return lambda: record_game(tournament_id=tournament.pk, by=by, half1=loser, half2=loser, **body)


def code_of(answer: Any) -> str:
    return answer.code if isinstance(answer, RuleViolation) else answer["state"]


@pytest.mark.parametrize("queue", ["in turn", "all at once"])
def test_eight_devices_at_one_table_make_one_result_and_the_others_are_told(monkeypatch, queue):
    if queue == "all at once":
        monkeypatch.setattr(_act, "in_turn", nullcontext)
    t = started(4)
    table = table_of(t)
    before = fresh(t).revision
    works = [sending(t, table, table.players[i % 4], f"device {i}") for i in range(8)]
    states = Counter(code_of(answer) for answer in at_once(works))
    assert states == {"recorded": 1, "same": 1, "conflict": 6}
    assert Result.objects.count() == 1
    assert Conflict.objects.count() == 6
    assert table_of(t).version == table.version + 1
    assert fresh(t).revision == before + 7
    assert LogEntry.objects.filter(tournament=t, act="record_game").count() == 1


def test_eight_devices_with_the_same_answer_make_no_fuss():
    t = started(4)
    table = table_of(t)
    before = fresh(t).revision
    works = [sending(t, table, table.players[2], f"device {i}") for i in range(8)]
    states = Counter(code_of(answer) for answer in at_once(works))
    assert states == {"recorded": 1, "same": 7}
    assert not Conflict.objects.exists()
    assert fresh(t).revision == before + 1


def test_twenty_tables_at_once_raise_the_revision_by_twenty():
    t = started(80)
    tables = current(t).tables
    assert len(tables) == 20
    before = fresh(t).revision
    answers = at_once([sending(t, table, table.players[0], f"at {table.number}") for table in tables])
    assert [code_of(answer) for answer in answers] == ["recorded"] * 20
    assert fresh(t).revision == before + 20
    assert sorted(answer["revision"] for answer in answers) == list(range(before + 1, before + 21))
    assert all(facts(t).complete(current(t), table) for table in current(t).tables)


def test_two_clicks_on_draw_make_one_round():
    t = make_tournament()
    add_players(t, 16)
    works = [lambda: draw_round(tournament_id=t.pk, by=SYSTEM)] * 4
    answers = at_once(works)
    refused = [answer for answer in answers if isinstance(answer, RuleViolation)]
    assert [violation.code for violation in refused] == ["round_open"] * 3
    assert Round.objects.count() == 1
    assert Seat.objects.count() == 16


def test_the_same_key_in_the_same_moment_is_one_act():
    t = started(4)
    table = table_of(t)
    key = uuid4()
    body = {"table_id": table.id, "draw_no": 1, "game": 1, "version": 1,
            "half1": table.players[0], "half2": table.players[0]}  # fmt: skip
    answers = at_once([lambda: record_game(tournament_id=t.pk, by=SYSTEM, key=key, **body)] * 6)
    assert all(answer == answers[0] for answer in answers)
    assert Result.objects.count() == 1


def test_a_round_is_published_once_and_closed_once():
    t = make_tournament()
    add_players(t, 4)
    draw_round(tournament_id=t.pk, by=SYSTEM)
    published = at_once([lambda: publish_draw(tournament_id=t.pk, by=SYSTEM)] * 4)
    assert sum(isinstance(answer, dict) for answer in published) == 1
    play_table(t, 1)
    closed = at_once([lambda: close_round(tournament_id=t.pk, by=SYSTEM)] * 4)
    assert sum(isinstance(answer, dict) for answer in closed) == 1


class Held:
    """Holds a result between its checks and its row, until the round is closed or cannot be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.checked, self.closed = threading.Event(), threading.Event()
        store = results.insert_result

        def insert(*args: Any, **kwargs: Any) -> Any:
            self.checked.set()
            self.closed.wait(seconds)
            return store(*args, **kwargs)

        monkeypatch.setattr(results, "insert_result", insert)


def record_against_close(t: Tournament, held: Held) -> tuple[Any, Any]:
    """One device records at the last table while the desk voids it and closes the round."""
    table = table_of(t)

    def close() -> Any:
        held.checked.wait(PATIENCE)
        void_table(tournament_id=t.pk, by=SYSTEM, table_id=table.id, reason="Es ist spät")
        answer = close_round(tournament_id=t.pk, by=SYSTEM)
        held.closed.set()
        return answer

    recorded, closed = at_once([sending(t, table, table.players[0]), close])
    return recorded, closed


def test_a_result_is_before_the_closing_of_its_round_or_not_at_all(monkeypatch):
    t = started(4)
    recorded, closed = record_against_close(t, Held(monkeypatch, seconds=1))
    assert recorded["revision"] < closed["revision"]
    assert Round.objects.get().state == RoundState.CLOSED
    assert Result.objects.get().created_at < Round.objects.get().closed_at


def test_closing_and_recording_race_in_either_order():
    for turn in range(6):
        t = started(8, name=f"Lauf {turn}")
        play_table(t, 2)
        table = table_of(t)
        recorded, closed = at_once(
            [sending(t, table, table.players[0]), lambda t=t: close_round(tournament_id=t.pk, by=SYSTEM)]
        )
        assert code_of(recorded) == "recorded"
        if isinstance(closed, RuleViolation):
            assert closed.code == "round_incomplete"
            assert not current(t).closed
        else:
            assert recorded["revision"] < closed["revision"]


@pytest.mark.postgres
def test_control_without_the_lock_a_result_enters_a_closed_round(monkeypatch):
    monkeypatch.setattr(_act, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk))
    t = started(4)
    recorded, closed = record_against_close(t, Held(monkeypatch, seconds=PATIENCE))
    assert isinstance(closed, dict)
    assert code_of(recorded) == "recorded"
    assert Round.objects.get().state == RoundState.CLOSED
    assert Result.objects.get().created_at > Round.objects.get().closed_at


@pytest.mark.postgres
def test_control_without_the_lock_revisions_are_lost(monkeypatch):
    monkeypatch.setattr(_act, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk))
    t = started(8)
    before = fresh(t).revision
    gate = threading.Barrier(2)
    store = results.insert_result

    def insert(*args: Any, **kwargs: Any) -> Any:
        gate.wait(PATIENCE)
        return store(*args, **kwargs)

    monkeypatch.setattr(results, "insert_result", insert)
    tables = current(t).tables
    at_once([sending(t, table, table.players[0]) for table in tables])
    assert Result.objects.count() == 2
    assert fresh(t).revision == before + 1


@pytest.mark.sqlite
def test_control_deferred_transactions_report_a_locked_database(monkeypatch):
    t = started(4)
    options = connections.settings["default"]["OPTIONS"]
    monkeypatch.setitem(options, "transaction_mode", "DEFERRED")
    gate = threading.Barrier(2)

    def read_then_write() -> None:
        with transaction.atomic():
            tournament = lock_tournament(t.pk)
            gate.wait(PATIENCE)
            tournament.revision += 1
            tournament.save(update_fields=["revision"])

    answers = at_once([read_then_write] * 2)
    errors = [answer for answer in answers if answer is not None]
    assert [type(error) for error in errors] == [OperationalError]
    assert "database is locked" in str(errors[0])


@pytest.mark.sqlite
def test_immediate_transactions_wait_for_each_other():
    t = started(4)
    before = fresh(t).revision

    def read_then_write() -> None:
        with transaction.atomic():
            tournament = lock_tournament(t.pk)
            tournament.revision += 1
            tournament.save(update_fields=["revision"])

    assert at_once([read_then_write] * 8) == [None] * 8
    assert fresh(t).revision == before + 8


def test_a_draw_that_breaks_off_leaves_the_lock_free(monkeypatch):
    t = make_tournament()
    add_players(t, 8)

    def broken(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr(rounds, "draw_tables", broken)
        answers = at_once([lambda: draw_round(tournament_id=t.pk, by=SYSTEM)] * 3)
    assert all(isinstance(answer, RuntimeError) for answer in answers)
    assert draw_round(tournament_id=t.pk, by=SYSTEM)["number"] == 1


PROCESS = """
import json, os, sys
import django
django.setup()
from tournaments.services._act import SYSTEM
from tournaments.services.results import record_game
sent = json.loads(sys.argv[1])
states = [record_game(by=SYSTEM, **body)["state"] for body in sent]
print(json.dumps(states))
"""


def test_two_processes_confirm_every_result_once():
    t = started(80)
    before = fresh(t).revision
    bodies: list[list[dict[str, Any]]] = [[], []]
    for table in current(t).tables:
        for process, loser in enumerate(table.players[:2]):
            bodies[process].append(
                {"tournament_id": t.pk, "table_id": table.id, "draw_no": 1, "game": 1,
                 "version": table.version, "half1": loser, "half2": loser}
            )  # fmt: skip
    env = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "schockturnier.settings"}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, json.dumps(sent)],
            env=env,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        for sent in bodies
    ]
    states: Counter[str] = Counter()
    for process in running:
        out, _ = process.communicate(timeout=PATIENCE * 2)
        assert process.returncode == 0
        states.update(json.loads(out))
    assert states == {"recorded": 20, "conflict": 20}
    assert Result.objects.filter(counts=True).count() == 20
    assert Conflict.objects.count() == 20
    assert fresh(t).revision == before + 40
