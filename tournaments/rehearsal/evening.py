"""The player of an evening: takes the next step that the desk would be offered, until there is none.

Nothing is remembered between two steps: what comes next follows from the rows and the seed. So a
worker that was killed leaves an evening that another one plays on, to the same end.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404
from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import Stage, Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.next_step import Step, next_step
from tournaments.rehearsal import before, finals, rounds, tables
from tournaments.rehearsal.chance import salt_of
from tournaments.rehearsal.order import Order
from tournaments.rehearsal.step import Do, Seen
from tournaments.services import tournaments as acts
from tournaments.services._act import Actor

Say = Callable[[str], None]
TRIES = 20
"""Steps in a row that change nothing before an evening is given up."""

_STEPS: dict[str, Callable[[Seen, Step], Sequence[Do]]] = {
    "open_registration": lambda seen, step: before.set_up(seen),
    "register_players": lambda seen, step: rounds.draw(seen, 1),
    "draw_round": lambda seen, step: rounds.draw(seen, step.params["number"]),
    "redraw_round": lambda seen, step: rounds.redraw(seen),
    "publish_draw": lambda seen, step: rounds.publish(seen, step.params["tables"]),
    "collect_results": lambda seen, step: rounds.collect(seen),
    "decide_conflict": lambda seen, step: tables.decide_conflict(seen),
    "decide_table": lambda seen, step: tables.decide_table(step.args[0], step.params["present"]),
    "close_round": lambda seen, step: rounds.close(seen),
    "open_stechen": lambda seen, step: finals.open_stechen(seen),
    "enter_throws": lambda seen, step: finals.throw(seen),
    "make_cut": lambda seen, step: finals.make_cut(seen),
    "announce_cut": lambda seen, step: finals.announce(seen, step.params["places"]),
    "move_up_stechen": lambda seen, step: finals.open_move_up_stechen(seen),
    "check_in": lambda seen, step: finals.check_in(seen),
    "draw_ko": lambda seen, step: finals.draw(seen),
    "draw_final": lambda seen, step: finals.draw(seen),
    "collect_ko": lambda seen, step: finals.play(seen, Stage.KO),
    "form_final": lambda seen, step: finals.form_final(seen),
    "collect_final": lambda seen, step: finals.play(seen, Stage.FINAL),
    "finish": lambda seen, step: finals.finish(seen),
}


def create(order: Order, by: Actor, **more: Any) -> dict[str, Any]:
    """The tournament, marked Probelauf; everything else follows in steps. Answer as create_tournament."""
    return acts.create_tournament(
        by=by,
        name=f"Probelauf mit {order.players} Spielern",
        date=timezone.localdate().isoformat(),
        place="Dorfhalle Winden",
        preset=order.preset,
        rules=order.rules,
        rehearsal=True,
        slug=order.slug,
        salt=salt_of(order.seed),
        **more,
    )


def plan(facts: Facts, order: Order) -> Sequence[Do]:
    """What can be done now. The acts stand for themselves: after the first of them the plan is the rest,
    or a new one. Nothing: the evening is over, or the order says to stop here."""
    step = next_step(facts)
    handler = _STEPS.get(step.code)
    return handler(Seen(facts, order), step) if handler else []


class Evening:
    """One rehearsal. Nothing here writes: every act is a service, every question a query."""

    def __init__(self, tournament_id: int, order: Order, say: Say = lambda text: None) -> None:
        self.id, self.order, self.say = tournament_id, order, say
        self.revision = -1
        self._ahead: deque[Do] = deque()

    def step(self) -> bool:
        """Do one thing; False when nothing is left to do. Raises RuleViolation as the service does:
        then somebody else acted meanwhile, and the next step looks at the evening anew; tournament_gone."""
        if not self._ahead:
            facts = self._look()
            self.revision = facts.tournament.revision
            self._ahead.extend(plan(facts, self.order))
            if not self._ahead:
                return False
        act = self._ahead.popleft()
        try:
            self.revision = act.perform(self.id, self.revision)
        except RuleViolation:
            self._ahead.clear()
            raise
        if act.say:
            self.say(act.say)
        return True

    def _look(self) -> Facts:
        try:
            return load_facts(self.id)
        except (Tournament.DoesNotExist, Http404):
            raise RuleViolation("tournament_gone") from None

    def play(self) -> None:
        """To the end, or to where the order stops. Raises rehearsal_stuck when steps lead nowhere."""
        last, tries = -1, 0
        while self.step():
            tries = tries + 1 if self.revision == last else 0
            last = self.revision
            if tries > TRIES:
                raise RuleViolation("rehearsal_stuck", revision=last)
