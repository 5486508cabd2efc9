"""Who may be throwing now: the tables that play, and the people at one of them, for the page that compares
throws. Published rounds only; in the Vorrunde who is missing is not public, so everybody seated is named."""

from dataclasses import dataclass

from tournaments.models import Round, RoundState, Stage, Table, Tournament
from tournaments.queries.moment import one_moment, read_again
from tournaments.queries.one_table import find, load_one

_LATEST = (Stage.FINAL, Stage.KO, Stage.VORRUNDE)


@dataclass(frozen=True, slots=True)
class PlayingTable:
    id: int
    stage: str
    number: int


@dataclass(frozen=True, slots=True)
class Thrower:
    """Somebody at a table: chair 1…6, start number, name."""

    seat: int
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Throwing:
    """`tables`: of the published round that is open, by number; `table`: the one asked for, if it is among
    them; `throwers`: who plays there, in seat order."""

    tables: tuple[PlayingTable, ...]
    table: PlayingTable | None
    throwers: tuple[Thrower, ...]


def throwing(t: Tournament, table_id: int | None) -> Throwing:
    """At most seven queries whatever the field; only a final with carried Spielmarken reads the evening."""
    with one_moment() as alone:
        if alone:
            read_again(t)
        tables = _playing_tables(t)
        table = next((one for one in tables if one.id == table_id), None)
        return Throwing(tables, table, _throwers(t, table) if table else ())


def _playing_tables(t: Tournament) -> tuple[PlayingTable, ...]:
    rounds = Round.objects.filter(tournament=t, published_at__isnull=False).exclude(state=RoundState.CLOSED)
    open_ones = dict(rounds.order_by("number").values_list("stage", "id"))
    round_id = next((open_ones[stage] for stage in _LATEST if stage in open_ones), None)
    if round_id is None:
        return ()
    rows = Table.objects.filter(round=round_id).order_by("station__number", "id")
    return tuple(
        PlayingTable(*values) for values in rows.values_list("id", "station__stage", "station__number")
    )


def _throwers(t: Tournament, table: PlayingTable) -> tuple[Thrower, ...]:
    facts = load_one(t, table.id)
    found = find(facts, table.id) if facts else None
    if facts is None or found is None:
        return ()
    round_, row = found
    left = {} if table.stage == Stage.VORRUNDE else facts.fold(round_, row).left
    return tuple(
        Thrower(seat.number, seat.player, facts.players[seat.player].name)
        for seat in row.seats
        if left.get(seat.player, 1)
    )
