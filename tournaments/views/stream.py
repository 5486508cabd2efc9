"""The stream of a part: `/live` before the part's own address, as server-sent events.

Raw ASGI beside Django, because a stream through a view would hold a thread or cost 4 ms a page. What it shows
is rendered by the very functions of the pages; nothing else may be shown here (C3.5).
"""

import logging
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

from csp.middleware import CSPMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import Resolver404, resolve
from django.utils.translation import get_language_from_request, override

from tournaments.access import public_tournament
from tournaments.live import marks_of
from tournaments.live.hub import THREADS, Hub, Key, Rendered
from tournaments.models import Tournament
from tournaments.views import beamer, hall

log = logging.getLogger(__name__)

PREFIX = "/live"
MOST_SCREENS = 99  # the projector turns fewer; each one that is asked for is rendered
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

TEXTS: dict[str, Callable[..., str]] = {
    "hall:part": hall.fragment,
    "hall:beamer_part": beamer.text_of,
}
"""Address of a part → what its view shows to everybody."""


def render(key: Key) -> Rendered | None:
    """The part as its view would answer it now; None where the view would say 404."""
    match = resolve(key.address)
    try:
        with override(key.language):
            tournament: Tournament = public_tournament(key.slug)
            mark = (tournament.pk, tournament.revision)
            arguments = {name: value for name, value in match.kwargs.items() if name != "slug"}
            return Rendered(mark, TEXTS[match.view_name](tournament, **arguments))
    except Http404:
        return None


class Threads(ThreadPoolExecutor):
    """Threads whose connections are looked after as at the begin and end of a request."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
        return super().submit(self._work, work, *args, **kwargs)

    @staticmethod
    def _work(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()


class Streams:
    """The ASGI application for everything under /live/."""

    def __init__(self, limit: int, threads: Executor | None = None) -> None:
        self.hub = Hub(marks_of, render, limit, threads or Threads(THREADS, "hub"))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        key, seen, answer = self._ask(scope)
        channel = None
        if key is not None and answer.status_code == 200:
            try:
                channel = await self.hub.open(key)
            except Exception:
                log.exception("a stream could not be opened")
                answer = self._ask(scope, status=503)[2]
            else:
                if channel is None:
                    answer = self._ask(scope, status=404)[2]
        streaming = channel is not None and scope["method"] == "GET"
        await send(head(answer, closed=not streaming))
        if channel is None or not streaming:
            if channel is not None:
                self.hub.drop(channel)
            await send({"type": "http.response.body"})
            return
        del key, answer, scope  # what is held here is held for every open page
        # Pages that were cut off together come back one after the other.
        client = self.hub.join(channel, send, seen, b"retry: %d\n\n" % random.randint(500, 2500))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.hub.leave(client)

    def _ask(self, scope: Any, status: int = 200) -> tuple[Key | None, str, HttpResponseBase]:
        """(part, the state the page has, answer before anything is looked up)."""
        request = ASGIRequest(scope, BytesIO())
        key = key_of(request)
        seen = request.headers.get("Last-Event-ID") or request.GET.get("id", "")
        if request.method not in ("GET", "HEAD"):
            status = 405
        elif status == 200 and key is None:
            status = 404
        elif status == 200 and self.hub.full:
            status = 503
        return key, seen.rpartition("-")[2], headed(request, status)


def key_of(request: HttpRequest) -> Key | None:
    """The part that is asked for; None when it is no part of the hall."""
    try:
        match = resolve(request.path_info.removeprefix(PREFIX))
    except Resolver404:
        return None
    name = match.kwargs.get("name")
    if match.view_name not in TEXTS or (name is not None and name not in hall.PARTS):
        return None
    if match.kwargs.get("number", 0) > MOST_SCREENS:
        return None
    address = request.path_info.removeprefix(PREFIX)
    return Key(match.kwargs["slug"], address, get_language_from_request(request))


def headed(request: HttpRequest, status: int) -> HttpResponseBase:
    """With the headers of every other page; or what the middleware says first (a wrong host, https)."""
    try:
        request.get_host()
    except DisallowedHost:
        status = 400
    kind = "text/event-stream" if status == 200 else "text/plain"
    response = HttpResponse(status=status, content_type=f"{kind}; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept-Language, Cookie"
    response["X-Accel-Buffering"] = "no"
    if status == 405:
        response["Allow"] = "GET, HEAD"
    if status == 503:
        response["Retry-After"] = "30"
    answer: Any = lambda request: response  # noqa: E731
    for middleware in (CSPMiddleware, XFrameOptionsMiddleware, SecurityMiddleware):
        answer = middleware(answer)
    return cast(HttpResponseBase, answer(request))


def head(answer: HttpResponseBase, *, closed: bool) -> dict[str, Any]:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    if closed and answer.status_code != 200:
        headers.append((b"content-length", b"0"))
    return {"type": "http.response.start", "status": answer.status_code, "headers": headers}
