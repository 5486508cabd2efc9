"""What the hall may know as JSON, for other people's pages: read only, codes and numbers, no sentences.

Every answer is made of the hall's view, as its pages are, once a revision; nothing else may be told here
(C3.5). `_openapi.py` describes each field.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from tournaments.access import public_tournament
from tournaments.live import snapshots
from tournaments.messages.play import table_sign
from tournaments.models import Phase, Stage, Tournament
from tournaments.queries.facts import PlayerFact, RoundFact, load_facts
from tournaments.queries.field import cut_state
from tournaments.queries.hall import Chair, KoTable, Zone, ko_tables, ladder, pages
from tournaments.queries.places import places
from tournaments.queries.public import HallView, hall_view
from tournaments.queries.standings import StandingLine
from tournaments.services._gone import storage_gone
from tournaments.views._openapi import document
from tournaments.views.hall import tagged

JSON = "application/json"
Content = dict[str, Any]
View = Callable[..., HttpResponse]


def public(view: View) -> View:
    """Only GET and HEAD; errors as codes; readable for pages from anywhere, which send no cookies along; kept
    by a browser that asks every time whether it is still true, like the hall's pages."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            response = _refused("method_not_allowed", 405)
            response["Allow"] = "GET, HEAD"
        else:
            try:
                response = view(request, **arguments)
            except Http404:
                response = _refused("not_found", 404)
            except (DatabaseError, InterfaceError) as error:
                if not storage_gone(error):
                    raise
                response = _refused("not_available", 503)
                response["Retry-After"] = "10"
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag"
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return answer


@public
def openapi(request: HttpRequest) -> HttpResponse:
    return tagged(request, _written(document()), JSON)


@public
def part(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One of CONTENT, with an ETag of its content."""
    tournament = public_tournament(slug)
    key = (tournament.pk, tournament.revision, f"api.{name}", "")
    return tagged(request, snapshots.get(key, lambda: _render(tournament, name)), JSON)


@public
def unknown(request: HttpRequest) -> HttpResponse:
    raise Http404


def _refused(code: str, status: int) -> HttpResponse:
    return HttpResponse(_written({"error": code}), JSON, status)


def _written(content: Content) -> str:
    return json.dumps(content, ensure_ascii=False)


def _render(tournament: Tournament, name: str) -> str:
    view = hall_view(load_facts(tournament))
    return _written({"slug": tournament.slug, **CONTENT[name](view)})


def _tournament(view: HallView) -> Content:
    t, facts = view.facts.tournament, view.facts
    return {
        "name": t.name,
        "date": t.date.isoformat(),
        "place": t.place,
        "rehearsal": t.rehearsal,
        "phase": _phase(view),
        "rounds": {
            "planned": facts.plan.rounds,
            "drawn": len(facts.vorrunde),
            "in_standings": view.upto,
        },
        "frozen": view.frozen,
        "links": {
            "page": reverse("hall:now", args=[t.slug]),
            "openapi": reverse("api:openapi"),
            **{name: reverse(f"api:{name}", args=[t.slug]) for name in CONTENT},
        },
    }


def _phase(view: HallView) -> str:
    """That the cut is made is told with the cut."""
    phase = Phase(view.facts.tournament.phase)
    return str(Phase.VORRUNDE if phase == Phase.CUT and view.facts.cut is None else phase)


def _standings(view: HallView) -> Content:
    _, zones = ladder(view) if view.upto else ((), ())
    declined, moved_up = _of_cut(view)
    return {
        "after_round": view.upto,
        "complete": bool(view.upto) and view.upto >= view.facts.plan.rounds,
        "frozen": view.frozen,
        "cut": _cut(zones),
        "lines": [
            _line(zone, line) | {"declined": line.number in declined, "moved_up": line.number in moved_up}
            for zone in zones
            for line in zone.lines
        ],
    }


def _of_cut(view: HallView) -> tuple[frozenset[int], frozenset[int]]:
    """Who declined and who moved up, once the cut is announced."""
    if view.facts.cut is None:
        return frozenset(), frozenset()
    declined = frozenset(place.player for place in view.facts.cut.places if place.declined)
    return declined, frozenset(cut_state(view.facts).moved_up)


def _cut(zones: tuple[Zone, ...]) -> Content | None:
    stroke = next((zone.stroke for zone in zones if zone.stroke), None)
    if stroke is None:
        return None
    tied = next((zone for zone in zones if zone.kind == "open"), None)
    return {
        "places": stroke.position,
        "open_places": tied.places if tied else 0,
        "tied_players": tied.people if tied else 0,
    }


def _line(zone: Zone, line: StandingLine) -> Content:
    return {
        "rank": line.rank,
        "shared": line.standing.tied,
        "player": _player(line.player),
        "points": line.standing.points,
        "points_by_round": list(line.each),
        "move": line.move,
        "by_stechen": line.thrown,
        "zone": zone.kind,
        "status": "eligible" if line.standing.eligible else line.player.status,
    }


def _player(player: PlayerFact) -> Content:
    return {"start_number": player.number, "name": player.name}


def _draw(view: HallView) -> Content:
    return {"rounds": [_round(view, round_) for round_ in view.facts.vorrunde]}


def _round(view: HallView, round_: RoundFact) -> Content:
    players = view.facts.players
    return {
        "round": round_.number,
        "draw": round_.draw_no,
        "closed": round_.closed,
        "tables": [
            {
                "table": table.number,
                "finished": round_.closed or table.id in view.complete,
                "players": [_player(players[number]) for number in table.players],
            }
            for table in round_.tables
        ],
    }


def _ko(view: HallView) -> Content:
    return {"survivors": view.facts.plan.survivors, **_tables(view, view.facts.ko)}


def _final(view: HallView) -> Content:
    return {"survivors": 1, **_tables(view, view.facts.final)}


def _tables(view: HallView, round_: RoundFact | None) -> Content:
    found = ko_tables(view.facts, round_) if round_ else ()
    return {"tables": [_ko_table(round_.stage if round_ else Stage.KO, table) for table in found]}


def _ko_table(stage: str, table: KoTable) -> Content:
    return {
        "table": table.number,
        "sign": table_sign(stage, table.number),
        "finished": table.complete,
        "game": table.game,
        "players": [_chair(chair) for chair in table.chairs],
    }


def _chair(chair: Chair) -> Content:
    state = "out" if chair.out else "through" if chair.through else "playing"
    first, last = chair.place or (None, None)
    return {
        "player": _player(chair.player),
        "state": state,
        "spielmarken": chair.left,
        "spielmarken_issued": chair.issued,
        "place_from": first,
        "place_to": last,
    }


def _places(view: HallView) -> Content:
    """From the end on, as on the page."""
    lines = places(view.facts) if "plaetze" in pages(view) else ()
    return {
        "finished": bool(lines),
        "lines": [
            {
                "place": line.place,
                "shared": line.shared,
                "stage": line.stage,
                "player": _player(line.player),
                "points": line.points,
            }
            for line in lines
        ],
    }


CONTENT: dict[str, Callable[[HallView], Content]] = {
    "tournament": _tournament,
    "standings": _standings,
    "draw": _draw,
    "ko": _ko,
    "final": _final,
    "places": _places,
}
"""Name of an address → what it tells."""
