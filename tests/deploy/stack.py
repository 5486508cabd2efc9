"""Starts `deploy/run` as a person does and watches it from outside."""

import http.client
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0
FOREIGN = {"DATABASE_URL", "REDIS_URL", "PORT", "STATIC_HASHED", "DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS"}


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The caller's, without what would lead to other data."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return kept | {"DATA_DIR": str(folder)} | more


def command(name: str, folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs deploy/`name` to its end; its two outputs are read as one."""
    return subprocess.run(
        [ROOT / "deploy" / name, *arguments],
        env=environment(folder, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def make_newer(database: Path) -> None:
    """As a later version of the program would leave it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
            ["tournaments", "9999_later", "2030-01-01"],
        )


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def processes(folder: Path) -> dict[int, str]:
    """pid → command line of every living process that works on this folder."""
    mark = f"DATA_DIR={folder}".encode()
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark not in (place / "environ").read_bytes().split(b"\0"):
                continue
            text = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:  # ended meanwhile
            continue
        if text:  # a zombie has none
            found[int(place.name)] = text
    return found


@dataclass(frozen=True)
class Answer:
    """`body`: read to its end; nothing of a stream."""

    status: int
    headers: Message
    body: bytes


def asked(port: int, path: str, **headers: str) -> Answer:
    """A GET to this machine, over a line that is closed again."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers={"Host": "localhost"} | headers)
        answer = line.getresponse()
        stream = answer.headers.get_content_type() == "text/event-stream"
        return Answer(answer.status, answer.headers, b"" if stream else answer.read())


class Running:
    """A stack that has said its addresses."""

    def __init__(self, process: subprocess.Popen[str], folder: Path, said: str) -> None:
        self.process, self.folder, self.said = process, folder, said
        found = re.search(r"http://\S+:(\d+)/leitung/", said)
        assert found, said
        self.port = int(found[1])

    def get(self, path: str, **headers: str) -> Answer:
        return asked(self.port, path, **headers)

    def pid_of(self, what: str) -> int:
        """Of the process whose command line contains `what`; of several the first, which made the others."""
        return min(pid for pid, text in processes(self.folder).items() if what in text)

    def has(self, what: str) -> bool:
        return any(what in text for text in processes(self.folder).values())

    def kill_web(self) -> None:
        """`kill -9` of the web process, until the supervisor has started another one."""
        before = self.pid_of("web.py")
        os.kill(before, signal.SIGKILL)
        wait_until(lambda: any("web.py" in text for pid, text in self.others(before)))

    def others(self, gone: int) -> list[tuple[int, str]]:
        """All processes but one, which may still be seen for a moment."""
        return [(pid, text) for pid, text in processes(self.folder).items() if pid != gone]

    def end(self, how: int = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, *arguments: str, **more: str) -> Iterator[Running]:
    """`deploy/run` on a free port, until the block ends; its output is in `said`."""
    process = subprocess.Popen(
        [ROOT / "deploy" / "run", "--port", "0", *arguments],
        env=environment(folder, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if "Strg-C" in line:
                break
        yield Running(process, folder, said)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
