"""After a round is closed a copy of the database is laid down; a failure is told and stops nothing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from scoring.errors import RuleViolation
from tournaments.messages.refusals import refusal_text
from tournaments.services.backup import back_up


def secured(request: HttpRequest, answer: HttpResponse, label: str) -> HttpResponse:
    """`answer`, with a backup behind it when the act was done. label: for the name of the file."""
    if answer.status_code < 400:
        try:
            back_up(label)
        except RuleViolation as violation:
            messages.warning(request, refusal_text(violation))
    return answer
