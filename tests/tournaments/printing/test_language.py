"""Paper in German or English: each a print of its own, chosen on the page and kept in its address."""

import pytest
from django.test import Client

from tests.builders import as_user
from tests.playing import started
from tests.tournaments.printing.reading import Paper
from tournaments.models import Job, Tournament
from tournaments.services.prints import print_job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_prints")]


def shelf(client: Client, tournament: Tournament, ask: str = "") -> str:
    return client.get(f"/leitung/{tournament.slug}/drucken/{ask}").content.decode()


def state(client: Client, tournament: Tournament, ask: str, name: str = "sheets-1") -> str:
    line = shelf(client, tournament, ask).split(f'data-document="{name}"')[1]
    return line.split('data-state="')[1].split('"')[0]


def ask_for(client: Client, tournament: Tournament, ask: str) -> Job:
    answer = client.post(f"/leitung/{tournament.slug}/drucken/sheets/1/{ask}")
    assert answer.headers["Location"] == f"/leitung/{tournament.slug}/drucken/{ask}"
    return Job.objects.latest("pk")


def test_both_languages_lie_beside_each_other(client: Client) -> None:
    tournament = started(8)
    as_user(client)
    english = ask_for(client, tournament, "?sprache=en")
    assert english.params["language"] == "en"
    print_job(job_id=english.pk)
    assert state(client, tournament, "?sprache=en") == "done"
    assert state(client, tournament, "") == "new"
    german = ask_for(client, tournament, "")
    print_job(job_id=german.pk)
    assert state(client, tournament, "?sprache=en") == state(client, tournament, "") == "done"
    for job, name, words in (
        (english, "Table slips round 1.pdf", "29 November 2026"),
        (german, "Tischzettel Runde 1.pdf", "29. November 2026"),
    ):
        answer = client.get(f"/leitung/{tournament.slug}/drucken/{job.pk}/datei/")
        assert name in answer.headers["Content-Disposition"]
        paper = Paper(b"".join(answer.streaming_content))
        assert paper.catalog["Lang"] == job.params["language"].encode()
        assert words in paper.text(0)


def test_the_choice_stays_in_every_address_of_the_page(client: Client) -> None:
    tournament = started(8)
    as_user(client)
    html = shelf(client, tournament, "?sprache=en")
    desk = f"/leitung/{tournament.slug}/drucken"
    assert f'action="{desk}/sheets/1/?sprache=en"' in html
    assert f'data-part="{desk}/liste/?sprache=en"' in html
    assert '<a href="?sprache=en" lang="en" aria-current="page">English</a>' in html
    assert '<a href="?sprache=de" lang="de" aria-current="page">Deutsch</a>' in shelf(client, tournament)
    assert "sprache=xx" not in shelf(client, tournament, "?sprache=xx")
    job = ask_for(client, tournament, "?sprache=en")
    answer = client.post(f"{desk}/{job.pk}/abbrechen/?sprache=en")
    assert answer.headers["Location"] == f"{desk}/?sprache=en"


def test_the_page_speaks_another_language_than_the_paper(client: Client) -> None:
    tournament = started(8)
    as_user(client)
    answer = client.get(f"/leitung/{tournament.slug}/drucken/", headers={"Accept-Language": "en"})
    html = answer.content.decode()
    assert "Table slips" in html
    assert '<a href="?sprache=de" lang="de" aria-current="page">Deutsch</a>' in html
