"""Router of the one web process: Django runs as WSGI in a pool of threads, the streams of the hall beside it.

Sync views behind Django's own ASGI handler open a thread context and a database connection for
every request and reach a tenth of the throughput.
"""

import os
import resource
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

from schockturnier.readable import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")

THREADS = 8

django: Any = in_utf_8(get_wsgi_application())

# After Django is set up: these know its models.
from django.conf import settings  # noqa: E402

from schockturnier.bodies import WholeBodies  # noqa: E402
from tournaments.live import hints  # noqa: E402
from tournaments.views.stream import PREFIX, Streams  # noqa: E402

pages: Any = WholeBodies(WSGIMiddleware(django, workers=THREADS), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
# A stream is an open file; some are left for pages, database and Redis.
streams: Any = Streams(min(settings.MAX_STREAMS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200))
hints.listen(streams.hub.hear)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await (streams if scope["path"].startswith(f"{PREFIX}/") else pages)(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
