"""Many ask for the same paper, many take the same job, at one moment; with controls that fail unguarded."""

from contextlib import nullcontext
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Q

from tests.builders import by
from tests.faults.test_races import at_once
from tests.playing import started
from tournaments.models import Job, Tournament
from tournaments.services import jobs

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 20
PARAMS = {"round": 1, "language": "de", "base": "http://192.168.178.120:8000"}


@pytest.fixture(params=["in turn", "all at once"])
def queue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Other processes wait in no queue of this one."""
    if request.param == "all at once":
        monkeypatch.setattr(jobs, "in_turn", nullcontext)
    return str(request.param)


def request(tournament: Tournament) -> dict[str, Any]:
    return jobs.request_job(tournament_id=tournament.pk, by=by(), kind="sheets", params=PARAMS)


def asked_at_once() -> list[Any]:
    tournament = started(8)
    by()
    return at_once([lambda: request(tournament)["job"]] * MANY)


def taken_at_once() -> list[Any]:
    pk = request(started(8))["job"]
    answers = at_once([lambda: jobs.claim_job(job_id=pk)] * MANY)
    return [claim for claim in answers if claim is not None]


@pytest.mark.usefixtures("queue")
def test_twenty_equal_wishes_are_one_job() -> None:
    found = asked_at_once()
    assert set(found) == {Job.objects.get().pk}


def test_control_without_the_key_they_are_twenty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_request_key", lambda *wish: uuid4().hex)
    assert len(set(asked_at_once())) == MANY


@pytest.mark.usefixtures("queue")
def test_twenty_workers_take_a_job_once() -> None:
    claims = taken_at_once()
    assert [claim.attempt for claim in claims] == [1]
    assert Job.objects.get().attempt == 1


def test_control_without_the_condition_many_take_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "free_at", lambda now: Q())
    monkeypatch.setattr(jobs, "ATTEMPTS", MANY + 1)
    assert len(taken_at_once()) == MANY


@pytest.mark.usefixtures("queue")
def test_a_due_job_is_sent_by_one_of_many() -> None:
    pk = request(started(8))["job"]
    Job.objects.update(next_dispatch_at=Job.objects.get().created_at)
    assert sum(at_once([jobs.due_jobs] * 8), []) == [pk]
