"""The standings at the desk: after each closed round and, for the desk only, as they run (C3.1–C3.3)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.access import HELFER, tournament_for
from tournaments.forms import read_whole
from tournaments.messages import finish as words
from tournaments.models import Phase
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.standings import StandingLine, public_upto, settled, standings, stechen_groups
from tournaments.queries.strokes import Stroke, strokes
from tournaments.views.desk._finish import is_hit, living_page


def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?runde=3`: after that round; `?runde=lauf`: with the running round; `?q=`: names to be marked."""
    tournament = tournament_for(request.user, slug, HELFER)
    facts = load_facts(tournament)
    running = any(r.published and not r.closed for r in facts.vorrunde)
    asked = request.GET.get("runde", "")
    as_it_runs = running and asked == "lauf"
    last = facts.closed_rounds
    number = read_whole(asked) or last
    upto = number if number < last else last
    lines = standings(facts, None if as_it_runs else upto, running=as_it_runs) if upto or as_it_runs else ()
    query = request.GET.get("q", "")[:100].strip()
    context = {
        "stand": "lauf" if as_it_runs else str(upto),
        "upto": upto,
        "running": as_it_runs,
        "tabs": _tabs(slug, last, upto, running, as_it_runs),
        "rows": _rows(facts, lines, final=upto == last and not as_it_runs, query=query),
        "columns": range(1, len(lines[0].each) + 1) if lines else (),
        "query": query,
        "asked": asked,
        "hidden": max(0, last - public_upto(facts)),
    }
    return living_page(request, facts, "stand", context)


def _tabs(slug: str, last: int, upto: int, running: bool, as_it_runs: bool) -> list[dict[str, Any]]:
    page = reverse("desk:standings", args=[slug])
    tabs = [
        {
            "href": f"{page}?runde={number}",
            "label": words.after_round(number),
            "current": number == upto and not as_it_runs,
        }
        for number in range(1, last + 1)
    ]
    if running:
        tabs.append({"href": f"{page}?runde=lauf", "label": words.as_it_runs(), "current": as_it_runs})
    return tabs


def _rows(facts: Facts, lines: tuple[StandingLine, ...], *, final: bool, query: str) -> list[dict[str, Any]]:
    """Lines with what stands above them (zones) and below (strokes), the first hit of the search named."""
    if not lines:
        return []
    done = final and facts.tournament.phase != Phase.REGISTRATION and facts.closed_rounds >= facts.plan.rounds
    groups = stechen_groups(facts) if done else ()
    lines = settled(facts, lines, groups)
    found = strokes(facts, lines, groups)
    rows = []
    first = True
    for number, line in enumerate(lines, start=1):
        hit = is_hit(line.player, query)
        rows.append(
            {
                "line": line,
                "hit": hit,
                "anchor": hit and first,
                "zones": [_zone(s) for s in found if s.tied_from == number],
                "strokes": [_stroke(s) for s in found if s.after == number],
            }
        )
        first = first and not hit
    return rows


def _zone(stroke: Stroke) -> dict[str, Any]:
    text = words.standings_zone(stroke.kind, stroke.people, stroke.tied_places, stroke.decided)
    return {"text": text, "open": stroke.open}


def _stroke(stroke: Stroke) -> str:
    return words.standings_stroke(stroke.kind, stroke.position)
