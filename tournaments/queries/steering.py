"""What the projector shows: the evening by itself, or what the desk pinned as long as that exists.

Everything comes from `hall_view`: a page that is pinned shows no more than one that turns by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournaments.models import HONOURING, PRESENTING, Phase, Stage, Steering
from tournaments.queries import screens as of
from tournaments.queries.decisions import CutPlaceFact
from tournaments.queries.facts import Facts
from tournaments.queries.field import cut_state
from tournaments.queries.hall import last_round
from tournaments.queries.paging import WHOLE, height, laid_out, pairs
from tournaments.queries.podium import podium, podium_blocks
from tournaments.queries.public import HallView
from tournaments.queries.screens import Screen

MESSAGE = "durchsage"
CALLING = (PRESENTING, HONOURING)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be shown now. `key`: with the number of its round, so that a page that was pinned
    in one round is not back in the next; `name`: the part of it that names its kind."""

    key: str
    screens: tuple[Screen, ...]

    @property
    def name(self) -> str:
        return self.key.partition(".")[0]

    @property
    def number(self) -> int:
        return int(self.key.partition(".")[2] or 0)


@dataclass(frozen=True, slots=True)
class Shown:
    """`screens`: what turns now, never empty; `series`: another one begins with its first page. `pinned`:
    key of the page that is shown, "" while following; `lost`: the desk pinned a page that does not exist
    (any more)."""

    screens: tuple[Screen, ...]
    series: str
    steering: Steering
    pinned: str
    lost: bool

    @property
    def turned(self) -> int:
        """Pages of this series that the desk turned."""
        return self.steering.turned if self.steering.series == self.series else 0

    def screen(self, number: int) -> Screen:
        """Counted round and round, from where the desk has turned to."""
        return self.screens[(number + self.turned) % len(self.screens)]


def shown(view: HallView) -> Shown:
    steering = view.facts.tournament.steering
    pinned = screens_of(view, steering.page)
    turning = pinned or tuple(of.screens(view))
    if steering.message and steering.alone:
        turning = (Screen(MESSAGE),)
    key = steering.page if pinned else ""
    series = f"{key}.{turning[0].kind}.{view.upto}.{len(view.facts.vorrunde)}"
    return Shown(turning, series, steering, key, bool(steering.page and not pinned))


def choices(view: HallView) -> list[Choice]:
    """What can be pinned now, in the order of the evening."""
    found = [Choice(key, screens_of(view, key)) for key in map(_keyed(view), _KINDS)]
    return [choice for choice in found if choice.screens and choice.name not in CALLING]


def screens_of(view: HallView, key: str) -> tuple[Screen, ...]:
    """The pages of a key, none where there is no such page now."""
    name = key.partition(".")[0]
    if name not in _KINDS or key != _keyed(view)(name):
        return ()
    return tuple(_KINDS[name](view))


def presenting_key(facts: Facts) -> str:
    """Of the page on which people are called out one by one: the best of the cut, later the first three."""
    name = PRESENTING if facts.tournament.phase == Phase.CUT else HONOURING
    return _of_the_cut(facts, name)


def _of_the_cut(facts: Facts, name: str) -> str:
    """With the row of its cut: what was called out of one cut says nothing about the next."""
    return f"{name}.{facts.cut.id if facts.cut else 0}"


def _keyed(view: HallView) -> Callable[[str], str]:
    round_ = last_round(view)
    number = round_.number if round_ else 0
    of_a_round = {name: f"{name}.{number}" for name in ("auslosung", "tische")}
    named = of_a_round | {name: _of_the_cut(view.facts, name) for name in CALLING}
    return lambda name: named.get(name, name)


def to_call(view: HallView) -> Sequence[Sequence[object]]:
    """Who can be called out now, a block for each call; nobody before the announcement or the end."""
    return blocks(view) if view.facts.tournament.phase == Phase.CUT else podium_blocks(view)


def blocks(view: HallView) -> list[tuple[CutPlaceFact, ...]]:
    """Who goes on, in the order in which they are called out: from the last place up, who shares a rank
    together. None before the cut is announced."""
    if view.facts.cut is None:
        return []
    called = cut_state(view.facts).called
    return [tuple(block) for _, block in groupby(reversed(called), key=lambda place: place.rank)]


def _presenting(view: HallView) -> list[Screen]:
    """The places of the best; only those that were called out have a name. The page with the newest ones."""
    if not blocks(view) or view.facts.tournament.phase != Phase.CUT:
        return []
    rows = _places_called(view, blocks(view), view.facts.tournament.steering.called)
    columns, size = laid_out(
        rows, lambda row, most: height(row["player"], most) if row["player"] else WHOLE, 2
    )
    parts = pairs(columns)
    newest = (part for part in parts for column in part for row in column if row["new"])
    page = next(newest, parts[-1])
    content = {"columns": page, "places": len(rows), "size": size.name}
    return [Screen(PRESENTING, content=content)]


def _places_called(
    view: HallView, found: list[tuple[CutPlaceFact, ...]], called: int
) -> list[dict[str, Any]]:
    """A row for each place, the best first; one without a name carries its number and nothing else."""
    rows: list[dict[str, Any]] = []
    for number, block in enumerate(found, start=1):
        for place in block:
            row: dict[str, Any] = {"place": place.rank, "player": None, "new": number == called}
            if number <= called:
                row |= {"player": view.facts.players[place.player], "shared": len(block) > 1}
            rows.append(row)
    rows.reverse()
    for number, row in enumerate(rows, start=1):
        row["place"] = row["place"] if row["player"] else number
    return rows


def _draw(view: HallView) -> list[Screen]:
    round_ = last_round(view)
    playing = view.facts.tournament.phase == Phase.VORRUNDE
    return of.draw(view, round_) if round_ and playing else []


def _tables(view: HallView) -> list[Screen]:
    running = view.facts.current
    return [of.tables(view, running)] if running and running.stage == Stage.VORRUNDE else []


def _counter(view: HallView) -> list[Screen]:
    return [of.counter(view)] if view.facts.tournament.phase == Phase.REGISTRATION else []


def _best(view: HallView) -> list[Screen]:
    return of.cut(view) if view.facts.cut and view.facts.tournament.phase == Phase.CUT else []


def _ko(view: HallView) -> list[Screen]:
    return of.ko(view) if view.facts.ko else []


def _final(view: HallView) -> list[Screen]:
    return of.final(view) if view.facts.final else []


def _winner(view: HallView) -> list[Screen]:
    return of.winner(view)[:1] if view.facts.tournament.phase == Phase.FINISHED else []


def _places(view: HallView) -> list[Screen]:
    return of.winner(view)[1:] if view.facts.tournament.phase == Phase.FINISHED else []


_KINDS: Mapping[str, Callable[[HallView], list[Screen]]] = {
    "anmeldung": _counter,
    "auslosung": _draw,
    "tische": _tables,
    "stand": of.standings,
    "stechen": of.stechen,
    PRESENTING: _presenting,
    HONOURING: lambda view: podium(view, view.facts.tournament.steering.called),
    "besten": _best,
    "ko": _ko,
    "finale": _final,
    "sieger": _winner,
    "plaetze": _places,
    "regeln": lambda view: [of.rules(view)],
}
