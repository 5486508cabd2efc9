"""The web process: uvicorn on the listening socket that the supervisor holds.

The supervisor keeps the socket open over a restart: devices then wait a second instead of being refused.
"""

import asyncio
import os
import resource
import socket
import sys
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

sys.path[0] = str(Path(__file__).resolve().parent.parent)

DEAF = 60_000  # milliseconds until the kernel gives up a device that takes nothing
UNSENT = 32 * 1024  # bytes the kernel keeps for one that is slow: newer states go out sooner than old ones
LAST_WORD = 0.15  # seconds that open streams get to end


class Protocol(HttpToolsProtocol):
    """Says at once that a device is slow, not after 64 KB: the hub then skips to the newest state."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)


class Server(uvicorn.Server):
    """Ends the streams of the hall before it waits for the last answers; they would never end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from schockturnier.asgi import streams

        streams.hub.close()
        asyncio.get_running_loop().call_later(LAST_WORD, self.hang_up)
        await super().shutdown(sockets)

    def hang_up(self) -> None:
        """On who reads nothing and would hold up the end."""
        for connection in list(self.server_state.connections):
            scope = getattr(connection, "scope", None)
            if scope and scope["path"].startswith("/live/"):
                connection.transport.abort()


def listening() -> socket.socket:
    """The supervisor's socket; what is set here every accepted connection inherits."""
    server = socket.socket(fileno=int(os.environ["LISTEN_FD"]))
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
    return server


if __name__ == "__main__":
    # One open page is one file; the usual limit of 1024 is below a full hall.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    config = uvicorn.Config(
        "schockturnier.asgi:application",
        http=Protocol,
        lifespan="off",
        log_config=None,  # Django's settings decide, so that codes are masked
        access_log=False,
        server_header=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=2,
    )
    Server(config).run(sockets=[listening()])
