"""What the projector shows: the screens of this moment, each a page that fits (12 lines, nothing torn)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from tournaments.draw import table_sizes
from tournaments.draw.sizes import MINIMUM
from tournaments.messages.rule_lines import six_lines
from tournaments.models import Phase, Stage
from tournaments.queries.facts import PlayerFact, RoundFact
from tournaments.queries.field import cut_state
from tournaments.queries.hall import (
    KoTable,
    counts,
    drawn_again,
    ko_tables,
    ladder,
    last_round,
    seats_by_name,
)
from tournaments.queries.honours import honours
from tournaments.queries.paging import LETTERS, LINES, WHOLE, height, laid_out, pairs
from tournaments.queries.places import places
from tournaments.queries.public import HallView, PublicStechen

EACH = 6
"""With more rounds than this the points of each round would leave no room for the names."""
MATS = 15
"""Numbers on mats large enough to be read at 15 m; more of them are a line of text."""
NARROW, WIDE = 15, 34
"""Letters of a name that stand beside three dice in two columns, and beside rank and points in one."""
TIGHT, BESIDE = 6, 16
"""Lines of names for which a K.O. table has room beside its Spielmarken; letters beside a place."""
NAMED, TOLD = 28, 34
"""Letters of a name, and of a sentence, beside the champion's mat."""
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
    return [counter(view), rules(view)]


def counter(view: HallView) -> Screen:
    here = len(view.facts.present)
    sizes = table_sizes(here, view.facts.plan.odd_tables) if here >= MINIMUM else ()
    split = sorted({size: sizes.count(size) for size in sizes}.items(), key=lambda pair: abs(pair[0] - 4))
    content = {"here": here, "split": split, "tables": len(sizes), "again": drawn_again(view.facts)}
    return Screen("anmeldung", content=content)


def rules(view: HallView) -> Screen:
    """Regeln in sechs Zeilen: while people come, sit down and play their Vorrunde."""
    return Screen("regeln", content={"six": six_lines(view.facts.rules)})


def _vorrunde(view: HallView) -> list[Screen]:
    running = view.facts.current
    if running is not None and running.published and running.stage == Stage.VORRUNDE:
        if not view.complete:
            # Until the clock runs everybody looks for a table, and for nothing else.
            return [*draw(view, running), *([rules(view)] if running.started_at else [])]
        return [tables(view, running), *standings(view), rules(view)]
    throwing = [s for s in stechen(view) if s.content["open"]]
    return throwing or standings(view) or _draw_or_counter(view)


def _draw_or_counter(view: HallView) -> list[Screen]:
    round_ = last_round(view)
    return draw(view, round_) if round_ else _counter(view)


def draw(view: HallView, round_: RoundFact) -> list[Screen]:
    """Name → table, two columns a page, by name; how good the draw is never takes a line from a name."""
    seated = seats_by_name(view.facts, round_)
    columns, size = laid_out(seated, lambda pair, most: height(pair[0], most), 2, spare=1)
    parts = pairs(columns) or [[]]
    room = WHOLE * (size.lines - 1)
    full = any(sum(height(player, size.letters) for player, _ in part) > room for part in columns)
    found = []
    for page, pair in enumerate(parts, start=1):
        content = {
            "round": round_,
            "columns": pair,
            "letters": _letters(pair),
            "size": size.name,
            **_promise(view, page, full=full),
        }
        found.append(Screen("auslosung", page, len(parts), content))
    if full and view.evening and len(found) == 1:  # one full page: its foot turns instead
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


def tables(view: HallView, round_: RoundFact) -> Screen:
    """C7.1: minutes left or over, and the tables that still play: on mats while these stay readable. The rim
    grows green with every table that is done: `share` is what is dark of it."""
    missing = [table.number for table in round_.tables if table.id not in view.complete]
    done, limit = len(round_.tables) - len(missing), view.facts.plan.round_minutes
    content = {
        "round": round_,
        "missing": missing,
        "done": done,
        "share": 100 * len(missing) // len(round_.tables),
        "mats": len(missing) <= MATS,
        "until": round_.started_at + timedelta(minutes=limit) if limit and round_.started_at else None,
    }
    return Screen("tische", content=content)


def standings(view: HallView) -> list[Screen]:
    """The standings in pages of lines; the cut line takes one."""
    if not view.upto:
        return []
    _, zones = ladder(view)
    rows: list[Any] = []
    for zone in zones:
        rows.extend(("line", line) for line in zone.lines)
        if zone.stroke:
            rows.append(("cut", zone.stroke))
    each = view.upto <= EACH
    pages, size = laid_out(
        rows,
        _line_height,
        letters=WIDE - (5 * view.upto // 2 if each else 0),
    )
    return [
        Screen("stand", page, len(pages), {"rows": rows_, "each": each, "size": size.name, **_signs(rows_)})
        for page, rows_ in enumerate(pages, start=1)
    ]


def _line_height(row: tuple[str, Any], letters: int) -> int:
    """Who is not counted at the line carries a word for it behind the name."""
    kind, line = row
    if kind != "line":
        return WHOLE
    return height(line.player, letters if line.standing.eligible else letters // 2)


def _signs(rows: Sequence[Any]) -> dict[str, Any]:
    """First and last rank of a page, and whether a Stechen decided one of them."""
    lines = [line for kind, line in rows if kind == "line"]
    ranks = [line.rank for line in lines] or [0]
    return {"first": ranks[0], "last": ranks[-1], "thrown": any(line.thrown for line in lines)}


def stechen(view: HallView) -> list[Screen]:
    """Who throws for what, what was thrown, who throws now; one column while that is enough."""
    return [screen for one in _asking(view) for screen in _one_stechen(one)]


def _asking(view: HallView) -> list[PublicStechen]:
    """Those that count, also about moving up with who has to throw."""
    about_the_cut = cut_state(view.facts).groups if view.facts.cut else ()
    by_id = {group.stechen_id: group for group in about_the_cut}
    return [
        replace(one, group=one.group or by_id.get(one.stechen.id)) for one in view.stechen if not one.void
    ]


def _one_stechen(one: PublicStechen) -> list[Screen]:
    state = one.group.state if one.group else None
    now = {player for pending in state.pending for player in pending.missing} if state else set()
    rows = [
        {"player": player, "throw": throws[-1] if throws else None, "now": player.number in now}
        for player, throws in one.rows
    ]
    single = len(rows) < LINES - 1
    letters, columns = (2 * LETTERS, 1) if single else (NARROW, 2)
    parts, size = laid_out(
        rows, lambda row, most: height(row["player"], most), columns, taken=1, letters=letters
    )
    pages = [[part] for part in parts] if single else pairs(parts)
    content = {"one": one, "open": state is None or not state.decided, "size": size.name, "single": single}
    if state and state.pending:
        first = state.pending[0]
        content |= {"throwing": len(first.players), "free": first.places, "attempt": first.attempt}
    return [
        Screen("stechen", page, len(pages), content | {"columns": part})
        for page, part in enumerate(pages, start=1)
    ]


def cut(view: HallView) -> list[Screen]:
    if view.facts.cut is None:
        return standings(view) or _draw_or_counter(view)
    called = cut_state(view.facts).called
    declined = [place for place in view.facts.cut.places if place.declined]
    lines = [(place, view.facts.players[place.player]) for place in (*called, *declined)]
    # A tick needs a little more than a line.
    columns, size = laid_out(lines, lambda line, most: height(line[1], most), 2, taken=2)
    parts = pairs(columns)
    best = [
        Screen("besten", page, len(parts), {"columns": pair, "places": len(called), "size": size.name})
        for page, pair in enumerate(parts, start=1)
    ]
    return best + _stechen_about_moving_up(view)


def _stechen_about_moving_up(view: HallView) -> list[Screen]:
    return [s for s in stechen(view) if s.content["one"].stechen.cause == "move_up"]


def ko(view: HallView) -> list[Screen]:
    """Three tables a page; at one where too many names would be broken, all of them stay in one line."""
    tables = ko_tables(view.facts, view.facts.ko) if view.facts.ko else ()
    pages = [tables[i : i + 3] for i in range(0, len(tables), 3)] or [()]
    return [
        Screen("ko", page, len(pages), {"tables": [(table, _is_tight(table)) for table in part]})
        for page, part in enumerate(pages, start=1)
    ]


def _is_tight(table: KoTable) -> bool:
    lines = sum(min(2, -(-height(c.player, BESIDE if c.out else LETTERS) // WHOLE)) for c in table.chairs)
    # Who is out has no Spielmarken, and the place beside the name.
    return lines > TIGHT + sum(chair.out for chair in table.chairs)


def final(view: HallView) -> list[Screen]:
    tables = ko_tables(view.facts, view.facts.final) if view.facts.final else ()
    chairs = tables[0].chairs if tables else ()
    half = (len(chairs) + 1) // 2
    content = {"table": tables[0] if tables else None, "left": chairs[:half], "right": chairs[half:]}
    return [Screen("finale", content=content)]


def winner(view: HallView) -> list[Screen]:
    """The champion, then all places."""
    lines = list(places(view.facts))
    honoured = honours(view.facts).short(HONOURED)
    broken = sum(-(-height(line.player, NAMED) // WHOLE) - 1 for line in lines[:HEADS])
    told = max(honoured.rows, honoured.lines(TOLD) - honoured.rows)  # two lines of them are a row of a place
    heads = lines[: max(HEADS - told - broken, LEAST_HEADS)]
    first = Screen("sieger", content={"heads": heads, "honours": honoured, **counts(view.facts)})
    pages, size = laid_out(lines, lambda line, most: height(line.player, most), letters=WIDE)
    rest = []
    for page, rows in enumerate(pages, start=1):
        content = {"rows": rows, "first": rows[0].place, "last": rows[-1].place, "size": size.name}
        rest.append(Screen("plaetze", page, len(pages), content))
    return [first, *rest]


_BY_PHASE: dict[Phase, Callable[[HallView], list[Screen]]] = {
    Phase.SETUP: _counter,
    Phase.REGISTRATION: _counter,
    Phase.VORRUNDE: _vorrunde,
    Phase.CUT: cut,
    Phase.KO: ko,
    Phase.FINAL: final,
    Phase.FINISHED: winner,
}
