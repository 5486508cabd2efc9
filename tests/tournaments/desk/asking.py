"""The desk as a browser asks it: pages, buttons, forms, and what an act must leave alone."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import LEITUNG, as_user, fresh
from tests.playing import current, facts, start_round, started
from tournaments.models import LogEntry, Tournament


def desk(role: str = LEITUNG) -> Client:
    return as_user(Client(), role)


def address(t: Tournament, name: str, *args: int | str) -> str:
    return reverse(f"desk:{name}", args=[t.slug, *args])


def get(t: Tournament, name: str, *args: int | str, role: str = LEITUNG, **query: Any) -> HttpResponse:
    return desk(role).get(address(t, name, *args), query)


def post(t: Tournament, name: str, *args: int | str, role: str = LEITUNG, **body: Any) -> HttpResponse:
    return desk(role).post(address(t, name, *args), body)


def text(answer: HttpResponse) -> str:
    """The words of a page, one blank between them."""
    plain = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", answer.content.decode(), flags=re.S)
    return " ".join(unescape(plain).split())


def log_size(t: Tournament) -> tuple[int, int]:
    return fresh(t).revision, LogEntry.objects.filter(tournament=t).count()


def pressed_twice(t: Tournament, name: str, *args: int | str, **body: Any) -> HttpResponse:
    """The same form sent twice (a double click): led on both times, done once."""
    key = str(uuid4())
    before = log_size(t)
    first = post(t, name, *args, key=key, **body)
    assert first.status_code == 302, text(first)
    once = log_size(t)
    assert once == (before[0] + 1, before[1] + 1)
    again = post(t, name, *args, key=key, **body)
    assert again.status_code == 302, text(again)
    assert again["Location"] == first["Location"]
    assert log_size(t) == once
    return first


def refused(answer: HttpResponse, words: str, *, status: int = 400) -> str:
    """A page with the sentence of a refusal, in an alert or at its field."""
    assert answer.status_code == status, text(answer)
    found = text(answer)
    assert words in found
    return found


def unchanged(t: Tournament, work: Callable[[], HttpResponse]) -> HttpResponse:
    """`work` is refused and leaves revision and log alone."""
    before = log_size(t)
    answer = work()
    assert log_size(t) == before
    return answer


def slip(t: Tournament, number: int, *losers: int | None, **over: Any) -> dict[str, Any]:
    """What the card of a table sends."""
    round_ = current(t)
    table = round_.table(number)
    assert table is not None
    body = {
        "tisch": number,
        "table": table.id,
        "draw_no": round_.draw_no,
        "game": facts(t).next_game(round_, table) or 1,
        "version": table.version,
        "key": str(uuid4()),
        **{n: p for n, p in zip(("half1", "half2", "endkampf"), losers, strict=False) if p is not None},
    }
    return body | over


__all__ = ["current", "facts", "start_round", "started"]
