"""The supervisor's own decisions, without a stack."""

import errno
import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import lan
import pytest
import supervise

from tests.deploy.stack import ROOT, command, running, wait_until


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[supervise.Stack]:
    """Nothing of it is started."""
    (tmp_path / "log").mkdir()
    lock = os.open(tmp_path / "lock", os.O_CREAT)
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield supervise.Stack(tmp_path, lock, server)
    os.close(lock)


def service(tmp_path: Path, script: str) -> supervise.Service:
    argv = [sys.executable, "-c", script]
    return supervise.Service("Dienst", argv, tmp_path / "log", dict(os.environ), ())


def test_a_new_address_is_let_in_and_shown(
    stack: supervise.Stack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    renewed = []
    monkeypatch.setattr(stack.web, "renew", lambda: renewed.append(stack.web.env["ALLOWED_HOSTS"]))
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    stack.follow_the_network()
    assert renewed == []
    monkeypatch.setattr(lan, "addresses", lambda: ["10.20.30.40"])
    stack.follow_the_network()
    stack.follow_the_network()
    assert len(renewed) == 1
    assert "10.20.30.40" in renewed[0].split(",")
    assert "localhost" in renewed[0].split(",")
    assert stack.web.env["PUBLIC_URL"] == f"http://10.20.30.40:{stack.port}"
    assert f"Neue Adresse: http://10.20.30.40:{stack.port}/" in capsys.readouterr().out


def test_without_a_network_it_says_so_and_shows_the_code_when_there_is_one(
    stack: supervise.Stack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    monkeypatch.setattr(stack.web, "renew", lambda: None)
    stack.hosts = []
    supervise.show(stack, "  Kennwort  geheim\n")
    said = capsys.readouterr().out
    assert "Tablets und Handys erreichen ihn nicht" in said
    assert "nichts mit QR-Code drucken" in said
    assert "Kennwort  geheim" in said
    assert "▄" not in said
    assert "öffnet die Tische" not in said
    monkeypatch.setattr(lan, "addresses", lambda: ["10.20.30.40"])
    stack.follow_the_network()
    said = capsys.readouterr().out
    assert f"Neue Adresse: http://10.20.30.40:{stack.port}/" in said
    assert "▄" in said
    assert "öffnet die Tische" in said
    supervise.show(stack, "")
    said = capsys.readouterr().out
    assert "▄" in said
    assert "erreichen ihn nicht" not in said


def test_what_the_environment_names_goes_first(
    stack: supervise.Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "turnier.example.org")
    monkeypatch.setenv("PUBLIC_URL", "https://turnier.example.org")
    stack.tell_hosts()
    assert stack.worker.env["ALLOWED_HOSTS"] == "turnier.example.org"
    assert stack.worker.env["PUBLIC_URL"] == "https://turnier.example.org"


@pytest.mark.parametrize(
    ("https", "hosts", "public", "url"),
    [
        ("1", "turnier.example.org, localhost", "", "https://turnier.example.org"),
        ("ja", ".example.org,turnier.example.org", "", "https://turnier.example.org"),
        ("1", "turnier.example.org", "https://schock.example.org/", "https://schock.example.org"),
        ("0", "turnier.example.org", "", ""),
        ("1", "*", "", ""),
        ("1", "", "", ""),
    ],
)
def test_behind_a_proxy_codes_and_terminal_show_its_name(
    https: str, hosts: str, public: str, url: str, stack: supervise.Stack,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for name, value in {"HTTPS": https, "ALLOWED_HOSTS": hosts, "PUBLIC_URL": public}.items():
        monkeypatch.setenv(name, value)
    stack.hosts = ["10.20.30.40"]
    wanted = url or f"http://10.20.30.40:{stack.port}"
    stack.tell_hosts()
    supervise.show(stack, "")
    assert stack.worker.env["PUBLIC_URL"] == wanted
    assert f"Leitung   {wanted}/leitung/\n" in capsys.readouterr().out
    stack.hosts = []
    assert stack.alone() == (not url)


def test_a_process_that_keeps_ending_is_started_ever_later(tmp_path: Path) -> None:
    dying = service(tmp_path, "raise SystemExit(3)")
    dying.start()
    pauses = []
    for _ in range(4):
        wait_until(lambda: dying.process is not None and dying.process.poll() is not None)
        before = time.monotonic()
        dying.look_after()
        pauses.append(round(max(0.0, dying.due - before), 1))
        dying.due = 0.0
        dying.look_after()
    dying.end(time.monotonic())
    assert pauses[0] == 0
    assert pauses[1:] == sorted(set(pauses[1:]))


def test_what_does_not_listen_is_killed(tmp_path: Path) -> None:
    deafness = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    script = f"import signal, time; {deafness}; print(flush=True); time.sleep(99)"
    deaf = service(tmp_path, script)
    deaf.start()
    wait_until(lambda: (tmp_path / "log").stat().st_size > 0)
    process = deaf.process
    assert process
    deaf.ask_to_end()
    deaf.end(time.monotonic() + 0.2)
    assert process.returncode == -signal.SIGKILL
    assert deaf.process is None


def test_the_worker_gets_less_time_than_a_page(stack: supervise.Stack) -> None:
    """Pages in the middle are answered; a job in the middle has a lease that runs out."""
    given = {}
    for service in (stack.web, stack.worker):
        service.end = lambda deadline, name=service.title: given.update({name: deadline})  # type: ignore
    stack.end()
    assert given["Druckdienst"] < given["Webdienst"]


LISTEN = """
import signal, supervise
ear = supervise.Ear()
print("ready", flush=True)
for _ in range(6):
    print(sorted(ear.heard(1.0)), flush=True)
"""


def test_who_was_stopped_has_heard_nothing() -> None:
    """signal.sigtimedwait answers with a SIGHUP here, which would end the evening."""
    command, env = [sys.executable, "-c", LISTEN], os.environ | {"PYTHONPATH": str(ROOT / "deploy")}
    listener = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert listener.stdout
    assert listener.stdout.readline() == "ready\n"
    for how in (signal.SIGSTOP, signal.SIGCONT):
        listener.send_signal(how)
        time.sleep(1.5)  # longer than it waits for a signal
    listener.send_signal(signal.SIGTERM)
    heard = [line for line in listener.communicate()[0].splitlines() if line != "[]"]
    assert heard == [f"[{int(signal.SIGTERM)}]"]


class Closed(io.StringIO):
    """A terminal that is gone, a file on a full disk."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[str] = []

    def write(self, text: str) -> int:
        self.tried.append(text)
        raise OSError(errno.EIO, "Input/output error")


def test_the_end_is_told_even_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", closed := Closed())
    supervise.tell("Beendet.")
    assert closed.tried == ["Beendet."]


def test_one_old_log_is_kept_while_it_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "web.log").write_bytes(b"x" * 6 * 2**20)
    (tmp_path / "worker.log").write_bytes(b"x")
    with (tmp_path / "web.log").open("ab", buffering=0) as writer:
        supervise.rotate(tmp_path)
        writer.write(b"danach")
    sizes = {file.name: file.stat().st_size for file in tmp_path.iterdir()}
    assert sizes == {"web.log": 6, "web.old": 6 * 2**20, "worker.log": 1}


def test_on_a_full_disk_a_long_log_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "web.log").write_bytes(b"x" * 6 * 2**20)

    def full(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(supervise.shutil, "copyfile", full)
    supervise.rotate(tmp_path)
    assert (tmp_path / "web.log").stat().st_size == 0


def test_an_output_on_a_full_disk_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dying = service(tmp_path, "raise SystemExit(3)")
    dying.start()
    wait_until(lambda: dying.process is not None and dying.process.poll() is not None)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Closed())
        dying.look_after()
    assert dying.process
    dying.end(time.monotonic())


def test_where_no_log_can_be_written_it_runs_without(tmp_path: Path) -> None:
    silent = service(tmp_path, "import time; time.sleep(99)")
    silent.log = tmp_path / "no folder" / "web.log"
    silent.start()
    assert silent.process
    assert silent.process.poll() is None
    silent.end(time.monotonic())


def test_what_cannot_be_started_now_is_started_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    late = service(tmp_path, "import time; time.sleep(99)")

    def none_left(*arguments: object, **more: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    with monkeypatch.context() as patched:
        patched.setattr(supervise.subprocess, "Popen", none_left)
        late.start()
    assert late.process is None
    assert capsys.readouterr().out == "Dienst: startet nicht (Resource temporarily unavailable)\n"
    late.look_after()
    assert late.process
    late.end(time.monotonic())


@pytest.mark.slow
def test_a_web_process_that_never_starts_ends_the_run(tmp_path: Path) -> None:
    with running(tmp_path):
        pass
    result = command("run", tmp_path, "--port", "0", LOG_LEVEL="nonsense")
    assert result.returncode == 1
    assert f"Fehler: Der Webdienst startet nicht. Das Protokoll: {tmp_path}/log/web.log" in result.stdout
