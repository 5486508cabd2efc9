"""The page of an error that nobody foresaw; a full disk is told as what it is."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.defaults import server_error

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.services._full import is_full

INSUFFICIENT_STORAGE = 507


def error(request: HttpRequest) -> HttpResponse:
    """Called by Django while it handles the exception."""
    if not is_full(sys.exc_info()[1]):
        return server_error(request)
    sentence = refusal_text(RuleViolation("disk_full"))
    if "X-Requested-With" in request.headers:
        told = {"error": "disk_full", "sentence": sentence, "field": None}
        return JsonResponse(told, status=INSUFFICIENT_STORAGE)
    return render(request, "507.html", {"told": sentence}, status=INSUFFICIENT_STORAGE)
