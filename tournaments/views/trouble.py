"""The page of an error that nobody foresaw; a full disk is told as what it is."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.services._full import is_full
from tournaments.views.answers import refused_json, status_of


def error(request: HttpRequest) -> HttpResponse:
    """Called by Django while it handles the exception."""
    if not is_full(sys.exc_info()[1]):
        return server_error(request)
    full = RuleViolation("disk_full")
    if "X-Requested-With" in request.headers:
        return refused_json(full)
    return render(request, "507.html", {"told": refusal_text(full)}, status=status_of(full))
