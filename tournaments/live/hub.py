"""The hub: whoever listens to a part of a page gets the whole part whenever it has changed.

It sends states, not changes: one text for each part, language and revision, made once a process and pushed
to all who listen. A slow one misses what came in between and gets the newest. Django is not known here:
the hub is given `marks` and `render`, which it calls in threads of its own, never in the event loop.
"""

import asyncio
import hashlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

log = logging.getLogger(__name__)

Mark = tuple[int, int]
"""The tournament's row and its revision."""

Message = dict[str, Any]
"""What ASGI sends of a body; the same object goes to all clients."""
Send = Callable[[Message], Awaitable[None]]

PAUSE = 0.2  # seconds between two looks at a tournament: a burst of commits is one push
POLL = 1.0  # seconds between two questions to the database
BEAT = 20.0  # seconds between two signs of life
TRUSTED = 5.0  # seconds without an answer of the database after which no sign of life is given
THREADS = 3  # the poll never waits behind more than two renderings
SLICE = 100  # clients served before others get their turn in the event loop
MAX_CHANNELS = 256


class Key(NamedTuple):
    """A part of a page: whose, which (its address) and in which language."""

    slug: str
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Rendered:
    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class State:
    """A part as it is now. Told apart by its content: after a restored backup a revision comes again with
    another content, and most commits change no part at all. `nudge`: for those who have the same part with
    another mark."""

    digest: str
    message: Message
    nudge: Message | None = None


def body(data: bytes, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


def event(name: str, data: str, id_: str = "") -> bytes:
    lines = "".join(f"data: {line}\n" for line in re.split("\r\n|\n|\r", data))
    return (f"id: {id_}\n" if id_ else "").encode() + f"event: {name}\n{lines}\n".encode()


def digest_of(text: str) -> str:
    """Of the part, and behind a dot of its mark: the comment at its end, which changes with what the page
    fetches beside the part."""
    part, _, mark = text.rpartition("<!--") if text.endswith("-->") else (text, "", "")
    return ".".join(hashlib.sha256(piece.encode()).hexdigest()[:16] for piece in (part, mark))


def state_id(revision: int, text: str) -> str:
    """The id of a state, as an event carries it and a page says it when it comes back."""
    return f"{revision}-{digest_of(text)}"


def state_of(rendered: Rendered) -> State:
    digest = digest_of(rendered.text)
    id_ = f"{rendered.mark[1]}-{digest}"
    return State(digest, body(event("state", rendered.text, id_)), body(event("beside", "", id_)))


GONE = State("gone", body(event("gone", ""), more=False))
OVER = State("over", body(b"", more=False))


class Client:
    """One open page. At most one message of its own is on its way; what is newer by then follows."""

    __slots__ = ("channel", "seen", "send", "task")

    def __init__(self, channel: "Channel", send: Send, seen: str) -> None:
        self.channel, self.send, self.seen = channel, send, seen
        self.task: asyncio.Task[None] | None = None

    def wake(self, first: Message | None = None) -> None:
        """Send `first` and what is new. Nothing happens while the socket has not taken the last message."""
        if self.task is None:
            message = first or self._news()
            if message:
                self.task = asyncio.create_task(self._deliver(message))

    def _news(self) -> Message | None:
        state = self.channel.state
        if state is None or state.digest == self.seen:
            return None
        same = state.digest.partition(".")[0] == self.seen.partition(".")[0]
        self.seen = state.digest
        return state.nudge if same and state.nudge else state.message

    async def _deliver(self, message: Message | None) -> None:
        try:
            while message:
                await self.send(message)
                message = self._news()
        finally:
            self.task = None


class Channel:
    """A part that somebody listens to."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.state: State | None = None
        self.mark: Mark | None = None
        self.clients: set[Client] = set()
        self.opening = 0
        self.lock = asyncio.Lock()

    @property
    def wanted(self) -> bool:
        return bool(self.clients or self.opening)


class Hub:
    """All streams of this process, in one event loop.

    marks(slugs) → row and revision of those that are public; render(key) → its text, None when there is no
    such part. Both may take their time, and may fail: then the clients keep what they have.
    """

    def __init__(
        self,
        marks: Callable[[Collection[str]], dict[str, Mark]],
        render: Callable[[Key], Rendered | None],
        limit: int,
        threads: Executor | None = None,
    ) -> None:
        self._marks, self._render, self._limit = marks, render, limit
        self._threads = threads or ThreadPoolExecutor(THREADS, "hub")
        self._channels: dict[Key, Channel] = {}
        self._looking: dict[str, bool] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self.count = 0
        self.closed = False

    @property
    def full(self) -> bool:
        return self.closed or self.count >= self._limit or len(self._channels) >= MAX_CHANNELS

    async def open(self, key: Key) -> Channel | None:
        """The part with its state; None when there is none. Ends with `join` or `drop`."""
        self._start()
        channel = self._channels.setdefault(key, Channel(key))
        channel.opening += 1
        self.count += 1
        try:
            async with channel.lock:
                if channel.state is None:
                    await self._renew(channel)
        except BaseException:
            self.drop(channel)
            raise
        if channel.state is GONE:
            self.drop(channel)
            return None
        return channel

    def join(self, channel: Channel, send: Send, seen: str, first: bytes) -> Client:
        """From now on the client gets every new state; `first` and the present one if it has not `seen` it,
        else a sign of life."""
        client = Client(channel, send, seen)
        channel.opening -= 1
        channel.clients.add(client)
        client.wake(body(first + self._beat()))
        return client

    def drop(self, channel: Channel) -> None:
        """Opened, and not joined after all."""
        channel.opening -= 1
        self._left(channel)

    def leave(self, client: Client) -> None:
        client.channel.clients.discard(client)
        if client.task:
            client.task.cancel()
        self._left(client.channel)

    def _left(self, channel: Channel) -> None:
        self.count -= 1
        if not channel.wanted and self._channels.get(channel.key) is channel:
            del self._channels[channel.key]

    def hear(self, slug: str) -> None:
        """Something was committed; from any thread."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.look, slug)

    def close(self) -> None:
        """End every stream: their pages come back by themselves."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        for channel in list(self._channels.values()):
            channel.state = OVER
            for client in list(channel.clients):
                client.wake()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def look(self, slug: str) -> None:
        """Bring the channels of a tournament up to date: at once, or after the look that is going on."""
        if slug in self._looking:
            self._looking[slug] = True
        elif not self.closed and any(key.slug == slug for key in self._channels):
            self._looking[slug] = True
            self._run(self._follow(slug))

    async def _follow(self, slug: str) -> None:
        try:
            while self._looking[slug]:
                self._looking[slug] = False
                await self._refresh(slug)
                await asyncio.sleep(PAUSE)
        finally:
            del self._looking[slug]

    async def _refresh(self, slug: str) -> None:
        """Render and push the parts of a tournament, the most wanted first. What fails is tried again after
        the next poll."""
        channels = [channel for channel in self._channels.values() if channel.key.slug == slug]
        for channel in sorted(channels, key=lambda channel: -len(channel.clients)):
            try:
                async with channel.lock:
                    await self._renew(channel)
            except Exception:
                log.warning("%s could not be brought up to date", channel.key.address, exc_info=True)
            else:
                await self._push(channel)

    def _behind(self, marks: Mapping[str, Mark | None]) -> list[Channel]:
        """The channels of these tournaments that show something older."""
        return [
            channel
            for channel in self._channels.values()
            if channel.state and channel.key.slug in marks and channel.mark != marks[channel.key.slug]
        ]

    async def _renew(self, channel: Channel) -> None:
        rendered = await self._in_thread(self._render, channel.key)
        if self.closed:
            return
        if rendered is None:
            channel.mark, channel.state = None, GONE
            # Whoever asks for the same address later asks anew.
            if self._channels.get(channel.key) is channel:
                del self._channels[channel.key]
            return
        channel.mark = rendered.mark
        if channel.state is None or channel.state.digest != digest_of(rendered.text):
            channel.state = state_of(rendered)

    async def _push(self, channel: Channel) -> None:
        for number, client in enumerate(list(channel.clients), start=1):
            client.wake()
            if number % SLICE == 0:
                await asyncio.sleep(0)

    def _start(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._run(self._keep_polling())
            self._run(self._keep_beating())

    def _run(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def _keep_polling(self) -> None:
        """One query a second for everything that is watched: no hint is needed for a page to be right."""
        while True:
            slugs = sorted({key.slug for key in self._channels})
            if slugs:
                try:
                    marks = await self._in_thread(self._marks, slugs)
                except Exception:
                    log.warning("the database does not answer the hub", exc_info=True)
                else:
                    self._answered = time.monotonic()
                    for channel in self._behind({slug: marks.get(slug) for slug in slugs}):
                        self.look(channel.key.slug)
            await asyncio.sleep(POLL)

    async def _keep_beating(self) -> None:
        """A sign of life says that the page is right. Without a database nobody knows."""
        while True:
            await asyncio.sleep(BEAT)
            if time.monotonic() - self._answered < TRUSTED:
                beat = body(self._beat())
                for channel in list(self._channels.values()):
                    for number, client in enumerate(list(channel.clients), start=1):
                        client.wake(beat)
                        if number % SLICE == 0:
                            await asyncio.sleep(0)

    def _beat(self) -> bytes:
        """With the server's clock in milliseconds: tablets are often wrong by minutes."""
        return event("beat", str(int(time.time() * 1000)))
