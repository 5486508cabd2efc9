"""Who is not there, and tables that are decided without a game (C2.5, C2.7, C5.3)."""

from scoring.errors import RuleViolation
from scoring.points import check_game
from tournaments.models import (
    Absence,
    AbsenceKind,
    Phase,
    Stage,
    Table,
    Tournament,
)
from tournaments.models import (
    Outcome as TableOutcome,
)
from tournaments.queries.corrections import without_absence
from tournaments.queries.facts import AbsenceFact
from tournaments.queries.one_table import find
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._results import check_replay
from tournaments.services._tables import (
    PLAYING,
    Place,
    any_table,
    one_table,
    raise_version,
    reason_of,
    require_open,
    require_played,
    require_vorrunde,
    void,
)


@act("mark_no_show", *PLAYING)
def mark_no_show(t: Tournament, *, by: Actor, table_id: int, player: int, reason: str = "") -> Outcome:
    """C2.5: somebody never sat down; the rest play on. Before the first result of the table.

    Answer: {"absence", "table", "version", "next_game"}. Refuses: what a reason refuses · round_redrawn ·
    round_not_published · round_closed · final_formed · table_decided · table_has_results ·
    player_not_seated · already_absent · player_out.
    """
    place = one_table(t, table_id)
    require_open(t, place.round)
    if place.table.results:
        raise RuleViolation("table_has_results", table=place.table.number)
    return _absent(place, player, AbsenceKind.NO_SHOW, 1, reason)


@act("mark_left", *PLAYING)
def mark_left(t: Tournament, *, by: Actor, table_id: int, player: int, reason: str = "") -> Outcome:
    """C2.5, C5.3: somebody leaves in the game that runs; in the K.O. all his Spielmarken are gone.

    At a K.O. table that is complete his chair in the final stays empty.
    Answer as mark_no_show. Refuses what it refuses but for table_has_results, and table_complete.
    """
    place = one_table(t, table_id)
    require_open(t, place.round)
    game = place.next_game
    if game is None and place.round.stage == Stage.KO:
        game = place.facts.fold(place.round, place.table).absence_game
    if game is None:
        require_played(place.table)
        raise RuleViolation("table_complete")
    return _absent(place, player, AbsenceKind.LEFT, game, reason)


def _absent(place: Place, player: int, kind: AbsenceKind, game: int, reason: str) -> Outcome:
    reason = reason_of(reason, required=False)
    row = record_absence(place, player, kind, game, reason)
    return Outcome(
        answer={
            "absence": row.pk,
            "table": place.table.id,
            "version": place.table.version,
            "next_game": place.next_game,
        },
        data={**place.log, "player": player, "game": game, "absence": row.pk},
        reason=reason,
    )


def record_absence(place: Place, player: int, kind: AbsenceKind, game: int, reason: str) -> Absence:
    """The row, the table's version and its facts; shared with the acts that send somebody home.

    Refuses: table_decided · player_not_seated · already_absent · player_out.
    """
    table = place.table
    require_played(table)
    if player not in table.players:
        raise RuleViolation("player_not_seated", player=player)
    if any(a.player == player for a in table.absences):
        raise RuleViolation("already_absent", player=player)
    if place.round.stage != Stage.VORRUNDE and place.facts.fold(place.round, table).left.get(player, 0) == 0:
        raise RuleViolation("player_out", player=player)
    row = Absence.objects.create(
        table_id=table.id,
        player_id=place.facts.players[player].id,
        kind=kind,
        game=game,
        reason=reason,
    )
    table.absences.append(AbsenceFact(row.pk, player, str(kind), game, reason))
    raise_version(table)
    return row


@act("void_absence", *PLAYING)
def void_absence(t: Tournament, *, by: Actor, absence_id: int) -> Outcome:
    """Somebody is there after all: until the round is closed, in the K.O. until the final is formed.

    Refuses: absence_gone · round_closed · final_formed · table_decided · correction_contradicts (games) ·
    sent_home (a device asks, but the desk has withdrawn him).
    """
    row = Absence.objects.filter(pk=absence_id, table__round__tournament=t, voided_at__isnull=True).first()
    if row is None:
        raise RuleViolation("absence_gone")
    place = any_table(t, row.table_id)
    require_open(t, place.round)
    who = place.facts.by_id[row.player_id]
    if by.device_id is not None and not who.eligible:
        raise RuleViolation("sent_home", player=who.number)
    player = who.number
    take_back_absence(t, place, row, by)
    return Outcome(
        answer={"table": place.table.id, "player": player, "version": place.table.version},
        data={**place.log, "player": player, "absence": row.pk},
    )


def take_back_absence(t: Tournament, place: Place, row: Absence, by: Actor) -> None:
    """Void an absence; what was played at the table since must still be a game. Shared with coming back.

    Refuses: table_decided · correction_contradicts (games) and what `check_game` does.
    """
    require_played(place.table)
    after = without_absence(place.facts, place.table.id, row.pk)
    check_replay(t, place, after)
    found = find(after, place.table.id)
    if found and found[0].stage == Stage.VORRUNDE:
        for number in found[1].results:
            game = found[1].game(number)
            if game is not None:
                check_game(game)
    void(row, by)
    place.table.absences[:] = [a for a in place.table.absences if a.id != row.pk]
    raise_version(place.table)


@act("give_walkover", Phase.VORRUNDE)
def give_walkover(t: Tournament, *, by: Actor, table_id: int, reason: str) -> Outcome:
    """C2.5 "kampflos": one is left at the table, he gets 5 for every game that was not played.

    Answer: {"table", "outcome", "version"}. Refuses: what a reason refuses · round_redrawn · only_vorrunde ·
    round_not_published · round_closed · table_decided · table_complete · walkover_not_alone (present).
    """
    reason = reason_of(reason)
    place = _undecided(t, table_id)
    game = place.next_game
    if game is None:
        raise RuleViolation("table_complete")
    present = len(place.table.present(game))
    if present != 1:
        raise RuleViolation("walkover_not_alone", present=present)
    return _decide(place, TableOutcome.WALKOVER, reason)


@act("void_table", Phase.VORRUNDE)
def void_table(t: Tournament, *, by: Actor, table_id: int, reason: str) -> Outcome:
    """C2.7 "ohne Wertung": nobody gets points for this table, it counts as no game.

    Answer as give_walkover. Refuses: what a reason refuses · round_redrawn · only_vorrunde ·
    round_not_published · round_closed · table_decided.
    """
    reason = reason_of(reason)
    return _decide(_undecided(t, table_id), TableOutcome.VOID, reason)


@act("reopen_table", Phase.VORRUNDE)
def reopen_table(t: Tournament, *, by: Actor, table_id: int) -> Outcome:
    """Undo of kampflos and ohne Wertung, until the round is closed: the table plays on.

    Answer as give_walkover. Refuses: round_redrawn · only_vorrunde · round_not_published · round_closed ·
    table_not_decided.
    """
    place = one_table(t, table_id)
    require_vorrunde(place.round)
    require_open(t, place.round)
    if place.table.outcome == TableOutcome.PLAYED:
        raise RuleViolation("table_not_decided", table=place.table.number)
    return _decide(place, TableOutcome.PLAYED, "")


def _undecided(t: Tournament, table_id: int) -> Place:
    place = one_table(t, table_id)
    require_vorrunde(place.round)
    require_open(t, place.round)
    require_played(place.table)
    return place


def _decide(place: Place, outcome: TableOutcome, reason: str) -> Outcome:
    was = place.table.outcome
    place.table.outcome, place.table.reason = outcome, reason
    Table.objects.filter(pk=place.table.id).update(outcome=outcome, reason=reason)
    version = raise_version(place.table)
    return Outcome(
        answer={"table": place.table.id, "outcome": str(outcome), "version": version},
        data={**place.log, "was": str(was)},
        reason=reason,
    )
