"""A rehearsal from outside: play it, read where everybody stands, take it away again."""

from dataclasses import dataclass
from typing import Any

from tournaments.queries.facts import Facts, PlayerFact, load_facts
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.queries.standings import standings
from tournaments.rehearsal.evening import Evening, Say, create
from tournaments.rehearsal.order import Order
from tournaments.services._act import SYSTEM
from tournaments.services.tournaments import delete_rehearsal


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's place; None while it is still played for."""

    rank: int | None
    player: PlayerFact
    points: int
    stage: str


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What was played. `lines`: everybody, best first; before the cut the standings, before the first
    closed round nobody. `step`: code of the next step."""

    tournament: int
    slug: str
    phase: str
    step: str
    lines: tuple[Line, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "tournament": self.slug,
            "phase": self.phase,
            "next_step": self.step,
            "places": [
                {"rank": line.rank, "start_number": line.player.number, "name": line.player.name}
                for line in self.lines
            ],
        }


def rehearse(order: Order, say: Say = lambda text: None) -> Rehearsed:
    """Play `order`; the tournament is there afterwards. Whatever goes wrong leaves none behind.

    say: told in German what happens. Raises RuleViolation where a service refuses, e.g. slug_taken.
    """
    made = create(order, SYSTEM)
    try:
        Evening(made["tournament"], order, say).play()
        facts = load_facts(made["tournament"])
        step = next_step(facts).code
        return Rehearsed(made["tournament"], made["slug"], str(facts.tournament.phase), step, _lines(facts))
    except BaseException:
        delete_rehearsal(tournament_id=made["tournament"], by=SYSTEM)
        raise


def remove(rehearsed: Rehearsed) -> None:
    """The tournament with everything in it."""
    delete_rehearsal(tournament_id=rehearsed.tournament, by=SYSTEM)


def _lines(facts: Facts) -> tuple[Line, ...]:
    if facts.cut is not None:
        return tuple(Line(p.place, p.player, p.points, p.stage) for p in places(facts))
    return tuple(Line(line.rank, line.player, line.standing.points, "vorrunde") for line in standings(facts))
