"""Print jobs as rows: one job for one wish, one worker at a time, nothing half done."""

import errno
import os
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from tests.builders import by, make_tournament
from tests.playing import play_round, refused, start_round, started
from tests.tournaments.printing.evenings import evening_with, params_of
from tournaments.models import Job, JobState, LogEntry, Tournament
from tournaments.printing import content, files
from tournaments.queries.facts import load_facts
from tournaments.services import jobs, prints
from tournaments.services.jobs import Claim
from tournaments.services.prints import print_job

pytestmark = pytest.mark.django_db

BASE = "http://192.168.178.120:8000"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)


def ask(tournament: Tournament, kind: str = "sheets", number: int = 1) -> dict[str, object]:
    params = {"round": number, "language": "de"}
    if kind != "standings":
        params["base"] = BASE
    return jobs.request_job(tournament_id=tournament.pk, by=by(), kind=kind, params=params)


def row(answer: dict[str, object]) -> Job:
    return Job.objects.get(pk=answer["job"])


def claimed(answer: dict[str, object]) -> Claim:
    claim = jobs.claim_job(job_id=int(str(answer["job"])))
    assert claim is not None
    return claim


def let_lease_run_out(answer: dict[str, object]) -> None:
    Job.objects.filter(pk=answer["job"]).update(
        lease_until=timezone.now() - timedelta(seconds=1), next_dispatch_at=timezone.now()
    )


def written(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.glob("*"))


def test_prints_what_was_asked_for(tmp_path: Path) -> None:
    tournament = started(9)
    answer = ask(tournament)
    assert (answer["state"], answer["send"]) == (JobState.WAITING, True)
    assert print_job(job_id=row(answer).pk) == "printed"
    job = row(answer)
    assert (job.state, job.done, job.total, job.attempt) == (JobState.DONE, 2, 2, 1)
    path = files.path_of(job.file)
    assert path is not None
    assert path.read_bytes().startswith(b"%PDF-1.7")
    assert written(tmp_path) == [job.file]


@pytest.mark.parametrize("kind", content.PAPERS)
def test_every_kind_of_document_is_printed(kind: str) -> None:
    tournament = evening_with(kind)
    params = params_of(tournament, kind)
    answer = jobs.request_job(tournament_id=tournament.pk, by=by(), kind=kind, params=params)
    assert print_job(job_id=row(answer).pk) == "printed"


def test_the_same_wish_twice_is_one_job() -> None:
    tournament = started(8)
    first = ask(tournament)
    assert ask(tournament) == {"job": first["job"], "state": JobState.WAITING, "send": False}
    claimed(first)
    assert ask(tournament)["state"] == JobState.RUNNING
    let_lease_run_out(first)
    print_job(job_id=row(first).pk)
    assert ask(tournament) == {"job": first["job"], "state": JobState.DONE, "send": False}
    assert Job.objects.count() == 1


def test_another_content_is_another_job_and_the_old_print_goes(tmp_path: Path) -> None:
    tournament = started(8)
    first = ask(tournament)
    print_job(job_id=row(first).pk)
    tournament.name = "Anders"
    tournament.save(update_fields=["name"])
    second = ask(tournament)
    assert second["job"] != first["job"]
    assert files.path_of(row(first).file) is not None  # until there is a new one
    print_job(job_id=row(second).pk)
    assert list(Job.objects.values_list("pk", flat=True)) == [second["job"]]
    assert written(tmp_path) == [row(second).file]


def test_what_was_printed_counts_not_what_was_asked_for() -> None:
    tournament = started(8)
    answer = ask(tournament)
    before = row(answer).digest
    tournament.name = "Anders"
    tournament.save(update_fields=["name"])
    print_job(job_id=row(answer).pk)
    params = row(answer).params
    now = content.digest(load_facts(tournament.pk), "sheets", params)
    assert row(answer).digest == now != before


def test_a_lost_file_is_printed_again() -> None:
    tournament = started(8)
    first = ask(tournament)
    print_job(job_id=row(first).pk)
    files.remove([row(first).file])
    second = ask(tournament)
    assert second["send"] is True
    assert print_job(job_id=row(second).pk) == "printed"


def test_a_print_never_takes_the_name_of_another() -> None:
    """A backup is brought back and later the newer data again: their job has its own file still."""
    tournament = started(8)
    newer = row(ask(tournament))
    print_job(job_id=newer.pk)
    newer.refresh_from_db()
    Job.objects.filter(pk=newer.pk).delete()
    older = Job(pk=newer.pk, tournament=tournament, kind="names", params=newer.params, request_key="other")
    older.save()
    print_job(job_id=older.pk)
    older.refresh_from_db()
    assert (older.attempt, older.state) == (newer.attempt, JobState.DONE)
    assert older.file != newer.file
    assert files.path_of(newer.file) is not None


def test_refuses_what_cannot_be_printed() -> None:
    tournament = make_tournament()
    with refused("nothing_to_print"):
        ask(tournament)
    with refused("paper_unknown"):
        ask(tournament, "poster")
    start_round_of = started(8)
    with refused("nothing_to_print"):
        ask(start_round_of, "standings")
    assert Job.objects.count() == 0


def test_only_one_worker_gets_a_job() -> None:
    answer = ask(started(8))
    assert jobs.claim_job(job_id=row(answer).pk) is not None
    assert jobs.claim_job(job_id=row(answer).pk) is None
    assert print_job(job_id=row(answer).pk) == "not_free"


def test_a_worker_that_lost_its_lease_writes_nothing(tmp_path: Path) -> None:
    answer = ask(started(8))
    old = claimed(answer)
    let_lease_run_out(answer)
    new = claimed(answer)
    assert (old.attempt, new.attempt) == (1, 2)
    assert jobs.heartbeat(claim=old, done=1, total=2) is False
    assert jobs.finish_job(claim=old, file="old.pdf", digest="x", total=2) is False
    assert jobs.fail_job(claim=old, error="disk_full") is False
    assert row(answer).state == JobState.RUNNING
    assert jobs.heartbeat(claim=new, done=1, total=2) is True
    assert jobs.finish_job(claim=new, file="new.pdf", digest="x", total=2) is True
    assert row(answer).file == "new.pdf"


def test_a_worker_that_was_overtaken_throws_its_file_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = ask(started(8))
    write = files.write

    def overtaken(name: str, pdf: bytes) -> None:
        write(name, pdf)
        let_lease_run_out(answer)
        claimed(answer)

    monkeypatch.setattr(files, "write", overtaken)
    assert print_job(job_id=row(answer).pk) == "stopped"
    assert row(answer).state == JobState.RUNNING
    assert written(tmp_path) == []


def test_cancelling_stops_a_running_job_between_two_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(16)
    answer = ask(tournament)
    monkeypatch.setattr(prints, "EVERY", 0.0)
    beats: list[int] = []
    beat = jobs.heartbeat

    def heartbeat(*, claim: Claim, done: int, total: int) -> bool:
        beats.append(done)
        if done == 2:
            assert jobs.cancel_job(job_id=claim.job, tournament_id=tournament.pk)
        return beat(claim=claim, done=done, total=total)

    monkeypatch.setattr(prints, "heartbeat", heartbeat)
    assert print_job(job_id=row(answer).pk) == "stopped"
    assert beats == [0, 1, 2]
    assert row(answer).state == JobState.CANCELLED
    assert written(tmp_path) == []


def test_a_cancelled_job_never_starts_and_can_be_asked_for_again() -> None:
    tournament = started(8)
    answer = ask(tournament)
    assert jobs.cancel_job(job_id=row(answer).pk, tournament_id=tournament.pk)
    assert not jobs.cancel_job(job_id=row(answer).pk, tournament_id=tournament.pk)
    assert print_job(job_id=row(answer).pk) == "not_free"
    again = ask(tournament)
    assert again["send"] is True
    assert print_job(job_id=row(again).pk) == "printed"


def test_a_job_of_another_tournament_is_not_cancelled() -> None:
    answer = ask(started(8))
    other = make_tournament(name="Andere")
    assert not jobs.cancel_job(job_id=row(answer).pk, tournament_id=other.pk)


def test_progress_goes_into_the_row_twice_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ask(started(16))
    seen: list[tuple[int, int]] = []
    clock = count()
    beat = jobs.heartbeat
    monkeypatch.setattr(prints.time, "monotonic", lambda: next(clock) * 0.2)
    monkeypatch.setattr(prints, "heartbeat", lambda **b: seen.append((b["done"], b["total"])) or beat(**b))
    print_job(job_id=row(answer).pk)
    assert seen[0] == (0, 4)
    signs = next(clock)  # 0.2 s apart, so every third one is told
    assert signs > 9
    assert len(seen) == -(-signs // 3)
    assert row(answer).done == row(answer).total == 4


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "disk_full"),
        (OSError(errno.EACCES, os.strerror(errno.EACCES)), "not_writable"),
        (OSError("cannot load library 'libpango-1.0-0'"), "library_missing"),
        (ValueError("anything"), "print_failed"),
    ],
)
def test_a_failure_has_its_reason_and_can_be_repeated(
    problem: Exception, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(8)
    answer = ask(tournament)

    def fail(name: str, pdf: bytes) -> None:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", fail)
        assert print_job(job_id=row(answer).pk) == "failed"
    assert (row(answer).state, row(answer).error) == (JobState.FAILED, code)
    again = ask(tournament)
    assert print_job(job_id=row(again).pk) == "printed"


def test_what_is_not_drawn_any_more_fails_with_a_reason() -> None:
    tournament = started(8)
    answer = ask(tournament)
    tournament.rounds.all().delete()
    assert print_job(job_id=row(answer).pk) == "failed"
    assert row(answer).error == "nothing_to_print"


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    answer = ask(started(8))
    for _ in range(jobs.ATTEMPTS):
        claimed(answer)
        let_lease_run_out(answer)
    assert jobs.claim_job(job_id=row(answer).pk) is None
    assert (row(answer).state, row(answer).error) == (JobState.FAILED, "gave_up")


@pytest.fixture
def _slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing runs out by itself while a test prints, however long that takes."""
    for name in ("FIRST_RESEND", "RESEND", "LEASE"):
        monkeypatch.setattr(jobs, name, timedelta(minutes=10))


@pytest.mark.usefixtures("_slow_machine")
def test_due_jobs_are_sent_once_each() -> None:
    waiting, silent, working, done = (ask(started(8)) for _ in range(4))
    claimed(silent)
    claimed(working)
    print_job(job_id=row(done).pk)
    assert jobs.due_jobs() == []
    for answer in (waiting, done):
        Job.objects.filter(pk=answer["job"]).update(next_dispatch_at=timezone.now())
    let_lease_run_out(silent)
    Job.objects.filter(pk=working["job"]).update(next_dispatch_at=timezone.now())
    assert jobs.due_jobs() == [waiting["job"], silent["job"]]
    assert jobs.due_jobs() == []  # not again before RESEND


@pytest.mark.usefixtures("_slow_machine")
def test_nothing_waits_for_times_from_before_the_clock_was_put_back() -> None:
    """A killed worker's lease lies hours ahead, the next sending too; what was given just now still holds."""
    waiting, killed, working, printing = (ask(started(8)) for _ in range(4))
    for answer in (killed, working, printing):
        claimed(answer)
    now = timezone.now()
    Job.objects.filter(pk__in=[waiting["job"], killed["job"]]).update(
        next_dispatch_at=now + timedelta(hours=2)
    )
    Job.objects.filter(pk=killed["job"]).update(lease_until=now + timedelta(hours=2))
    Job.objects.filter(pk=working["job"]).update(next_dispatch_at=now + timedelta(hours=2))
    Job.objects.filter(pk=printing["job"]).update(next_dispatch_at=now, lease_until=now + jobs.LEASE)
    assert jobs.due_jobs() == [waiting["job"], killed["job"]]
    assert jobs.due_jobs() == []
    assert [print_job(job_id=row(answer).pk) for answer in (killed, working)] == ["printed", "not_free"]


def test_printing_changes_nothing_of_the_tournament() -> None:
    tournament = started(8)
    tournament.refresh_from_db()
    before = (tournament.revision, LogEntry.objects.filter(tournament=tournament).count())
    print_job(job_id=row(ask(tournament)).pk)
    jobs.cancel_job(job_id=row(ask(tournament, "names")).pk, tournament_id=tournament.pk)
    tournament.refresh_from_db()
    assert (tournament.revision, LogEntry.objects.filter(tournament=tournament).count()) == before


def test_nothing_half_written_ever_has_the_name_of_a_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    def full(handle: int) -> None:
        seen.append(written(tmp_path))
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        files.write("1-1.pdf", b"%PDF")
    assert len(seen[0]) == 1
    assert seen[0][0].endswith(".part")
    assert written(tmp_path) == []


@pytest.mark.parametrize("name", ["", "../secret_key", ".x.part", "a/b.pdf", "missing.pdf"])
def test_only_names_of_prints_are_files(name: str) -> None:
    assert files.path_of(name) is None


def test_the_service_is_there_while_it_says_so(tmp_path: Path) -> None:
    assert not files.is_alive()
    files.say_alive()
    assert files.is_alive()
    os.utime(tmp_path / "druckdienst", (1e9, timezone.now().timestamp() - 60))
    assert not files.is_alive()


def test_content_follows_the_evening() -> None:
    """The digest changes with what the paper says, and with nothing else."""
    tournament = started(8)
    params = {"round": 1, "base": BASE, "language": "de"}

    def digests() -> list[str]:
        facts = load_facts(tournament.pk)
        return [content.digest(facts, kind, params) for kind in ("sheets", "names")]

    before = digests()
    play_round(tournament)
    assert digests() == before  # results are not on these sheets
    standings = {"round": 1, "language": "de"}
    first = content.digest(load_facts(tournament.pk), "standings", standings)
    start_round(tournament)
    assert content.digest(load_facts(tournament.pk), "standings", standings) == first
