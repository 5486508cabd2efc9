"""The log of an evening, read: who did what and when, names put in where numbers are kept (C8.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Window

from tournaments.messages import protocol as words
from tournaments.messages import tables as say
from tournaments.messages.log import log_text
from tournaments.models import LogEntry, Stage, Tournament
from tournaments.queries.answers import HALVES
from tournaments.queries.facts import Facts

PER_PAGE = 50
PEOPLE = ("player", "loser", "first", "second", "champion")
"""Keys of an entry's data that hold a start number."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act. `who`: user, device or the system in words; `detail`: before and after, "" for most."""

    at: datetime
    revision: int
    act: str
    text: str
    who: str
    detail: str
    reason: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """The newest first. `number` counts from 1; `pages` at least 1."""

    lines: tuple[LogLine, ...]
    number: int
    pages: int
    total: int

    @property
    def newer(self) -> int:
        return self.number - 1

    @property
    def older(self) -> int:
        return self.number + 1 if self.number < self.pages else 0


def log_page(facts: Facts, number: int) -> LogPage:
    """One page of the log. One query; a number beyond the end shows the last page (one more)."""
    rows = _rows(facts.tournament, number)
    if not rows and number > 1:
        total = LogEntry.objects.filter(tournament=facts.tournament).count()
        number = max(1, -(-total // PER_PAGE))
        rows = _rows(facts.tournament, number)
    total = rows[0].total if rows else 0
    lines = tuple(_line(facts, row) for row in rows)
    return LogPage(lines, number, max(1, -(-total // PER_PAGE)), total)


def whole_log(facts: Facts) -> Iterator[LogLine]:
    """Every act, the oldest first. One query."""
    rows = LogEntry.objects.filter(tournament=facts.tournament).select_related("user", "device")
    for row in rows.order_by("id"):
        yield _line(facts, row)


def _rows(tournament: Tournament, number: int) -> list[Any]:
    rows = LogEntry.objects.filter(tournament=tournament).select_related("user", "device")
    counted = rows.annotate(total=Window(Count("id")))
    return list(counted.order_by("-id")[(number - 1) * PER_PAGE : number * PER_PAGE])


def _line(facts: Facts, row: LogEntry) -> LogLine:
    return LogLine(
        at=row.created_at,
        revision=row.revision,
        act=row.act,
        text=log_text(row.act, named(facts, row.data)),
        who=_who(row),
        detail=_detail(facts, row.data),
        reason=row.reason,
    )


def _who(row: LogEntry) -> str:
    if row.user is not None:
        return row.user.get_username()
    if row.device is not None:
        table = "F" if row.data.get("stage") == Stage.FINAL else row.data.get("table")
        if table is None:
            return say.device_name(row.device.label)
        return say.sender(str(table), row.device.pk, row.device.label)
    return words.system()


def named(facts: Facts, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with "17 (Käthe Überbach)" where 17 is somebody's start number."""
    return {key: _name(facts, value) if key in PEOPLE else value for key, value in data.items()}


def _name(facts: Facts, value: Any) -> Any:
    player = facts.players.get(value) if isinstance(value, int) else None
    return words.numbered(value, player.name) if player else value


def _detail(facts: Facts, data: Mapping[str, Any]) -> str:
    """The three answers of a result, before and after for a correction."""
    if "half1" not in data:
        return ""
    after = words.answer(*(_name(facts, data.get(half)) for half in HALVES))
    before = data.get("before")
    if not isinstance(before, dict):
        return after
    old = words.answer(*(_name(facts, before.get(half)) for half in HALVES))
    return words.changed(old, after)
