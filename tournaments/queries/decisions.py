"""What was decided by throws and by the cut, as values: Stechen (C3.4) and cut (C4)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Subquery
from django.utils.functional import cached_property

from scoring.cut import Stechen as HeldStechen
from scoring.ruleset import RuleSet
from scoring.throws import ABSENT, place_strength, stechen_strength
from tournaments.models import CutPlace, LogEntry, Stage, StechenCause, StechenEntry


@dataclass(frozen=True, slots=True)
class ThrowFact:
    """One attempt: dice ("653"), or a place, or absent."""

    id: int
    player: int
    attempt: int
    dice: str
    place: int | None
    absent: bool

    def strength(self, rules: RuleSet) -> int:
        if self.absent:
            return ABSENT
        if self.place is not None:
            return place_strength(self.place)
        return stechen_strength([int(die) for die in self.dice], rules)


@dataclass(slots=True)
class StechenFact:
    id: int
    after_round: int
    cause: str
    players: list[int] = field(default_factory=list)
    throws: list[ThrowFact] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CutPlaceFact:
    id: int
    player: int
    position: int
    rank: int
    points: int
    eligible: bool
    checked_in: bool
    declined: bool


@dataclass(frozen=True)
class CutFact:
    """The cut in order of position, everybody as it was when it was made."""

    id: int
    announced_at: datetime | None
    places: tuple[CutPlaceFact, ...]

    @cached_property
    def corrected_since(self) -> list[dict[str, Any]]:
        """Corrections of the Vorrunde after the cut, the latest first: data of the log. One query.

        By the order of the log: a clock may be put right in the middle of an evening.
        """
        log = LogEntry.objects.filter(tournament__cuts=self.id)
        made = log.filter(act="make_cut", data__cut=self.id).values("id")[:1]
        later = log.filter(act="correct_game", id__gt=Subquery(made), data__stage=Stage.VORRUNDE)
        return list(later.order_by("-id").values_list("data", flat=True))


def load_stechen(tournament_id: int, by_id: Mapping[int, Any]) -> list[StechenFact]:
    """The Stechen that count, oldest first; `by_id`: player row id → something with `.number`.

    One query: every entry with its throws; throws that were taken back are left out here.
    """
    rows = StechenEntry.objects.filter(
        stechen__tournament=tournament_id, stechen__voided_at__isnull=True
    ).order_by("stechen_id", "player__start_number", "throws__id")
    values: Iterable[Any] = rows.values_list(
        "stechen_id", "stechen__after_round", "stechen__cause", "player_id", "throws__voided_at",
        "throws__id", "throws__attempt", "throws__dice", "throws__place", "throws__absent",
    )  # fmt: skip
    found: dict[int, StechenFact] = {}
    for stechen_id, after, cause, player_id, voided, throw_id, *throw in values:
        fact = found.setdefault(stechen_id, StechenFact(stechen_id, after, cause))
        number = by_id[player_id].number
        if number not in fact.players:
            fact.players.append(number)
        if throw_id is not None and voided is None:
            fact.throws.append(ThrowFact(throw_id, number, *throw))
    return list(found.values())


def throws_of(
    stechen: Iterable[StechenFact], cause: StechenCause, rules: RuleSet
) -> dict[int, list[int | None]]:
    """Player → strengths by attempt, over all Stechen of one cause; the latest throw of an attempt holds."""
    thrown: dict[int, dict[int, int]] = defaultdict(dict)
    for one in stechen:
        if one.cause == cause:
            for throw in one.throws:
                thrown[throw.player][throw.attempt] = throw.strength(rules)
    return {
        player: [attempts.get(k) for k in range(1, max(attempts) + 1)] for player, attempts in thrown.items()
    }


def held_stechen(stechen: Iterable[StechenFact], cause: StechenCause, rules: RuleSet) -> list[HeldStechen]:
    """The Stechen of one cause as the rules see them, oldest first (C3.4a)."""
    return [
        HeldStechen(frozenset(s.players), throws_of([s], cause, rules)) for s in stechen if s.cause == cause
    ]


def load_cut(tournament_id: int, by_id: Mapping[int, Any]) -> CutFact | None:
    """The cut that holds, None before it is made. One query."""
    rows = CutPlace.objects.filter(cut__tournament=tournament_id, cut__voided_at__isnull=True)
    values: list[Any] = list(
        rows.order_by("position").values_list(
            "cut_id",
            "cut__announced_at",
            "id",
            "player_id",
            "position",
            "rank",
            "points",
            "eligible",
            "checked_in_at",
            "declined_at",
        )  # fmt: skip
    )
    if not values:
        return None
    places = tuple(
        CutPlaceFact(pk, by_id[player].number, position, rank, points, eligible, bool(here), bool(no))
        for _, _, pk, player, position, rank, points, eligible, here, no in values
    )
    return CutFact(values[0][0], values[0][1], places)
