"""The hall's phones: everything published, rendered once for each revision and polled for."""

import hashlib
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access import public_tournament, running_tournament
from tournaments.live import revisions, snapshots, state_id
from tournaments.messages import hall as words
from tournaments.messages import lots as lot_words
from tournaments.messages.play import table_name
from tournaments.messages.rule_sheet import MARKS, rule_sheet
from tournaments.models import Phase, Tournament
from tournaments.queries.certain import certain, parted
from tournaments.queries.facts import Facts, PlayerFact, load_facts
from tournaments.queries.field import cut_state
from tournaments.queries.hall import (
    counts,
    current_page,
    drawn_again,
    ko_tables,
    ladder,
    last_round,
    pages,
    seats_by_name,
)
from tournaments.queries.honours import honours
from tournaments.queries.lots import lot_file, public_lots
from tournaments.queries.places import places
from tournaments.queries.public import HallView
from tournaments.queries.statistics import statistics
from tournaments.views._own import Look, block, number_of
from tournaments.views._plots import bar, piles, seat_piles

PARTS = frozenset(
    {
        "jetzt",
        "stand",
        "auslosung",
        "losprotokoll",
        "stechen",
        "ko",
        "finale",
        "plaetze",
        "statistik",
        "regeln",
        "namen",
    }
)
ROUTES = {
    "stand": "hall:standings",
    "auslosung": "hall:draw",
    "stechen": "hall:stechen",
    "ko": "hall:ko",
    "finale": "hall:final",
    "plaetze": "hall:places",
    "statistik": "hall:statistics",
    "regeln": "hall:rules",
}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`/`: the running tournament, or a word that none is on."""
    tournament = running_tournament()
    if tournament is None:
        return render(request, "hall/leer.html")
    return redirect("hall:now", tournament.slug)


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, slug: str, name: str = "jetzt") -> HttpResponse:
    """A page of the hall; its part keeps itself true while the page is open."""
    tournament = public_tournament(slug)
    look = Look(tournament)
    revision = tournament.revision
    text = fragment(tournament, name, look)
    number = number_of(request, tournament)
    context = {
        "tournament": tournament,
        "name": name,
        "own": number,
        "own_text": block(look, number) if number is not None else "",
        "live": {"url": reverse("hall:revision", args=[slug]), "revision": revision},
        "part": reverse("hall:part", args=[slug, name]),
        "state": heard_state(request, revision, text),
        "text": text,
        "title": words.title(name),
    }
    return render(request, "hall/seite.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def part(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The same part alone, with an ETag: nothing is sent or rendered twice."""
    if name not in PARTS:
        raise Http404
    return tagged(request, known_text(slug, name) or fragment(public_tournament(slug), name))


@require_safe
@cache_control(private=True, no_cache=True)
def lots_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The lot protocol to take home, as `manage.py verify_draw` reads it; before the last draw without
    anything that tells a later one."""
    facts = load_facts(public_tournament(slug))
    name = f"losprotokoll-{slug}.json"
    return JsonResponse(
        lot_file(facts, public_lots(facts)),
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def revision(request: HttpRequest, slug: str) -> HttpResponse:
    """What open pages ask for every two seconds; the cheapest answer of all."""
    known = revisions.of(slug)
    if known is None:
        raise Http404
    return HttpResponse(str(known), content_type="text/plain", headers={"Cache-Control": "no-store"})


def heard_state(request: HttpRequest, revision: int, text: str) -> str:
    """The id of what a page shows, from which it goes on listening to the stream; "" where a server without
    streams answers and the page has to ask."""
    return state_id(revision, text) if "asgi.scope" in request.META else ""


def tagged(request: HttpRequest, text: str, kind: str | None = None) -> HttpResponse:
    """`text` under an ETag of its content; 304 when the page has it. Of the content and not of the
    revision, because a backup that was brought back counts its revisions once more."""
    etag = _etag(text)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(text, content_type=kind)
    response["ETag"] = etag
    return response


@lru_cache(128)
def _etag(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'


def known_text(slug: str, *name: str | int) -> str | None:
    """What was rendered already of a public tournament as it is now; without a query while its revision is
    known. Most questions of open pages end here."""
    mark = revisions.mark(slug)
    return snapshots.known((*mark, *name, get_language())) if mark else None


def fragment(tournament: Tournament, name: str, look: Look | None = None) -> str:
    """The markup of a part, rendered once a revision and language."""
    key = (tournament.pk, tournament.revision, name, get_language())
    return snapshots.get(key, lambda: _render(look or Look(tournament), name))


def _render(look: Look, name: str) -> str:
    tournament, facts, view = look.tournament, look.facts, look.view
    shown = current_page(view) if name == "jetzt" else name
    context = {
        "tournament": tournament,
        "part": name,
        "view": view,
        "plan": view.facts.plan,
        "tabs": _tabs(view, name, shown),
        **(_lots(facts) if shown == "losprotokoll" else _CONTENT.get(shown, _nothing)(view)),
    }
    known = shown in pages(view) or shown in ("anmeldung", "losprotokoll", "namen")
    text = render_to_string(f"hall/teile/{shown if known else 'noch_nicht'}.html", context)
    # With another mark alone the stream sends a word, and the page asks for its own block (live/hub.py).
    return f"{text}<!--{look.mark}-->"


def _tabs(view: HallView, name: str, shown: str) -> list[dict[str, Any]]:
    slug = view.facts.tournament.slug
    here = "auslosung" if shown == "losprotokoll" else shown
    tabs = [
        {"href": reverse(ROUTES[tab], args=[slug]), "label": words.title(tab), "current": tab == here}
        for tab in pages(view)
    ]
    # A page of its own: it answers a question and has nothing to keep true.
    return [*tabs, {"href": reverse("hall:verdict", args=[slug]), "label": words.title("verlierer")}]


def _nothing(view: HallView) -> dict[str, Any]:
    return {}


def _registration(view: HallView) -> dict[str, Any]:
    return {"again": drawn_again(view.facts)}


def _standings(view: HallView) -> dict[str, Any]:
    lines, zones = ladder(view)
    known = certain(view)
    found: dict[str, Any] = {"lines": lines, "zones": parted(zones, known), "certain": bool(known)}
    found["final"] = view.upto >= view.facts.plan.rounds
    found["thrown"] = any(line.thrown for line in lines)
    if view.facts.cut is not None:
        found["declined"] = {place.player for place in view.facts.cut.places if place.declined}
        found["moved_up"] = cut_state(view.facts).moved_up
    return found


def _draw(view: HallView) -> dict[str, Any]:
    round_ = last_round(view)
    seated = seats_by_name(view.facts, round_) if round_ else []
    return {"round": round_, "seated": seated, "running": round_ is not None and not round_.closed}


def _lots(facts: Facts) -> dict[str, Any]:
    """C1.4: of all facts, because `public_lots` alone knows what of a protocol may be seen when."""
    lots = public_lots(facts)
    newest_first = [
        {
            "draw": draw,
            "title": lot_words.heading(draw.stage, draw.round),
            "tables": [(table_name(draw.stage, number), players) for number, players in draw.tables],
            "changes": [lot_words.by_hand(change) for change in draw.swaps],
            "seed": (draw.opened or {}).get("seed"),
        }
        for draw in reversed(lots.draws)
    ]
    return {"lots": lots, "draws": newest_first, "how": lot_words.HOW, "said": lot_words.said(lots.salt)}


def _knockout(view: HallView) -> dict[str, Any]:
    return {"tables": ko_tables(view.facts, view.facts.ko) if view.facts.ko else ()}


def _final(view: HallView) -> dict[str, Any]:
    return {"tables": ko_tables(view.facts, view.facts.final) if view.facts.final else ()}


def _places(view: HallView) -> dict[str, Any]:
    return {"places": places(view.facts), "honours": honours(view.facts), **counts(view.facts)}


def _statistics(view: HallView) -> dict[str, Any]:
    found = statistics(view)
    return {
        "stats": found,
        "piles": piles(found.points),
        "seats": seat_piles(found.seats),
        "parts": bar(found.endings),
        "over": view.facts.tournament.phase == Phase.FINISHED,
    }


def _names(view: HallView) -> dict[str, Any]:
    """Everybody who was seated in a published draw; others have no name in the hall yet."""
    facts = view.facts
    seated = {p for round_ in facts.rounds for table in round_.tables for p in table.players}
    people: list[PlayerFact] = [facts.players[number] for number in seated]
    return {"people": sorted(people, key=lambda player: (player.sort_key, player.number))}


def _rules(view: HallView) -> dict[str, Any]:
    return {"sheet": rule_sheet(view.facts.rules), "marks": MARKS}


_CONTENT = {
    "anmeldung": _registration,
    "stand": _standings,
    "auslosung": _draw,
    "ko": _knockout,
    "finale": _final,
    "plaetze": _places,
    "statistik": _statistics,
    "regeln": _rules,
    "namen": _names,
}
