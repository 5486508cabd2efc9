"""The projector: follows the evening by itself, its pages turn, nothing scrolls."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access import public_tournament
from tournaments.live import snapshots
from tournaments.messages import hall as words
from tournaments.models import Tournament
from tournaments.printing.marks import qr
from tournaments.queries.facts import load_facts
from tournaments.queries.public import hall_view
from tournaments.queries.steering import shown
from tournaments.views.hall import heard_state, known_text, tagged


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page that is opened once and runs all evening; dark, with `?hell` for a hall full of light."""
    tournament = public_tournament(slug)
    revision = tournament.revision
    text = text_of(tournament, 0)
    context = {
        "tournament": tournament,
        "live": {"url": reverse("hall:revision", args=[slug]), "revision": revision},
        "part": reverse("hall:beamer_part", args=[slug, 0]),
        "state": heard_state(request, revision, text),
        "text": text,
        "bright": "hell" in request.GET,
    }
    return render(request, "hall/beamer/seite.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Screen `number`, counted round and round: whatever is asked for, there is one."""
    text = known_text(slug, "beamer", number) or text_of(public_tournament(slug), number)
    return tagged(request, text)


def text_of(tournament: Tournament, number: int) -> str:
    """The markup of a screen, rendered once a revision and language."""
    key = (tournament.pk, tournament.revision, "beamer", number, get_language())
    return snapshots.get(key, lambda: _render(tournament, number))


def _render(tournament: Tournament, number: int) -> str:
    view = hall_view(load_facts(tournament))
    now = shown(view)
    screen = now.screen(number)
    context = {
        "tournament": tournament,
        "view": view,
        "plan": view.facts.plan,
        "screen": screen,
        "page": screen.page,
        "pages": screen.pages,
        "steering": now.steering,
        "turning": len(now.screens),
        "series": now.series,
        **_address(tournament, screen.kind),
        **screen.content,
    }
    steered = render_to_string("hall/beamer/_steuerung.html", context)
    return render_to_string(f"hall/beamer/{screen.kind}.html", context) + steered


def _address(tournament: Tournament, kind: str) -> dict[str, str]:
    """Where guests find the hall's pages, as a code too while they come in; nothing on a computer that only
    knows itself as localhost."""
    base = (tournament.table_url or settings.PUBLIC_URL).rstrip("/")
    if "//localhost" in base:
        return {}
    found = {"address": base.split("//")[-1]}
    if kind == "anmeldung":
        found["qr"] = qr(f"{base}/{tournament.slug}/", words.phone_code())
    return found
