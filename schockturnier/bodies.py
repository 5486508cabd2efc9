"""A request reaches one of Django's threads only when all of it is here.

A thread that waits for the rest of a form waits for the network: eight devices that lost it in the middle of
sending would hold all eight threads, and no page would open for anybody.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.template.loader import render_to_string

from schockturnier.told import told

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATIENCE = 30.0  # seconds without a byte
SMALL = 64 * 1024  # what a table or a button sends; the server holds as much of every connection anyway
LARGE_AT_ONCE = 8  # further lists and pictures wait for their turn


class WholeBodies:
    """The application behind it gets every body in one piece; who stops in the middle of sending gets 408.

    A body of more than `most` bytes is left unread: what is behind has to refuse it.
    """

    def __init__(self, app: Any, most: int, patience: float = PATIENCE) -> None:
        self.app, self.most, self.patience = app, most, patience
        self.large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        length = announced(scope)
        if not 0 < length <= self.most:
            await self.app(scope, receive, send)
        elif length <= SMALL:
            await self._whole(scope, receive, send)
        else:
            async with self.large:
                await self._whole(scope, receive, send)

    async def _whole(self, scope: Any, receive: Receive, send: Send) -> None:
        try:
            body = await self._read(receive)
        except TimeoutError:
            await refuse(send)
            return
        if body is None:
            return
        pieces = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return pieces.pop() if pieces else await receive()

        await self.app(scope, again, send)

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole body; None when the device is gone. Raises TimeoutError."""
        body = bytearray()
        while True:
            message = await asyncio.wait_for(receive(), self.patience)
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if not message.get("more_body", False):
                return bytes(body)


def announced(scope: Any) -> int:
    """How many bytes the request says it has; 0 where it does not say, because Django reads none then."""
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


async def refuse(send: Send) -> None:
    page = render_to_string("400.html").encode()
    kind, size = (b"content-type", b"text/html; charset=utf-8"), (b"content-length", b"%d" % len(page))
    headers = [kind, size, (b"cache-control", b"no-store"), (b"connection", b"close")]
    headers += [(name.lower().encode(), value.encode()) for name, value in told().items()]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": page})
