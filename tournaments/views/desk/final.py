"""The final at the desk: formed, played, dissolved, finished, opened again (C6)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from scoring.knockout import final_marks
from tournaments.access import HELFER, tournament_for
from tournaments.messages import finish as words
from tournaments.models import Phase
from tournaments.queries.corrections import has_results
from tournaments.queries.facts import Facts, RoundFact, load_facts
from tournaments.services import final as end
from tournaments.services import knockout as acts
from tournaments.views.desk._backup import secured
from tournaments.views.desk._finish import act, living_page, reason_of
from tournaments.views.desk._stage import PARTS, stage_context, undo


def final(request: HttpRequest, slug: str) -> HttpResponse:
    """Before it is formed: who would sit down with how many Spielmarken (C6.1); then the table itself."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    context: dict[str, Any] = {"formed": facts.final is not None, "carry": facts.plan.final_marks == "carry"}
    if facts.final is not None:
        context |= stage_context(request, facts, facts.final)
        context |= _running(facts, facts.final)
    elif facts.ko is not None:
        context |= _before(facts)
    return living_page(request, facts, "finale", context, parts=PARTS)


def _before(facts: Facts) -> dict[str, Any]:
    assert facts.ko is not None
    states = [facts.fold(facts.ko, table) for table in facts.ko.tables]
    marks = final_marks(facts.plan, states)
    ready = all(state.complete for state in states)
    return {
        "ready": ready,
        "marks": [(facts.players[player], count) for player, count in marks.items()] if ready else [],
        "effect": _effect(facts, marks) if ready and len(marks) > 1 else "",
    }


def _effect(facts: Facts, marks: dict[int, int]) -> str:
    """Until one is left everybody else has given all of his: at most all of them but one."""
    fresh = facts.plan.final_marks if isinstance(facts.plan.final_marks, int) else None
    total = sum(marks.values())
    return words.final_marks_effect(total, max(0, total - 1), fresh)


def _running(facts: Facts, round_: RoundFact) -> dict[str, Any]:
    state = facts.fold(round_, round_.tables[0])
    begun = has_results(round_)
    phase = facts.tournament.phase
    marks = facts.marks_issued(round_, round_.tables[0])
    return {
        "title": _title(facts, [player for player, left in state.left.items() if left]),
        "effect": "" if begun or not facts.ko or len(marks) < 2 else _effect(facts, marks),
        **undo(facts, "" if phase != Phase.FINAL else "dissolve" if facts.ko else "void"),
    }


def _title(facts: Facts, alive: list[int]) -> str:
    if len(alive) != 1:
        return words.still_in(len(alive))
    return words.has_won(facts.players[alive[0]].name)


@require_POST
def form_final(request: HttpRequest, slug: str) -> HttpResponse:
    return secured(request, act(request, slug, acts.form_final, "form_final", "final"), f"{slug}_ko")


@require_POST
def dissolve_final(request: HttpRequest, slug: str) -> HttpResponse:
    return act(request, slug, acts.dissolve_final, "dissolve_final", "ko", reason=reason_of(request))


@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    return secured(request, act(request, slug, end.finish, "finish", "winner"), f"{slug}_finale")


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    return act(request, slug, end.reopen_finished, "reopen_finished", "final", reason=reason_of(request))
