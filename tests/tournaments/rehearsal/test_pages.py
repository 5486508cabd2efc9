"""The Probelauf at the desk: begun on one page, steered on another, marked on every screen."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.builders import HELFER, as_user, by, make_tournament
from tests.playing import started
from tournaments import tasks
from tournaments.access import running_tournament
from tournaments.models import Job, JobState, Tournament
from tournaments.printing import files
from tournaments.rehearsal import Order, slices
from tournaments.rehearsal.state import load_play

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that gives signs of life and is told nothing."""
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
    monkeypatch.setattr(files, "is_alive", lambda: True)


@pytest.fixture
def desk(client: Client) -> Client:
    return as_user(client)


def begun(speed: str = "fast", players: int = 12) -> Tournament:
    return Tournament.objects.get(slug=slices.begin(Order(players, 2, 5), speed, by())["slug"])


def page(client: Client, t: Tournament) -> str:
    return client.get(reverse("desk:rehearsal", args=[t.slug])).content.decode()


def post(client: Client, t: Tournament, name: str, **body: str) -> int:
    return client.post(reverse(f"desk:{name}", args=[t.slug]), body).status_code


WANTED = {"players": "24", "preset": "klein", "rules": "dm", "speed": "normal", "seed": ""}


def test_one_page_begins_it(desk: Client) -> None:
    html = desk.get(reverse("desk:rehearsal_start")).content.decode()
    assert 'name="players"' in html
    assert desk.get(reverse("desk:tournaments")).content.decode().count(reverse("desk:rehearsal_start")) == 1
    answer = desk.post(reverse("desk:rehearsal_start"), WANTED)
    t = Tournament.objects.get()
    assert answer.url == reverse("desk:rehearsal", args=[t.slug])
    assert (t.rehearsal, t.ruleset) == (True, t.rules.to_dict())
    assert t.rules.schock_two_rank == "below_general"
    job = Job.objects.get()
    assert (job.kind, job.params["order"]["players"], job.params["speed"]) == ("rehearsal", 24, "normal")
    assert job.total > 50


def test_the_form_sent_twice_is_one_probelauf(desk: Client) -> None:
    body = {**WANTED, "key": "6f1e1d1c-0d6b-4d52-9a3d-2f1f0a0b0c0d"}
    first, second = (desk.post(reverse("desk:rehearsal_start"), body).url for _ in "ab")
    assert first == second
    assert Tournament.objects.count() == Job.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", "2"), ("players", "301"), ("players", ""), ("seed", "-1"), ("speed", "warp"),
     ("preset", "x"), ("rules", "")],
)  # fmt: skip
def test_what_cannot_be_played_is_said_at_its_field(desk: Client, field: str, value: str) -> None:
    answer = desk.post(reverse("desk:rehearsal_start"), {**WANTED, field: value})
    assert answer.status_code == 400
    assert 'class="error' in answer.content.decode()
    assert not Tournament.objects.exists()


def test_the_page_shows_how_far_it_is_and_the_ways(desk: Client) -> None:
    t = begun()
    slices.play_slice(job_id=Job.objects.get().pk)
    html = page(desk, t)
    assert "spielt von selbst" in html
    assert 'value="21"' in html
    assert "Losnummer 5" in html
    assert reverse("desk:rehearsal_hold", args=[t.slug]) in html
    assert 'data-dialog="weg"' in html
    assert 'value="fast" aria-pressed="true"' in html


def test_stop_go_on_and_change_of_speed(desk: Client) -> None:
    t = begun()
    assert post(desk, t, "rehearsal_hold") == 302
    assert "angehalten" in page(desk, t)
    assert 'id="los"' in page(desk, t)
    assert post(desk, t, "rehearsal_speed", speed="now") == 302
    assert post(desk, t, "rehearsal_go_on") == 302
    assert Job.objects.get().params["speed"] == "now"
    assert "spielt von selbst" in page(desk, t)
    assert post(desk, t, "rehearsal_speed", speed="warp") == 400


def test_the_open_page_learns_of_every_change(desk: Client) -> None:
    t = begun()
    url = reverse("desk:rehearsal_state", args=[t.slug])
    seen = [desk.get(url).content]
    slices.play_slice(job_id=Job.objects.get().pk)
    seen.append(desk.get(url).content)
    post(desk, t, "rehearsal_hold")
    seen.append(desk.get(url).content)
    assert len(set(seen)) == 3
    html = page(desk, t)
    assert f'data-live="{url}" data-revision="{seen[-1].decode()}"' in html
    part = desk.get(reverse("desk:rehearsal_part", args=[t.slug]), {"jetzt": "registration"})
    assert 'id="los"' in part.content.decode()
    assert "X-Page-Changed" not in part
    other = desk.get(reverse("desk:rehearsal_part", args=[t.slug]), {"jetzt": "set_up"})
    assert other["X-Page-Changed"] == "1"


def test_without_the_service_the_page_says_so(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    t = begun()
    assert load_play(t).state == "playing"
    Job.objects.update(next_dispatch_at=timezone.now() - timedelta(minutes=1))
    assert load_play(t).state == "away"  # alive, but nobody takes it
    monkeypatch.setattr(files, "is_alive", lambda: False)
    Job.objects.update(next_dispatch_at=timezone.now())
    assert load_play(t).state == "away"
    html = page(desk, t)
    assert "geht der Probelauf von selbst weiter" in html
    assert "Anhalten" in html
    started(8)
    assert "geht der Probelauf" not in desk.get(reverse("desk:tournaments")).content.decode()


def test_behind_a_long_print_it_waits_its_turn() -> None:
    t = begun()
    Job.objects.update(next_dispatch_at=timezone.now() - timedelta(minutes=1))
    Job.objects.create(
        tournament=t, request_key="x", kind="sheets", params={"round": 1}, digest="x",
        state=JobState.RUNNING, lease_until=timezone.now() + timedelta(seconds=9),
    )  # fmt: skip
    assert load_play(t).state == "playing"


def test_given_up_it_says_why_and_can_be_tried_again(desk: Client) -> None:
    t = begun()
    Job.objects.update(state=JobState.FAILED, error="gave_up")
    html = page(desk, t)
    assert "mehrmals abgebrochen" in html
    assert 'id="los"' in html
    assert post(desk, t, "rehearsal_go_on") == 302
    assert Job.objects.get().state == JobState.WAITING


def test_a_kept_rehearsal_of_the_command_has_the_page_too(desk: Client) -> None:
    from tournaments.rehearsal import rehearse

    t = Tournament.objects.get(pk=rehearse(Order(8, 1, 1, until="registration")).tournament)
    html = page(desk, t)
    assert "nicht von selbst" in html
    assert 'data-dialog="weg"' in html
    assert post(desk, t, "rehearsal_go_on") == 400
    assert post(desk, t, "rehearsal_speed", speed="now") == 400


def test_a_real_tournament_has_no_such_page(desk: Client) -> None:
    t = make_tournament()
    assert desk.get(reverse("desk:rehearsal", args=[t.slug])).status_code == 404
    assert post(desk, t, "rehearsal_hold") == 404
    html = desk.get(reverse("desk:registration", args=[t.slug])).content.decode()
    assert "Probelauf" not in html


def test_one_click_deletes_it_while_it_plays(desk: Client) -> None:
    t = begun()
    slices.play_slice(job_id=Job.objects.get().pk)
    assert post(desk, t, "delete_rehearsal") == 302
    assert not Tournament.objects.exists()
    assert not Job.objects.exists()
    assert desk.get(reverse("desk:rehearsal_state", args=[t.slug])).status_code == 404


def test_every_desk_page_of_it_is_marked(desk: Client) -> None:
    t = begun("normal")
    job = Job.objects.get()
    while t.phase != "vorrunde":
        slices.play_slice(job_id=job.pk)
        t.refresh_from_db()
    for name, *args in (("registration",), ("round", 1), ("standings",), ("format",), ("prints",), ("log",)):
        html = desk.get(reverse(f"desk:{name}", args=[t.slug, *args])).content.decode()
        assert "Probelauf: Hier zählt nichts." in html
        assert reverse("desk:rehearsal", args=[t.slug]) in html
    helper = as_user(Client(), HELFER)
    html = helper.get(reverse("desk:round", args=[t.slug, 1])).content.decode()
    assert "Probelauf: Hier zählt nichts." in html
    assert reverse("desk:rehearsal", args=[t.slug]) not in html


def test_every_page_of_the_hall_is_marked(client: Client) -> None:
    t = begun("normal")
    job = Job.objects.get()
    while t.phase != "vorrunde":
        slices.play_slice(job_id=job.pk)
        t.refresh_from_db()
    for name in ("now", "standings", "draw", "rules"):
        assert (
            "Probelauf: Hier zählt nichts."
            in client.get(reverse(f"hall:{name}", args=[t.slug])).content.decode()
        )
    beamer = client.get(reverse("hall:beamer", args=[t.slug])).content.decode()
    assert beamer.index('class="probe"') < beamer.index('class="screen"')  # stays whatever page turns up


def test_the_hall_prefers_a_real_tournament() -> None:
    invented = begun("normal")
    job = Job.objects.get()
    while invented.phase != "vorrunde":
        slices.play_slice(job_id=job.pk)
        invented.refresh_from_db()
    assert running_tournament() == invented
    real = make_tournament(open_=False)
    assert running_tournament() == invented
    real = started(8)
    assert running_tournament() == real
    slices.play_slice(job_id=job.pk)
    assert running_tournament() == real


def test_few_queries_however_many_play(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 60.0)  # the number of acts decides, not the machine
    counts = []
    for players in (8, 40):
        t = begun("normal", players)  # small slices: none leaps over the Vorrunde
        job = Job.objects.latest("pk")
        while t.phase != "vorrunde":
            slices.play_slice(job_id=job.pk)
            t.refresh_from_db()
        url = reverse("desk:rehearsal", args=[t.slug])
        desk.get(url)
        with CaptureQueriesContext(connection) as seen:
            desk.get(url)
        counts.append(len([q for q in seen if "SAVEPOINT" not in q["sql"]]))
    assert max(counts) <= 15
    assert counts[0] == counts[1]
