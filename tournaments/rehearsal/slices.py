"""A Probelauf in slices: the worker plays for a second, gives the job back, and prints come in between."""

import logging
import time
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError

from scoring.errors import RuleViolation
from scoring.format import Format
from tournaments.models import Phase, Tournament
from tournaments.rehearsal.evening import TRIES, Evening, create
from tournaments.rehearsal.order import Order
from tournaments.services._act import Actor
from tournaments.services.jobs import fail_job
from tournaments.services.rehearsals import (
    Turn,
    begin_rehearsal,
    check_wish,
    claim_turn,
    end_rehearsal,
    give_back_turn,
    keep_turn,
)

log = logging.getLogger(__name__)

SLICE = 0.8
"""Seconds that a slice may last: as long as a print may have to wait."""
EVERY = 0.3
"""Seconds between two signs of life within a slice."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """acts in a slice (None: as many as there is time for) and seconds until the next one."""

    acts: int | None
    pause: float


TEMPOS = {"slow": Tempo(1, 2.0), "normal": Tempo(2, 1.0), "fast": Tempo(20, 1.0), "now": Tempo(None, 0.0)}


def begin(order: Order, speed: str, by: Actor, **more: Any) -> dict[str, Any]:
    """A tournament marked Probelauf and the job that plays it. Answer: {"slug", "tournament", "job", "send"}.

    Raises RuleViolation as create_tournament and begin_rehearsal do; then nothing is left.
    """
    check_wish(seed=order.seed, speed=speed)
    made = create(order, by, **more)
    job = begin_rehearsal(
        tournament_id=made["tournament"],
        by=by,
        order={"players": order.players, "rounds": order.rounds, "seed": order.seed, "preset": order.preset},
        speed=speed,
        total=acts_of(order.plan, order.players),
    )
    return {**made, **job}


def acts_of(plan: Format, players: int) -> int:
    """About how many acts an evening takes: people, tables with their Schock aus, K.O. and final."""
    rounds = plan.rounds * (4 + players * 23 // 40 * plan.games_per_round)
    return 12 + 2 * players + rounds + 5 * plan.qualifiers


def play_slice(*, job_id: int) -> str:
    """Play a little of a Probelauf, if it is free. Answer: at_once · later · over · not_free · stopped ·
    failed; `at_once`: to be sent again without a pause.

    An answer of the database that is no answer (locked, gone) is raised: the lease runs out, and the job
    is sent again.
    """
    turn = claim_turn(job_id=job_id)
    if turn is None:
        return "not_free"
    try:
        return _play(turn)
    except Tournament.DoesNotExist:
        return "stopped"  # deleted meanwhile, and the job with it
    except DatabaseError:
        raise
    except Exception as error:
        log.warning("rehearsal %s: %s", turn.claim.tournament, error, exc_info=True)
        stuck = isinstance(error, RuleViolation) and error.code == "rehearsal_stuck"
        fail_job(claim=turn.claim, error="rehearsal_stuck" if stuck else "rehearsal_failed")
        return "failed"


def _play(turn: Turn) -> str:
    claim, tempo = turn.claim, TEMPOS[turn.speed]
    evening = Evening(claim.tournament, Order(**claim.params["order"]))
    over, done = _acts(turn, evening, tempo)
    if done < 0:
        return "stopped"
    if over:
        return _end(turn, done)
    if not give_back_turn(claim=claim, done=done, pause=tempo.pause):
        return "stopped"
    return "later" if tempo.pause else "at_once"


def _end(turn: Turn, done: int) -> str:
    """Played to the champion; or, when the desk changed the evening, to a step that only the desk takes."""
    tournament = Tournament.objects.get(pk=turn.claim.tournament)
    if tournament.phase != Phase.FINISHED:
        return "failed" if fail_job(claim=turn.claim, error="rehearsal_desk") else "stopped"
    return "over" if end_rehearsal(claim=turn.claim, done=done) else "stopped"


def _acts(turn: Turn, evening: Evening, tempo: Tempo) -> tuple[bool, int]:
    """(nothing is left to play, acts so far); (False, -1) when the job is no longer ours."""
    begun = pulse = time.monotonic()
    left, refused, same = tempo.acts, 0, 0
    while left is None or left > 0:
        before = evening.revision
        try:
            if not evening.step():
                return True, evening.revision
            same = same + 1 if evening.revision == before else 0
        except RuleViolation as violation:
            if violation.code == "tournament_gone":
                return False, -1
            refused += 1  # somebody at the desk was faster: look again
        if same > TRIES or refused > TRIES:
            raise RuleViolation("rehearsal_stuck", revision=evening.revision)
        left = left and left - 1
        now = time.monotonic()
        if now - begun > SLICE:
            break
        if now - pulse > EVERY:
            pulse = now
            if not keep_turn(claim=turn.claim, done=evening.revision):
                return False, -1
    return False, evening.revision
