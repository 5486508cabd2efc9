"""One table as values, in a handful of queries: what a device sends and sees all evening."""

from collections.abc import Iterable
from typing import Any

from tournaments.models import (
    Absence,
    Outcome,
    Result,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.queries import facts as facts_of
from tournaments.queries.facts import (
    AbsenceFact,
    Facts,
    PlayerFact,
    ResultFact,
    RoundFact,
    SeatFact,
    TableFact,
)

_TABLE = (
    "id", "round_id", "station_id", "station__number", "station__code", "version", "outcome",
    "reason", "scharf_from",
)  # fmt: skip
_ROUND = (
    "round__id", "round__stage", "round__number", "round__state", "round__draw_no",
    "round__protocol", "round__drawn_at", "round__published_at", "round__started_at",
    "round__closed_at", "round__standings_public_at",
)  # fmt: skip


def load_one(tournament: Tournament, table_id: int) -> Facts | None:
    """Facts with this table and its players only (4 queries); None when there is no such table.

    The final with carried marks is the exception: its Spielmarken come from the K.O. tables, so
    everything is loaded. Schock-aus strokes and conflicts are not read here.
    """
    row = (
        Table.objects.filter(pk=table_id, round__tournament=tournament).values_list(*_TABLE, *_ROUND).first()
    )
    if row is None:
        return None
    table, round_ = TableFact(*row[: len(_TABLE)]), RoundFact(*row[len(_TABLE) :])
    round_.tables.append(table)
    players = _seat_players(table)
    if round_.stage == Stage.FINAL and all(seat.marks is None for seat in table.seats):
        return facts_of.load(tournament)
    numbers = {player.id: player.number for player in players}
    _fill(table, numbers)
    return Facts(
        tournament=tournament,
        plan=tournament.plan,
        rules=tournament.rules,
        players={player.number: player for player in players},
        rounds=[round_],
        conflicts=[],
    )


def find(facts: Facts, table_id: int) -> tuple[RoundFact, TableFact] | None:
    """A table of loaded facts with its round."""
    return next(((r, t) for r in facts.rounds for t in r.tables if t.id == table_id), None)


def in_play(facts: Facts, round_: RoundFact, table: TableFact) -> bool:
    """A result is still expected here."""
    return table.outcome == Outcome.PLAYED and not facts.complete(round_, table)


def _seat_players(table: TableFact) -> list[PlayerFact]:
    rows = Seat.objects.filter(table=table.id).order_by("number")
    values: Iterable[Any] = rows.values_list(
        "number", "marks", "player_id", "player__start_number", "player__first", "player__last",
        "player__club_id", "player__club__name", "player__team_id", "player__status",
        "player__sort_key", "player__fixed_station",
    )  # fmt: skip
    players = []
    for number, marks, pk, start_number, first, last, club_id, club, *rest in values:
        player = PlayerFact(pk, start_number, first, last, club_id, club or "", *rest)
        players.append(player)
        table.seats.append(SeatFact(player.number, number, marks))
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
