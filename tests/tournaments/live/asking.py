"""Asks the streams as a server would, inside the test's own transaction: no thread, no socket."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from typing import Any

from django.test import Client

from tournaments.views.stream import Streams


class Here(Executor):
    """Runs what belongs into a thread at once, where the rows of the test are seen."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(outside(work, *args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def outside(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Runs what needs the database as if there were no event loop: inside one it has other connections."""
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return work(*args, **kwargs)
    finally:
        asyncio._set_running_loop(loop)


class Stream:
    """One stream: its status, its headers, and the texts it sent so far."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.texts: list[str] = []
        self.ended = False
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        self.texts.append(message.get("body", b"").decode())
        if not message.get("more_body"):
            self.ended = True
            self.gone.set()

    @property
    def events(self) -> list[str]:
        whole = "".join(self.texts).split("\n\n")[:-1]
        return [re.sub(r"^data: ", "", text, flags=re.MULTILINE) for text in whole]

    @property
    def states(self) -> list[str]:
        """The markup of every state; signs of life come in between."""
        found = (text.partition("\nevent: state\n") for text in self.events)
        return [markup for _, state, markup in found if state]

    @property
    def id(self) -> str:
        """Of the last state, or of the last word that only its mark changed."""
        return re.findall(r"^id: (.+)$", "\n".join(self.events), re.MULTILINE)[-1]

    @property
    def state(self) -> str:
        """The markup of the last state."""
        return self.states[-1] if self.states else ""


@asynccontextmanager
async def stream(
    streams: Streams, path: str, method: str = "GET", query: str = "", **headers: str
) -> AsyncIterator[Stream]:
    """Opened, and everything that is due has been sent."""
    found = Stream()
    named = {"host": "testserver"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    task = asyncio.create_task(streams(scope, found.receive, found.send))
    await settle()
    try:
        yield found
    finally:
        found.gone.set()
        await task


async def settle() -> None:
    """Until nothing that could run at once is left; what sleeps goes on sleeping."""
    for _ in range(30):
        await asyncio.sleep(0)


def local(limit: int = 100) -> Streams:
    return Streams(limit, Here())


def ask(streams: Streams, path: str, **more: Any) -> Stream:
    """What whoever opens this address gets first."""

    async def main() -> Stream:
        # Tasks of the hub end with the loop they were started in.
        streams.hub._loop = None
        async with stream(streams, path, **more) as found:
            return found

    return asyncio.run(main())


def page_of(path: str, client: Client | None = None, **headers: str) -> str:
    """What the view of the part answers."""
    return (client or Client()).get(path.removeprefix("/live"), headers=headers).content.decode()
