"""What every act has in common: lock, receipt, phase, revision, log (architecture rules 1 and 3)."""

import functools
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from scoring.errors import RuleViolation
from tournaments.live import hints
from tournaments.models import LogEntry, Receipt, Tournament
from tournaments.services._again import again
from tournaments.services._full import saving
from tournaments.services._lock import in_turn, lock_tournament


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a user of the desk, a device at a table, or (neither) the system."""

    user_id: int | None = None
    device_id: int | None = None


SYSTEM = Actor()


@dataclass(slots=True)
class Outcome:
    """What an act leaves behind.

    answer: JSON for the caller, the same for every repeat of the key. data: numbers for the log,
    never names. remember: False for an answer that is no success (a conflict is stored, but the same
    key may succeed later). changed: False when nothing happened (no revision, no log, e.g. the same
    result from a second device). log_as: the act's name in the log where it went another way.
    """

    answer: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    remember: bool = True
    changed: bool = True
    log_as: str = ""


Work = Callable[..., Outcome]


def act(name: str, *phases: str) -> Callable[[Work], Callable[..., dict[str, Any]]]:
    """Make `work(tournament, *, by, **body) -> Outcome` a service.

    The service is called as `service(tournament_id=…, by=Actor, key=UUID | None, **body) -> answer`.
    One transaction: lock the tournament, answer a known key at once, check the phase, work, raise the
    revision, log, remember. Any RuleViolation leaves nothing behind, also `disk_full`. `phases`: none
    given = any. Each refuses: tournament_gone · key_reused · wrong_phase (phase) · disk_full, disk_read_only.
    """

    def decorate(work: Work) -> Callable[..., dict[str, Any]]:
        @functools.wraps(work)
        def perform(*, tournament_id: int, by: Actor, key: UUID | None = None, **body: Any) -> dict[str, Any]:
            def once() -> dict[str, Any]:
                with saving(), in_turn(), transaction.atomic():
                    tournament = lock_tournament(tournament_id)
                    digest = digest_of(name, tournament_id, body)
                    known = recall(key, digest)
                    if known is not None:
                        return known
                    if phases and tournament.phase not in phases:
                        raise RuleViolation("wrong_phase", phase=tournament.phase)
                    outcome = work(tournament, by=by, **body)
                    return settle(tournament, name, by, key, digest, outcome)

            return again(once)

        return perform

    return decorate


def digest_of(name: str, tournament_id: int | None, body: dict[str, Any]) -> str:
    """SHA-256 (hex) of the act and everything it was asked."""
    text = json.dumps([name, tournament_id, body], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def recall(key: UUID | None, digest: str) -> dict[str, Any] | None:
    """The first answer to this key, None for a new one. Raises `key_reused` for another body."""
    receipt = Receipt.objects.filter(key=key).first() if key else None
    if receipt is None:
        return None
    if receipt.digest != digest:
        raise RuleViolation("key_reused")
    return dict(receipt.answer)


def settle(
    tournament: Tournament, name: str, by: Actor, key: UUID | None, digest: str, outcome: Outcome
) -> dict[str, Any]:
    """Raise the revision, write the log and the receipt; the answer carries the new revision."""
    if outcome.changed:
        tournament.revision += 1
        tournament.save(update_fields=["revision"])
        LogEntry.objects.create(
            tournament=tournament,
            revision=tournament.revision,
            act=outcome.log_as or name,
            user_id=by.user_id,
            device_id=by.device_id,
            data=outcome.data,
            reason=outcome.reason,
        )
        hints.after_commit(tournament.slug)
    answer = {**outcome.answer, "revision": tournament.revision}
    if key and outcome.remember:
        Receipt.objects.create(key=key, tournament=tournament, act=name, digest=digest, answer=answer)
    return answer
