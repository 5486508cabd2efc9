"""Drucken in the browser's words: who sees what, buttons, progress, download."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.builders import HELFER, LEITUNG, add_players, as_user, make_tournament
from tests.playing import facts, play_round, started
from tests.tournaments.finish import evenings
from tests.tournaments.printing.reading import file_status
from tournaments import tasks
from tournaments.models import Job, JobState, Tournament
from tournaments.printing import files
from tournaments.services import jobs
from tournaments.services._act import SYSTEM
from tournaments.services.corrections import correct_game
from tournaments.services.final import finish
from tournaments.services.prints import print_job
from tournaments.services.rounds import draw_round, publish_draw

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    monkeypatch.setattr(settings, "PUBLIC_URL", "http://192.168.178.120:8000")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Jobs that the worker was told of."""
    told: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", told.append)
    return told


def url(tournament: Tournament, tail: str = "") -> str:
    return f"/leitung/{tournament.slug}/drucken/{tail}"


def document(client: Client, tournament: Tournament, name: str) -> str:
    """The line of one document in the list, "" when it is not offered."""
    html = client.get(url(tournament, "liste/")).content.decode()
    lines = html.split("<li ")
    return next((line for line in lines if f'data-document="{name}"' in line), "")


def state(client: Client, tournament: Tournament, name: str) -> str:
    line = document(client, tournament, name)
    return line.split('data-state="')[1].split('"')[0] if line else ""


def ask(client: Client, tournament: Tournament, tail: str = "sheets/1/") -> Job:
    answer = client.post(url(tournament, tail))
    assert answer.status_code == 302
    assert answer.headers["Location"] == url(tournament)
    return Job.objects.latest("pk")


def body(answer: object) -> bytes:
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize(
    ("method", "tail"),
    [("get", ""), ("get", "liste/"), ("get", "stand/"), ("get", "1/balken/"), ("post", "sheets/1/"),
     ("post", "1/abbrechen/"), ("get", "1/datei/")],
)  # fmt: skip
def test_strangers_are_sent_to_the_login(client: Client, method: str, tail: str) -> None:
    tournament = started(8)
    answer = getattr(client, method)(url(tournament, tail))
    assert answer.status_code == 302
    assert "anmelden" in answer.headers["Location"]


@pytest.mark.parametrize("tail", ["sheets/1/", "1/abbrechen/"])
def test_acts_want_a_post(client: Client, tail: str) -> None:
    tournament = started(8)
    assert as_user(client).get(url(tournament, tail)).status_code == 405


def test_before_the_first_draw_the_list_says_what_to_do(client: Client) -> None:
    tournament = make_tournament()
    html = as_user(client).get(url(tournament, "liste/")).content.decode()
    assert "sobald eine Runde ausgelost ist" in html
    assert as_user(client).post(url(tournament, "sheets/1/")).status_code == 400


def test_the_page_shows_the_documents_of_every_round(client: Client) -> None:
    tournament = started(8)
    play_round(tournament)
    answer = as_user(client).get(url(tournament))
    html = answer.content.decode()
    assert answer.status_code == 200
    shown = ("Drucken", "PDF erstellen", "Runde 1", "Tischzettel", "Name und Tisch", "Stand nach Runde 1")
    for words in shown:
        assert words in html


@pytest.mark.parametrize("role", [LEITUNG, HELFER])
def test_from_the_button_to_the_file(client: Client, sent: list[int], role: str) -> None:
    tournament = started(8)
    as_user(client, role)
    assert state(client, tournament, "sheets-1") == "new"
    job = ask(client, tournament)
    assert sent == [job.pk]
    files.say_alive()
    assert state(client, tournament, "sheets-1") == "waiting"
    claim = jobs.claim_job(job_id=job.pk)
    assert claim is not None
    jobs.heartbeat(claim=claim, done=1, total=2)
    assert state(client, tournament, "sheets-1") == "running"
    assert "1 von 2" in document(client, tournament, "sheets-1")
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    print_job(job_id=job.pk)
    line = document(client, tournament, "sheets-1")
    assert 'data-state="done"' in line
    assert url(tournament, f"{job.pk}/datei/") in line
    answer = client.get(url(tournament, f"{job.pk}/datei/"))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "Tischzettel%20Runde%201.pdf" in answer.headers["Content-Disposition"].replace(" ", "%20")
    assert "no-store" in answer.headers["Cache-Control"]
    assert body(answer).startswith(b"%PDF")


def test_two_clicks_are_one_job_and_one_message(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    first, second = ask(client, tournament), ask(client, tournament)
    assert first.pk == second.pk
    assert sent == [first.pk]


def test_without_the_service_the_page_says_what_it_waits_for(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    ask(client, tournament)
    assert state(client, tournament, "sheets-1") == "away"
    html = client.get(url(tournament, "liste/")).content.decode()
    assert "wartet auf den Druckdienst" in html
    assert "Der Druckdienst antwortet nicht." in html
    files.say_alive()
    html = client.get(url(tournament, "liste/")).content.decode()
    assert "Druckdienst" not in html


def test_a_service_that_is_there_and_takes_nothing_is_not_there(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    job = ask(client, tournament)
    files.say_alive()
    assert state(client, tournament, "sheets-1") == "waiting"
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    assert state(client, tournament, "sheets-1") == "away"
    other = ask(client, tournament, "names/1/")
    jobs.claim_job(job_id=other.pk)  # busy with another job: then waiting is right
    assert state(client, tournament, "sheets-1") == "waiting"


def test_what_changed_since_is_old_and_one_click_renews_it(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    first = ask(client, tournament)
    print_job(job_id=first.pk)
    Tournament.objects.filter(pk=tournament.pk).update(name="Anders")
    line = document(client, tournament, "sheets-1")
    assert "veraltet" in line
    assert "PDF neu erstellen" in line
    second = ask(client, tournament)
    print_job(job_id=second.pk)
    assert state(client, tournament, "sheets-1") == "done"
    assert file_status(client, url(tournament, f"{first.pk}/datei/")) == 404


def test_a_failure_says_why_and_offers_another_go(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    job = ask(client, tournament)
    claim = jobs.claim_job(job_id=job.pk)
    assert claim is not None
    jobs.fail_job(claim=claim, error="disk_full")
    line = document(client, tournament, "sheets-1")
    assert "Die Festplatte ist voll." in line
    assert "Noch einmal" in line
    again = ask(client, tournament)
    assert sent == [job.pk, again.pk]
    assert print_job(job_id=again.pk) == "printed"


def test_cancelling(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)
    job = ask(client, tournament)
    assert client.post(url(tournament, f"{job.pk}/abbrechen/")).status_code == 302
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert state(client, tournament, "sheets-1") == "cancelled"
    assert client.post(url(tournament, "999999/abbrechen/")).status_code == 302


def test_a_draft_is_printed_by_the_leitung_only(client: Client, sent: list[int]) -> None:
    tournament = make_tournament()
    add_players(tournament, 8)
    draw_round(tournament_id=tournament.pk, by=SYSTEM)
    as_user(client, LEITUNG)
    assert "noch nicht veröffentlicht" in client.get(url(tournament, "liste/")).content.decode()
    job = ask(client, tournament)
    print_job(job_id=job.pk)
    assert file_status(client, url(tournament, f"{job.pk}/datei/")) == 200
    as_user(client, HELFER)
    assert document(client, tournament, "sheets-1") == ""
    assert client.post(url(tournament, "sheets/1/")).status_code == 400
    assert file_status(client, url(tournament, f"{job.pk}/datei/")) == 404
    publish_draw(tournament_id=tournament.pk, by=SYSTEM)
    assert file_status(client, url(tournament, f"{job.pk}/datei/")) == 200


def test_an_old_print_may_hold_a_draft_and_is_for_the_leitung_only(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client, LEITUNG)
    job = ask(client, tournament)
    print_job(job_id=job.pk)
    Tournament.objects.filter(pk=tournament.pk).update(name="Anders")
    assert file_status(client, url(tournament, f"{job.pk}/datei/")) == 200
    as_user(client, HELFER)
    assert file_status(client, url(tournament, f"{job.pk}/datei/")) == 404


@pytest.mark.parametrize("tail", ["poster/1/", "sheets/7/", "standings/1/"])
def test_what_is_not_offered_is_refused_with_a_sentence(
    client: Client, sent: list[int], tail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(8)
    answer = as_user(client).post(url(tournament, tail), headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 400
    assert answer.json()["sentence"]
    assert sent == []


def test_files_of_another_tournament_are_not_there(client: Client, sent: list[int]) -> None:
    tournament, other = started(8), started(8, rounds=4)
    as_user(client)
    job = ask(client, tournament)
    print_job(job_id=job.pk)
    assert file_status(client, url(other, f"{job.pk}/datei/")) == 404


def test_the_bar_grows_and_what_is_over_is_told_once(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)

    def shown(tail: str) -> str:
        return client.get(url(tournament, tail)).content.decode()

    quiet = shown("stand/")
    assert f'data-revision="{quiet}"' in shown("")
    job = ask(client, tournament)
    claim = jobs.claim_job(job_id=job.pk)
    assert claim is not None
    jobs.heartbeat(claim=claim, done=1, total=2)
    now = shown("stand/")
    assert now != quiet
    assert f'data-bar="{url(tournament, f"{job.pk}/balken/")}"' in shown("liste/")
    assert 'max="2" value="1"' in shown(f"{job.pk}/balken/")
    assert "1 von 2" in shown(f"{job.pk}/balken/")
    jobs.heartbeat(claim=claim, done=2, total=2)
    assert shown("stand/") == now  # the list stays under the finger
    assert shown("liste/?neues=1") == ""
    jobs.finish_job(claim=claim, file="x.pdf", digest="x", total=2)
    assert shown(f"{job.pk}/balken/") == ""
    assert shown("stand/") != now
    assert shown("liste/?neues=1") == "Tischzettel: fertig"
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    assert shown("liste/?neues=1") == ""


def test_the_worker_is_told_after_the_row_is_there(
    client: Client, django_capture_on_commit_callbacks: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(8)
    told: list[int] = []
    monkeypatch.setattr(tasks, "send", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        job = ask(as_user(client), tournament)
        assert told == []
    assert told == [job.pk]


@pytest.mark.parametrize("tail", ["liste/", "stand/", "liste/?neues=1"])
def test_pages_take_the_same_queries_for_few_and_many(client: Client, sent: list[int], tail: str) -> None:
    counts = []
    for players, rounds in ((4, 1), (24, 3)):
        tournament = started(players, rounds=4)
        as_user(client)
        for _ in range(rounds):
            play_round(tournament)
        for number in range(1, rounds + 1):
            for kind in ("sheets", "names", "standings"):
                ask(client, tournament, f"{kind}/{number}/")
        with CaptureQueriesContext(connection) as queries:
            client.get(url(tournament, tail))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


def test_what_is_needed_now_comes_first_and_the_rest_is_folded(client: Client) -> None:
    tournament = started(8, rounds=4)
    as_user(client)
    play_round(tournament)
    assert shelves(client, tournament) == ["section round-1", "details evening-0"]
    order = [client.get(url(tournament, "liste/")).content.decode().index(f'"{kind}-1"')
             for kind in ("standings", "sheets", "names")]  # fmt: skip
    assert order == sorted(order)
    draw_round(tournament_id=tournament.pk, by=SYSTEM)
    assert shelves(client, tournament) == ["section round-2", "details round-1", "details evening-0"]


def test_one_button_is_prominent(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)

    def prominent() -> list[str]:
        buttons = client.get(url(tournament, "liste/")).content.decode().split("<button ")[1:]
        tags = [button.split(">")[0] for button in buttons]
        return [tag.split('id="')[1].split('"')[0] for tag in tags if "is-go" in tag]

    assert prominent() == ["drucken-sheets-1"]
    print_job(job_id=ask(client, tournament).pk)
    assert prominent() == ["drucken-names-1"]
    for open_, paper in ((False, "announcement"), (True, "stands")):
        tournament = make_tournament(open_=open_)
        assert prominent() == [f"drucken-{paper}-0"]


def test_a_folded_shelf_opens_while_something_on_it_is_made(client: Client, sent: list[int]) -> None:
    tournament = started(8)
    as_user(client)

    def folded() -> bool:
        html = client.get(url(tournament)).content.decode()
        return " open" not in html.split('id="evening-0-t"')[1].split(">")[0]

    assert folded()
    job = ask(client, tournament, "rules/0/")
    assert not folded()
    print_job(job_id=job.pk)
    assert folded()


def shelves(client: Client, tournament: Tournament) -> list[str]:
    html = client.get(url(tournament, "liste/")).content.decode()
    found = re.findall(r'<(section|details) class="sheet"[^>]*?(?:id|labelledby)="([^"]+)-t"', html)
    return [f"{tag} {name}" for tag, name in found]


@pytest.mark.parametrize("tail", ["", "liste/"])
@pytest.mark.parametrize("over", [False, True], ids=["in the final", "finished"])
def test_a_whole_evening_on_paper_is_looked_at_in_few_queries(
    client: Client, sent: list[int], tail: str, over: bool
) -> None:
    tournament = evenings.in_final()
    correct_a_game(tournament)
    if over:
        evenings.play_all(tournament)
        finish(tournament_id=tournament.pk, by=SYSTEM)
    as_user(client)
    files.write("x.pdf", b"%PDF")
    html = client.get(url(tournament)).content.decode()
    asked = re.findall(r'action="[^"]+/drucken/([a-z_]+/\d+/)"', html)
    assert len(asked) > 10
    for one in asked:
        ask(client, tournament, one)
    Job.objects.update(state=JobState.DONE, file="x.pdf")
    with CaptureQueriesContext(connection) as queries:
        html = client.get(url(tournament, tail)).content.decode()
    assert html.count('data-state="done"') == len(asked)
    assert len(queries) <= 15


def correct_a_game(tournament: Tournament) -> None:
    """Another result of the first game of the evening."""
    table = facts(tournament).vorrunde[0].tables[0]
    one, two, *_ = table.players
    known = table.results[1]
    loser = two if (known.half1, known.half2) == (one, one) else one
    correct_game(
        tournament_id=tournament.pk, by=SYSTEM, table_id=table.id, game=1, half1=loser, half2=loser,
        reason="Zettel verwechselt",
    )  # fmt: skip
