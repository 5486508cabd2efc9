"""What is noted beside the results: absences, Schock aus, open conflicts, and at which revision.

Few rows of small tables: one query for all of them instead of one each.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import CharField, F, IntegerField, QuerySet, Value
from django.http import Http404

from tournaments.models import Absence, Conflict, SchockAus, Station, Tournament
from tournaments.models._base import NOT_VOID

Codes = dict[tuple[str, int], str]
"""(stage, number) of a physical table → its code."""

_REVISION, _STROKE, _CONFLICT = "revision", "stroke", "conflict"
"""Kinds of rows; the others are those of absences."""


@dataclass(slots=True)
class Beside:
    """By table row id; players by row id. `disputed`: is any conflict undecided?"""

    revision: int = 0
    absences: list[tuple[int, int, int, str, int, str]] = field(default_factory=list)
    strokes: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    disputed: bool = False


def load_beside(tournament_id: int) -> Beside:
    """One query. Absences are (table, id, player, kind, game, reason), in order of their ids.

    Raises Http404 when the tournament is gone.
    """
    here = {"table__round__tournament": tournament_id}
    absences = Absence.objects.filter(NOT_VOID, **here).values_list(
        F("kind"), F("table_id"), F("id"), F("player_id"), F("game"), F("reason")
    )
    found, known = Beside(), False
    for kind, table, pk, player, game, reason in absences.union(
        _rows(SchockAus.objects.filter(NOT_VOID, **here), _STROKE, "table_id", "player_id"),
        _rows(open_conflicts(tournament_id), _CONFLICT, "table_id"),
        _rows(Tournament.objects.filter(pk=tournament_id), _REVISION, "revision"),
        all=True,
    ):
        if kind == _REVISION:
            found.revision, known = table, True
        elif kind == _STROKE:
            found.strokes[table, player] += 1
        elif kind == _CONFLICT:
            found.disputed = True
        else:
            found.absences.append((table, pk, player, kind, game, reason))
    if not known:
        raise Http404
    found.absences.sort(key=lambda absence: absence[1])
    return found


def open_conflicts(tournament_id: int) -> QuerySet[Conflict]:
    """The conflicts that wait for the desk, oldest first when ordered by id."""
    return Conflict.objects.filter(table__round__tournament=tournament_id, decision="", result__counts=True)


def _rows(rows: QuerySet[Any], kind: str, number: str, player: str | None = None) -> QuerySet[Any]:
    """The columns of an absence: what a row does not have is 0 or empty."""
    nothing = Value(0, IntegerField())
    return rows.order_by().values_list(
        Value(kind, CharField()), F(number), F("id"), F(player) if player else nothing, nothing,
        Value("", CharField()),
    )  # fmt: skip


def load_stations(tournament_id: int) -> Iterable[Any]:
    """Every physical table with what was drawn at it, one row without a table where nothing was: (stage,
    number, code, station, table, round, version, outcome, reason, scharf_from). One query."""
    rows = Station.objects.filter(tournament=tournament_id).order_by("number", "tables__id")
    return rows.values_list(
        "stage", "number", "code", "id", "tables__id", "tables__round_id", "tables__version",
        "tables__outcome", "tables__reason", "tables__scharf_from",
    )  # fmt: skip
