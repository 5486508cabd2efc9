"""The web process: uvicorn on the listening socket that the supervisor holds.

The supervisor keeps the socket open over a restart: devices then wait a second instead of being refused.
"""

import os
import socket
import sys
from pathlib import Path

import uvicorn

sys.path[0] = str(Path(__file__).resolve().parent.parent)

config = uvicorn.Config(
    "schockturnier.asgi:application",
    lifespan="off",
    log_config=None,  # Django's settings decide, so that codes are masked
    access_log=False,
    server_header=False,
    timeout_keep_alive=20,
    timeout_graceful_shutdown=2,
)
uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(os.environ["LISTEN_FD"]))])
