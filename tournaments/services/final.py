"""The end of the evening (C6.2): finish, and open again."""

from dataclasses import replace

from django.utils import timezone

from scoring.errors import RuleViolation
from scoring.knockout import champion
from tournaments.models import Phase, Round, RoundState, Tournament
from tournaments.queries.facts import load_facts
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._people import require_names
from tournaments.services._tables import reason_of


@act("finish", Phase.FINAL)
def finish(t: Tournament, *, by: Actor) -> Outcome:
    """One player holds marks: he is the champion. Raises final_open, conflict_open."""
    facts = load_facts(t)
    assert facts.final is not None
    winner = champion(facts.fold(facts.final, facts.final.tables[0]))
    if winner is None:
        raise RuleViolation("final_open")
    if any(c.table_id == facts.final.tables[0].id for c in facts.conflicts):
        raise RuleViolation("conflict_open")
    Round.objects.filter(pk=facts.final.id).update(state=RoundState.CLOSED, closed_at=timezone.now())
    t.phase = Phase.FINISHED
    t.save(update_fields=["phase"])
    return Outcome({"champion": winner}, {"champion": winner})


@act("reopen_finished", Phase.FINISHED)
def reopen_finished(t: Tournament, *, by: Actor, reason: str = "") -> Outcome:
    """Back to the final. Raises names_deleted, text_too_long, name_unprintable."""
    require_names(t)
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    assert facts.final is not None
    Round.objects.filter(pk=facts.final.id).update(state=RoundState.PUBLISHED, closed_at=None)
    t.phase = Phase.FINAL
    # Whoever was called out may have another place at the next end: then everybody is called anew.
    t.screen = replace(t.steering, called=0).to_dict()
    t.save(update_fields=["phase", "screen"])
    return Outcome({}, {}, reason)
