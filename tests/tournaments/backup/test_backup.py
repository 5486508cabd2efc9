"""After every closed round a checked copy lies in DATA_DIR/backups; what stops it stops nothing else."""

import errno
import os
import sqlite3
from contextlib import closing
from uuid import uuid4

import pytest
from django.db import connection

from tests.builders import HELFER, as_user, fresh
from tests.playing import current, play_table, started
from tournaments.models import RoundState
from tournaments.services import backup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def complete(client):
    t = started(8)
    for number in (1, 2):
        play_table(t, number)
    as_user(client)
    return t


def closed(t) -> bool:
    from tournaments.models import Round

    return Round.objects.get(tournament=t, number=1).state == RoundState.CLOSED


def address(t):
    from django.urls import reverse

    return reverse("desk:close_round", args=[t.slug, 1])


def test_a_closed_round_leaves_a_whole_copy(client, folder, complete):
    answer = client.post(address(complete), {"key": uuid4()}, follow=True)
    assert answer.status_code == 200
    (copy,) = folder.glob("*.sqlite3")
    assert "runde-1" in copy.name
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as found:
        assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        states = found.execute("SELECT state FROM tournaments_round").fetchall()
    assert states == [("closed",)]
    assert list(folder.iterdir()) == [copy]


def test_a_refused_closing_leaves_none(client, folder):
    t = started(8)
    as_user(client)
    assert client.post(address(t), {"key": uuid4()}).status_code == 400
    as_user(client, HELFER)
    assert client.post(address(t), {"key": uuid4()}).status_code == 403
    assert not folder.exists()
    assert current(t).published


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "Platte voll"),
        (sqlite3.OperationalError("database or disk is full"), "Platte voll"),
        (OSError(errno.EACCES, "Permission denied"), "backups"),
        (sqlite3.DatabaseError("malformed"), "backups"),
    ],
)
def test_what_stops_the_copy_is_told_and_the_round_is_closed(
    client, folder, complete, monkeypatch, error, words
):
    def fail(*args):
        raise error

    monkeypatch.setattr(backup, "_verify", fail)
    answer = client.post(address(complete), {"key": uuid4()}, follow=True)
    assert words in answer.content.decode()
    assert closed(complete)
    assert fresh(complete).revision
    assert list(folder.iterdir()) == []


def test_a_writer_in_the_middle_of_something_is_not_waited_for(folder, complete):
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tournaments_tournament SET place = 'noch nicht gesagt'")
        copy = backup.back_up("probe")
        writer.rollback()
    with closing(sqlite3.connect(copy)) as found:
        assert found.execute("SELECT place FROM tournaments_tournament").fetchall() == [("",)]


def test_a_copy_that_does_not_get_on_is_given_up(folder, complete, monkeypatch):
    from scoring.errors import RuleViolation

    monkeypatch.setattr(backup, "PATIENCE", -1.0)
    with pytest.raises(RuleViolation):
        backup.back_up("probe")
    assert list(folder.iterdir()) == []


def test_a_copy_that_is_not_whole_is_no_backup(folder, monkeypatch, complete):
    from scoring.errors import RuleViolation

    whole = backup._copy

    def truncated(draft):
        whole(draft)
        os.truncate(draft, 5000)

    monkeypatch.setattr(backup, "_copy", truncated)
    with pytest.raises(RuleViolation):
        backup.back_up("probe")
    assert list(folder.iterdir()) == []


def test_old_copies_go_and_the_newest_stay(folder, monkeypatch, complete):
    monkeypatch.setattr(backup, "KEPT", 3)
    for number in range(5):
        copy = backup.back_up(f"runde-{number}")
        os.utime(copy, (1000 + number, 1000 + number))
    assert sorted(p.name.split("_")[-1] for p in folder.iterdir()) == [
        f"runde-{n}.sqlite3" for n in (2, 3, 4)
    ]


def test_what_a_killed_process_left_unfinished_goes_and_what_another_makes_stays(folder, complete):
    folder.mkdir()
    left, begun = folder / ".gestern-1.part", folder / ".jetzt-2.part"
    for path in (left, left.with_name(f"{left.name}-journal"), begun):
        path.write_bytes(b"half")
    for path in (left, left.with_name(f"{left.name}-journal")):
        os.utime(path, (1000, 1000))
    copy = backup.back_up("runde-1")
    assert sorted(folder.iterdir()) == sorted([begun, copy])
