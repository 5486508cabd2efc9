"""All places of the tournament (C5.4, C6): the champion first, everybody in it."""

from dataclasses import dataclass

from scoring.knockout import TableState, tournament_places
from tournaments.queries.facts import Facts, PlayerFact
from tournaments.queries.field import placed


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place; None while it is still played for. `stage`: final · ko · vorrunde."""

    place: int | None
    shared: bool
    stage: str
    player: PlayerFact
    points: int


def places(facts: Facts) -> tuple[PlaceLine, ...]:
    """Everybody of the cut, best first. Empty before the cut."""
    if facts.cut is None:
        return ()
    order = placed(facts)
    tables = [facts.fold(facts.ko, table) for table in facts.ko.tables] if facts.ko else []
    final = _final_state(facts)
    points = {line.player: line.points for line in order}
    return tuple(
        PlaceLine(p.place, p.shared, p.stage, facts.players[p.player], points[p.player])
        for p in tournament_places(order, tables, final, _empty_chairs(facts, tables))
    )


def _final_state(facts: Facts) -> TableState | None:
    if facts.final is None or not facts.final.tables:
        return None
    return facts.fold(facts.final, facts.final.tables[0])


def _empty_chairs(facts: Facts, tables: list[TableState]) -> list[int]:
    """Survivors who withdrew before the final was formed, in the order in which they did (C6.2)."""
    emptied = {player for state in tables for player in state.emptied}
    absences = [a for table in (facts.ko.tables if facts.ko else []) for a in table.absences]
    return [a.player for a in sorted(absences, key=lambda a: a.id) if a.player in emptied]
