"""The page of an error that nobody foresaw; a disk that takes nothing and a database that does not answer are
told as what they are."""

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.services._full import disk_trouble
from tournaments.services._gone import GONE, storage_gone
from tournaments.views.answers import refused_json, status_of


def error(request: HttpRequest) -> HttpResponse:
    """Called by Django while it handles the exception."""
    happened = sys.exc_info()[1]
    trouble = disk_trouble(happened) or (GONE if storage_gone(happened) else "")
    if not trouble:
        # No context processors: they may be what failed.
        return HttpResponseServerError(render_to_string("500.html", {"request": request}))
    refusal = RuleViolation(trouble)
    status = status_of(refusal)
    if "X-Requested-With" in request.headers or request.content_type == "application/json":
        answer: HttpResponse = refused_json(refusal)
    else:
        context = {"code": trouble, "told": refusal_text(refusal)}
        answer = render(request, "503.html" if trouble == GONE else "507.html", context, status=status)
    if trouble == GONE:
        answer["Retry-After"] = "10"
    return answer


def with_a_page(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: who opens an address that only takes entries (by going back, or from the history) gets a
    page of ours and not the browser's."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and request.method == "GET" and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response

    return answer
