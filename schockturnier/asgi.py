"""Router of the one web process: Django runs as WSGI in a pool of threads.

Sync views behind Django's own ASGI handler open a thread context and a database connection for
every request and reach a tenth of the throughput.
"""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")

THREADS = 8

django: Any = get_wsgi_application()
pages: Any = WSGIMiddleware(django, workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
