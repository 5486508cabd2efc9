"""Finding a table for an act, and the refusals that every act at a table shares."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Model
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import Outcome, Phase, RoundState, Stage, Table, Tournament
from tournaments.models._base import Voidable
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.queries.one_table import find, load_one
from tournaments.services._act import Actor
from tournaments.services._texts import one_line
from tournaments.templatetags.schocken import table_letter

REASON_LENGTH = 200
PLAYING = (Phase.VORRUNDE, Phase.KO, Phase.FINAL)
"""Phases in which tables play."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table with the facts it was found in."""

    facts: Facts
    round: RoundFact
    table: TableFact

    @property
    def next_game(self) -> int | None:
        return self.facts.next_game(self.round, self.table)

    @property
    def log(self) -> dict[str, int | str]:
        """Where it happened, in numbers, for the log."""
        return {
            "stage": self.round.stage,
            "round": self.round.number,
            "table": table_label(self.round.stage, self.table.number),
            "table_id": self.table.id,
        }


def table_label(stage: str, number: int) -> int | str:
    """For the log, in every language: K.O. tables are called by letters, as on their sheets."""
    return number if stage == Stage.VORRUNDE else table_letter(number)


def one_table(t: Tournament, table_id: int) -> Place:
    """The table with few queries. Refuses `round_redrawn`: rows of a redrawn round are gone."""
    facts = load_one(t, table_id)
    found = find(facts, table_id) if facts else None
    if facts is None or found is None:
        raise RuleViolation("round_redrawn")
    return Place(facts, *found)


def any_table(t: Tournament, table_id: int) -> Place:
    """The table together with everything else of the tournament. Refuses `round_redrawn`."""
    facts = load_facts(t)
    found = find(facts, table_id)
    if found is None:
        raise RuleViolation("round_redrawn")
    return Place(facts, *found)


def any_round(facts: Facts, round_id: int) -> RoundFact:
    """Refuses `round_gone`."""
    found = next((r for r in facts.rounds if r.id == round_id), None)
    if found is None:
        raise RuleViolation("round_gone")
    return found


def require_open(t: Tournament, round_: RoundFact) -> None:
    """Refuses `round_not_published`, `round_closed`, `final_formed` (the K.O. is over)."""
    if round_.state == RoundState.DRAWN:
        raise RuleViolation("round_not_published")
    if round_.stage == Stage.KO and t.phase not in (Phase.KO, Phase.CUT):
        raise RuleViolation("final_formed")
    if round_.state == RoundState.CLOSED:
        raise RuleViolation("round_closed", round=round_.number)


def require_played(table: TableFact) -> None:
    """Refuses `table_decided`: kampflos and ohne Wertung are reopened first."""
    if table.outcome != Outcome.PLAYED:
        raise RuleViolation("table_decided", table=table.number)


def require_vorrunde(round_: RoundFact) -> None:
    """Refuses `only_vorrunde`."""
    if round_.stage != Stage.VORRUNDE:
        raise RuleViolation("only_vorrunde")


def reason_of(reason: str, *, required: bool = True) -> str:
    """The reason in one line. Refuses `reason_missing` and what `one_line` refuses: the log is printed."""
    text = one_line(reason, "reason", REASON_LENGTH)
    if required and not text:
        raise RuleViolation("reason_missing", field="reason")
    return text


def raise_version(table: TableFact) -> int:
    """The table changed: devices that expect the old version are told (model.md)."""
    table.version += 1
    Table.objects.filter(pk=table.id).update(version=table.version)
    return table.version


def void(row: Voidable, by: Actor, reason: str = "", **also: object) -> None:
    """Undo voids, it never deletes. `also`: further fields that change with it."""
    row.voided_at = timezone.now()
    row.voided_by_id = by.user_id
    row.void_reason = reason
    for name, value in also.items():
        setattr(row, name, value)
    fields = ["voided_at", "voided_by", "void_reason", *also]
    assert isinstance(row, Model)
    row.save(update_fields=fields)


def listed(numbers: Iterable[int | str]) -> str:
    """Numbers for a sentence: "3, 7, 12"."""
    return ", ".join(str(number) for number in numbers)
