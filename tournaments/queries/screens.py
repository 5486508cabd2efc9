"""What the projector shows: the screens of this moment, each a page that fits (12 lines, nothing torn)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.draw import table_sizes
from tournaments.messages.rule_lines import six_lines
from tournaments.models import Phase
from tournaments.queries.facts import PlayerFact, RoundFact
from tournaments.queries.field import cut_state
from tournaments.queries.hall import counts, ko_tables, ladder, last_round, seats_by_name
from tournaments.queries.honours import honours
from tournaments.queries.places import places
from tournaments.queries.public import HallView

LINES = 12
LETTERS = 21
"""Letters that stand in one line of a projector's column at 1024×768, the narrowest that is used."""
EACH = 6
"""With more rounds than this the points of each round would leave no room for the names."""
HEADS = 6
LEAST_HEADS = 3
HONOURED = 5


@dataclass(frozen=True, slots=True)
class Screen:
    """One page of the projector. `kind` names its template, `page`/`pages` count within its kind."""

    kind: str
    page: int = 1
    pages: int = 1
    content: dict[str, Any] = field(default_factory=dict)


def screens(view: HallView) -> list[Screen]:
    """The pages that turn now; never empty."""
    return _BY_PHASE[Phase(view.facts.tournament.phase)](view)


def _counter(view: HallView) -> list[Screen]:
    here = len(view.facts.present)
    sizes = table_sizes(here, view.facts.plan.odd_tables) if here >= 3 else ()
    split = sorted({size: sizes.count(size) for size in sizes}.items(), key=lambda pair: abs(pair[0] - 4))
    counter = Screen("anmeldung", content={"here": here, "split": split, "tables": len(sizes)})
    return [counter, _rules(view)]


def _rules(view: HallView) -> Screen:
    """Regeln in sechs Zeilen: while people come, sit down and play their Vorrunde."""
    return Screen("regeln", content={"six": six_lines(view.facts.rules)})


def _vorrunde(view: HallView) -> list[Screen]:
    running = view.facts.current
    if running is not None and running.published and running.stage == "vorrunde":
        if not view.complete:
            # Until the clock runs everybody looks for a table, and for nothing else.
            return [*_draw(view, running), *([_rules(view)] if running.started_at else [])]
        return [_tables(view, running), *_standings(view), _rules(view)]
    throwing = [s for s in _stechen(view) if s.content["open"]]
    return throwing or _standings(view) or _draw_or_counter(view)


def _draw_or_counter(view: HallView) -> list[Screen]:
    round_ = last_round(view)
    return _draw(view, round_) if round_ else _counter(view)


def _draw(view: HallView, round_: RoundFact) -> list[Screen]:
    """Name → table, two columns a page, by name; how good the draw is never takes a line from a name."""
    columns = _paged(seats_by_name(view.facts, round_), LINES, lambda pair: height(pair[0]), 2)
    pairs = [columns[i : i + 2] for i in range(0, len(columns), 2)] or [[]]
    full = any(sum(height(player) for player, _ in column) >= LINES for column in columns)
    found = []
    for page, pair in enumerate(pairs, start=1):
        content = {
            "round": round_,
            "columns": pair,
            "letters": _letters(pair),
            **_promise(view, page, full=full),
        }
        found.append(Screen("auslosung", page, len(pairs), content))
    if full and len(found) == 1:  # one full page: its foot turns instead
        found.append(replace(found[0], content=found[0].content | _promise(view, 2, full=True)))
    return found


def _promise(view: HallView, page: int, *, full: bool) -> dict[str, str]:
    """What the draw promises: a line below the names, or in the foot of full pages, there in turn with the
    address of the phones."""
    if view.evening is None:
        return {}
    if not full:
        return {"line": view.evening.screen}
    return {"foot": view.evening.brief, "turn": "promise" if page % 2 == 0 else "address"}


def _letters(columns: Sequence[Sequence[tuple[PlayerFact, int]]]) -> str:
    """Where the page begins and ends: "Ab – Gr"."""
    people = [player for column in columns for player, _ in column]
    ends = [(p.last or p.first)[:2] for p in (people[:1] + people[-1:])]
    return " – ".join(ends)


def _tables(view: HallView, round_: RoundFact) -> Screen:
    missing = [table.number for table in round_.tables if table.id not in view.complete]
    return Screen("tische", content={"round": round_, "missing": missing, "done": len(view.complete)})


def _standings(view: HallView) -> list[Screen]:
    """The standings in pages of lines; the cut line takes one."""
    if not view.upto:
        return []
    _, zones = ladder(view)
    rows: list[Any] = []
    for zone in zones:
        rows.extend(("line", line) for line in zone.lines)
        if zone.stroke:
            rows.append(("cut", zone.stroke))
    heights: Callable[[Any], int] = lambda row: height(row[1].player) if row[0] == "line" else 1  # noqa: E731
    pages = _paged(rows, LINES, heights)
    return [
        Screen("stand", page, len(pages), {"rows": rows_, "each": view.upto <= EACH, **_signs(rows_)})
        for page, rows_ in enumerate(pages, start=1)
    ]


def _signs(rows: Sequence[Any]) -> dict[str, Any]:
    """First and last rank of a page, and whether a Stechen decided one of them."""
    lines = [line for kind, line in rows if kind == "line"]
    ranks = [line.rank for line in lines] or [0]
    return {"first": ranks[0], "last": ranks[-1], "thrown": any(line.thrown for line in lines)}


def _stechen(view: HallView) -> list[Screen]:
    found = []
    for one in view.stechen:
        if one.void:
            continue
        columns = _paged(one.rows, LINES - 1, lambda row: height(row[0]), 2)
        pairs = [columns[i : i + 2] for i in range(0, len(columns), 2)]
        is_open = one.group is None or not one.group.decided
        for page, pair in enumerate(pairs, start=1):
            content = {"one": one, "columns": pair, "open": is_open}
            found.append(Screen("stechen", page, len(pairs), content))
    return found


def _cut(view: HallView) -> list[Screen]:
    if view.facts.cut is None:
        return _standings(view) or _draw_or_counter(view)
    called = cut_state(view.facts).called
    declined = [place for place in view.facts.cut.places if place.declined]
    lines = [(place, view.facts.players[place.player]) for place in (*called, *declined)]
    columns = _paged(lines, LINES - 2, lambda line: height(line[1]), 2)  # a tick needs a little more
    pairs = [columns[i : i + 2] for i in range(0, len(columns), 2)]
    best = [
        Screen("besten", page, len(pairs), {"columns": pair, "places": len(called)})
        for page, pair in enumerate(pairs, start=1)
    ]
    return best + _stechen_about_moving_up(view)


def _stechen_about_moving_up(view: HallView) -> list[Screen]:
    return [s for s in _stechen(view) if s.content["one"].stechen.cause == "move_up"]


def _ko(view: HallView) -> list[Screen]:
    tables = ko_tables(view.facts, view.facts.ko) if view.facts.ko else ()
    pages = [tables[i : i + 3] for i in range(0, len(tables), 3)] or [()]
    return [Screen("ko", page, len(pages), {"tables": part}) for page, part in enumerate(pages, start=1)]


def _final(view: HallView) -> list[Screen]:
    tables = ko_tables(view.facts, view.facts.final) if view.facts.final else ()
    chairs = tables[0].chairs if tables else ()
    half = (len(chairs) + 1) // 2
    content = {"table": tables[0] if tables else None, "left": chairs[:half], "right": chairs[half:]}
    return [Screen("finale", content=content)]


def _winner(view: HallView) -> list[Screen]:
    """The champion, then all places."""
    lines = list(places(view.facts))
    honoured = honours(view.facts).short(HONOURED)
    heads = lines[: max(HEADS - honoured.rows, LEAST_HEADS)]
    first = Screen("sieger", content={"heads": heads, "honours": honoured, **counts(view.facts)})
    pages = _paged(lines, LINES, lambda line: height(line.player))
    rest = [
        Screen("plaetze", page, len(pages), {"rows": rows, "first": rows[0].place, "last": rows[-1].place})
        for page, rows in enumerate(pages, start=1)
    ]
    return [first, *rest]


def height(player: PlayerFact) -> int:
    """Lines of the table that a name needs."""
    return max(1, -(-len(player.name) // LETTERS))


def _paged(
    rows: Sequence[Any], lines: int, height_of: Callable[[Any], int], columns: int = 1
) -> list[list[Any]]:
    """`rows` cut into parts of at most `lines`, every row in exactly one, all about equally long; with
    two `columns` a page an even number of them, as soon as one is not enough."""
    parts = _cut_up(rows, lines, height_of)
    wanted = len(parts) if len(parts) < 2 else -(-len(parts) // columns) * columns
    total = sum(height_of(row) for row in rows)
    for limit in range(-(-total // max(wanted, 1)), lines):
        even = _cut_up(rows, limit, height_of)
        if len(even) <= wanted:
            return even
    return parts


def _cut_up(rows: Sequence[Any], lines: int, height_of: Callable[[Any], int]) -> list[list[Any]]:
    parts: list[list[Any]] = []
    used = lines
    for row in rows:
        needed = height_of(row)
        if used + needed > lines:
            parts.append([])
            used = 0
        parts[-1].append(row)
        used += needed
    return parts


_BY_PHASE: dict[Phase, Callable[[HallView], list[Screen]]] = {
    Phase.SETUP: _counter,
    Phase.REGISTRATION: _counter,
    Phase.VORRUNDE: _vorrunde,
    Phase.CUT: _cut,
    Phase.KO: _ko,
    Phase.FINAL: _final,
    Phase.FINISHED: _winner,
}
