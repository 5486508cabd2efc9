"""What the page of the best shows: everybody who is called, who moved up and why, who comes next."""

from collections.abc import Collection
from typing import Any

from tournaments.messages import finish as words
from tournaments.models import Phase
from tournaments.queries.decisions import CutPlaceFact
from tournaments.queries.facts import Facts
from tournaments.queries.field import (
    CutState,
    comes,
    cut_drift,
    cut_state,
    drawn_round,
    empty_chairs,
    in_order_of_throws,
    ko_touched,
    misplaced,
    sharing,
)

NEXT_SHOWN = 5
CHANGING = (Phase.CUT, Phase.KO, Phase.FINAL)


def summary(facts: Facts) -> dict[str, Any]:
    """The state of the field in numbers, what can be changed, and what a correction moved (C8.1)."""
    assert facts.cut is not None
    state = cut_state(facts)
    phase = facts.tournament.phase
    formed = facts.ko is not None and facts.final is not None
    open_ = phase in CHANGING and not ko_touched(facts) and not formed
    here = len(state.checked_in)
    return {
        "state": state,
        "open": open_,
        "can_void": phase in CHANGING and not ko_touched(facts),
        "drawn": drawn_round(facts) is not None,
        "chairs": len(empty_chairs(facts)) if open_ else 0,
        "heading": words.of_checked_in(here, state.places),
        "mats": [_mat(facts, state, index) for index in range(state.places)],
        "announced_at": facts.cut.announced_at,
        "announced": facts.announced,
        "smaller": _smaller(facts, here) if phase == Phase.CUT and state.waiting and here > 1 else "",
        "marks": _marks(facts, state),
        "group": state.open_group,
        "drift": _drift(facts),
        "people": len(facts.cut.places),
    }


def _mat(facts: Facts, state: CutState, index: int) -> tuple[str, str, str, int]:
    """(signs, state, label, place) of one of the places."""
    place = index + 1
    if index >= len(state.called):
        return "", "", words.place(place, words.still_open()), place
    row = state.called[index]
    name = facts.players[row.player].name
    if row.checked_in:
        return "haken", "go full", words.place(place, words.is_here(name)), place
    return "", "wait", words.place(place, words.is_awaited(name)), place


def _smaller(facts: Facts, here: int) -> str:
    """How the tables would be if nobody else comes (C4.1a): sizes differ by at most one."""
    tables = facts.plan.ko_tables or 1
    small, more = divmod(here, tables)
    sizes = [small + 1] * more + [small] * (tables - more)
    return words.smaller_tables([size for size in sizes if size])


def _marks(facts: Facts, state: CutState) -> dict[str, Any]:
    """C4.4: who sits down with how many Spielmarken, as things stand or as they were issued."""
    plan = facts.plan
    round_ = drawn_round(facts)
    if round_ is not None:
        issued = {p: int(count) for p, count in round_.protocol.get("marks", {}).items()}
        extra = [int(p) for p, count in issued.items() if count > plan.marks]
        here = list(map(int, issued))
    else:
        extra = list(state.bonus)
        here = [row.player for row in state.checked_in]
    return {
        "each": plan.marks,
        "more": plan.marks + plan.bonus_marks if plan.bonus_ranks and plan.bonus_marks else 0,
        "extra": [facts.players[number] for number in extra],
        "count": min(plan.bonus_ranks, state.places),
        "issued": round_ is not None,
        "thrown": _divided(facts, extra, set(here).difference(extra)),
    }


def _divided(facts: Facts, first: Collection[int], others: Collection[int]) -> bool:
    """A rank is shared by some of both: throws alone said who comes first (C3.4, C4.2)."""
    assert facts.cut is not None
    ranks = {row.player: row.rank for row in facts.cut.places}
    return not {ranks[p] for p in first}.isdisjoint(ranks[p] for p in others)


def _drift(facts: Facts) -> dict[str, Any] | None:
    drift = cut_drift(facts)
    if not drift:
        return None
    return {
        "enters": [facts.players[p] for p in drift.enters],
        "leaves": [facts.players[p] for p in drift.leaves],
        "tied": [facts.players[p] for p in drift.tied],
    }


def lines(facts: Facts, state: CutState, *, open_: bool) -> dict[str, Any]:
    """`called` in order of the cut, `wrong` (seated, but not called any more), `gone` (declined, withdrawn),
    and the `next` ones in line. `thrown`: who of a shared rank moves up, the Stechen said."""
    assert facts.cut is not None
    shared = sharing(facts)
    called = {row.player for row in state.called}
    tied = {player for group in state.groups[:1] for player in group.group.players}
    able = [row for row in facts.cut.places if row.eligible]
    first = {row.player for row in able[: state.places]}
    gone = [row for row in able if not comes(facts, row) and (row.player in first or row.declined)]
    seated = misplaced(facts) if open_ else ()
    coming = [row for row in able if comes(facts, row) and row.player not in called.union(seated)]
    following = coming[:NEXT_SHOWN] if open_ else []
    return {
        "called": [_line(facts, row, state, shared) for row in state.called],
        "wrong": [_line(facts, row, state, shared) for row in able if row.player in seated],
        "gone": [_line(facts, row, state, shared) for row in gone],
        "next": [_line(facts, row, state, shared) | {"tied_next": row.player in tied} for row in following],
        "thrown": _divided(facts, called, [row.player for row in coming])
        or in_order_of_throws(facts, [row.player for row in following]),
    }


def _line(facts: Facts, row: CutPlaceFact, state: CutState, shared: set[int]) -> dict[str, Any]:
    player = facts.players[row.player]
    round_ = drawn_round(facts)
    table = round_.table_of(row.player) if round_ else None
    return {
        "row": row,
        "player": player,
        "tied": row.player in shared,
        "moved_up": row.player in state.moved_up,
        "bonus": row.player in state.bonus,
        "withdrawn": not player.eligible,
        "table": table.number if table and facts.plan.ko_tables else None,
    }
