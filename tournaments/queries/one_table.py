"""One table as values, in a handful of queries: what a device sends and sees all evening."""

from collections.abc import Iterable
from typing import Any

from tournaments.models import (
    Absence,
    Result,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.queries.facts import (
    AbsenceFact,
    Facts,
    PlayerFact,
    ResultFact,
    RoundFact,
    SeatFact,
    TableFact,
    load_facts,
)

_UNTOUCHED = 1
"""A table's version rises with everything that happens there: at the first one nothing did."""


def load_one(tournament: Tournament, table_id: int) -> Facts | None:
    """Facts with this table and its players only (2 to 4 queries); None when there is no such table.

    The final with carried marks is the exception: its Spielmarken come from the K.O. tables, so
    everything is loaded. Not read here: the round's protocol and times, clubs and teams, Schock-aus
    strokes, conflicts.
    """
    values: Iterable[Any] = Table.objects.filter(pk=table_id, round__tournament=tournament).values_list(
        "station_id", "station__number", "station__code", "version", "outcome", "reason", "scharf_from",
        "round_id", "round__stage", "round__number", "round__state", "round__draw_no",
    )  # fmt: skip
    for station, number, code, version, outcome, reason, scharf, *of_round in values:
        table = TableFact(table_id, of_round[0], station, number, code, version, outcome, reason, scharf)
        round_ = _round(of_round, table)
        break
    else:
        return None
    players = _seat_players(table)
    if round_.stage == Stage.FINAL and all(seat.marks is None for seat in table.seats):
        return load_facts(tournament)
    if table.version > _UNTOUCHED:
        _fill(table, {player.id: player.number for player in players})
    return Facts(
        tournament=tournament,
        plan=tournament.plan,
        rules=tournament.rules,
        players={player.number: player for player in players},
        rounds=[round_],
        conflicts=[],
    )


def _round(values: list[Any], table: TableFact) -> RoundFact:
    pk, stage, number, state, draw_no = values
    return RoundFact(
        id=pk,
        stage=stage,
        number=number,
        state=state,
        draw_no=draw_no,
        protocol={},
        published_at=None,
        started_at=None,
        closed_at=None,
        standings_public_at=None,
        tables=[table],
    )


def find(facts: Facts, table_id: int) -> tuple[RoundFact, TableFact] | None:
    """A table of loaded facts with its round."""
    return next(((r, t) for r in facts.rounds for t in r.tables if t.id == table_id), None)


def _seat_players(table: TableFact) -> list[PlayerFact]:
    rows = Seat.objects.filter(table=table.id).order_by("number")
    values: Iterable[Any] = rows.values_list(
        "number", "marks", "player_id", "player__start_number", "player__first", "player__last",
        "player__status",
    )  # fmt: skip
    players = []
    for number, marks, pk, start_number, first, last, status in values:
        players.append(PlayerFact(pk, start_number, first, last, None, "", None, status, "", None))
        table.seats.append(SeatFact(start_number, number, marks))
    return players


def _fill(table: TableFact, numbers: dict[int, int]) -> None:
    results = Result.objects.filter(table=table.id, counts=True).order_by("game")
    for pk, game, version, scharf, half1, half2, endkampf, *rest in results.values_list(
        "id", "game", "version", "scharf", "half1_id", "half2_id", "endkampf_id", "created_at",
        "user_id", "device_id",
    ):  # fmt: skip
        losers: list[Any] = [None if who is None else numbers[who] for who in (half1, half2, endkampf)]
        table.results[game] = ResultFact(pk, game, version, scharf, *losers, *rest)
    absences = Absence.objects.filter(table=table.id, voided_at__isnull=True).order_by("id")
    for pk, player, kind, game, reason in absences.values_list("id", "player_id", "kind", "game", "reason"):
        table.absences.append(AbsenceFact(pk, numbers[player], kind, game, reason))
