"""A real worker, killed, overtaken or out of disk at any moment of a job: one print, never half a one.

On the filesystem broker and on Redis.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from throwaway import free_port

from tests.builders import LEITUNG, as_user
from tests.faults.real_worker import redis, until, worker
from tests.faults.test_printing import (
    ask,
    assert_one_good_print,
    children,
    is_done,
    job,
    prints,
    state_on_the_page,
)
from tests.faults.web import Web, web
from tests.playing import facts, started
from tournaments.models import Job, JobState, Tournament
from tournaments.printing import files
from tournaments.services import jobs

pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_print_left"),
]

PLAYERS, TABLES = 64, 16  # two times eight sheets are laid out together
Worker = AbstractContextManager[subprocess.Popen[bytes]]


@pytest.fixture(params=["filesystem", "redis"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """REDIS_URL of the print service, "" for the folder. What is due it sends to itself."""
    if request.param == "filesystem":
        yield ""
        return
    port = free_port()
    with redis(port, tmp_path):
        yield f"redis://127.0.0.1:{port}/0"


def halting(broker: str, at: str, halted: Path) -> Worker:
    halt = {"HALT_AT": at, "HALTED": str(halted), "REDIS_URL": broker}
    return worker("steht", module="tests.faults.halting_worker", **halt)


def nothing_is_offered(tournament: Tournament, pk: int) -> None:
    assert (job(pk).state, job(pk).file) == (JobState.RUNNING, "")
    assert state_on_the_page(tournament) == "running"


def tidy() -> None:
    """As the service does it after ten minutes."""
    for path in settings.PRINT_DIR.iterdir():
        os.utime(path, (1e9, 1e9))
    jobs.tidy_files()


LAID_OUT, PAINTED = str(TABLES // 2 + 4), str(2 * TABLES)
"""After how many signs of life: of a job one comes before, one a sheet, two a page that is painted."""


@pytest.mark.parametrize("moment", [LAID_OUT, PAINTED, "draft", "whole"])
def test_killed_at_any_moment_it_is_printed_once(broker: str, moment: str, tmp_path: Path) -> None:
    tournament, halted = started(PLAYERS), tmp_path / "halted"
    with halting(broker, moment, halted) as process:
        pk = ask(tournament)
        until(halted.exists)
        nothing_is_offered(tournament, pk)
        for pid in children(process):
            os.kill(pid, signal.SIGKILL)
        until(partial(is_done, pk))
    assert job(pk).attempt == 2
    tidy()
    assert list(settings.PRINT_DIR.glob(".*")) == []
    assert_one_good_print(pk, TABLES)


@pytest.mark.parametrize("moment", ["3", "whole"])
def test_a_worker_that_was_overtaken_leaves_the_print_of_the_other(
    broker: str, moment: str, tmp_path: Path
) -> None:
    tournament, halted = started(PLAYERS), tmp_path / "halted"
    with halting(broker, moment, halted):
        pk = ask(tournament)
        until(halted.exists)
        with worker("zwei", REDIS_URL=broker):
            until(partial(is_done, pk))
            finished = job(pk)
            halted.with_suffix(".on").touch()
            small = ask(tournament, "names")  # whoever takes it, both are free again at its end
            until(partial(is_done, small))
        until(lambda: len(prints()) == 2)
    assert finished.attempt == 2
    assert Job.objects.get(pk=pk) == finished
    assert job(pk).file == finished.file
    assert files.path_of(finished.file) is not None


def test_a_full_disk_is_told_and_leaves_no_file(broker: str, tmp_path: Path) -> None:
    tournament = started(PLAYERS)
    with halting(broker, "full", tmp_path / "halted"):
        pk = ask(tournament)
        until(lambda: job(pk).state == JobState.FAILED)
    assert job(pk).error == "disk_full"
    assert state_on_the_page(tournament) == "failed"
    assert [path.name for path in settings.PRINT_DIR.iterdir()] == ["druckdienst"]
    again = ask(tournament)
    with worker(REDIS_URL=broker):
        until(partial(is_done, again))
    assert_one_good_print(again, TABLES)


def test_two_workers_that_are_told_again_and_again_print_once(broker: str) -> None:
    tournament = started(PLAYERS)
    with worker("eins", REDIS_URL=broker), worker("zwei", REDIS_URL=broker):
        until(files.is_alive)
        pk = ask(tournament)
        until(partial(is_done, pk))
        small = ask(tournament, "names")
        until(partial(is_done, small))
    assert job(pk).attempt == job(small).attempt == 1
    assert len(prints()) == 2


def test_a_redis_that_stops_and_goes_on_holds_up_nobody(tmp_path: Path) -> None:
    """Gone while a job runs, and back with all it knew: the message is there again, the job is not."""
    port = free_port()
    with redis(port, tmp_path) as server, halting(f"redis://127.0.0.1:{port}/0", "3", tmp_path / "h"):
        tournament = started(PLAYERS)
        pk = ask(tournament)
        until((tmp_path / "h").exists)
        server.send_signal(signal.SIGSTOP)
        (tmp_path / "h").with_suffix(".on").touch()
        until(partial(is_done, pk))  # the row needs no broker
        server.send_signal(signal.SIGCONT)
        small = ask(tournament, "names")
        until(partial(is_done, small))
    assert len(prints()) == 2
    assert {row.state for row in Job.objects.all()} == {JobState.DONE}


def test_a_web_process_that_is_killed_loses_no_job() -> None:
    tournament = started(PLAYERS)
    path = f"/leitung/{tournament.slug}/drucken/"
    assert len(facts(tournament).vorrunde[0].tables) == TABLES
    with web() as server:
        server.post(f"{path}sheets/1/")
        pk = Job.objects.get().pk
        server.end(signal.SIGKILL)
        with worker():
            until(partial(is_done, pk))
        server.start()
        server.post(f"{path}sheets/1/")
        assert download(server, f"{path}{pk}/datei/").startswith(b"%PDF")
    assert_one_good_print(pk, TABLES)


def download(server: Web, path: str) -> bytes:
    session = as_user(Client(), LEITUNG).cookies["sessionid"].value
    answer = server.get(path, Cookie=f"sessionid={session}")
    assert answer.status == 200
    return answer.body
