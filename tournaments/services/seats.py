"""Seats by hand: late arrivals and swaps, at tables without a result (C1.5, C2.6)."""

from typing import Any

from scoring.errors import RuleViolation
from tournaments.models import Phase, Round, Seat, Status, Tournament
from tournaments.queries.changes import require_changeable, require_free, swappable
from tournaments.queries.facts import Facts, RoundFact, TableFact, load_facts
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._tables import (
    Place,
    any_round,
    any_table,
    raise_version,
    reason_of,
)

SEATS = 5
"""C2.6: a four becomes a five; a sixth seat only when the desk says so."""
MOST_SEATS = 6
SEATING = (Phase.REGISTRATION, Phase.VORRUNDE)


@act("seat_late", *SEATING)
def seat_late(
    t: Tournament, *, by: Actor, player: int, table_id: int, six_confirmed: bool = False
) -> Outcome:
    """C2.6: somebody who came late gets the next seat of a table that has no result yet.

    Answer: {"table", "seat", "version"}. Refuses: round_redrawn · round_closed · only_vorrunde ·
    table_decided · table_has_results · six_seats (needs six_confirmed) · table_full · player_unknown ·
    player_not_present · player_seated_here (table).
    """
    place = any_table(t, table_id)
    _require_free_table(place.round, place.table)
    fact = place.facts.players.get(player)
    if fact is None:
        raise RuleViolation("player_unknown", "player", player=player)
    if fact.status != Status.PRESENT:
        raise RuleViolation("player_not_present", "player", player=player)
    sits = place.round.table_of(player)
    if sits is not None:
        raise RuleViolation("player_seated_here", "player", player=player, table=sits.number)
    seat = _next_seat(place.table, six_confirmed)
    _sit(place, player, seat)
    return _seated(place, "late", player, seat)


@act("unseat_late", *SEATING)
def unseat_late(t: Tournament, *, by: Actor, player: int, table_id: int) -> Outcome:
    """Undo of seat_late, until the table's first result.

    Refuses what seat_late refuses about the table, and not_seated_late · player_absent.
    """
    place = any_table(t, table_id)
    _require_free_table(place.round, place.table)
    swaps = place.round.protocol.get("swaps", [])
    came_late = any(
        s.get("kind") == "late" and s["player"] == player and s["table"] == place.table.number for s in swaps
    )
    if not came_late or player not in place.table.players:
        raise RuleViolation("not_seated_late", player=player)
    _require_there(place.table, player)
    seat = _stand_up(place, player)
    return _seated(place, "unseat", player, seat)


@act("move_seat", *SEATING)
def move_seat(
    t: Tournament, *, by: Actor, player: int, table_id: int, six_confirmed: bool = False
) -> Outcome:
    """C2.5: take somebody to another table of the same round, e.g. when his own fell under three.

    Undo: move back. Answer as seat_late; both tables are without result. Refuses what seat_late refuses
    about the table, and player_not_seated · player_absent · same_table.
    """
    place = any_table(t, table_id)
    _require_free_table(place.round, place.table)
    origin = place.round.table_of(player)
    if origin is None:
        raise RuleViolation("player_not_seated", "player", player=player)
    if origin.id == place.table.id:
        raise RuleViolation("same_table", "player", player=player, table=origin.number)
    _require_free_table(place.round, origin)
    _require_there(origin, player)
    seat = _next_seat(place.table, six_confirmed)
    _stand_up(Place(place.facts, place.round, origin), player)
    raise_version(origin)
    _sit(place, player, seat)
    return _seated(place, "move", player, seat, origin=origin.number)


@act("swap_seats", *SEATING)
def swap_seats(
    t: Tournament,
    *,
    by: Actor,
    round_id: int,
    first: int,
    second: int,
    reason: str = "",
    seen: list[int | None] | None = None,
) -> Outcome:
    """C1.5: two players change seats; both tables are without result. Undo: the same again. seen: ids of the
    tables where they sat for who wants it: two desks that swap the same two do it once.

    Answer: {"tables": [ids], "versions": [..]}. Refuses: what a reason refuses · round_gone · changed_since ·
    only_vorrunde · round_closed · table_decided · table_has_results · player_not_drawn · player_absent ·
    same_player.
    """
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    round_ = any_round(facts, round_id)
    tables = list(swappable(round_, first, second))
    if seen is not None and seen != [table.id for table in tables]:
        raise RuleViolation("changed_since")
    _swap(facts, round_, tables, (first, second))
    changed = {table.id: table for table in tables}
    versions = [raise_version(table) for table in changed.values()]
    _note(round_, {"kind": "swap", "first": first, "second": second})
    numbers = [table.number for table in tables]
    return Outcome(
        answer={"tables": list(changed), "versions": versions},
        data={
            "number": round_.number, "first": first, "second": second,
            "table_first": numbers[0], "table_second": numbers[1],
        },
        reason=reason,
    )  # fmt: skip


def _swap(facts: Facts, round_: RoundFact, tables: list[TableFact], players: tuple[int, int]) -> None:
    """Delete both, insert both: no moment in which a seat or a player stands twice."""
    rows = [
        Seat.objects.get(table=table.id, player=facts.players[player].id)
        for table, player in zip(tables, players, strict=True)
    ]
    Seat.objects.filter(pk__in=[row.pk for row in rows]).delete()
    Seat.objects.bulk_create(
        Seat(
            round_id=round_.id,
            table_id=old.table_id,
            number=old.number,
            marks=old.marks,
            player_id=new.player_id,
        )
        for old, new in zip(rows, reversed(rows), strict=True)
    )


def _require_free_table(round_: RoundFact, table: TableFact) -> None:
    require_changeable(round_)
    require_free(table)


def _require_there(table: TableFact, player: int) -> None:
    if any(a.player == player for a in table.absences):
        raise RuleViolation("player_absent", "player", player=player)


def _next_seat(table: TableFact, six_confirmed: bool) -> int:
    taken = len(table.seats)
    if taken >= MOST_SEATS:
        raise RuleViolation("table_full", seats=taken)
    if taken >= SEATS and not six_confirmed:
        raise RuleViolation("six_seats", "six", seats=taken)
    return taken + 1


def _sit(place: Place, player: int, seat: int) -> None:
    Seat.objects.create(
        round_id=place.round.id,
        table_id=place.table.id,
        player_id=place.facts.players[player].id,
        number=seat,
    )


def _stand_up(place: Place, player: int) -> int:
    """The seat goes; those behind it move up, so that a table has no gap. Answer: its number."""
    gone = next(seat for seat in place.table.seats if seat.player == player)
    Seat.objects.filter(table=place.table.id, number=gone.number).delete()
    for seat in place.table.seats:
        if seat.number > gone.number:
            Seat.objects.filter(table=place.table.id, number=seat.number).update(number=seat.number - 1)
    return gone.number


def _seated(place: Place, kind: str, player: int, seat: int, **more: Any) -> Outcome:
    """Version, protocol and answer of every change of one seat."""
    version = raise_version(place.table)
    entry = {"kind": kind, "player": player, "table": place.table.number, **more}
    _note(place.round, entry)
    return Outcome(
        answer={"table": place.table.id, "seat": seat, "version": version},
        data={**place.log, "player": player, "seat": seat, **more},
    )


def _note(round_: RoundFact, entry: dict[str, Any]) -> None:
    """The draw's protocol tells every change by hand (C1.5)."""
    record = {**round_.protocol, "swaps": [*round_.protocol.get("swaps", []), entry]}
    round_.protocol = record
    Round.objects.filter(pk=round_.id).update(protocol=record)
