"""The log on paper: for the Leitung alone, the oldest act first, every act once, however many."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import HELFER, LEITUNG, as_user
from tests.playing import facts, play_round, record, started, table_of
from tests.tournaments.printing.examples import ODD_NAMES, WIDEST
from tests.tournaments.printing.reading import Paper, file_status, fonts
from tournaments.models import Job, JobState, LogEntry, Player, Tournament
from tournaments.printing import content, logbook, render
from tournaments.printing.content.journal import journal
from tournaments.printing.logbook import Entry, LogData
from tournaments.services._act import SYSTEM
from tournaments.services.corrections import correct_game
from tournaments.services.prints import print_job

pytestmark = pytest.mark.usefixtures("own_prints")
PARAMS = {"round": 0, "language": "de"}
START = datetime(2026, 11, 14, 22, 30, tzinfo=UTC)


def entry(number: int, text: str = "", detail: str = "", reason: str = "", who: str = "leitung") -> Entry:
    at = START + timedelta(seconds=30 * number)
    return Entry(at, text or f"Tisch 3, Spiel {number}: eingetragen", who, detail, reason)


def printed(*entries: Entry, tournament: str = "3. offene Dürener Schockmeisterschaft") -> Paper:
    data = LogData(tournament, date(2026, 11, 14), "Schützenhalle Winden", entries)
    return Paper(render(logbook.document(data)))


def digest(t: Tournament) -> str:
    return content.digest(facts(t), "log", PARAMS)


def url(t: Tournament, tail: str = "") -> str:
    return f"/leitung/{t.slug}/drucken/{tail}"


def test_says_when_what_and_who_with_reason_and_the_date_of_each_day() -> None:
    paper = printed(entry(0), entry(100, "Ergebnis berichtigt", "vorher A; jetzt B", "verschrieben", "käthe"))
    text = paper.text(0)
    for part in ("Protokoll", "23:30:00", "Tisch 3, Spiel 0: eingetragen", "leitung", "00:20:00",
                 "Ergebnis berichtigt", "vorher A; jetzt B", "verschrieben", "käthe",
                 "14. November 2026", "15. November 2026"):  # fmt: skip
        assert part in text, part
    assert text.index("Spiel 0") < text.index("15. November") < text.index("Ergebnis berichtigt")


@pytest.mark.parametrize("count", [1, 49, 50, 400])
def test_every_act_stands_there_once_in_order(count: int) -> None:
    paper = printed(*(entry(number, f"Akt {number} von allen") for number in range(count)))
    told = " ".join(paper.text(page) for page in range(paper.pages)).split("Akt ")[1:]
    assert [int(part.split()[0]) for part in told] == list(range(count))
    assert paper.pages <= count // 40 + 1


@pytest.mark.parametrize("name", [*ODD_NAMES, WIDEST, "x" * 2000])
def test_long_sentences_stay_on_their_page(name: str) -> None:
    rows = [entry(n, f"verloren hat 3 ({name})", f"Hälfte 1: {name}", name, name[:150]) for n in range(12)]
    paper = printed(*rows, tournament=name[:120])
    for page in range(paper.pages):
        assert all(word.right <= 195.5 and word.bottom <= 292 for word in paper.words(page))


def test_is_tagged_and_has_its_fonts_inside(tmp_path: Path) -> None:
    paper = printed(entry(1))
    assert paper.title == "Protokoll: 3. offene Dürener Schockmeisterschaft"
    assert 'pdfuaid:part="1"' in paper.xmp
    assert {"H1", "Table", "TH", "TD"} <= {tag for tag, _ in paper.tags(0)}
    assert all(embedded for _, embedded in fonts(paper.raw, tmp_path))


@pytest.mark.django_db
def test_holds_every_act_of_the_evening_with_names() -> None:
    t = started(8)
    table = table_of(t)
    record(t, table, table.players[0], table.players[0])
    entries = journal(facts(t), PARAMS).entries
    rows = list(LogEntry.objects.filter(tournament=t).order_by("id"))
    assert [one.at for one in entries] == [row.created_at for row in rows]
    name = facts(t).players[table.players[0]].name
    assert name in entries[-1].text
    assert entries[-1].detail.startswith("Hälfte 1: ")


@pytest.mark.django_db
def test_an_act_a_correction_and_a_new_name_make_it_old() -> None:
    t = started(8)
    play_round(t)
    seen = {digest(t)}
    assert digest(t) in seen
    table = facts(t).vorrunde[0].tables[0]
    other = table.players[1]
    correct_game(
        tournament_id=t.pk, by=SYSTEM, table_id=table.id, game=1, half1=other, half2=other, endkampf=None,
        reason="verschrieben",
    )  # fmt: skip
    assert digest(t) not in seen
    seen.add(digest(t))
    Player.objects.filter(tournament=t, start_number=1).update(last="Neu")
    assert digest(t) not in seen
    assert content.document(t.pk, "log", PARAMS)[1] == digest(t)


@pytest.mark.django_db
def test_whether_it_is_old_takes_no_question_of_its_own_however_long_it_is() -> None:
    t = started(8)
    found = facts(t)
    content.digest(found, "log", PARAMS)
    with CaptureQueriesContext(connection) as queries:
        content.digest(found, "log", PARAMS)
    assert len(queries) == 0


@pytest.mark.django_db
def test_the_log_is_for_the_leitung_alone(client: Client) -> None:
    t = started(8)
    as_user(client, LEITUNG)
    assert 'data-document="log-0"' in client.get(url(t)).content.decode()
    assert client.post(url(t, "log/0/")).status_code == 302
    job = Job.objects.get(kind="log")
    print_job(job_id=job.pk)
    assert file_status(client, url(t, f"{job.pk}/datei/")) == 200
    as_user(client, HELFER)
    assert 'data-document="log-0"' not in client.get(url(t)).content.decode()
    assert client.post(url(t, "log/0/")).status_code == 400
    assert file_status(client, url(t, f"{job.pk}/datei/")) == 404


@pytest.mark.django_db
def test_a_helfer_neither_hears_of_a_paper_for_the_leitung_nor_stops_it(client: Client) -> None:
    t = started(8)
    as_user(client, LEITUNG)
    client.post(url(t, "log/0/"))
    job = Job.objects.get(kind="log")
    news = url(t, "liste/?neues=1")

    def about() -> list[str]:
        return [client.get(url(t, f"{job.pk}/balken/")).content.decode(), client.get(news).content.decode()]

    as_user(client, HELFER)
    assert about() == ["", ""]
    client.post(url(t, f"{job.pk}/abbrechen/"))
    job.refresh_from_db()
    assert job.state == JobState.WAITING
    print_job(job_id=job.pk)
    assert about() == ["", ""]
    as_user(client, LEITUNG)
    assert about() == ["", "Protokoll: fertig"]


@pytest.mark.django_db
def test_an_older_print_is_said_to_be_short_and_not_wrong(client: Client) -> None:
    t = started(8)
    as_user(client, LEITUNG)
    client.post(url(t, "log/0/"))
    print_job(job_id=Job.objects.get(kind="log").pk)
    play_round(t)
    line = client.get(url(t)).content.decode().split('data-document="log-0"')[1].split("</li>")[0]
    assert "Was gedruckt ist, stimmt; hier fehlt, was seither geschah." in line
    assert "alte Fassung" in line
