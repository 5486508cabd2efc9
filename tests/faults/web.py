"""Real web processes on this test's database, started as the supervisor does it, and pages that listen."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.test import Client

from tests.builders import LEITUNG, as_user
from tests.deploy.stack import Answer, asked
from tests.faults.real_worker import ROOT, database_url

LIMIT = 60.0  # seconds a socket may be silent before a test gives up; nothing is measured
TOKEN = "f" * 32


class Web:
    """A web process; its socket stays open while it is started anew. `first`: Python that runs in it before
    anything else."""

    def __init__(self, first: str = "", **environment: str) -> None:
        run = f"import runpy; {first}; runpy.run_path('deploy/web.py', run_name='__main__')"
        self.command = [sys.executable, *(["-c", run] if first else [str(ROOT / "deploy" / "web.py")])]
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.port: int = self.socket.getsockname()[1]
        self.log = Path(settings.DATA_DIR) / f"web-{self.port}.log"
        ours = {"DATA_DIR": str(settings.DATA_DIR), "DATABASE_URL": database_url(), "STATIC_HASHED": "0"}
        self.env = os.environ | ours | {"LISTEN_FD": str(self.socket.fileno())} | environment
        self.env.pop("DJANGO_SETTINGS_MODULE", None)
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                pass_fds=(self.socket.fileno(),),
                start_new_session=True,
            )
        self.get("/leitung/anmelden/")

    def end(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(LIMIT)

    def get(self, path: str, **headers: str) -> Answer:
        return asked(self.port, path, **headers)

    def post(self, path: str, **fields: str) -> None:
        """An act of the Leitung, in this process."""
        session = as_user(Client(), LEITUNG).cookies["sessionid"].value
        body = "&".join(f"{name}={value}" for name, value in {**fields, "csrfmiddlewaretoken": TOKEN}.items())
        headers = {
            "Host": "localhost",
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)) as line:
            line.request("POST", path, body, headers)
            assert line.getresponse().status == 302

    def memory(self) -> int:
        """Bytes that the process holds for itself."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


@contextmanager
def web(first: str = "", **environment: str) -> Iterator[Web]:
    found = Web(first, **environment)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait()
        found.socket.close()


class Page:
    """A page that listens to a part; it reads only when it is asked what it shows."""

    def __init__(self, web: Web, path: str, id_: str = "", buffer: int = 0) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(LIMIT)
        self.socket.connect(("127.0.0.1", web.port))
        self.socket.sendall(
            f"GET /live{path} HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {id_}\r\n\r\n".encode()
        )
        self.answer = http.client.HTTPResponse(self.socket)
        self.id = id_
        self.kinds: list[str] = []
        self.text = ""

    def begin(self) -> "Page":
        self.answer.begin()
        assert self.answer.status == 200
        self.next()
        return self

    def next(self) -> str:
        """Reads one event; its kind, "" at the end of the stream."""
        kind, lines = "", []
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "id":
                self.id = value
            elif name == "event":
                kind = value
            elif name == "data":
                lines.append(value)
            elif not name and kind:
                break
        if kind == "state":
            self.text = "\n".join(lines)
        self.kinds.append(kind)
        return kind

    def expect(self, word: str) -> None:
        """Reads on until the part says this."""
        while word not in self.text:
            assert self.next(), f"ended without {word}"

    def close(self) -> None:
        self.answer.close()
        self.socket.close()
