"""What the steps of a rehearsal are made of: one act, and what the log says of the acts before."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.utils.functional import cached_property

from tournaments.models import LogEntry
from tournaments.queries.facts import Facts, TableFact
from tournaments.rehearsal.chance import Chance
from tournaments.rehearsal.order import Order
from tournaments.services._act import SYSTEM, digest_of

FEW = 12
"""Below this many players everybody stays to the end: the field must not fall apart."""
_TELLING = (
    "change_format", "draw_round", "redraw_round", "publish_draw", "close_round", "swap_seats",
    "return_player", "withdraw_player", "exclude_player", "correct_game", "undo_game", "conflicting_game",
)  # fmt: skip
Service = Callable[..., dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Do:
    """One thing that a person does: a service and what it is told. say: the same in words, often none."""

    service: Service
    body: dict[str, Any]
    say: str = ""

    def perform(self, tournament_id: int, revision: int) -> int:
        """Do it; the revision afterwards. Two workers at the same step at the same moment do it once."""
        key = _key(tournament_id, revision, self.service.__name__, self.body)
        answer = self.service(tournament_id=tournament_id, by=SYSTEM, key=key, **self.body)
        return int(answer["revision"])


def do(service: Service, say: str = "", **body: Any) -> Do:
    return Do(service, body, say)


def _key(tournament_id: int, revision: int, name: str, body: dict[str, Any]) -> UUID:
    return uuid5(NAMESPACE_OID, f"{revision} {digest_of(name, tournament_id, body)}")


@dataclass
class Seen:
    """The evening at one moment: the facts, the order that is played, and the log where it matters."""

    facts: Facts
    order: Order

    def chance(self, *names: str | int) -> Chance:
        return Chance(self.order.seed, *names)

    @property
    def many(self) -> bool:
        """So many that somebody may be missing without harm. The same all evening."""
        return len(self.facts.players) >= FEW

    @cached_property
    def log(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """(act, data) of the acts that steps depend on, oldest first. One query, when first asked for."""
        rows = LogEntry.objects.filter(tournament=self.facts.tournament, act__in=_TELLING)
        return tuple(rows.order_by("id").values_list("act", "data"))

    def since(self, *acts: str) -> list[tuple[str, dict[str, Any]]]:
        """What came after the last of `acts`; everything if there was none."""
        last = max((index for index, (act, _) in enumerate(self.log) if act in acts), default=-1)
        return list(self.log[last + 1 :])

    def done_since(self, *acts: str) -> frozenset[str]:
        """Names of the acts after the last of `acts`."""
        return frozenset(act for act, _ in self.since(*acts))

    def undone(self, table: TableFact, game: int) -> int:
        """How often the result of a game was taken back."""
        return sum(
            (act, data.get("table_id"), data.get("game")) == ("undo_game", table.id, game)
            for act, data in self.log
        )

    def disputed(self, table: TableFact) -> bool:
        """Two different results came for it once."""
        return any(act == "conflicting_game" and data["table_id"] == table.id for act, data in self.log)


def first(*steps: Iterable[Do]) -> Sequence[Do]:
    """The first of these that has something to do."""
    for step in steps:
        found = list(step)
        if found:
            return found
    return []
