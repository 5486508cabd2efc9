"""The lists of the Stechen."""

from tournaments.messages import finish as say
from tournaments.printing.content.kinds import NothingToPrint, Params
from tournaments.printing.shoots import Group, Row, StechenData, Throw
from tournaments.queries.facts import Facts
from tournaments.queries.shoot import Cell, Shoot, every_shoot
from tournaments.queries.shoot import Row as ShootRow
from tournaments.queries.standings import public_upto


def shoot_lists(facts: Facts, params: Params) -> StechenData:
    found = every_shoot(facts)
    if not found:
        raise NothingToPrint
    t = facts.tournament
    return StechenData(t.name, t.date, t.place, tuple(_group(facts, shoot) for shoot in found))


def _group(facts: Facts, shoot: Shoot) -> Group:
    """Such a list hangs on the wall: no points of rounds that are still secret (C3.5)."""
    known = public_upto(facts) >= facts.closed_rounds
    return Group(
        about=say.about(shoot.about, shoot.stake),
        where=say.where(shoot.first, shoot.last, shoot.points) if known else say.called(shoot.people),
        rows=tuple(_row(shoot, row) for row in shoot.rows),
        strokes=tuple((line.after, say.stroke(line.kind, line.places)) for line in shoot.strokes),
        decided=shoot.decided,
    )


def _row(shoot: Shoot, row: ShootRow) -> Row:
    if row.gone:
        state, result = "gone", say.counts_no_more()
    elif row.won:
        state, result = "won", say.won(shoot.cause, row.won)
    elif row.lost:
        state, result = "lost", say.lost(shoot.cause, row.lost)
    else:
        state, result = "", ""
    throws = tuple(_throw(cell) for cell in row.cells)
    return Row(row.player.name, row.player.number, throws, state, result)


def _throw(cell: Cell) -> Throw | None:
    throw = cell.throw
    return Throw(throw.dice, say.throw_kind(cell.kind, throw.dice, throw.place)) if throw else None
