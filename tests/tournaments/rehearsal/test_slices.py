"""A Probelauf that plays itself: slice by slice, held and gone on with, killed and deleted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.errors import RuleViolation
from tests.builders import by, make_tournament
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
from tournaments.services.final import reopen_finished
from tournaments.services.players import return_player, withdraw_player
from tournaments.services.tournaments import delete_rehearsal

pytestmark = pytest.mark.django_db
ORDER = Order(12, 2, 5)


def begun(speed: str = "now", order: Order = ORDER) -> Job:
    return Job.objects.get(pk=slices.begin(order, speed, by())["job"])


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def play(job: Job) -> str:
    return slices.play_slice(job_id=job.pk)


def to_the_end(job: Job) -> None:
    while (answer := play(job)) != "over":
        assert answer in ("at_once", "later")


def ranking(tournament: int) -> list[tuple[int | None, int]]:
    return [(place.place, place.player.number) for place in places(load_facts(tournament))]


def test_slices_lead_to_the_same_end_as_the_command() -> None:
    job = begun()
    to_the_end(job)
    job = fresh(job)
    assert job.state == JobState.DONE
    assert job.done == job.total == job.tournament.revision
    assert job.tournament.phase == Phase.FINISHED
    assert ranking(job.tournament_id) == ranking(rehearse(ORDER).tournament)


def test_a_slice_does_as_much_as_the_speed_says_and_tells_when_the_next_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slices, "SLICE", 60.0)
    job = begun("slow")
    before = timezone.now()
    assert play(job) == "later"
    job = fresh(job)
    assert (job.state, job.done, job.tournament.revision) == (JobState.WAITING, 2, 2)
    assert job.next_dispatch_at - before > timedelta(seconds=1.5)
    rehearsals.set_speed(tournament_id=job.tournament_id, by=by(), speed="fast")
    assert play(job) == "later"
    assert fresh(job).done == 22
    monkeypatch.setattr(slices, "SLICE", 0.0)
    rehearsals.set_speed(tournament_id=job.tournament_id, by=by(), speed="now")
    assert play(job) == "at_once"


def test_progress_never_reaches_the_end_before_the_end() -> None:
    job = begun("normal")
    Job.objects.filter(pk=job.pk).update(total=3)
    for _ in range(4):
        play(job)
        now = fresh(job)
        assert now.done < now.total


def test_the_estimate_is_near() -> None:
    for order in (Order(40, 5, 1), Order(9, 5, 2)):
        job = begun(order=order)
        guessed = job.total
        to_the_end(job)
        assert abs(fresh(job).done - guessed) < guessed / 4


def test_held_it_stays_as_it_is_and_goes_on_from_there() -> None:
    job = begun("fast")
    play(job)
    here = fresh(job).tournament.revision
    assert rehearsals.hold_rehearsal(tournament_id=job.tournament_id, by=by()) == {"held": True}
    assert play(job) == "not_free"
    assert not jobs.due_jobs()
    assert fresh(job).tournament.revision == here
    assert rehearsals.hold_rehearsal(tournament_id=job.tournament_id, by=by()) == {"held": False}
    answer = rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())
    assert answer == {"job": job.pk, "send": True}
    assert rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())["send"] is False
    assert play(job) == "later"
    assert fresh(job).tournament.revision > here


def test_held_in_the_middle_of_a_slice_its_worker_writes_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = begun()
    monkeypatch.setattr(slices, "EVERY", 0.0)
    keep = slices.keep_turn

    def held_meanwhile(**turn: object) -> bool:
        if turn["done"] == 6:
            rehearsals.hold_rehearsal(tournament_id=job.tournament_id, by=by())
        return keep(**turn)

    monkeypatch.setattr(slices, "keep_turn", held_meanwhile)
    assert play(job) == "stopped"
    assert fresh(job).tournament.revision == 6
    assert fresh(job).state == JobState.CANCELLED


def test_a_worker_that_vanished_is_replaced_when_its_lease_is_over() -> None:
    job = begun("fast")
    turn = rehearsals.claim_turn(job_id=job.pk)
    assert turn is not None
    assert play(job) == "not_free"
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    Job.objects.filter(pk=job.pk).update(next_dispatch_at=timezone.now())
    assert jobs.due_jobs() == [job.pk]
    assert play(job) == "later"
    assert not rehearsals.keep_turn(claim=turn.claim, done=1)
    assert not rehearsals.give_back_turn(claim=turn.claim, done=1, pause=0)
    assert not rehearsals.end_rehearsal(claim=turn.claim, done=1)
    assert fresh(job).done == 21


def test_a_lease_from_before_the_clock_was_put_back_holds_nobody_up() -> None:
    job = begun("fast")
    assert rehearsals.claim_turn(job_id=job.pk) is not None
    ahead = timezone.now() + timedelta(hours=2)
    Job.objects.filter(pk=job.pk).update(lease_until=ahead, next_dispatch_at=ahead)
    assert jobs.due_jobs() == [job.pk]
    assert play(job) == "later"


def test_it_is_given_up_when_it_kills_one_worker_after_the_other_and_can_be_tried_again() -> None:
    job = begun("fast")
    for _ in range(jobs.ATTEMPTS):
        assert rehearsals.claim_turn(job_id=job.pk) is not None
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert play(job) == "not_free"
    assert (fresh(job).state, fresh(job).error) == (JobState.FAILED, "gave_up")
    assert rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())["send"]
    assert play(job) == "later"


def test_an_evening_that_the_desk_opens_again_can_be_played_to_its_end_again() -> None:
    job = begun()
    to_the_end(job)
    assert load_play(fresh(job).tournament).state == "done"
    assert not rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())["send"]
    reopen_finished(tournament_id=job.tournament_id, by=by())
    assert load_play(fresh(job).tournament).state == "held"
    assert rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())["send"]
    to_the_end(job)
    assert (fresh(job).state, fresh(job).tournament.phase) == (JobState.DONE, Phase.FINISHED)


def test_many_slices_are_no_reason_to_give_up() -> None:
    job = begun("slow")
    for _ in range(3 * jobs.ATTEMPTS):
        assert play(job) == "later"
    assert fresh(job).params["lost"] == 0


def test_what_leads_nowhere_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begun("slow")
    monkeypatch.setattr(rehearsals, "IDLE", 3)

    def nothing(evening: slices.Evening) -> bool:
        evening.revision = 0
        return True

    monkeypatch.setattr(slices.Evening, "step", nothing)
    assert [play(job) for _ in range(5)] == ["later", "later", "later", "stopped", "not_free"]
    assert fresh(job).error == "rehearsal_stuck"


def test_an_error_is_said_and_the_evening_can_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    job = begun()
    with monkeypatch.context() as broken:
        broken.setattr(slices.Evening, "step", lambda self: 1 / 0)
        assert play(job) == "failed"
    assert (fresh(job).state, fresh(job).error) == (JobState.FAILED, "rehearsal_failed")
    rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())
    assert play(job) == "at_once"


def test_where_only_the_desk_can_go_on_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 60.0)
    job = begun("slow", Order(4, 1, 1))
    while not job.tournament.players.filter(status="present").count() > 3:
        play(job)
    for number in (1, 2, 3):
        withdraw_player(tournament_id=job.tournament_id, by=SYSTEM, player=number)
    rehearsals.set_speed(tournament_id=job.tournament_id, by=by(), speed="now")
    assert play(job) == "failed"
    assert fresh(job).error == "rehearsal_desk"
    return_player(tournament_id=job.tournament_id, by=SYSTEM, player=1)
    return_player(tournament_id=job.tournament_id, by=SYSTEM, player=2)
    rehearsals.go_on_rehearsal(tournament_id=job.tournament_id, by=by())
    assert play(job) == "over"


@pytest.mark.parametrize("slices_before", [0, 1, 4])
def test_deleted_while_it_plays_nothing_is_left(slices_before: int) -> None:
    job = begun("fast")
    for _ in range(slices_before):
        play(job)
    evening = slices.Evening(job.tournament_id, ORDER)
    evening.step()
    delete_rehearsal(tournament_id=job.tournament_id, by=SYSTEM)
    assert play(job) == "not_free"
    with pytest.raises(RuleViolation):
        evening.step()
    assert not Tournament.objects.exists()
    assert not Job.objects.exists()
    assert not LogEntry.objects.exists()
    assert not Receipt.objects.exists()


def test_its_prints_go_with_it(django_capture_on_commit_callbacks, settings, tmp_path) -> None:
    settings.PRINT_DIR = tmp_path
    job = begun()
    files.write("7-1.pdf", b"%PDF")
    Job.objects.create(
        tournament=job.tournament, request_key="x", kind="sheets", params={"round": 1}, digest="x",
        state=JobState.DONE, file="7-1.pdf",
    )  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        delete_rehearsal(tournament_id=job.tournament_id, by=SYSTEM)
    assert not list(tmp_path.glob("*.pdf"))


def test_a_print_job_is_no_rehearsal_and_the_other_way_round() -> None:
    job = begun("slow")
    assert jobs.claim_job(job_id=job.pk) is None
    assert not jobs.cancel_job(job_id=job.pk, tournament_id=job.tournament_id)
    params = {"round": 1, "language": "de", "base": "http://localhost"}
    asked = jobs.request_job(tournament_id=started(8).pk, by=by(), kind="sheets", params=params)
    assert rehearsals.claim_turn(job_id=asked["job"]) is None
    with pytest.raises(RuleViolation, match="paper_unknown"):
        jobs.request_job(tournament_id=job.tournament_id, by=by(), kind="rehearsal", params=params)


def test_the_task_plays_or_prints_and_gets_in_line_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks, "send", sent.append)
    monkeypatch.setattr(slices, "SLICE", 0.0)
    now, slow = begun("now"), begun("slow")
    assert tasks.work(now.pk) == "at_once"
    assert tasks.work(slow.pk) == "later"
    assert sent == [now.pk]
    assert tasks.work(987654) == "not_free"


@pytest.mark.parametrize(
    ("code", "changes"),
    [("rehearsal_speed", {"speed": "warp"}), ("rehearsal_seed", {"order": {"seed": -1}}),
     ("tournament_gone", {"tournament_id": 999})],
)  # fmt: skip
def test_what_cannot_be_begun_is_refused(code: str, changes: dict[str, object]) -> None:
    body = {"tournament_id": begun().tournament_id, "order": {"seed": 1}, "speed": "now", "total": 9}
    with pytest.raises(RuleViolation, match=code):
        rehearsals.begin_rehearsal(by=by(), **{**body, **changes})


def test_a_real_tournament_never_plays_itself() -> None:
    real = make_tournament()
    with pytest.raises(RuleViolation, match="no_rehearsal"):
        rehearsals.begin_rehearsal(tournament_id=real.pk, by=by(), order={"seed": 1}, speed="now", total=9)
    for service in (rehearsals.go_on_rehearsal, rehearsals.set_speed):
        more = {"speed": "now"} if service is rehearsals.set_speed else {}
        with pytest.raises(RuleViolation, match="rehearsal_not_begun"):
            service(tournament_id=real.pk, by=by(), **more)
    assert not rehearsals.hold_rehearsal(tournament_id=real.pk, by=by())["held"]
