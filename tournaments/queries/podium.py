"""The end of the evening on the projector: the third place, the second, the first, one after the other."""

from itertools import groupby
from typing import Any

from tournaments.models import Phase
from tournaments.queries import screens as of
from tournaments.queries.places import PlaceLine, places
from tournaments.queries.public import HallView
from tournaments.queries.screens import Screen

PLACES = 3


def podium_blocks(view: HallView) -> list[tuple[PlaceLine, ...]]:
    """In the order in which they are called out, who shares a place together. None before the end."""
    if view.facts.tournament.phase != Phase.FINISHED:
        return []
    first = [line for line in places(view.facts) if line.place and line.place <= PLACES]
    return [tuple(block) for _, block in groupby(reversed(first), key=lambda line: line.place)]


def podium(view: HallView, called: int) -> list[Screen]:
    """The place called last, large, above those before it; with the first place the page of the winner,
    which stays."""
    found = podium_blocks(view)
    if not found:
        return []
    if called >= len(found):
        return of.winner(view)[:1]
    newest = found[called - 1] if called else ()
    before = [line for block in reversed(found[: max(called - 1, 0)]) for line in reversed(block)]
    content: dict[str, Any] = {"newest": tuple(reversed(newest)), "heads": before}
    return [Screen("siegerehrung", content=content)]
