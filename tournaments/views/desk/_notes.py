"""Who is to be seen to beside the next step: without a seat in the round that runs, or gone and drawn on."""

from typing import Any

from django.urls import reverse

from tournaments.messages import registration as say
from tournaments.queries.facts import Facts, PlayerFact, RoundFact
from tournaments.queries.tables import missed, nowhere


def without_seat(facts: Facts, *, leads: bool, only: int | None = None) -> list[dict[str, Any]]:
    """C2.6: who came after the draw, or `only` this one of them. The Leitung is led to the seat, a Helfer to
    the person."""
    people = [person for person in nowhere(facts) if only in (None, person.number)]
    round_ = facts.current
    if not people or round_ is None:
        return []
    after = round_.number + 1 if round_.number < facts.plan.rounds else None
    links = [_to_seat(facts, round_, person) if leads else _to_person(facts, person) for person in people]
    return [{"text": say.nowhere(len(people)), "people": links, "hint": say.seat_them(after, leads=leads)}]


def gone_but_here(facts: Facts, round_: RoundFact) -> list[dict[str, Any]]:
    """C2.5: who did not come or left is away from one table only, until somebody withdraws them."""
    people = missed(facts, round_)
    if not people:
        return []
    links = [_to_person(facts, person) for person in people]
    return [{"text": say.missed(len(people)), "people": links, "hint": say.withdraw_them()}]


def _to_person(facts: Facts, person: PlayerFact) -> dict[str, str]:
    return {
        "name": person.name,
        "href": reverse("desk:player", args=[facts.tournament.slug, person.number]),
    }


def _to_seat(facts: Facts, round_: RoundFact, person: PlayerFact) -> dict[str, str]:
    page = reverse("desk:swap", args=[facts.tournament.slug, round_.number])
    return {"name": person.name, "href": f"{page}?first={person.number}"}
