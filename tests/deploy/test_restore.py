"""`deploy/restore`: beside, checked, switched; whatever fails keeps the old data."""

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import bring_back
import pytest

from tests.deploy.stack import ROOT, command, environment, make_newer, running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a stack has run once."""
    folder = tmp_path_factory.mktemp("started")
    with running(folder):
        pass
    return folder


@pytest.fixture
def folder(started: Path, tmp_path: Path) -> Iterator[Path]:
    """Data in which the user is called "now"; the backup good.sqlite3, in which it is called "then"."""
    data = tmp_path / "data"
    shutil.copytree(started, data)
    rename(data / "db.sqlite3", "then")
    source, copy = sqlite3.connect(data / "db.sqlite3"), sqlite3.connect(data / "backups" / "good.sqlite3")
    with closing(source), closing(copy):
        source.backup(copy)
    rename(data / "db.sqlite3", "now")
    return data


def rename(database: Path, name: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE auth_user SET username = ?", [name])


def user(database: Path) -> str:
    with closing(sqlite3.connect(database)) as connection:
        return str(connection.execute("SELECT username FROM auth_user").fetchone()[0])


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("db-bis-*.sqlite3"))


def test_switches_and_keeps_the_old(folder: Path) -> None:
    result = command("restore", folder, "good.sqlite3")
    assert result.returncode == 0
    assert user(folder / "db.sqlite3") == "then"
    assert [user(file) for file in kept(folder)] == ["now"]
    assert not list(folder.glob(".restore*"))
    with running(folder) as stack:
        assert stack.get("/leitung/anmelden/").status == 200


def test_by_path_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    stick = tmp_path / "Stick mit Lücke.sqlite3"
    shutil.move(folder / "backups" / "good.sqlite3", stick)
    assert command("restore", folder, str(stick)).returncode == 0
    assert user(folder / "db.sqlite3") == "then"
    assert stick.exists()


def test_unsaved_journal_of_the_old_data_stays_with_them(folder: Path) -> None:
    database = folder / "db.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE auth_user SET username = 'latest'")
        connection.commit()
        for journal in ("", "-wal", "-shm"):  # as after a power cut: the commit is in the journal only
            shutil.copy(f"{database}{journal}", f"{folder}/cut{journal}")
    for journal in ("", "-wal", "-shm"):
        Path(f"{folder}/cut{journal}").rename(f"{database}{journal}")
    assert command("restore", folder, "good.sqlite3").returncode == 0
    assert user(database) == "then"
    assert [user(file) for file in kept(folder)] == ["latest"]


def broken(folder: Path, kind: str) -> str:
    good = (folder / "backups" / "good.sqlite3").read_bytes()
    middle = len(good) // 2
    content = {
        "truncated": good[:middle],
        "empty": b"",
        "text": b"Das ist keine Datenbank. " * 400,
        "overwritten": good[:4096] + b"\xff" * middle + good[4096 + middle :],
    }
    (folder / "backups" / "bad.sqlite3").write_bytes(content[kind])
    return "bad.sqlite3"


@pytest.mark.parametrize("kind", ["truncated", "empty", "text", "overwritten"])
def test_a_broken_backup_keeps_the_data(folder: Path, kind: str) -> None:
    result = command("restore", folder, broken(folder, kind))
    assert result.returncode == 1
    assert result.stdout.startswith("Fehler: Die Sicherung bad.sqlite3 ist beschädigt")
    assert user(folder / "db.sqlite3") == "now"
    assert kept(folder) == []
    assert not list(folder.glob(".restore*"))


def test_a_newer_backup_keeps_the_data(folder: Path) -> None:
    make_newer(folder / "backups" / "good.sqlite3")
    result = command("restore", folder, "good.sqlite3")
    assert result.returncode == 1
    assert "stammt von einer neueren Version" in result.stdout
    assert user(folder / "db.sqlite3") == "now"


def test_broken_data_can_be_replaced(folder: Path) -> None:
    (folder / "db.sqlite3").write_bytes(b"nothing of a database")
    assert command("restore", folder, "good.sqlite3").returncode == 0
    assert user(folder / "db.sqlite3") == "then"
    assert [file.read_bytes() for file in kept(folder)] == [b"nothing of a database"]


def test_not_while_the_stack_runs(folder: Path) -> None:
    rename(folder / "db.sqlite3", "leitung")
    with running(folder):
        result = command("restore", folder, "good.sqlite3")
    assert result.returncode == 1
    assert result.stdout == "Fehler: Schockturnier läuft noch. Zuerst dort mit Strg-C beenden.\n"
    assert user(folder / "db.sqlite3") == "leitung"


def test_lists_what_there_is(folder: Path, tmp_path: Path) -> None:
    result = command("restore", folder)
    assert result.returncode == 0
    assert "good.sqlite3" in result.stdout
    assert "Noch keine Sicherung" in command("restore", tmp_path / "empty").stdout
    missing = command("restore", folder, "nothing.sqlite3")
    assert missing.returncode == 1
    assert "gibt es nicht" in missing.stdout


def test_what_a_killed_run_left_goes(folder: Path) -> None:
    left = folder / ".restore-99999.sqlite3"
    for journal in ("", "-wal", "-journal"):
        Path(f"{left}{journal}").write_bytes(b"half")
    assert command("restore", folder, "good.sqlite3").returncode == 0
    assert not list(folder.glob(".restore*"))


def test_a_disk_without_second_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a stick has it."""

    def no_link(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    old = bring_back.switch(folder / "backups" / "good.sqlite3", folder / "db.sqlite3")
    assert old
    assert user(old) == "now"
    assert user(folder / "db.sqlite3") == "then"


def test_old_data_that_cannot_be_kept_stay_in_their_place(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    def no_link(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    monkeypatch.setattr(bring_back.shutil, "copyfile", no_room)
    with pytest.raises(OSError, match="No space"):
        bring_back.switch(folder / "backups" / "good.sqlite3", folder / "db.sqlite3")
    assert user(folder / "db.sqlite3") == "now"
    assert kept(folder) == []


KILLED_AT = """
import os, signal, sys
sys.path.insert(0, {deploy!r})
import bring_back

def seen(frame, event, argument):
    global left
    if not frame.f_code.co_filename.endswith("bring_back.py"):
        return None
    left -= event in ("line", "return")
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return seen

left, sys.argv = int(sys.argv[1]), ["restore", "good.sqlite3"]
bring_back.manage = lambda *arguments, **more: ""  # the copy is of this version
sys.settrace(seen)
bring_back.main()
"""


def killed(folder: Path, moment: int) -> bool:
    """A restore that is killed at its `moment`-th line; False when it had fewer."""
    code = KILLED_AT.format(deploy=str(ROOT / "deploy"))
    run = [sys.executable, "-c", code, str(moment)]
    result = subprocess.run(run, env=environment(folder), stdout=subprocess.DEVNULL)
    assert result.returncode in (0, -signal.SIGKILL)
    return result.returncode != 0


def told(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a start says first."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    bring_back.clear_up(folder)
    return capsys.readouterr().out


def test_killed_at_any_line_the_data_are_the_old_or_the_new_and_the_next_start_says_which(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[tuple[str, str]] = set()
    moment = 1
    while True:
        copy = tmp_path / f"moment-{moment}"
        shutil.copytree(folder, copy)
        if not killed(copy, moment):
            break
        holds, said = user(copy / "db.sqlite3"), told(copy, capsys, monkeypatch)
        seen.add((holds, said.split(":")[0]))
        assert [user(file) for file in kept(copy)] == ([] if holds == "now" else ["now"])
        assert not list(copy.glob(".restore*"))
        assert told(copy, capsys, monkeypatch) == ""
        shutil.rmtree(copy)
        moment += 1
    broken_off = "Das Zurückholen einer Sicherung wurde abgebrochen"
    there = "Zurückgeholt war schon vor dem Abbruch"
    assert seen == {("now", ""), ("now", broken_off), ("then", there), ("then", "")}
    assert user(copy / "db.sqlite3") == "then"


def test_a_start_after_a_killed_restore_says_so_and_runs(folder: Path) -> None:
    (folder / ".restore-99999.sqlite3").write_bytes(b"half")
    rename(folder / "db.sqlite3", "leitung")
    with running(folder) as stack:
        assert "Das Zurückholen einer Sicherung wurde abgebrochen" in stack.said
        assert stack.get("/leitung/anmelden/").status == 200
    assert not list(folder.glob(".restore*"))


def test_a_disk_that_is_full_while_the_old_data_are_settled_keeps_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their last results are in the journal then, which must not be taken from them."""

    def no_room(file: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(bring_back, "settle", no_room)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        bring_back.switch(folder / "backups" / "good.sqlite3", folder / "db.sqlite3")
    assert user(folder / "db.sqlite3") == "now"
    assert kept(folder) == []
