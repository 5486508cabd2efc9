"""A real worker on the filesystem broker, killed at the worst moment; and none at all."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from throwaway import free_port

from tests.builders import by
from tests.faults.real_worker import ROOT, kill_group, redis, until, worker
from tests.playing import facts, play_table, record, started, table_of
from tournaments import tasks
from tournaments.models import Job, JobState, Result, Tournament
from tournaments.printing import files, shelf
from tournaments.services import jobs

pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_print_left"),
]

BASE = "http://192.168.178.120:8000"


def children(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(pid) for pid in listed.split()]


def ask(tournament: Tournament, kind: str = "sheets") -> int:
    params = {"round": 1, "language": "de", "base": BASE}
    answer = jobs.request_job(tournament_id=tournament.pk, by=by(), kind=kind, params=params)
    if answer["send"]:
        tasks.enqueue(answer["job"])
    return int(answer["job"])


def job(pk: int) -> Job:
    return Job.objects.get(pk=pk)


def is_done(pk: int) -> bool:
    return job(pk).state == JobState.DONE


def prints() -> list[str]:
    return sorted(path.name for path in settings.PRINT_DIR.glob("*.pdf"))


def assert_one_good_print(pk: int, tables: int) -> None:
    """Exactly one job, one whole file, and nothing happens to them any more."""
    assert [(row.pk, row.state) for row in Job.objects.all()] == [(pk, JobState.DONE)]
    finished = job(pk)
    assert (finished.done, finished.total) == (tables, tables)
    path = files.path_of(finished.file)
    assert path is not None
    assert prints() == [finished.file]
    info = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True).stdout
    assert re.search(rf"^Pages: +{tables}$", info, re.MULTILINE)


def many_tables() -> tuple[Tournament, int]:
    """So many that printing takes seconds: its progress is written twice a second at most."""
    tournament = started(600)
    return tournament, len(facts(tournament).vorrunde[0].tables)


def state_on_the_page(tournament: Tournament, kind: str = "sheets") -> str:
    offer = shelf.offer_for(
        facts(tournament), shelf.load_prints(tournament.pk), kind, 1, base=BASE, drafts=False
    )
    assert offer is not None
    return offer.state


def test_prints_and_says_how_far_it_is() -> None:
    tournament, tables = many_tables()
    with worker():
        until(files.is_alive)
        pk = ask(tournament)
        until(lambda: 0 < job(pk).done < tables)
        assert state_on_the_page(tournament) == "running"
        until(lambda: is_done(pk))
    assert_one_good_print(pk, tables)
    assert job(pk).attempt == 1
    assert state_on_the_page(tournament) == "done"


@pytest.mark.parametrize("victim", ["pool", "main", "all"])
def test_killed_in_the_middle_it_is_printed_once(victim: str) -> None:
    tournament, tables = many_tables()
    with worker() as first:
        pk = ask(tournament)
        until(lambda: job(pk).done > 3)
        assert prints() == []
        if victim == "pool":
            for pid in children(first):
                os.kill(pid, signal.SIGKILL)
            until(lambda: is_done(pk))  # the same service goes on by itself
            attempt = job(pk).attempt
            assert attempt == 2
        else:
            if victim == "main":
                os.kill(first.pid, signal.SIGKILL)
                first.wait()
            else:
                kill_group(first)
            with worker("zwei"):  # what the supervisor does
                until(lambda: is_done(pk))
                until(lambda: not jobs.due_jobs())
    assert_one_good_print(pk, tables)


def test_without_a_print_service_the_page_says_so_and_the_evening_goes_on() -> None:
    tournament, tables = many_tables()
    pk = ask(tournament)
    assert state_on_the_page(tournament) == "away"
    play_table(tournament, 1)
    table = table_of(tournament, 2)
    record(tournament, table, table.players[0], table.players[0])
    assert Result.objects.filter(counts=True).count() == 2
    assert state_on_the_page(tournament) == "away"
    with worker():
        until(lambda: is_done(pk))
    assert_one_good_print(pk, tables)


def test_a_queue_that_lost_everything_loses_no_job() -> None:
    tournament = started(8)
    pk = ask(tournament)
    for message in settings.QUEUE_DIR.glob("*.msg"):
        message.unlink()
    with worker():
        until(lambda: is_done(pk))
    assert_one_good_print(pk, 2)


def test_a_queue_that_takes_nothing_holds_up_nobody() -> None:
    tournament = started(8)
    shutil.rmtree(settings.QUEUE_DIR)
    settings.QUEUE_DIR.write_text("in the way")
    pk = ask(tournament)
    assert job(pk).state == JobState.WAITING
    settings.QUEUE_DIR.unlink()
    settings.QUEUE_DIR.mkdir()
    with worker():
        until(lambda: is_done(pk))
    assert_one_good_print(pk, 2)


def test_a_job_sent_twenty_times_to_two_workers_is_printed_once() -> None:
    tournament = started(24)
    with worker("eins"), worker("zwei"):
        until(files.is_alive)
        pk = ask(tournament)
        for _ in range(20):
            tasks.send(pk)
        until(lambda: is_done(pk))
        until(lambda: not list(settings.QUEUE_DIR.glob("*.celery.msg")))
    assert job(pk).attempt == 1
    assert_one_good_print(pk, 6)


def test_twenty_people_asking_at_once_get_one_job() -> None:
    tournament = started(8)
    by()
    found: list[int] = []
    ready = threading.Barrier(20)

    def click() -> None:
        try:
            ready.wait()
            found.append(ask(tournament))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=click) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20
    assert len(set(found)) == 1
    with worker():
        until(lambda: is_done(found[0]))
    assert_one_good_print(found[0], 2)


def test_cancelled_while_it_runs_nothing_is_printed() -> None:
    tournament, _ = many_tables()
    with worker():
        pk = ask(tournament)
        until(lambda: job(pk).done > 3)
        assert jobs.cancel_job(job_id=pk, tournament_id=tournament.pk)
        small = ask(tournament, "names")
        until(lambda: is_done(small))  # the service is free again
    assert job(pk).state == JobState.CANCELLED
    assert prints() == [job(small).file]


def send_through(url: str, pk: int) -> bool:
    """A web process with this broker sends a job: True when the broker took it."""
    code = (
        "import django; django.setup(); from schockturnier import celery_app; from tournaments import tasks;"
        f"print(tasks.send({pk}))"
    )
    env = os.environ | {
        "DATA_DIR": str(settings.DATA_DIR),
        "REDIS_URL": url,
        "DJANGO_SETTINGS_MODULE": "schockturnier.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip() == "True"


def test_a_redis_that_comes_back_empty_loses_no_job(tmp_path: Path) -> None:
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    first, second, third = (ask(started(8)) for _ in range(3))
    with ExitStack() as stack:
        with redis(port, tmp_path):
            stack.enter_context(worker(REDIS_URL=url))
            assert send_through(url, first)
            until(lambda: is_done(first))
        assert send_through(url, second) is False
        with redis(port, tmp_path):
            until(lambda: is_done(second) and is_done(third))
    assert [row.state for row in Job.objects.all()] == [JobState.DONE] * 3
    assert len(prints()) == 3
