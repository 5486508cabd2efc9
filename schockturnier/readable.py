"""Before Django reads anything of a request: in which letters it is written, and how long it may be."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def in_utf_8(application: Application) -> Application:
    """A WSGI application that takes every request as UTF-8, whatever it says.

    Django decodes fields and addresses in any charset that Python has a codec for, and fails over those that
    make no text before a page could say so; browsers send our forms in UTF-8. Quoted in a cookie, a sign that
    PostgreSQL does not take reaches the search for the session, before any page.
    """

    def read(asked: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        kind, *more = asked.get("CONTENT_TYPE", "").split(";")
        kept = [one for one in more if not one.strip().lower().startswith("charset")]
        asked["CONTENT_TYPE"] = ";".join([kind, *kept])
        while "\\000" in asked.get("HTTP_COOKIE", ""):
            asked["HTTP_COOKIE"] = asked["HTTP_COOKIE"].replace("\\000", "")
        return application(asked, start_response)

    return read


class MostAtOnce:
    """Middleware: what is too long is refused, not read first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        text = request.META.get("CONTENT_LENGTH") or "0"
        if text.isdecimal() and int(text) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024 // 1024
            return render(request, "413.html", {"most": most}, status=413)
        return self.get_response(request)
