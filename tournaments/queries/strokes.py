"""Where the lines of the standings run: cut, extra Spielmarke, prizes (C3.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ranking import Boundary, TiedGroup, open_groups
from tournaments.queries.facts import Facts
from tournaments.queries.standings import OpenGroup, StandingLine, boundaries


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line behind row `after` (rows count from 1). A clear line has no tie; a tied one lies behind a
    zone that begins at row `tied_from`, in which `people` play for `tied_places` places; once their
    Stechen is `decided` it runs inside that zone, behind those who won."""

    kind: str
    position: int
    after: int
    tied_from: int = 0
    tied_places: int = 0
    people: int = 0
    decided: bool = False

    @property
    def open(self) -> bool:
        return self.tied_from > 0 and not self.decided


def strokes(
    facts: Facts, lines: Sequence[StandingLine], groups: Sequence[OpenGroup] = ()
) -> tuple[Stroke, ...]:
    """The boundaries of these standings by row. `groups`: the Stechen, once the last round is closed;
    the lines are then those of `settled`."""
    ranked = [line.standing for line in lines]
    found = boundaries(facts, ranked)
    decided = {b: g.group for g in groups if g.decided and g.stechen_id for b in g.group.boundaries}
    tied = {b: group for group in open_groups(ranked, found) for b in group.boundaries}
    return tuple(
        _stroke(boundary, decided.get(boundary) or tied.get(boundary), lines, boundary in decided)
        for boundary in found
    )


def _stroke(
    boundary: Boundary,
    group: TiedGroup | None,
    lines: Sequence[StandingLine],
    decided: bool,
) -> Stroke:
    able = [row for row, line in enumerate(lines, start=1) if line.standing.eligible]
    if group is None:
        return Stroke(boundary.kind, boundary.position, able[boundary.position - 1])
    ranks = {line.rank for line in lines if line.number in group.players}
    rows = [row for row, line in enumerate(lines, start=1) if line.rank in ranks]
    return Stroke(
        kind=boundary.kind,
        position=boundary.position,
        after=able[boundary.position - 1] if decided else rows[-1],
        tied_from=rows[0],
        tied_places=group.places[group.boundaries.index(boundary)],
        people=len(group.players),
        decided=decided,
    )
