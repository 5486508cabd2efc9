"""The laptop's disk is full or closed for writing: whoever enters something is told so, and what to do."""

import errno

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from scoring.errors import RuleViolation
from tests.builders import as_user, fresh, make_tournament
from tests.playing import started, table_of
from tests.tournaments.referee.device import entry, pair, send
from tournaments.models import LogEntry, Player, Result, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services._full import disk_trouble
from tournaments.services.players import add_player
from tournaments.views.desk import home

SENTENCE = "Die Festplatte des Turnierrechners ist voll"
FULL = OperationalError("database or disk is full")


READ_ONLY = OperationalError("attempt to write a readonly database")
CLOSED = "Auf die Festplatte des Turnierrechners lässt sich nicht mehr schreiben"


class Postgres(Exception):
    def __init__(self, sqlstate):
        super().__init__("no word of SQLite")
        self.sqlstate = sqlstate


def from_postgres(sqlstate):
    error = OperationalError("this text is translated by the server")
    error.__cause__ = Postgres(sqlstate)
    return error


def refusing(error):
    def create(*args, **values):
        raise error

    return create


TROUBLES = {
    "full": (FULL, SENTENCE),
    "full postgresql": (from_postgres("53100"), SENTENCE),
    "read only": (READ_ONLY, CLOSED),
    "closed while open": (OperationalError("disk I/O error"), CLOSED),
    "read only postgresql": (from_postgres("25006"), CLOSED),
}


@pytest.fixture(params=TROUBLES)
def full(request, monkeypatch):
    """From now on nothing is taken: the log is written last in every act. Returns what is said then."""
    error, sentence = TROUBLES[request.param]

    def trouble():
        monkeypatch.setattr(LogEntry.objects, "create", refusing(error))
        return sentence

    return trouble


@pytest.mark.django_db
def test_a_table_is_told_and_keeps_its_answers(full, client):
    t = started(4)
    found, table = pair(client, t), table_of(t)
    body = entry(t, table, table.players[0], table.players[0])
    sentence = full()
    answer = send(client, found, "result", body)
    assert answer.status_code == 507
    assert sentence in answer.json()["sentence"]
    assert f'data-id="{table.id}.1.1"' in answer.json()["html"]
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_a_button_and_forms_of_the_desk_are_told(full):
    t, desk = make_tournament(open_=False), as_user(Client())
    sentence = full()
    person = {"first": "Inge", "last": "Jansen"}
    tournament = {"name": "Zweites", "date": "2026-12-01", "preset": "dueren", "rules": "dueren"}
    answers = [
        desk.post(reverse("desk:open_registration", args=[t.slug])),
        desk.post(reverse("desk:add_player", args=[t.slug]), person),
        desk.post(reverse("desk:create"), tournament),
    ]
    told = [(answer.status_code, sentence in answer.content.decode()) for answer in answers]
    assert told == [(507, True)] * 3
    assert Tournament.objects.count() == 1
    assert not Player.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "headline", "sentence"),
    [
        (FULL, "Die Festplatte ist voll", SENTENCE),
        (OSError(errno.EROFS, "Read-only file system"), "Die Festplatte nimmt nichts an", CLOSED),
    ],
)
def test_what_is_no_act_gets_a_page_of_its_own(monkeypatch, error, headline, sentence):
    """A login writes its session, for example."""
    desk = as_user(Client(raise_request_exception=False))
    monkeypatch.setattr(home, "tournament_list", refusing(error))
    answer = desk.get(reverse("desk:tournaments"))
    assert answer.status_code == 507
    page = answer.content.decode()
    assert headline in page
    assert sentence in page
    sent = desk.get(reverse("desk:tournaments"), headers={"X-Requested-With": "fetch"})
    assert (sent.status_code, sentence in sent.json()["sentence"]) == (507, True)
    monkeypatch.setattr(home, "tournament_list", refusing(OperationalError("no such table: x")))
    assert desk.get(reverse("desk:tournaments")).status_code == 500


def entered_until_refused(t):
    for number in range(400):
        try:
            add_player(tournament_id=t.pk, by=SYSTEM, first="Inge" * 10, last=f"Jansen {number}")
        except RuleViolation as violation:
            return violation
    raise AssertionError("there is room for all of them")


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_database_that_may_not_grow():
    """SQLite itself says that it is full, in the middle of an act."""
    t = make_tournament()
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        refusal = entered_until_refused(t)
        assert refusal.code == "disk_full"
        assert fresh(t).revision == LogEntry.objects.filter(tournament=t).count()
        assert LogEntry.objects.filter(act="add_player").count() == Player.objects.count()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    add_player(tournament_id=t.pk, by=SYSTEM, first="Inge", last="Danach")


def test_other_errors_are_no_trouble_of_the_disk():
    assert disk_trouble(OSError(errno.ENOSPC, "No space left on device")) == "disk_full"
    for other in (OperationalError("database is locked"), OSError(errno.EACCES, "Permission denied"), None):
        assert disk_trouble(other) == ""
