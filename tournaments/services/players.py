"""The people at the desk: entered, there, paid, gone, back (product.md §2, C2.5, C2.6)."""

from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from tournaments.models import (
    Absence,
    AbsenceKind,
    Cut,
    LogEntry,
    Phase,
    Player,
    Round,
    RoundState,
    Seat,
    Stage,
    Status,
    Tournament,
)
from tournaments.models import (
    Outcome as TableOutcome,
)
from tournaments.models.player import GONE
from tournaments.queries.facts import Facts, load_facts
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._people import (
    check_late_entry,
    check_namesakes,
    cleaned,
    columns,
    known_of,
    next_number,
    require_names,
    row_of,
)
from tournaments.services._tables import Place, any_table, reason_of
from tournaments.services.absences import record_absence, take_back_absence

ENTRY_PHASES = (Phase.SETUP, Phase.REGISTRATION, Phase.VORRUNDE)
BEFORE_END = (*ENTRY_PHASES, Phase.CUT, Phase.KO, Phase.FINAL)
MOVED_ON = ("publish_draw", "make_cut", "draw_ko", "form_final")


@act("add_player", *ENTRY_PHASES)
def add_player(
    t: Tournament,
    *,
    by: Actor,
    first: str,
    last: str = "",
    club: str = "",
    team: str = "",
    gender: str = "",
    paid: bool = False,
    present: bool = False,
    namesake: bool = False,
    fixed_station: int | None = None,
) -> Outcome:
    """A new start number. namesake: another person of that name is meant. Answer: {"player": start number}.

    Refuses: late_entry_closed · duplicate_player (who: start numbers and clubs) · what the names refuse ·
    gender_unknown · station_invalid.
    """
    check_late_entry(t)
    values = cleaned(first=first, last=last, club=club, team=team, gender=gender, fixed_station=fixed_station)
    if not namesake:
        check_namesakes(t, values)
    number = _enter(t, values, paid=paid, present=present).start_number
    return Outcome(answer={"player": number}, data={"player": number, "present": present, "paid": paid})


def _enter(t: Tournament, values: dict[str, Any], *, paid: bool, present: bool) -> Player:
    """The row of a new player. values: as `cleaned` gives them."""
    now = timezone.now()
    return Player.objects.create(
        tournament=t,
        start_number=next_number(t),
        fee_cents=t.plan.entry_fee_cents,
        paid_at=now if paid else None,
        status=Status.PRESENT if present else Status.REGISTERED,
        status_at=now,
        **columns(t, values),
    )


@act("edit_player")
def edit_player(
    t: Tournament,
    *,
    by: Actor,
    player: int,
    **changes: Any,
) -> Outcome:
    """Put right how somebody is written and where he belongs; the start number stays. In any phase: a
    spelling mistake is seen on the certificate. After the end nobody sits down, and the fixed table stays.

    changes: of what `known_of` tells; what is left out stays as it is. Refuses: names_deleted ·
    player_unknown · what add_player refuses about the values.
    """
    require_names(t)
    row = row_of(t, player)
    typed = {**known_of(row), **changes}
    if t.phase == Phase.FINISHED:
        typed["fixed_station"] = row.fixed_station
    wanted = columns(t, cleaned(**typed, row=row))
    changed = [name for name, value in wanted.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, wanted[name])
    if changed:
        row.save(update_fields=changed)
    data = {"player": player, "changed": [name for name in changed if not name.endswith("_key")]}
    return Outcome(answer=data, data=data, changed=bool(changed))


@act("check_in", *ENTRY_PHASES)
def check_in(t: Tournament, *, by: Actor, player: int, present: bool = True) -> Outcome:
    """Somebody is there, or not after all (until he sits in a published round).

    Refuses: player_unknown · player_gone (status) · late_entry_closed · player_seated.
    """
    return _mark(t, player, present=present)


@act("set_paid")
def set_paid(t: Tournament, *, by: Actor, player: int, paid: bool = True) -> Outcome:
    """The entry fee is paid, or given back. Refuses: player_unknown."""
    return _mark(t, player, paid=paid)


@act("check_in_paid", *ENTRY_PHASES)
def check_in_paid(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """Both in one tap. Refuses what check_in refuses."""
    return _mark(t, player, present=True, paid=True)


@act("undo_check_in_paid", *ENTRY_PHASES)
def undo_check_in_paid(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """Both back in one tap. Refuses what check_in refuses."""
    return _mark(t, player, present=False, paid=False)


def _mark(t: Tournament, player: int, *, present: bool | None = None, paid: bool | None = None) -> Outcome:
    """Set what was asked; `data` names what really changed, so that undo takes back only that."""
    row = row_of(t, player)
    data: dict[str, Any] = {"player": player}
    now = timezone.now()
    if present is not None and _set_presence(t, row, present):
        row.status_at = now
        data["present"] = present
    if paid is not None and (row.paid_at is not None) != paid:
        row.paid_at = now if paid else None
        data["paid"] = paid
    changed = len(data) > 1
    if changed:
        row.save(update_fields=["status", "status_at", "paid_at"])
    answer = {"player": player, "present": row.status == Status.PRESENT, "paid": row.paid_at is not None}
    return Outcome(answer=answer, data=data, changed=changed)


def _set_presence(t: Tournament, row: Player, present: bool) -> bool:
    if row.status in GONE:
        raise RuleViolation("player_gone", player=row.start_number)
    if (row.status == Status.PRESENT) == present:
        return False
    if present:
        check_late_entry(t)
    elif _seated(row):
        raise RuleViolation("player_seated", player=row.start_number)
    row.status = Status.PRESENT if present else Status.REGISTERED
    return True


def _seated(row: Player) -> bool:
    return Seat.objects.filter(player=row).exclude(round__state=RoundState.DRAWN).exists()


@act("withdraw_player", *BEFORE_END)
def withdraw_player(
    t: Tournament, *, by: Actor, player: int, reason: str = "", no_show: bool = False
) -> Outcome:
    """C2.5, C5.3: somebody goes home. He keeps his line, is not drawn again and cannot qualify.

    At a table that still plays he is absent from the game that runs (no_show: he never sat down; only
    before the first result). Refuses: player_unknown · player_gone (he is excluded) · what a reason refuses.
    """
    return _leave(t, player, Status.WITHDRAWN, reason, no_show=no_show)


@act("exclude_player", *BEFORE_END)
def exclude_player(t: Tournament, *, by: Actor, player: int, reason: str) -> Outcome:
    """C2.5, C2.8: shut out, with a reason; like a withdrawal otherwise. No past game changes.

    Refuses: player_unknown · reason_missing · what a reason refuses.
    """
    return _leave(t, player, Status.EXCLUDED, reason)


def _leave(t: Tournament, player: int, status: str, reason: str, *, no_show: bool = False) -> Outcome:
    reason = reason_of(reason, required=status == Status.EXCLUDED)
    row = row_of(t, player)
    if row.status == Status.EXCLUDED and status == Status.WITHDRAWN:
        raise RuleViolation("player_gone", player=player)
    if row.status == status:
        return Outcome(answer={"player": player, "status": status}, changed=False)
    data = {"player": player, "was": row.status}
    if row.status not in GONE:
        # Moves only when he really goes, not when a withdrawal becomes an exclusion.
        row.status_at = timezone.now()
        data.update(_leave_table(t, player, reason, no_show))
    row.status, row.status_reason = status, reason
    row.save(update_fields=["status", "status_reason", "status_at"])
    return Outcome(answer={"player": player, "status": status}, data=data, reason=reason)


def _leave_table(t: Tournament, player: int, reason: str, no_show: bool) -> dict[str, Any]:
    """Note at the table where he sits that he is gone; {} when he sits at none that plays."""
    found = _open_seat(load_facts(t), player)
    if found is None:
        return {}
    place, game = found
    kind = AbsenceKind.NO_SHOW if no_show and game == 1 else AbsenceKind.LEFT
    absence = record_absence(place, player, kind, game, reason)
    return {"table": place.table.number, "game": game, "absence": absence.pk}


def _open_seat(facts: Facts, player: int) -> tuple[Place, int] | None:
    """His table and the game that he misses; None when nothing is left to miss."""
    round_ = facts.current
    table = round_.table_of(player) if round_ and round_.published else None
    if round_ is None or table is None or any(a.player == player for a in table.absences):
        return None
    place = Place(facts, round_, table)
    game = place.next_game
    if round_.stage == Stage.VORRUNDE:
        return (place, game) if game else None
    state = facts.fold(round_, table)
    if state.left.get(player, 0) == 0 or (game is None and round_.stage == Stage.FINAL):
        return None
    # A complete K.O. table: the absence after its last game empties his chair in the final.
    return place, game or state.absence_game


@act("return_player", *BEFORE_END)
def return_player(t: Tournament, *, by: Actor, player: int, present: bool = True) -> Outcome:
    """C2.5: back before the next draw, as present (or, present=False, as registered).

    What was noted at his table when he left is taken back while nothing was played there since.
    Refuses: player_unknown · player_not_gone · return_too_late · what void_absence refuses about the games.
    """
    row = row_of(t, player)
    if row.status not in GONE:
        raise RuleViolation("player_not_gone", player=player)
    gone = _last_leaving(t, row)
    if _moved_on(t, gone):
        raise RuleViolation("return_too_late", player=player)
    was = row.status
    taken_back = _come_back_to_table(t, row, gone, by)
    row.status = Status.PRESENT if present or _seated(row) else Status.REGISTERED
    row.status_reason, row.status_at = "", timezone.now()
    row.save(update_fields=["status", "status_reason", "status_at"])
    data = {"player": player, "was": was, **taken_back}
    return Outcome(answer={"player": player, "status": row.status}, data=data)


def _last_leaving(t: Tournament, row: Player) -> LogEntry | None:
    """The act with which he went; a withdrawal that became an exclusion is still that one."""
    acts = ("withdraw_player", "exclude_player")
    entries = LogEntry.objects.filter(tournament=t, act__in=acts, data__player=row.start_number)
    return next((entry for entry in entries.order_by("-id") if entry.data.get("was") not in GONE), None)


def _moved_on(t: Tournament, gone: LogEntry | None) -> bool:
    """A draw that holds was published, or the cut was made, without him. By the order of the log: a clock
    that was put right in the meantime says nothing."""
    since = gone.pk if gone else 0
    for entry in LogEntry.objects.filter(tournament=t, id__gt=since, act__in=MOVED_ON):
        if entry.act == "make_cut":
            found = Cut.objects.filter(pk=entry.data["cut"], voided_at=None).exists()
        elif entry.act == "publish_draw":
            rounds = Round.objects.filter(tournament=t, stage=Stage.VORRUNDE, published_at__isnull=False)
            found = rounds.filter(number=entry.data["number"], draw_no=entry.data["draw_no"]).exists()
        else:
            stages = (Stage.FINAL,) if entry.act == "form_final" else (Stage.KO, Stage.FINAL)
            found = Round.objects.filter(tournament=t, stage__in=stages).exists()
        if found:
            return True
    return False


def _come_back_to_table(t: Tournament, row: Player, gone: LogEntry | None, by: Actor) -> dict[str, Any]:
    """Take back the absence that came with the leaving. In the Vorrunde what was decided since stands and
    he waits for the next draw; at a K.O. table he would be back from the dead: refused."""
    noted = (gone.data.get("absence") if gone else None) or 0
    rows = Absence.objects.filter(player=row, voided_at=None, table__round__state=RoundState.PUBLISHED)
    if noted and not Absence.objects.filter(pk=noted).exists():
        # It went with the final that was dissolved; his K.O. table has taken it over.
        absence = rows.filter(table__round__stage=Stage.KO).first()
    else:
        absence = rows.filter(pk=noted).first()
    if absence is None:
        return {}
    place = any_table(t, absence.table_id)
    played = any(game >= absence.game for game in place.table.results)
    if played or place.table.outcome != TableOutcome.PLAYED:
        if place.round.stage == Stage.VORRUNDE:
            return {}
        raise RuleViolation("return_too_late", player=row.start_number)
    take_back_absence(t, place, absence, by)
    return {"table": place.table.number, "absence": absence.pk}
