"""The Stechen (C3.4): open it, enter throws or places, take back."""

from typing import Any

from django.utils import timezone

from scoring.errors import RuleViolation
from scoring.ranking import Pending
from tournaments.models import (
    Phase,
    Stechen,
    StechenCause,
    StechenEntry,
    StechenThrow,
    Tournament,
)
from tournaments.queries.decisions import StechenFact, ThrowFact
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import cut_state
from tournaments.queries.standings import OpenGroup, stechen_groups
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._ko import require_chairs_open, require_vorrunde_over
from tournaments.services._tables import reason_of

AFTER_CUT = (Phase.CUT, Phase.KO, Phase.FINAL)
THROWING = (Phase.VORRUNDE, *AFTER_CUT)
"""Until the first K.O. result; without K.O. tables that is the first one of the final."""
MOST_PLACES = 999


@act("open_stechen", Phase.VORRUNDE)
def open_stechen(t: Tournament, *, by: Actor, players: list[int] | None = None) -> Outcome:
    """C3.3, C3.4a: call the tied group `players` (start numbers); newcomers to a tie join its Stechen.

    None: the best group that needs to be called. Raises rounds_open, not_tied, stechen_open.
    """
    facts = load_facts(t)
    require_vorrunde_over(facts)
    groups = stechen_groups(facts)
    if players is None:
        group = next((g for g in groups if g.newcomers), None)
    else:
        group = next((g for g in groups if sorted(g.group.players) == sorted(set(players))), None)
    return _open_or_join(t, facts, group, StechenCause.TIES)


@act("open_move_up_stechen", *AFTER_CUT)
def open_move_up_stechen(t: Tournament, *, by: Actor) -> Outcome:
    """C4.2: those who share the next place throw for it; then those who share the last extra Spielmarke.

    Raises not_tied, stechen_open, ko_has_result, final_formed.
    """
    facts = load_facts(t)
    require_chairs_open(facts)
    return _open_or_join(t, facts, cut_state(facts).open_group, StechenCause.MOVE_UP)


def _open_or_join(t: Tournament, facts: Facts, group: OpenGroup | None, cause: StechenCause) -> Outcome:
    if group is None:
        raise RuleViolation("not_tied")
    if group.stechen_id is not None and not group.newcomers:
        raise RuleViolation("stechen_open")
    stechen_id = group.stechen_id
    if stechen_id is None:
        row = Stechen.objects.create(tournament=t, after_round=facts.closed_rounds, cause=cause)
        stechen_id = row.pk
    StechenEntry.objects.bulk_create(
        StechenEntry(stechen_id=stechen_id, player_id=facts.players[number].id)
        for number in sorted(group.newcomers)
    )
    return Outcome({"stechen": stechen_id}, {"stechen": stechen_id, "people": len(group.newcomers)})


@act("enter_throw", *THROWING)
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

    Answer: {"throw", "attempt"}. Raises stechen_gone, stechen_decided, ko_has_result, final_formed,
    not_in_stechen, not_asked, throw_missing, dice_invalid, place_range, throw_mixed.
    """
    row, data = _enter(t, stechen_id, [{"player": player, "dice": dice, "place": place, "absent": absent}])[0]
    return Outcome({"throw": row.pk, "attempt": row.attempt}, {"stechen": stechen_id, **data})


@act("enter_throws", *THROWING)
def enter_throws(t: Tournament, *, by: Actor, stechen_id: int, throws: list[dict[str, Any]]) -> Outcome:
    """Several throws of one Stechen at once, all or none: each {"player", and "dice", "place" or "absent"};
    "attempt": the one that was asked for, so that two desks that type the same throw type it once.

    Answer: {"throws": [ids]}. Raises what enter_throw raises, at the field throw-<start number>, throw_there
    for a later attempt, and throw_missing for none at all.
    """
    if not throws:
        raise RuleViolation("throw_missing", "throws")
    entered = _enter(t, stechen_id, throws)
    data = {"stechen": stechen_id, "count": len(entered), "throws": [data for _, data in entered]}
    return Outcome({"throws": [row.pk for row, _ in entered]}, data)


def _enter(
    t: Tournament, stechen_id: int, throws: list[dict[str, Any]]
) -> list[tuple[StechenThrow, dict[str, Any]]]:
    """Rows and log data of these throws; a refusal names the field of its player."""
    facts = load_facts(t)
    stechen = _stechen(facts, stechen_id)
    _require_still_open(facts, stechen)
    asked = _asked(facts, stechen)
    kinds = {(throw.player, throw.attempt): _kind(throw.dice, throw.place) for throw in stechen.throws}
    entries = dict(StechenEntry.objects.filter(stechen=stechen_id).values_list("player__start_number", "id"))
    entered = []
    for throw in throws:
        player, field = throw["player"], f"throw-{throw['player']}"
        if player not in stechen.players:
            raise RuleViolation("not_in_stechen", field, player=player)
        pending = asked.pop(player, None)
        if pending is None:
            raise RuleViolation("not_asked", field, player=player)
        if throw.get("attempt") not in (None, pending.attempt):
            raise RuleViolation("throw_there", field, player=player)
        values = _value(throw, field)
        kind = _kind(values.get("dice", ""), values.get("place"))
        together = {kinds.get((other, pending.attempt), "") for other in pending.players}
        if kind and together - {kind, ""}:
            raise RuleViolation("throw_mixed", field)
        row = StechenThrow.objects.create(entry_id=entries[player], attempt=pending.attempt, **values)
        stechen.throws.append(ThrowFact(row.pk, player, row.attempt, row.dice, row.place, row.absent))
        kinds[player, row.attempt] = kind
        entered.append((row, {"player": player, "attempt": row.attempt, **values}))
    return entered


@act("void_throw", *THROWING)
def void_throw(t: Tournament, *, by: Actor, throw_id: int) -> Outcome:
    """Take a throw back, with those the same player threw after it.

    Raises throw_gone, stechen_decided, ko_has_result, final_formed.
    """
    facts = load_facts(t)
    found = [(s, throw) for s in facts.stechen for throw in s.throws if throw.id == throw_id]
    if not found:
        raise RuleViolation("throw_gone")
    stechen, throw = found[0]
    _require_still_open(facts, stechen)
    later = [x.id for x in stechen.throws if x.player == throw.player and x.attempt >= throw.attempt]
    rows = StechenThrow.objects.filter(pk__in=later)
    rows.update(voided_at=timezone.now(), voided_by=by.user_id)
    return Outcome(
        {"player": throw.player},
        {"stechen": stechen.id, "player": throw.player, "attempt": throw.attempt},
    )


@act("void_stechen", *THROWING)
def void_stechen(t: Tournament, *, by: Actor, stechen_id: int, reason: str = "") -> Outcome:
    """Take a whole Stechen back, until the cut is made (about moving up: until the first K.O. result).

    Raises text_too_long, name_unprintable, stechen_gone, stechen_decided, ko_has_result, final_formed.
    """
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    stechen = _stechen(facts, stechen_id)
    _require_still_open(facts, stechen)
    rows = Stechen.objects.filter(pk=stechen_id)
    rows.update(voided_at=timezone.now(), voided_by=by.user_id, void_reason=reason)
    return Outcome({}, {"stechen": stechen_id}, reason)


def _require_still_open(facts: Facts, stechen: StechenFact) -> None:
    """A Stechen about the cut holds once the cut is made; one about moving up until the first K.O. result."""
    if stechen.cause == StechenCause.TIES and facts.tournament.phase != Phase.VORRUNDE:
        raise RuleViolation("stechen_decided")
    if stechen.cause == StechenCause.MOVE_UP:
        require_chairs_open(facts)


def _stechen(facts: Facts, stechen_id: int) -> StechenFact:
    found = next((s for s in facts.stechen if s.id == stechen_id), None)
    if found is None:
        raise RuleViolation("stechen_gone")
    return found


def _asked(facts: Facts, stechen: StechenFact) -> dict[int, Pending]:
    """Who owes a throw of this Stechen now."""
    ties = stechen.cause == StechenCause.TIES
    groups = stechen_groups(facts) if ties else cut_state(facts).groups
    return {
        player: pending
        for group in groups
        if group.stechen_id == stechen.id
        for pending in group.state.pending
        for player in pending.missing
    }


def _kind(dice: str, place: int | None) -> str:
    """Places and dice of one attempt cannot be compared with each other; who is absent fits with both."""
    return "dice" if dice else "place" if place is not None else ""


def _value(throw: dict[str, Any], field: str) -> dict[str, Any]:
    """The columns of a throw: exactly one of the three ways to enter it."""
    dice, place = "".join(str(throw.get("dice") or "").split()), throw.get("place")
    if sum([bool(dice), place is not None, bool(throw.get("absent"))]) != 1:
        raise RuleViolation("throw_missing", field)
    if place is not None:
        if not isinstance(place, int) or isinstance(place, bool) or not 1 <= place <= MOST_PLACES:
            raise RuleViolation("place_range", field, value=place)
        return {"place": place}
    if not dice:
        return {"absent": True}
    if len(dice) != 3 or set(dice) - set("123456"):
        raise RuleViolation("dice_invalid", field)
    return {"dice": "".join(sorted(dice, reverse=True))}
