"""Wer saß mit wem: one person, the pairs that met more than once, or everybody at a glance."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.access import HELFER, tournament_for
from tournaments.draw.sizes import FULL
from tournaments.forms import read_whole
from tournaments.messages import changes as say
from tournaments.messages import meetings as words
from tournaments.messages.play import table_size
from tournaments.models.names import search_key, search_terms
from tournaments.queries.draws import evening
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.meetings import Meeting, Meetings, meetings
from tournaments.views.desk._page import render_desk

WIDEST = 130
"""Above that a table of everybody and everybody can no longer be read."""


def meetings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?wer=17`: whom a person met; `?q=`: names; `?zeige=tafel`: everybody and everybody."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    found = meetings(facts)
    query = request.GET.get("q", "")[:100].strip()
    people = _found(facts, found, query) if query else list(found.people)
    person = read_whole(request.GET.get("wer"))
    if person is None and query and len(people) == 1:
        person = people[0]
    if person is not None and person not in facts.players:
        raise Http404
    table = request.GET.get("zeige") == "tafel" and person is None
    published = [r for r in facts.vorrunde if r.published]
    context: dict[str, Any] = {
        "found": found,
        "tabs": _tabs(slug, table=table, person=person is not None),
        "query": query,
        "drawn": evening(facts, published[-1]).lines if published else [],
    }
    if table:
        context["matrix"] = _matrix(facts, found) if len(found.people) <= WIDEST else None
        context["widest"] = WIDEST
    elif person is None:
        context["people"] = _people(facts, found, people)
        sizes = {seats for tables in found.tables.values() for _, _, seats in tables if seats != FULL}
        context["odd"] = words.odd(sizes)
    if table or person is None:
        context["again"] = [_line(facts, meeting) for meeting in found.again]
    else:
        context["person"] = _person(facts, found, person)
    return render_desk(request, tournament, "desk/wer_mit_wem.html", context, facts=facts)


def _tabs(slug: str, *, table: bool, person: bool) -> list[dict[str, Any]]:
    page = reverse("desk:meetings", args=[slug])
    return [
        {"href": page, "label": words.people(), "current": not table and not person},
        {"href": f"{page}?zeige=tafel", "label": words.table(), "current": table},
    ]


def _found(facts: Facts, found: Meetings, query: str) -> list[int]:
    """The start number itself, else the names that hold every word."""
    number = read_whole(query.lstrip("0"))
    if number in found.tables:
        return [number]
    terms = search_terms(query)
    keys = {n: search_key(facts.players[n].first, facts.players[n].last) for n in found.people}
    return [n for n in found.people if terms and all(term in keys[n] for term in terms)]


def _people(facts: Facts, found: Meetings, people: list[int]) -> list[dict[str, Any]]:
    different = found.different()
    return [
        {
            "player": facts.players[number],
            "different": different[number],
            "odd": sum(1 for _, _, seats in found.tables[number] if seats != FULL),
        }
        for number in people
    ]


def _line(facts: Facts, meeting: Meeting) -> dict[str, Any]:
    return {
        "people": [facts.players[number] for number in (meeting.one, meeting.other)],
        "times": meeting.times,
        "where": say.places(meeting.places),
    }


def _person(facts: Facts, found: Meetings, number: int) -> dict[str, Any]:
    one = found.person(number)
    return {
        "player": facts.players[number],
        "sentence": words.different(len(one.met), found.rounds),
        "tables": [
            {"round": round_, "table": table, "size": table_size(seats), "odd": seats != FULL}
            for round_, table, seats in one.tables
        ],
        "lines": [
            {
                "player": facts.players[meeting.other if meeting.one == number else meeting.one],
                "times": meeting.times,
                "where": say.places(meeting.places),
            }
            for meeting in one.met
        ],
    }


def _matrix(facts: Facts, found: Meetings) -> list[dict[str, Any]]:
    return [{"player": facts.players[number], "cells": cells} for number, cells in found.matrix()]
