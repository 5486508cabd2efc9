"""A Probelauf played by a real worker: killed in the middle, held, deleted, and prints go on meanwhile."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.builders import by
from tests.faults.real_worker import kill_group, until, worker
from tests.playing import started
from tournaments import tasks
from tournaments.models import Job, JobState, LogEntry, Phase, Receipt, Tournament
from tournaments.printing import files
from tournaments.queries.facts import load_facts
from tournaments.queries.places import places
from tournaments.rehearsal import Order, rehearse, slices
from tournaments.rehearsal.state import load_play
from tournaments.services import jobs, rehearsals
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import delete_rehearsal

pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_print_left"),
]


def begun(order: Order, speed: str) -> Job:
    made = slices.begin(order, speed, by())
    tasks.enqueue(made["job"])
    return Job.objects.get(pk=made["job"])


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def revision(job: Job) -> int:
    return Tournament.objects.get(pk=job.tournament_id).revision


def ranking(tournament: int) -> list[tuple[int | None, int]]:
    return [(place.place, place.player.number) for place in places(load_facts(tournament))]


@pytest.mark.parametrize("victim", ["pool", "all"])
def test_killed_in_the_middle_it_ends_where_an_undisturbed_one_ends(victim: str) -> None:
    order = Order(24, 2, 9)
    job = begun(order, "now")
    with worker() as first:
        for stop in (60, 120):
            until(lambda: revision(job) > stop)  # noqa: B023
            if victim == "all":
                break
            listed = Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text()
            for pid in listed.split():
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
        if victim == "all":
            kill_group(first)
            assert fresh(job).state != JobState.DONE
            with worker("zwei"):  # what the supervisor does
                until(lambda: fresh(job).state == JobState.DONE)
        else:
            until(lambda: fresh(job).state == JobState.DONE)
    assert Tournament.objects.get(pk=job.tournament_id).phase == Phase.FINISHED
    assert ranking(job.tournament_id) == ranking(rehearse(order).tournament)
    assert LogEntry.objects.filter(tournament=job.tournament_id, act="add_player").count() == 24


def test_prints_come_in_between_and_it_can_be_held_and_deleted() -> None:
    real = started(8)
    job = begun(Order(200, 5, 3), "now")
    with worker():
        until(lambda: revision(job) > 20)
        params = {"round": 1, "language": "de", "base": "http://localhost"}
        asked = jobs.request_job(tournament_id=real.pk, by=by(), kind="sheets", params=params)
        tasks.enqueue(asked["job"])
        until(lambda: Job.objects.get(pk=asked["job"]).state == JobState.DONE)
        assert fresh(job).state in (JobState.WAITING, JobState.RUNNING)  # far from its end
        rehearsals.hold_rehearsal(tournament_id=job.tournament_id, by=by())
        time.sleep(1.5)
        here = revision(job)
        time.sleep(2)
        assert revision(job) == here
        tasks.enqueue(rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())["job"])
        until(lambda: revision(job) > here)
        delete_rehearsal(tournament_id=job.tournament_id, by=SYSTEM)
        time.sleep(2)
        assert not LogEntry.objects.filter(tournament=job.tournament_id).exists()
        assert not Receipt.objects.filter(tournament=job.tournament_id).exists()
        again = jobs.request_job(tournament_id=real.pk, by=by(), kind="names", params=params)
        tasks.enqueue(again["job"])
        until(lambda: Job.objects.get(pk=again["job"]).state == JobState.DONE)  # the worker is well
    assert list(Tournament.objects.all()) == [real]


def test_without_a_worker_it_waits_and_begins_by_itself() -> None:
    job = begun(Order(8, 1, 2), "now")
    play = load_play(job.tournament)
    assert play is not None
    assert play.state == "away"
    assert revision(job) == 1
    with worker():
        until(files.is_alive)
        until(lambda: fresh(job).state == JobState.DONE)
    finished = load_play(job.tournament)
    assert finished is not None
    assert finished.state == "done"
