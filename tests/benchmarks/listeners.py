"""Servers to be measured, and crowds of pages that listen to them from this process."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "f" * 32
AT_ONCE = 100  # connections that are opened together
SECONDS = 1.0  # of one count of requests
sys.path.append(str(ROOT / "deploy"))

FLOOR = """
import asyncio, os, socket, uvloop
class Seat(asyncio.Protocol):
    seats = set()
    def connection_made(self, transport):
        self.transport = transport
        self.seats.add(self)
    def connection_lost(self, error):
        self.seats.discard(self)
    def data_received(self, data):
        event = b"x" * int(data)
        for seat in self.seats:
            if seat is not self:
                seat.transport.write(event)
async def main():
    listening = socket.socket(fileno=int(os.environ["LISTEN_FD"]))
    await (await asyncio.get_running_loop().create_server(Seat, sock=listening)).serve_forever()
uvloop.run(main())
"""
PRODUCT = """
import sys
sys.path.insert(0, ROOT)
from schockturnier import asgi, urls
from django.http import HttpResponse
from django.urls import path
urls.urlpatterns.insert(0, path("nichts/", lambda request: HttpResponse("{}")))
import time
from tournaments.live import hints
hints.listen(lambda slug: print(time.time(), flush=True))
import runpy
runpy.run_path(ROOT + "/deploy/web.py", run_name="__main__")
"""


def run(work: Coroutine[Any, Any, None]) -> None:
    uvloop.run(work)


class Server:
    """A process that listens on a port of its own."""

    def __init__(self, code: str, **environment: str) -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=4096) as listening:
            self.port: int = listening.getsockname()[1]
            env = os.environ | environment | {"LISTEN_FD": str(listening.fileno())}
            self.process = subprocess.Popen(
                [sys.executable, "-c", code],
                env=env,
                pass_fds=(listening.fileno(),),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
            )

    def committed(self) -> float:
        """When the next commit was that this process heard of; waits for it."""
        assert self.process.stdout
        return float(self.process.stdout.readline())

    def memory(self) -> int:
        """Bytes that the process holds for itself."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))

    async def get(self, path: str) -> Message:
        """The answer's headers."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request(path, {"Connection": "close"}))
        answer = await reader.read()
        writer.close()
        head = answer.partition(b"\r\n\r\n")[0].decode()
        return type("Answer", (), {"headers": Parser().parsestr(head.partition("\r\n")[2].lower())})

    async def post(self, path: str, session: str, **fields: str) -> None:
        body = "&".join(f"{name}={value}" for name, value in {**fields, "csrfmiddlewaretoken": TOKEN}.items())
        headers = {
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request(path, headers, "POST") + body.encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 302")
        writer.close()


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def product(**environment: str):
    return _running(Server(f"ROOT = {str(ROOT)!r}\n{PRODUCT}", **environment))


def floor():
    return _running(Server(FLOOR))


def request(path: str, headers: dict[str, str], method: str = "GET") -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {path} HTTP/1.1\r\nHost: testserver\r\n{lines}\r\n".encode()


class Ear(asyncio.Protocol):
    """One page: counts its bytes and tells the crowd when it has a whole event."""

    def __init__(self, crowd: "Crowd", first: bytes) -> None:
        self.crowd, self.first, self.bytes = crowd, first, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        if self.first:
            transport.write(self.first)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        before, self.bytes = self.bytes, self.bytes + len(data)
        if before < self.crowd.length <= self.bytes:
            self.crowd.heard(time.time())


class Crowd:
    """Many pages at one server. length: bytes of one event."""

    def __init__(self, server: Server, length: int = 1) -> None:
        self.server, self.length = server, length
        self.ears: list[Ear] = []
        self.times: list[float] = []
        self.all: asyncio.Future[list[float]] | None = None
        self.asked = 0.0

    async def _open(self, count: int, first: bytes = b"") -> None:
        loop = asyncio.get_running_loop()
        for start in range(0, count, AT_ONCE):
            opened = [
                loop.create_connection(lambda: Ear(self, first), "127.0.0.1", self.server.port)
                for _ in range(min(AT_ONCE, count - start))
            ]
            self.ears += [ear for _, ear in await asyncio.gather(*opened)]

    @classmethod
    async def listen(cls, server: Server, count: int, part: str) -> "Crowd":
        """Pages at the product; each has got the part."""
        crowd = cls(server)
        await crowd._open(count, request(f"/live{part}", {}))
        known = 0
        while (heard := sum(ear.bytes > 10_000 for ear in crowd.ears)) < count or heard != known:
            known = heard
            await asyncio.sleep(0.2)
        crowd.length = await crowd._event(part)
        return crowd

    async def _event(self, part: str) -> int:
        """Bytes of the state event: what a page that comes gets, without the greeting before it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(request(f"/live{part}", {}))
        await reader.readuntil(b"event: state")
        event = await reader.readuntil(b"\n\n\r\n")
        writer.close()
        return len(event)

    @classmethod
    async def sit(cls, server: Server, count: int, length: int) -> "Crowd":
        """Pages at the floor, and one more that gives the word."""
        crowd = cls(server, length)
        await crowd._open(count)
        word = cls(server, 2**40)
        await word._open(1)
        crowd.word = word.ears[0].transport  # type: ignore[attr-defined]
        await asyncio.sleep(0.5)
        return crowd

    def wait(self) -> "asyncio.Future[list[float]]":
        """From now on: when each page had the next event."""
        for ear in self.ears:
            ear.bytes = 0
        self.times = []
        self.all = asyncio.get_running_loop().create_future()
        return self.all

    def heard(self, when: float) -> None:
        self.times.append(when)
        if self.all and len(self.times) == len(self.ears) and not self.all.done():
            self.all.set_result(self.times)

    async def push(self) -> list[float]:
        wait = self.wait()
        self.asked = time.time()
        self.word.write(str(self.length).encode())  # type: ignore[attr-defined]
        return await wait

    def close(self) -> None:
        for ear in self.ears:
            ear.transport.close()


class Asker(asyncio.Protocol):
    """Asks for the same again and again over one connection."""

    def __init__(self, message: bytes) -> None:
        self.message, self.answers, self.missing = message, 0, 0
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.message)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if not self.missing:
            self.head += data
            head, end, rest = self.head.partition(b"\r\n\r\n")
            if not end:
                return
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            self.missing, self.head = int(length or 0) - len(rest), b""
        else:
            self.missing -= len(data)
        if not self.missing:
            self.answers += 1
            self.transport.write(self.message)  # type: ignore[attr-defined]


async def rate(server: Server, path: str, headers: dict[str, str]) -> float:
    """Answers a second over eight connections."""
    loop, message = asyncio.get_running_loop(), request(path, headers)
    opened = [loop.create_connection(lambda: Asker(message), "127.0.0.1", server.port) for _ in range(8)]
    askers = [asker for _, asker in await asyncio.gather(*opened)]
    await asyncio.sleep(0.2)
    before, start = sum(asker.answers for asker in askers), time.perf_counter()
    await asyncio.sleep(SECONDS)
    found = (sum(asker.answers for asker in askers) - before) / (time.perf_counter() - start)
    for asker in askers:
        asker.transport.close()
    return found
