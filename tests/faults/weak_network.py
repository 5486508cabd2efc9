"""A hall's Wi-Fi between devices and a real server: slow, and some requests never get through or back."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from random import Random


class WeakNetwork:
    """Passes requests on to `port`, one connection each. `delay`: seconds before each of them; `loss`: share
    of them that is dropped, by turns before the server saw it and after it answered; `dead`: drops all."""

    def __init__(self, port: int, *, delay: float, loss: float, seed: int = 1) -> None:
        self.port, self.delay, self.loss = port, delay, loss
        self.dead = False
        self.dropped = 0
        self._chance = Random(seed)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError), closing(writer):
            request = await read_request(reader)
            await asyncio.sleep(self.delay)
            lost = self.dead or self._chance.random() < self.loss
            self.dropped += lost
            if self.dead or (lost and self.dropped % 2):
                return
            await self._pass_on(request, writer, answer=not lost)

    async def _pass_on(self, request: bytes, writer: asyncio.StreamWriter, *, answer: bool) -> None:
        behind, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        to_server.write(request)
        while piece := await behind.read(65536):
            if answer:
                writer.write(piece)
                await writer.drain()
        to_server.close()


async def read_request(reader: asyncio.StreamReader) -> bytes:
    """One request, told to close its connection behind it."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head[:-4].split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(b"connection:")]
    length = sum(int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:"))
    body = await reader.readexactly(length) if length else b""
    return b"\r\n".join([*kept, b"Connection: close", b"", b""]) + body


@contextmanager
def weak_network(port: int, *, delay: float = 0.4, loss: float = 0.05) -> Iterator[tuple[WeakNetwork, int]]:
    """(the network, the port at which devices find it), until the block ends."""
    network = WeakNetwork(port, delay=delay, loss=loss)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(work):  # type: ignore[no-untyped-def]
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    server = run(asyncio.start_server(network.serve, "127.0.0.1", 0))
    try:
        yield network, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        run(_end_tasks())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()


async def _end_tasks() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
