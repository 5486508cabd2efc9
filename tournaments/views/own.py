"""„Mein Name“: who is looking, chosen on the device and kept there, without an account."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import public_tournament
from tournaments.forms import read_whole
from tournaments.messages import hall as words
from tournaments.models import Tournament
from tournaments.views._own import DIGITS, Look, block, cookie_name, known_block
from tournaments.views.hall import ROUTES, fragment, heard_state, tagged

OWN_STYLE = """\
.nNUMBER {background: var(--go-wash)}
li.nNUMBER {box-shadow: -.5rem 0 var(--go-wash), .5rem 0 var(--go-wash)}
.nNUMBER > * {font-weight: 700}
.wer {display: none}
"""
COOKIE_DAYS = 3  # the evening and the talk about it


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The names of the draw to choose from; POST keeps one, or none (`number` empty)."""
    tournament = public_tournament(slug)
    if request.method == "POST":
        return _keep(request, tournament)
    revision = tournament.revision
    text = fragment(tournament, "namen")
    context = {
        "tournament": tournament,
        "live": {"url": reverse("hall:revision", args=[slug]), "revision": revision},
        "part": reverse("hall:part", args=[slug, "namen"]),
        "state": heard_state(request, revision, text),
        "text": text,
        "title": words.title("namen"),
        "von": request.GET.get("von", ""),
        "back": _route(request.GET.get("von", "")),
    }
    return render(request, "hall/namen.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The block of a start number alone, with an ETag. Anybody may see anybody's: all of it is public."""
    return tagged(request, known_block(slug, number) or block(Look(public_tournament(slug)), number))


@require_safe
@cache_control(public=True, max_age=86400)
def style(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What marks one's own lines in the parts, which are the same text for everybody, and takes away what
    asks for a name."""
    public_tournament(slug)
    return HttpResponse(OWN_STYLE.replace("NUMBER", str(number)), content_type="text/css")


def _keep(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    number = read_whole(request.POST.get("number"), DIGITS)
    response = redirect(_route(request.POST.get("von", "")), tournament.slug)
    path = reverse("hall:now", args=[tournament.slug])
    if number is not None:
        response.set_cookie(
            cookie_name(tournament),
            str(number),
            max_age=COOKIE_DAYS * 24 * 60 * 60,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    else:
        response.delete_cookie(cookie_name(tournament), path=path, samesite="Lax")
    return response


def _route(name: str) -> str:
    return ROUTES.get(name, "hall:now")
