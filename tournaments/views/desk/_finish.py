"""What the pages from the Stechen to the end share: they keep themselves up to date, acts of buttons."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scoring.errors import RuleViolation
from tournaments.access import LEITUNG, roles_of, tournament_for
from tournaments.messages import finish as words
from tournaments.models.names import search_key, search_terms
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.next_step import next_step
from tournaments.views.desk._conflict import conflict_context
from tournaments.views.desk._evening import next_context, without_reload
from tournaments.views.desk._page import Service, perform, render_desk, seen_of

NOTHING: Mapping[str, str] = MappingProxyType({})


def living_page(
    request: HttpRequest,
    facts: Facts,
    name: str,
    context: dict[str, Any],
    *,
    status: int = 200,
    parts: Mapping[str, str] = NOTHING,
) -> HttpResponse:
    """desk/<name>.html, or with ?teil=… only desk/_<name>.html: the part that an open page fetches anew.

    `teil` is the state that the page was made in: in another one the whole page has to be fetched. `parts`:
    what is fetched with ?kopf=1 and the like, by that word.
    """
    leads = LEITUNG in roles_of(request.user)
    stand = f"{facts.tournament.phase}-{context.get('stand', '')}"
    context = {"next": next_block(facts, leads=leads), **context, "stand": stand}
    context["next"] = without_reload(context["next"], request.path)
    if "teil" not in request.GET:
        page = f"desk/{name}.html"
        return render_desk(request, facts.tournament, page, context, status=status, facts=facts)
    context |= {"tournament": facts.tournament, "leads": leads}
    part = next((parts[word] for word in parts if word in request.GET), name)
    answer = render(request, f"desk/_{part}.html", context)
    if request.GET["teil"] != stand:
        answer["X-Page-Changed"] = "1"
    return answer


def next_block(facts: Facts, *, leads: bool = True, stage: str = "") -> dict[str, Any]:
    """The next step; on the page of its `stage` it leads to the slip card or opens the conflict there."""
    step = next_step(facts)
    block = next_context(facts, step, leads=leads)
    if stage and step.code == f"collect_{stage}":
        block["href"] = "#zettel"
    conflict = conflict_of(facts, stage) if stage and step.code == "decide_conflict" else None
    if conflict:
        block["dialog"] = f"widerspruch-{conflict['id']}"
    return block


def conflict_of(facts: Facts, stage: str) -> dict[str, Any] | None:
    """The oldest open conflict at a table of this stage, for its dialog."""
    tables = {table.id for round_ in facts.stage(stage) for table in round_.tables}
    found = next((c for c in facts.conflicts if c.table_id in tables), None)
    return conflict_context(facts, found) if found else None


def act(
    request: HttpRequest, slug: str, work: Service, name: str, page: str, *roles: str, **body: Any
) -> HttpResponse:
    """An act of a button of the Leitung (or `roles`): done it goes to `page`, refused it says why."""
    tournament = tournament_for(request.user, slug, *(roles or (LEITUNG,)))
    back = reverse(f"desk:{page}", args=[slug])
    return perform(request, tournament, work, back, done=words.done(name), **body)


def reason_of(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:200]


def is_hit(player: PlayerFact, query: str) -> bool:
    """Whether somebody is looked for: by start number, or by every word of the name."""
    terms = search_terms(query)
    key = search_key(player.first, player.last)
    return bool(terms) and (query == str(player.number) or all(term in key for term in terms))


def number_of(request: HttpRequest, name: str) -> int:
    """A start number or row id that the page itself sends. Raises RuleViolation `bad_input`."""
    number = seen_of(request, name)
    if number is None:
        raise RuleViolation("bad_input")
    return number
