"""The first block on a guest's phone: whose it is (a cookie), and its markup, once for each number."""

import hashlib

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.translation import get_language

from tournaments.forms import read_whole
from tournaments.live import marks_of, own_blocks, own_values
from tournaments.messages import own as words
from tournaments.messages.play import table_name, table_sign
from tournaments.models import Tournament
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.own import Own, everybody
from tournaments.queries.public import HallView, hall_view

DIGITS = 6


class Look:
    """The evening as one request reads it: at most once, and not at all where everything is rendered."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.key = (tournament.pk, tournament.revision)

    @cached_property
    def facts(self) -> Facts:
        return load_facts(self.tournament)

    @cached_property
    def view(self) -> HallView:
        return hall_view(self.facts)

    @cached_property
    def people(self) -> dict[int, Own]:
        return own_values.get(self.key, lambda: everybody(self.view))

    @cached_property
    def mark(self) -> str:
        """Changes with anything that a block tells. Of what is public, like the blocks."""
        return hashlib.sha256(repr(sorted(self.people.items())).encode()).hexdigest()[:12]


def cookie_name(tournament: Tournament) -> str:
    """By row: a tournament made anew at the same address has other people."""
    return f"schockname{tournament.pk}"


def number_of(request: HttpRequest, tournament: Tournament) -> int | None:
    """The start number this device was told, None where it was told none."""
    return read_whole(request.COOKIES.get(cookie_name(tournament)), DIGITS)


def known_block(slug: str, number: int) -> str | None:
    """The block as it is kept. One query: whoever was just told by the stream that it is another one must
    not get the one of half a second ago, and is told once only."""
    mark = marks_of([slug]).get(slug)
    return own_blocks.known((*mark, number, get_language())) if mark else None


def block(look: Look, number: int) -> str:
    """The block of a start number; an unknown one is told so, and not kept."""
    key = (*look.key, number, get_language())
    own = look.people.get(number)
    return own_blocks.get(key, lambda: _render(own, number)) if own else _render(None, number)


def _render(own: Own | None, number: int) -> str:
    if own is None:
        return render_to_string("hall/teile/_ich.html", {"number": number})
    table = own.table
    context = {
        "number": number,
        "own": own,
        "sign": table_sign(table.stage, table.number) if table else "",
        "beside": [(one.player, words.met(one.met)) for one in table.beside] if table else [],
        "rank": _rank(own),
        "gap": words.gap(own.gap.ahead, own.gap.place) if own.gap else "",
        "said": words.next_step(
            own.next,
            about=own.about,
            round_=own.round,
            qualifiers=own.qualifiers,
            place=_place(own),
            table=table_name(table.stage, table.number) if table else "",
            seat=table.seat if table else 0,
        ),
    }
    return render_to_string("hall/teile/_ich.html", context)


def _place(own: Own) -> str:
    """In words: the place in the tournament as far as it is settled, else the rank of the Vorrunde."""
    known = own.place
    found = words.place(known.place if known else None, bool(known and known.shared), own.span)
    return found or _rank(own)


def _rank(own: Own) -> str:
    """Once there is a cut the standings are those of the Vorrunde and move no more."""
    if own.line is None:
        return ""
    rank = words.rank(own.line.rank, own.others)
    return words.of_vorrunde(rank) if own.place else rank
