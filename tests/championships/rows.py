"""The rows of one tournament as plain values, by start number: all that the reference model starts from.

Read through the ORM; nothing of `scoring` or `tournaments.queries` is used here or in the model.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.models import (
    Absence,
    Conflict,
    CutPlace,
    Player,
    Result,
    Round,
    SchockAus,
    Seat,
    StechenEntry,
    Table,
    Tournament,
)


@dataclass(slots=True)
class Person:
    id: int
    number: int
    first: str
    status: str
    status_at: datetime | None
    paid: bool
    fixed_station: int | None

    @property
    def able(self) -> bool:
        return self.status in ("registered", "present")


@dataclass(slots=True)
class Played:
    """The counting result of one game."""

    id: int
    half1: int
    half2: int | None
    endkampf: int | None
    scharf: bool

    @property
    def names(self) -> tuple[int, int | None, int | None]:
        return self.half1, self.half2, self.endkampf

    @property
    def loser(self) -> int:
        return self.endkampf or self.half1


@dataclass(slots=True)
class Away:
    id: int
    player: int
    kind: str
    game: int
    at: datetime


@dataclass(slots=True)
class Spot:
    """One table with what happened at it. `chairs`: (seat, player, marks) by seat."""

    id: int
    number: int
    version: int
    outcome: str
    scharf_from: int | None
    chairs: list[tuple[int, int, int | None]] = field(default_factory=list)
    results: dict[int, Played] = field(default_factory=dict)
    away: list[Away] = field(default_factory=list)
    strokes: Counter[int] = field(default_factory=Counter)

    @property
    def players(self) -> list[int]:
        return [player for _, player, _ in self.chairs]

    @property
    def untouched(self) -> bool:
        return not self.results and not self.away and self.outcome == "played"


@dataclass(slots=True)
class Turn:
    """One round of any stage."""

    id: int
    stage: str
    number: int
    state: str
    draw_no: int
    published_at: datetime | None
    protocol: dict[str, Any]
    spots: list[Spot] = field(default_factory=list)

    @property
    def open(self) -> bool:
        return self.state == "published"

    def spot_of(self, player: int) -> Spot | None:
        return next((spot for spot in self.spots if player in spot.players), None)


@dataclass(slots=True)
class Dice:
    id: int
    attempt: int
    dice: str
    place: int | None
    absent: bool


@dataclass(slots=True)
class Shoot:
    """A Stechen that was not taken back: player → throws by attempt."""

    id: int
    after_round: int
    cause: str
    throws: dict[int, dict[int, Dice]] = field(default_factory=dict)


@dataclass(slots=True)
class Kept:
    """One stored line of the cut."""

    player: int
    position: int
    rank: int
    points: int
    able: bool
    here: bool
    declined: bool
    here_at: datetime | None = None
    declined_at: datetime | None = None


@dataclass(slots=True)
class Quarrel:
    id: int
    table: int
    game: int
    other: dict[str, Any]


@dataclass(slots=True)
class Book:
    """Everything that counts, as it is stored now."""

    id: int
    phase: str
    revision: int
    format: dict[str, Any]
    rules: dict[str, Any]
    people: dict[int, Person]
    turns: list[Turn]
    shoots: list[Shoot]
    cut: list[Kept]
    cut_at: datetime | None
    announced: bool
    quarrels: list[Quarrel]

    def stage(self, stage: str) -> list[Turn]:
        return [turn for turn in self.turns if turn.stage == stage]

    @property
    def vorrunde(self) -> list[Turn]:
        return self.stage("vorrunde")

    @property
    def ko(self) -> Turn | None:
        return next(iter(self.stage("ko")), None)

    @property
    def final(self) -> Turn | None:
        return next(iter(self.stage("final")), None)

    @property
    def present(self) -> list[int]:
        return sorted(n for n, person in self.people.items() if person.status == "present")

    @property
    def running(self) -> Turn | None:
        """The Vorrunde round that is not closed."""
        return next((turn for turn in self.vorrunde if turn.state != "closed"), None)

    def find(self, table_id: int) -> tuple[Turn, Spot]:
        return next((turn, spot) for turn in self.turns for spot in turn.spots if spot.id == table_id)


STAGES = ("vorrunde", "ko", "final")


def read(tournament_id: int) -> Book:
    """The book of this tournament as the database has it now."""
    row = Tournament.objects.get(pk=tournament_id)
    people = _people(tournament_id)
    numbers = {person.id: number for number, person in people.items()}
    cut, cut_at, announced = _cut(tournament_id, numbers)
    return Book(
        id=tournament_id,
        phase=row.phase,
        revision=row.revision,
        format=row.format,
        rules=row.ruleset,
        people=people,
        turns=_turns(tournament_id, _spots(tournament_id, numbers)),
        shoots=_shoots(tournament_id, numbers),
        cut=cut,
        cut_at=cut_at,
        announced=announced,
        quarrels=_quarrels(tournament_id),
    )


def _people(tournament_id: int) -> dict[int, Person]:
    rows = Player.objects.filter(tournament=tournament_id).order_by("start_number")
    values = rows.values_list(
        "id", "start_number", "first", "status", "status_at", "paid_at", "fixed_station"
    )
    return {
        number: Person(pk, number, first, status, at, paid is not None, station)
        for pk, number, first, status, at, paid, station in values
    }


def _spots(tournament_id: int, numbers: dict[int, int]) -> dict[int, tuple[int, Spot]]:
    here = {"table__round__tournament": tournament_id}
    rows = Table.objects.filter(round__tournament=tournament_id).order_by("station__number")
    spots = {
        pk: (round_id, Spot(pk, *rest))
        for round_id, pk, *rest in rows.values_list(
            "round_id", "id", "station__number", "version", "outcome", "scharf_from"
        )
    }
    seats = Seat.objects.filter(**here).order_by("number")
    for table, number, player, marks in seats.values_list("table_id", "number", "player_id", "marks"):
        spots[table][1].chairs.append((number, numbers[player], marks))
    results: Iterable[Any] = Result.objects.filter(**here, counts=True).order_by("game")
    for table, game, pk, first, second, last, scharf in results.values_list(
        "table_id", "game", "id", "half1_id", "half2_id", "endkampf_id", "scharf"
    ):
        names = (numbers[first], numbers.get(second), numbers.get(last))
        spots[table][1].results[game] = Played(pk, *names, scharf)
    away = Absence.objects.filter(**here, voided_at=None).order_by("id")
    for table, pk, player, kind, game, at in away.values_list(
        "table_id", "id", "player_id", "kind", "game", "created_at"
    ):
        spots[table][1].away.append(Away(pk, numbers[player], kind, game, at))
    strokes = SchockAus.objects.filter(**here, voided_at=None)
    for table, player in strokes.values_list("table_id", "player_id"):
        spots[table][1].strokes[numbers[player]] += 1
    return spots


def _turns(tournament_id: int, spots: dict[int, tuple[int, Spot]]) -> list[Turn]:
    rows = Round.objects.filter(tournament=tournament_id)
    turns = {
        row[0]: Turn(*row)
        for row in rows.values_list("id", "stage", "number", "state", "draw_no", "published_at", "protocol")
    }
    for round_id, spot in spots.values():
        turns[round_id].spots.append(spot)
    return sorted(turns.values(), key=lambda turn: (STAGES.index(turn.stage), turn.number))


def _shoots(tournament_id: int, numbers: dict[int, int]) -> list[Shoot]:
    rows = StechenEntry.objects.filter(stechen__tournament=tournament_id, stechen__voided_at=None)
    shoots: dict[int, Shoot] = {}
    for pk, after, cause, player, throw, void, *dice in rows.order_by("stechen_id", "id").values_list(
        "stechen_id", "stechen__after_round", "stechen__cause", "player_id", "throws__id",
        "throws__voided_at", "throws__attempt", "throws__dice", "throws__place", "throws__absent",
    ):  # fmt: skip
        shoot = shoots.setdefault(pk, Shoot(pk, after, cause))
        thrown = shoot.throws.setdefault(numbers[player], {})
        if throw is not None and void is None:
            thrown[dice[0]] = Dice(throw, *dice)
    return list(shoots.values())


def _cut(tournament_id: int, numbers: dict[int, int]) -> tuple[list[Kept], datetime | None, bool]:
    rows = CutPlace.objects.filter(cut__tournament=tournament_id, cut__voided_at=None).order_by("position")
    values = list(
        rows.values_list(
            "player_id",
            "position",
            "rank",
            "points",
            "eligible",
            "checked_in_at",
            "declined_at",
            "cut__created_at",
            "cut__announced_at",
        )  # fmt: skip
    )
    kept = [
        Kept(numbers[player], *line, here is not None, declined is not None, here, declined)
        for player, *line, here, declined, _, _ in values
    ]
    return (kept, values[0][7], values[0][8] is not None) if values else ([], None, False)


def _quarrels(tournament_id: int) -> list[Quarrel]:
    """Conflicts that wait for the desk: about a result that still counts."""
    rows = Conflict.objects.filter(table__round__tournament=tournament_id, decision="", result__counts=True)
    return [Quarrel(*row) for row in rows.order_by("id").values_list("id", "table_id", "game", "other")]
