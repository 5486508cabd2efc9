"""`deploy/run`: what starts, what is kept, what comes back, what ends."""

import os
import re
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import installation
import lan
import pytest

from tests.deploy.stack import Running, command, make_newer, processes, running, wait_until

pytestmark = pytest.mark.slow


def test_first_start_shows_the_way_and_the_second_keeps_everything(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        assert re.search(r"Name +leitung\n +Kennwort +\S+", stack.said)
        assert re.search(r"Tische +http://\S+/t/\n", stack.said)
        assert re.search(r"Halle +http://\S+:\d+/\n", stack.said)
        assert ("▄" in stack.said) == bool(lan.addresses())  # the QR code: none leads here without a network
        assert opens_the_desk(stack)
        key = (tmp_path / "secret_key").read_text()
        assert stack.end() == 0
        assert stack.process.stdout
        assert stack.process.stdout.read().split("\n")[-3:] == [
            "Beende Webdienst und Druckdienst …",
            "Beendet. Alle Daten sind gespeichert.",
            "",
        ]
    assert processes(tmp_path) == {}
    with running(tmp_path) as stack:
        assert re.search(r"Name +leitung\n +Kennwort +wie beim ersten Start .*--new-password", stack.said)
        assert (tmp_path / "secret_key").read_text() == key
        assert stack.get("/leitung/anmelden/").status == 200


def opens_the_desk(stack: Running) -> bool:
    """Whether the password that was printed lets somebody in, as a browser would do it."""
    login = f"http://127.0.0.1:{stack.port}/leitung/anmelden/"
    browser = build_opener(HTTPCookieProcessor())
    page = browser.open(login).read().decode()
    password = re.search(r"Kennwort +(\S+)", stack.said)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert password
    assert token
    form = {"csrfmiddlewaretoken": token[1], "name": "leitung", "password": password[1]}
    answer = browser.open(login, urlencode(form).encode())
    return answer.status == 200 and "/leitung/anmelden/" not in answer.url


def test_the_folder_is_closed_to_other_users(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder):
        assert folder.stat().st_mode & 0o077 == 0
        assert (folder / "secret_key").stat().st_mode & 0o077 == 0


def test_an_address_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        assert stack.get("/leitung/anmelden/", Host="evil.example").status == 400


def test_killed_processes_come_back_and_nobody_is_refused_meanwhile(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        wait_until(lambda: stack.has("celery"))
        worker, web = stack.pid_of("celery"), stack.pid_of("web.py")
        os.kill(worker, signal.SIGKILL)
        os.kill(web, signal.SIGKILL)
        assert stack.get("/leitung/anmelden/").status == 200  # waits in the socket that stayed open
        wait_until(lambda: stack.has("celery") and worker not in processes(tmp_path))
        assert stack.pid_of("web.py") != web
        assert stack.end() == 0
    assert processes(tmp_path) == {}


def test_a_killed_supervisor_leaves_nothing_behind(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        wait_until(lambda: stack.has("celery"))
        os.kill(stack.process.pid, signal.SIGKILL)
        wait_until(lambda: processes(tmp_path) == {})


def test_what_was_stopped_goes_on(tmp_path: Path) -> None:
    """Ctrl-Z and fg in the terminal, a laptop that was closed."""
    with running(tmp_path) as stack:
        for pids in ([stack.process.pid], list(processes(tmp_path))):
            for how in (signal.SIGSTOP, signal.SIGCONT):
                for pid in pids:
                    os.kill(pid, how)
                time.sleep(2.5)  # longer than the supervisor waits for a signal
        assert stack.process.poll() is None
        assert stack.get("/leitung/anmelden/").status == 200
        assert stack.end() == 0


def test_a_start_waits_for_what_a_killed_supervisor_has_left(tmp_path: Path) -> None:
    lock = installation.take_lock(tmp_path)
    assert lock
    release = threading.Timer(5, os.close, [lock])
    release.start()
    with running(tmp_path) as stack:
        assert "Warte, bis der vorige Lauf beendet ist …" in stack.said
        assert stack.get("/leitung/anmelden/").status == 200
    release.join()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_end(tmp_path: Path, how: int) -> None:
    before = signal.signal(how, signal.SIG_DFL)  # tests started under nohup would hand on that it is ignored
    try:
        with running(tmp_path) as stack:
            assert stack.end(how) == 0
    finally:
        signal.signal(how, before)
    assert processes(tmp_path) == {}


def test_one_stack_a_folder_but_a_new_password_at_any_time(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        first = re.search(r"Kennwort +(\S+)", stack.said)
        again = command("run", tmp_path, "--port", "0")
        assert again.returncode == 1
        assert f"Fehler: Schockturnier läuft schon mit den Daten in {tmp_path}." in again.stdout
        made = command("run", tmp_path, "--new-password")
        assert made.returncode == 0
        second = re.search(r"Kennwort +(\S+)", made.stdout)
        assert first
        assert second
        assert first[1] != second[1]


def test_a_taken_port_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        result = command("run", tmp_path, "--port", str(port))
    assert result.returncode == 1
    assert result.stdout == f"Fehler: Der Port {port} ist belegt. Ein anderer: deploy/run --port {port + 1}\n"
    assert not (tmp_path / "db.sqlite3").exists()
    assert processes(tmp_path) == {}


def test_data_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    with running(tmp_path):
        pass
    make_newer(tmp_path / "db.sqlite3")
    result = command("run", tmp_path, "--port", "0")
    assert result.returncode == 1
    assert result.stdout.startswith("Fehler: Die Daten stammen von einer neueren Version.")


def test_a_database_without_any_table_is_a_new_one(tmp_path: Path) -> None:
    """A command of Django that only looked has left it behind."""
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    assert (tmp_path / "db.sqlite3").stat().st_size
    with running(tmp_path) as stack:
        assert stack.get("/leitung/anmelden/").status == 200
