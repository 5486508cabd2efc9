"""The Stechen (C3.4): open it, enter throws or places, take back."""

from typing import Any

from django.utils import timezone

from scoring.cut import stechen_of
from scoring.errors import RuleViolation
from scoring.throws import check_dice
from tournaments.models import (
    Phase,
    Result,
    Stage,
    Stechen,
    StechenCause,
    StechenEntry,
    StechenThrow,
    Tournament,
)
from tournaments.queries import facts as read
from tournaments.queries.decisions import StechenFact, held_stechen
from tournaments.queries.facts import Facts
from tournaments.queries.field import cut_state
from tournaments.queries.standings import stechen_groups
from tournaments.services._act import Actor, Outcome, act


@act("open_stechen", Phase.VORRUNDE)
def open_stechen(t: Tournament, *, by: Actor, players: list[int]) -> Outcome:
    """C3.3, C3.4a: call the tied group `players` (start numbers); newcomers to a tie join its Stechen.

    Raises rounds_open, not_tied, stechen_open.
    """
    facts = read.load(t)
    _require_rounds_closed(facts)
    wanted = sorted(set(players))
    group = next((g for g in stechen_groups(facts) if sorted(g.group.players) == wanted), None)
    if group is None:
        raise RuleViolation("not_tied")
    if group.stechen_id is not None and not group.newcomers:
        raise RuleViolation("stechen_open")
    if group.stechen_id is None:
        stechen = _open(t, facts, StechenCause.TIES, wanted)
        return Outcome({"stechen": stechen.pk}, {"stechen": stechen.pk, "people": len(wanted)})
    _call(facts, group.stechen_id, group.newcomers)
    data = {"stechen": group.stechen_id, "people": len(group.newcomers)}
    return Outcome({"stechen": group.stechen_id}, data)


@act("open_move_up_stechen", Phase.CUT, Phase.KO)
def open_move_up_stechen(t: Tournament, *, by: Actor) -> Outcome:
    """C4.2: those who share the next place throw for it. Raises not_tied, stechen_open."""
    facts = read.load(t)
    tied = cut_state(facts).tied_next
    if not tied:
        raise RuleViolation("not_tied")
    before = [s for s in facts.stechen if s.cause == StechenCause.MOVE_UP]
    held = held_stechen(before, StechenCause.MOVE_UP, facts.rules)
    counting = stechen_of(tied, held)
    if counting is None:
        stechen_id = _open(t, facts, StechenCause.MOVE_UP, sorted(tied)).pk
        called = len(tied)
    else:
        newcomers = [n for n in tied if n not in counting.players]
        if not newcomers:
            raise RuleViolation("stechen_open")
        stechen_id, called = before[held.index(counting)].id, len(newcomers)
        _call(facts, stechen_id, newcomers)
    return Outcome({"stechen": stechen_id}, {"stechen": stechen_id, "people": called})


@act("enter_throw", Phase.VORRUNDE, Phase.CUT, Phase.KO)
def enter_throw(
    t: Tournament,
    *,
    by: Actor,
    stechen_id: int,
    player: int,
    dice: str = "",
    place: int | None = None,
    absent: bool = False,
) -> Outcome:
    """C3.4: the next attempt of `player`: three digits in any order, or a place among names, or absent.

    Raises stechen_gone, not_in_stechen, not_asked, throw_missing, dice_invalid, place_range,
    throw_mixed.
    """
    facts = read.load(t)
    stechen = _stechen(facts, stechen_id)
    _require_still_open(t, stechen)
    if player not in stechen.players:
        raise RuleViolation("not_in_stechen", "player", player=player)
    attempt = 1 + max((throw.attempt for throw in stechen.throws if throw.player == player), default=0)
    if attempt != _asked(facts, stechen, player):
        raise RuleViolation("not_asked", "dice", player=player)
    values = _value(dice, place, absent)
    _require_one_kind(stechen, attempt, values)
    entry = StechenEntry.objects.get(stechen=stechen_id, player__start_number=player)
    throw = StechenThrow.objects.create(entry=entry, attempt=attempt, **values)
    data = {"stechen": stechen_id, "player": player, "attempt": attempt, **values}
    return Outcome({"throw": throw.pk, "attempt": attempt}, data)


@act("void_throw", Phase.VORRUNDE, Phase.CUT, Phase.KO)
def void_throw(t: Tournament, *, by: Actor, throw_id: int) -> Outcome:
    """Take a throw back, with those the same player threw after it. Raises throw_gone, stechen_decided."""
    facts = read.load(t)
    found = [(s, throw) for s in facts.stechen for throw in s.throws if throw.id == throw_id]
    if not found:
        raise RuleViolation("throw_gone")
    stechen, throw = found[0]
    _require_still_open(t, stechen)
    later = [x.id for x in stechen.throws if x.player == throw.player and x.attempt >= throw.attempt]
    rows = StechenThrow.objects.filter(pk__in=later)
    rows.update(voided_at=timezone.now(), voided_by=by.user_id)
    return Outcome(
        {"player": throw.player},
        {"stechen": stechen.id, "player": throw.player, "attempt": throw.attempt},
    )


@act("void_stechen", Phase.VORRUNDE, Phase.CUT, Phase.KO)
def void_stechen(t: Tournament, *, by: Actor, stechen_id: int, reason: str = "") -> Outcome:
    """Take a whole Stechen back, until the cut is made. Raises stechen_gone, stechen_decided."""
    facts = read.load(t)
    stechen = _stechen(facts, stechen_id)
    _require_still_open(t, stechen)
    rows = Stechen.objects.filter(pk=stechen_id)
    rows.update(voided_at=timezone.now(), voided_by=by.user_id, void_reason=reason)
    return Outcome({}, {"stechen": stechen_id}, reason)


def _require_rounds_closed(facts: Facts) -> None:
    if facts.closed_rounds < facts.plan.rounds or any(not r.closed for r in facts.vorrunde):
        raise RuleViolation("rounds_open", closed=facts.closed_rounds, rounds=facts.plan.rounds)


def _require_still_open(t: Tournament, stechen: StechenFact) -> None:
    """A Stechen about the cut holds once the cut is made; one about moving up until the first K.O. result."""
    decided = t.phase != Phase.VORRUNDE
    if stechen.cause == StechenCause.TIES and decided:
        raise RuleViolation("stechen_decided")
    if stechen.cause == StechenCause.MOVE_UP and ko_has_result(t):
        raise RuleViolation("ko_has_result")


def ko_has_result(t: Tournament) -> bool:
    """Has any K.O. or final table a result that counts?"""
    return Result.objects.filter(
        table__round__tournament=t, table__round__stage__in=(Stage.KO, Stage.FINAL), counts=True
    ).exists()


def _open(t: Tournament, facts: Facts, cause: StechenCause, numbers: list[int]) -> Stechen:
    stechen = Stechen.objects.create(tournament=t, after_round=facts.closed_rounds, cause=cause)
    _call(facts, stechen.pk, numbers)
    return stechen


def _call(facts: Facts, stechen_id: int, numbers: Any) -> None:
    StechenEntry.objects.bulk_create(
        StechenEntry(stechen_id=stechen_id, player_id=facts.players[n].id) for n in numbers
    )


def _stechen(facts: Facts, stechen_id: int) -> StechenFact:
    found = next((s for s in facts.stechen if s.id == stechen_id), None)
    if found is None:
        raise RuleViolation("stechen_gone")
    return found


def _asked(facts: Facts, stechen: StechenFact, player: int) -> int | None:
    """The attempt that this player owes now, None when nothing is asked of him."""
    if stechen.cause == StechenCause.MOVE_UP:
        state = cut_state(facts)
        pending = state.move_up
    else:
        groups = [g for g in stechen_groups(facts) if g.stechen_id == stechen.id]
        pending = tuple(p for group in groups for p in group.state.pending)
    return next((p.attempt for p in pending if player in p.missing), None)


def _value(dice: str, place: int | None, absent: bool) -> dict[str, Any]:
    given = [bool(dice), place is not None, absent]
    if sum(given) != 1:
        raise RuleViolation("throw_missing", "dice")
    if absent:
        return {"absent": True}
    if place is not None:
        if not 1 <= place <= 999:
            raise RuleViolation("place_range", "place", value=place)
        return {"place": place}
    if len(dice) != 3 or any(die not in "123456" for die in dice):
        raise RuleViolation("dice_invalid", "dice")
    check_dice([int(die) for die in dice])
    return {"dice": "".join(sorted(dice, reverse=True))}


def _require_one_kind(stechen: StechenFact, attempt: int, values: dict[str, Any]) -> None:
    """Places and dice of one attempt cannot be compared with each other."""
    same = [throw for throw in stechen.throws if throw.attempt == attempt]
    if ("dice" in values and any(throw.place is not None for throw in same)) or (
        "place" in values and any(throw.dice for throw in same)
    ):
        raise RuleViolation("throw_mixed", "dice")
