"""Many devices and readers of one hall as small clients; each sends as outbox.js does, until it is told."""

import asyncio
import json
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from sqlite3 import connect
from typing import Any
from uuid import uuid4

from tests.deploy.stack import ROOT, environment

LIMIT = 8.0
"""Seconds after which a device gives up waiting and sends again."""

MAKE = """
import json
from tests.playing import started, table_of, current
t = started({players}, games_per_round={games})
tables = [dict(station=x.station_id, code=x.code, table=x.id, players=x.players) for x in current(t).tables]
print("TABLES " + json.dumps([t.slug, tables]))
"""


def make_round(folder: Path, players: int, games: int = 1) -> tuple[str, list[dict[str, Any]]]:
    """(slug, tables) of a tournament with a published first round in the data of a running stack."""
    code = MAKE.format(players=players, games=games)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", code],
        cwd=ROOT, env=environment(folder), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    line = next((line for line in done.stdout.splitlines() if line.startswith("TABLES ")), None)
    assert line, done.stderr
    slug, tables = json.loads(line.removeprefix("TABLES "))
    return slug, tables


def counting_results(folder: Path) -> list[tuple[int, int]]:
    """(table, game) of every result that counts, doubled ones twice, straight from the file."""
    with closing(connect(folder / "db.sqlite3")) as database:
        rows = database.execute("SELECT table_id, game FROM tournaments_result WHERE counts ORDER BY 1, 2")
        return list(rows)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]


async def ask(
    port: int, method: str, path: str, body: bytes = b"", limit: float = LIMIT, **headers: str
) -> Answer:
    """One request over a connection of its own; OSError, EOFError or TimeoutError when nothing comes back."""
    async with asyncio.timeout(limit):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            told = {"Host": "localhost", "Connection": "close", "Content-Length": str(len(body)), **headers}
            lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items())
            writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
            return _answer(await reader.read())
        finally:
            writer.close()


def _answer(text: bytes) -> Answer:
    head, _, body = text.partition(b"\r\n\r\n")
    if not head:
        raise EOFError
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [line.split(": ", 1) for line in lines]
    jar: SimpleCookie = SimpleCookie()
    for name, value in pairs:
        if name.lower() == "set-cookie":
            jar.load(value)
    headers = {name.lower(): value for name, value in pairs}
    return Answer(int(first.split()[1]), headers, body, {name: morsel.value for name, morsel in jar.items()})


@dataclass
class Device:
    """A tablet at one table. `answered`: the games whose results were acknowledged."""

    port: int
    station: int
    code: str
    table: int
    players: list[int]
    cookies: dict[str, str] = field(default_factory=dict)
    answered: list[int] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    async def pair(self) -> None:
        """Until it is: a page that did not come is loaded again."""
        while "schocktisch" not in self.cookies:
            with suppress(OSError, EOFError, TimeoutError):
                shown = await self._send("GET", f"/T/{self.code}")
                self.cookies |= shown.cookies
                token = self.cookies.get("csrftoken", "")
                done = await self._send("POST", f"/T/{self.code}", f"csrfmiddlewaretoken={token}".encode(),
                                        Content_Type="application/x-www-form-urlencoded")  # fmt: skip
                self.cookies |= done.cookies

    async def play(self, game: int, version: int) -> int:
        """The result of a game with one key until there is an answer; the table's version after it."""
        body = {"key": str(uuid4()), "table": self.table, "draw_no": 1, "game": game, "version": version,
                "half1": self.players[0], "half2": self.players[0]}  # fmt: skip
        pause = 0.2
        while True:
            with suppress(OSError, EOFError, TimeoutError, ValueError):
                answer = await self._post("ergebnis", body)
                if answer.status < 500:
                    return self._note(game, version, answer)
            await asyncio.sleep(pause)
            pause = min(2 * pause, 2)

    def _note(self, game: int, version: int, answer: Answer) -> int:
        told = json.loads(answer.body)
        if answer.status != 200:
            self.refused.append(str(told))
            return version
        self.answered.append(game)
        self.states.append(told["state"])
        return int(told["version"])

    async def post(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sent once; the answer, which must have accepted it."""
        answer = await self._post(what, body)
        assert answer.status == 200, answer.body
        told: dict[str, Any] = json.loads(answer.body)
        return told

    async def _post(self, what: str, body: dict[str, Any]) -> Answer:
        path = f"/t/tisch/{self.station}/{what}/"
        return await self._send("POST", path, json.dumps(body).encode(), Content_Type="application/json")

    async def _send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        token = {"X_CSRFToken": self.cookies["csrftoken"]} if "csrftoken" in self.cookies else {}
        return await ask(self.port, method, path, body, Cookie=cookie, **token, **headers)


async def read_along(port: int, slug: str, stop: asyncio.Event, errors: list[str]) -> None:
    """A phone in the hall: asks for the revision every two seconds, and for the page when it has changed."""
    seen = b""
    while not stop.is_set():
        try:
            told = await ask(port, "GET", f"/{slug}/revision/", limit=30)
            if told.status != 200:
                errors.append(f"revision {told.status}")
            elif told.body != seen:
                seen = told.body
                part = await ask(port, "GET", f"/{slug}/teil/jetzt/", limit=30)
                if part.status != 200:
                    errors.append(f"part {part.status}")
        except (OSError, EOFError, TimeoutError) as error:
            errors.append(repr(error))
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 2)
