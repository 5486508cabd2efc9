"""The cut (C4): make it, announce it, check in, decline; every step back until the first K.O. result."""

from datetime import datetime

from django.utils import timezone

from scoring.cut import cut_order, valid_throws
from scoring.errors import RuleViolation
from tournaments.models import Cut, CutPlace, Phase, Stechen, StechenCause, Tournament
from tournaments.queries.decisions import CutPlaceFact, held_stechen
from tournaments.queries.facts import Facts, load_facts
from tournaments.queries.field import cut_state, drawn_round, misplaced
from tournaments.queries.standings import (
    boundaries,
    counted_rounds,
    rank_field,
    stechen_about_ties,
    stechen_groups,
)
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._ko import (
    leave_chair,
    require_chairs_open,
    require_no_ko_result,
    require_vorrunde_over,
    take_chair,
    undo_ko_draw,
)
from tournaments.services._tables import reason_of


@act("make_cut", Phase.VORRUNDE)
def make_cut(t: Tournament, *, by: Actor) -> Outcome:
    """C4.1: store everybody's position, rank and points as they are now. Raises rounds_open,
    boundary_open (people, places), nobody_eligible."""
    facts = load_facts(t)
    _require_decided(facts)
    ranked = rank_field(facts, counted_rounds(facts))
    if not any(line.eligible for line in ranked):
        raise RuleViolation("nobody_eligible")
    lines = boundaries(facts, ranked)
    held = held_stechen(stechen_about_ties(facts), StechenCause.TIES, facts.rules)
    throws = valid_throws(ranked, lines, held)
    order = cut_order(ranked, lines, throws, tie_breaks=facts.plan.tie_breaks)
    cut = Cut.objects.create(tournament=t)
    CutPlace.objects.bulk_create(
        CutPlace(
            cut=cut,
            player_id=facts.players[line.player].id,
            position=line.position,
            rank=line.rank,
            points=line.points,
            eligible=line.eligible,
        )
        for line in order
    )
    t.phase = Phase.CUT
    t.save(update_fields=["phase"])
    return Outcome({"cut": cut.pk}, {"cut": cut.pk, "places": facts.plan.qualifiers})


@act("void_cut", Phase.CUT, Phase.KO, Phase.FINAL)
def void_cut(t: Tournament, *, by: Actor, reason: str = "", cut: int | None = None) -> Outcome:
    """Back to the Vorrunde: voids the cut, its check-ins and the K.O. draw, until the first K.O. result.
    cut: the id of the one that was meant.

    Raises text_too_long, name_unprintable, ko_has_result, no_cut, changed_since.
    """
    reason = reason_of(reason, required=False)
    facts = load_facts(t)
    require_no_ko_result(facts)
    if facts.cut is None:
        raise RuleViolation("no_cut")
    _require_seen(facts.cut.id, cut)
    drawn = undo_ko_draw(facts)
    now = timezone.now()
    Cut.objects.filter(pk=facts.cut.id).update(voided_at=now, voided_by=by.user_id, void_reason=reason)
    # Who moves up was thrown for on this cut only.
    Stechen.objects.filter(tournament=t, cause=StechenCause.MOVE_UP, voided_at__isnull=True).update(
        voided_at=now, voided_by=by.user_id
    )
    t.phase = Phase.VORRUNDE
    t.save(update_fields=["phase"])
    return Outcome({}, {"cut": facts.cut.id, "drawn": drawn}, reason)


@act("announce_cut", Phase.CUT)
def announce_cut(t: Tournament, *, by: Actor, cut: int | None = None) -> Outcome:
    """C3.5: the hall sees who goes on and every standing. cut: the id of the one that was looked at.
    Raises already_announced, changed_since."""
    row = _cut(t)
    _require_seen(row.pk, cut)
    if row.announced_at is not None:
        raise RuleViolation("already_announced")
    row.announced_at = timezone.now()
    row.save(update_fields=["announced_at"])
    return Outcome({}, {"cut": row.pk})


@act("hide_cut", Phase.CUT)
def hide_cut(t: Tournament, *, by: Actor) -> Outcome:
    """Hide it again (what was seen was seen). Raises not_announced."""
    cut = _cut(t)
    if cut.announced_at is None:
        raise RuleViolation("not_announced")
    cut.announced_at = None
    cut.save(update_fields=["announced_at"])
    return Outcome({}, {"cut": cut.pk})


@act("check_in_place", Phase.CUT, Phase.KO, Phase.FINAL)
def check_in_place(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """C4.2: this qualified player is here; after the draw he takes his chair, or one that a decline left.

    Raises not_in_cut, declined_already, checked_in_already, not_qualified, no_chair, ko_has_result,
    final_formed.
    """
    facts = load_facts(t)
    require_chairs_open(facts)
    place = _place(facts, player)
    if place.declined:
        raise RuleViolation("declined_already", "player", player=player)
    if place.checked_in:
        raise RuleViolation("checked_in_already", "player", player=player)
    if all(p.player != player for p in cut_state(facts).called):
        raise RuleViolation("not_qualified", "player", player=player)
    CutPlace.objects.filter(pk=place.id).update(checked_in_at=timezone.now())
    if drawn_round(facts) is not None:
        take_chair(facts, player, "no_chair")
    return Outcome({"player": player}, {"player": player})


@act("undo_check_in", Phase.CUT, Phase.KO, Phase.FINAL)
def undo_check_in(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """Not here after all.

    Raises not_in_cut, declined_already, not_checked_in, ko_has_result, final_formed.
    """
    facts = load_facts(t)
    require_chairs_open(facts)
    place = _place(facts, player)
    if place.declined:
        raise RuleViolation("declined_already", "player", player=player)
    if not place.checked_in:
        raise RuleViolation("not_checked_in", "player", player=player)
    CutPlace.objects.filter(pk=place.id).update(checked_in_at=None)
    if drawn_round(facts) is not None:
        leave_chair(facts, player, by)
    return Outcome({"player": player}, {"player": player})


@act("decline_place", Phase.CUT, Phase.KO, Phase.FINAL)
def decline_place(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """C4.2: gone home; the next in the order of the cut moves up. Also for those who share the next place.

    Raises not_in_cut, declined_already, not_qualified, ko_has_result, final_formed.
    """
    facts = load_facts(t)
    require_chairs_open(facts)
    place = _place(facts, player)
    if place.declined:
        raise RuleViolation("declined_already", "player", player=player)
    state = cut_state(facts)
    asked = {p.player for p in state.called}.union(*(group.group.players for group in state.groups))
    if player not in asked:
        raise RuleViolation("not_qualified", "player", player=player)
    # That he had checked in stays: taking the decline back gives back what was.
    CutPlace.objects.filter(pk=place.id).update(declined_at=timezone.now())
    if drawn_round(facts) is not None:
        leave_chair(facts, player, by)
    return Outcome({"player": player}, {"player": player})


@act("undo_decline", Phase.CUT, Phase.KO, Phase.FINAL)
def undo_decline(t: Tournament, *, by: Actor, player: int) -> Outcome:
    """Comes after all; who had checked in is checked in again.

    After the draw only while it pushes nobody out: he sits down on an empty chair with the Spielmarken
    that were issued to him. Raises not_in_cut, not_declined, chair_taken, ko_has_result, final_formed.
    """
    facts = load_facts(t)
    require_chairs_open(facts)
    place = _place(facts, player)
    if not place.declined:
        raise RuleViolation("not_declined", "player", player=player)
    row = CutPlace.objects.get(pk=place.id)
    CutPlace.objects.filter(pk=place.id).update(declined_at=None)
    if drawn_round(facts) is not None:
        if place.checked_in:
            take_chair(facts, player, "chair_taken")
        elif row.declined_at is not None and _pushes_out(load_facts(t), row.declined_at):
            raise RuleViolation("chair_taken", "player", player=player)
    return Outcome({"player": player}, {"player": player})


def _pushes_out(facts: Facts, declined_at: datetime) -> bool:
    """Would somebody who sits at the drawn tables not be in any more, once who declined then is back?

    Who sat there before the decline without being called (a Stechen was changed) is not pushed out by it.
    """
    round_ = drawn_round(facts)
    out = CutPlace.objects.filter(
        cut__voided_at=None, player__in=[facts.players[p].id for p in misplaced(facts)]
    )
    if round_ and round_.published_at and round_.published_at < declined_at:
        out = out.filter(checked_in_at__gt=declined_at)
    return out.exists()


def _require_decided(facts: Facts) -> None:
    require_vorrunde_over(facts)
    for group in stechen_groups(facts):
        if not group.decided or group.stechen_id is None:
            people, places = len(group.group.players), group.group.places[-1]
            raise RuleViolation("boundary_open", people=people, places=places)


def _cut(t: Tournament) -> Cut:
    cut = Cut.objects.filter(tournament=t, voided_at__isnull=True).first()
    if cut is None:
        raise RuleViolation("no_cut")
    return cut


def _require_seen(cut: int, seen: int | None) -> None:
    """Made anew since, maybe of other people: it is not announced or taken back by who did not see it."""
    if seen is not None and seen != cut:
        raise RuleViolation("changed_since")


def _place(facts: Facts, player: int) -> CutPlaceFact:
    places = facts.cut.places if facts.cut else ()
    found = next((p for p in places if p.player == player), None)
    if found is None:
        raise RuleViolation("not_in_cut", "player", player=player)
    return found
