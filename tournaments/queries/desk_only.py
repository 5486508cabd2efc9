"""What the desk alone may read (model.md): payments, who can be the beste Dame, who acted at the desk."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import CharField, Exists, F, OuterRef, QuerySet, Value

from tournaments.models import LogEntry, Player, Status
from tournaments.models.player import Gender
from tournaments.queries.facts import Facts

_PAID, _WOMAN, _USER = "paid", "woman", "user"


@dataclass(frozen=True, slots=True)
class DeskOnly:
    """`paid`, `women`: start numbers, without women who were excluded; `users`: names of those who did
    something that the log tells, in the order of their accounts."""

    paid: frozenset[int]
    women: frozenset[int]
    users: tuple[str, ...]


def desk_only(facts: Facts) -> DeskOnly:
    """One query, however often these facts are asked."""
    kept = facts.__dict__  # no field of Facts: what the hall gets is copied without it
    if "desk_only" not in kept:
        kept["desk_only"] = _load(facts.tournament.pk)
    found: DeskOnly = kept["desk_only"]
    return found


def _load(tournament_id: int) -> DeskOnly:
    people = Player.objects.filter(tournament=tournament_id)
    women = people.filter(gender=Gender.FEMALE).exclude(status=Status.EXCLUDED)
    acts = LogEntry.objects.filter(tournament=tournament_id, user=OuterRef("pk"))
    rows = _rows(people.exclude(paid_at=None), _PAID, "start_number").union(
        _rows(women, _WOMAN, "start_number"),
        _rows(User.objects.filter(Exists(acts)), _USER, "pk", "username"),
        all=True,
    )
    listed = sorted(rows)
    return DeskOnly(
        paid=frozenset(number for kind, number, _text in listed if kind == _PAID),
        women=frozenset(number for kind, number, _text in listed if kind == _WOMAN),
        users=tuple(text for kind, _number, text in listed if kind == _USER),
    )


def _rows(rows: QuerySet[Any], kind: str, number: str, text: str = "") -> QuerySet[Any]:
    words = F(text) if text else Value("", CharField())
    return rows.order_by().values_list(Value(kind, CharField()), F(number), words)
