"""How long prints stay: rows, files, and what no row knows any more."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from tests.playing import started
from tests.tournaments.printing.test_jobs import ask, claimed, row, written
from tournaments.models import Job
from tournaments.printing import files
from tournaments.services import jobs
from tournaments.services.prints import print_job

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)


def test_files_of_no_job_go_when_they_are_old(tmp_path: Path) -> None:
    answer = ask(started(8))
    print_job(job_id=row(answer).pk)
    for name, age in (("9-1.pdf", 3600), (".x.part", 3600), ("8-1.pdf", 0), ("other.txt", 3600)):
        (tmp_path / name).write_bytes(b"x")
        os.utime(tmp_path / name, (1e9, timezone.now().timestamp() - age))
    os.utime(tmp_path / row(answer).file, (1e9, 1e9))
    files.say_alive()
    os.utime(tmp_path / "druckdienst", (1e9, 1e9))
    assert jobs.tidy_files() == 2  # `.x.part` is found too
    assert written(tmp_path) == sorted(["8-1.pdf", "druckdienst", "other.txt", row(answer).file])


def test_forgetting_takes_rows_and_files(tmp_path: Path, django_capture_on_commit_callbacks: Any) -> None:
    tournament = started(8)
    print_job(job_id=row(ask(tournament)).pk)
    ask(tournament, "names")
    other = ask(started(8))
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.forget_prints(tournament_id=tournament.pk) == 2
        assert written(tmp_path)  # a transaction that fails must find its files again
    assert written(tmp_path) == []
    assert list(Job.objects.values_list("pk", flat=True)) == [other["job"]]


def test_what_failed_or_was_cancelled_goes_after_a_day() -> None:
    tournament = started(8)
    done, failed, cancelled, fresh = (ask(tournament, kind) for kind in ("sheets", "names", "rules", "lots"))
    print_job(job_id=row(done).pk)
    jobs.fail_job(claim=claimed(failed), error="disk_full")
    for answer in (cancelled, fresh):
        jobs.cancel_job(job_id=row(answer).pk, tournament_id=tournament.pk)
    age([done, failed, cancelled], days=2)
    assert jobs.forget_old() == 2
    assert list(Job.objects.order_by("pk").values_list("pk", flat=True)) == [done["job"], fresh["job"]]


def age(answers: list[dict[str, object]], days: int) -> None:
    when = timezone.now() - timedelta(days=days)
    Job.objects.filter(pk__in=[answer["job"] for answer in answers]).update(finished_at=when)
