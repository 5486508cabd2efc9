"""One random evening: the tournament, its book, and what must hold of every act whatever it does."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Count

from scoring.errors import RuleViolation
from tests.championships.rows import Book, read
from tournaments.messages.refusals import refusal_text, sentences
from tournaments.models import (
    Absence,
    Conflict,
    Cut,
    LogEntry,
    Receipt,
    Result,
    Stechen,
    StechenThrow,
    Tournament,
)
from tournaments.services._act import SYSTEM, Actor

FIRST, LAST = "Quexa", "Zorvik"
"""In every name of the evening, so that a name in a log is found."""

Service = Callable[..., dict[str, Any]]
Answer = dict[str, Any]


@dataclass(slots=True)
class Attempt:
    """One act with what the model expects: `legal` (None: either), `changes` (None: either).

    `undo`: the act that takes it back, out of its answer. `then`: further assertions. `device`: done at
    a table, not at the desk.
    """

    service: Service
    body: dict[str, Any]
    legal: bool | None = True
    changes: bool | None = True
    undo: "Callable[[World, Answer], Attempt | None] | None" = None
    then: "Callable[[World, Answer], None] | None" = None
    device: bool = False

    def __str__(self) -> str:
        return f"{self.service.__name__}({self.body}) legal={self.legal}"


@dataclass
class World:
    """The evening under test.

    `equals`: the order of the cut as it was when it was made; `issued`: Spielmarken of the K.O. draw;
    `shown`: rounds whose standings were public once; `story`: every act tried; `named`: people entered.
    """

    id: int
    rnd: random.Random
    size: int
    book: Book
    devices: list[int]
    equals: list[list[int]] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)
    issued: dict[int, int] = field(default_factory=dict)
    story: list[str] = field(default_factory=list)
    named: int = 0
    by: Actor = SYSTEM

    def reload(self) -> None:
        self.book = read(self.id)

    def chance(self, share: float) -> bool:
        return self.rnd.random() < share

    def perform(self, attempt: Attempt) -> Answer | None:
        """Do it; None when it was refused. Checks revision, log, receipt, and that refusals leave nothing."""
        self.story.append(str(attempt))
        before, counted = self.book, counts(self.id) if attempt.legal is not True else None
        key = UUID(int=self.rnd.getrandbits(128), version=4) if self.chance(0.4) else None
        self.by = Actor(device_id=self.rnd.choice(self.devices)) if attempt.device else Actor()
        answer, refusal = self._try(attempt, key)
        self.reload()
        if refusal is not None:
            assert attempt.legal is not True, f"refused: {refusal}"
            assert refusal.code in sentences(), refusal.code
            assert "%(" not in refusal_text(refusal), refusal.code
            assert self.book == before, f"the refusal {refusal} changed something"
            assert counts(self.id) == counted, f"the refusal {refusal} left rows"
            return None
        assert attempt.legal is not False, f"accepted: {answer}"
        self._check_trace(attempt, before, answer)
        if key is not None:
            self._check_key(attempt, key, answer)
        if attempt.then is not None:
            attempt.then(self, answer)
        return answer

    def _try(self, attempt: Attempt, key: UUID | None) -> tuple[Answer, RuleViolation | None]:
        try:
            return self._call(attempt, key), None
        except RuleViolation as refusal:
            return {}, refusal

    def _call(self, attempt: Attempt, key: UUID | None) -> Answer:
        return attempt.service(tournament_id=self.id, by=self.by, key=key, **attempt.body)

    def _check_trace(self, attempt: Attempt, before: Book, answer: Answer) -> None:
        """Revision +1 and one line in the log, without names; or nothing at all."""
        changed = self.book.revision - before.revision
        assert changed in (0, 1), "the revision rises by one"
        assert attempt.changes in (None, bool(changed)), f"changed: {bool(changed)}"
        assert answer["revision"] == self.book.revision
        assert LogEntry.objects.filter(tournament=self.id).count() == self.book.revision
        if not changed:
            assert self.book == before, "an act that says it changed nothing changed something"
            return
        check_versions(before, self.book)
        entry = LogEntry.objects.filter(tournament=self.id).latest("id")
        assert entry.revision == self.book.revision
        assert_nameless(entry.data)

    def _check_key(self, attempt: Attempt, key: UUID, answer: Answer) -> None:
        """The same key again: the same answer, and nothing moves. Another body under it: refused."""
        before = self.book
        assert self._call(attempt, key) == answer
        self.reload()
        assert self.book == before
        receipt = Receipt.objects.filter(key=key).first()
        if receipt is None:
            return  # a conflict is no success and is not remembered
        assert_nameless(receipt.answer)
        if "reason" in attempt.body and self.chance(0.2):
            other = replace(attempt, body={**attempt.body, "reason": "aus einem anderen Grund"})
            refusal = self._try(other, key)[1]
            assert refusal is not None
            assert refusal.code == "key_reused"


def check_versions(before: Book, after: Book) -> None:
    """A table's version rises with every result, void, absence or seat change there, with nothing else."""
    old = {spot.id: spot for turn in before.turns for spot in turn.spots}
    for spot in (spot for turn in after.turns for spot in turn.spots if spot.id in old):
        was = old[spot.id]
        same = (was.chairs, was.results, was.away, was.outcome) == (
            spot.chairs,
            spot.results,
            spot.away,
            spot.outcome,
        )
        assert (spot.version == was.version) if same else (spot.version > was.version), spot


def assert_nameless(data: Any) -> None:
    text = json.dumps(data)
    assert FIRST not in text, text
    assert LAST not in text, text


def counts(tournament_id: int) -> tuple[object, ...]:
    """How many rows there are, also those that do not count any more, and the versions of tables."""
    at_table = {"table__round__tournament": tournament_id}
    mine = {"tournament": tournament_id}
    tournament = Tournament.objects.annotate(
        logged=Count("log", distinct=True), kept=Count("receipts", distinct=True)
    ).get(pk=tournament_id)
    return (
        tournament.logged,
        tournament.kept,
        Result.objects.filter(**at_table).count(),
        Absence.objects.filter(**at_table).count(),
        Conflict.objects.filter(**at_table).count(),
        Stechen.objects.filter(**mine).count(),
        StechenThrow.objects.filter(entry__stechen__tournament=tournament_id).count(),
        Cut.objects.filter(**mine).count(),
    )
