"""What everybody sees, to be compared before an act and after its undo."""

from dataclasses import asdict, is_dataclass
from typing import Any

from tests.playing import facts
from tournaments.models import Tournament
from tournaments.queries.evening import evening_steps
from tournaments.queries.facts import Facts
from tournaments.queries.field import cut_drift, cut_state, empty_chairs
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.queries.standings import public_upto, standings, stechen_groups, void_stechen_ids

PASSING = {"id", "version", "drawn_at", "published_at", "started_at", "closed_at", "at", "begin", "end"} | {
    "stechen_id",
    "table_id",
}
"""Row ids, versions and times: nobody reads them on a page."""


def seen(tournament: Tournament) -> dict[str, Any]:
    """Standings, ties, cut, field, tables, places, steps: everything but log and revision."""
    found = facts(tournament)
    upto = public_upto(found)
    return {
        "phase": found.tournament.phase,
        "standings": _plain(standings(found)),
        "running": _plain(standings(found, running=True)),
        "public": (upto, found.announced, _plain(standings(found, upto)) if upto else None),
        "ties": _plain(stechen_groups(found)),
        "throws": [
            [(t.player, t.attempt, t.dice, t.place, t.absent) for t in s.throws] for s in found.stechen
        ],
        "void": len(void_stechen_ids(found)),
        "cut": _plain(found.cut),
        "field": _plain(cut_state(found)) if found.cut else None,
        "drift": _plain(cut_drift(found)) if found.cut else None,
        "tables": _tables(found),
        "chairs": _plain(empty_chairs(found)),
        "places": _plain(places(found)),
        "step": _plain(next_step(found)),
        "evening": _plain(evening_steps(found)),
    }


def _tables(found: Facts) -> list[Any]:
    rounds = [round_ for round_ in found.rounds if round_.stage != "vorrunde"]
    return [
        (round_.stage, round_.state, table.number, _plain(table.seats), _plain(found.fold(round_, table)))
        for round_ in rounds
        for table in round_.tables
    ]


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if key not in PASSING}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value
