"""An answer in words: what is asked next, and the sentence before sending."""

from typing import Any

from django.http import QueryDict

from scoring.points import forced_endkampf
from tournaments.messages.table import lost_parts
from tournaments.models import Stage
from tournaments.queries.answers import HALVES, Answer
from tournaments.queries.table_state import SeatView, TableView


def entry_of(asked: QueryDict, view: TableView) -> dict[str, Any]:
    """The answers in the address (pages without script) and the step that follows from them.

    step: half1 · half2 · endkampf · summary. Answers that cannot be are left out, so that the
    question comes again.
    """
    entry: dict[str, Any] = {"half1": None, "half2": None, "endkampf": None, "step": "half1"}
    half1 = _seat(asked, "half1", view)
    if half1 is None or _other_game(asked, view):
        return entry
    entry |= {"half1": half1, "step": "half2"}
    if view.scharf:
        return _summed(entry, view)
    half2 = _seat(asked, "half2", view)
    if half2 is None:
        return entry
    entry |= {"half2": half2, "step": "endkampf"}
    if half1 == half2:
        return _summed(entry, view)
    endkampf = _forced(view, half1, half2) or _seat(asked, "endkampf", view)
    if endkampf not in (half1, half2):
        return entry
    return _summed(entry | {"endkampf": endkampf}, view)


def _other_game(asked: QueryDict, view: TableView) -> bool:
    """The answers are those of another game: the address is old, as of a tablet that wakes up."""
    now = f"{view.table_id}.{view.draw_no}.{view.game}"
    return asked.get("spiel", now) != now


def _summed(entry: dict[str, Any], view: TableView) -> dict[str, Any]:
    answer = Answer(*(seat.player if (seat := entry[name]) else None for name in HALVES))
    return entry | {"step": "summary", "summary": summary_of(view, answer, view.scharf)}


def _seat(asked: QueryDict, name: str, view: TableView) -> SeatView | None:
    wanted = asked.get(name, "")
    return next((s for s in view.seats if s.can_lose and str(s.player) == wanted), None)


def _forced(view: TableView, half1: SeatView, half2: SeatView) -> SeatView | None:
    """C2.5: nobody plays an Endkampf against somebody who has left."""
    left = frozenset(s.player for s in view.seats if s.leaving)
    player = forced_endkampf(half1.player, half2.player, left)
    return next((s for s in view.seats if s.player == player), None)


def summary_of(view: TableView, answer: Answer, scharf: bool) -> dict[str, Any]:
    """What the summary says: its kind, the names in it, and the points of everybody.

    kind: `three` (0, 3 and 5 points) · `same` (Blattschuss) · `scharf` · `mark` · `last` (K.O. and final: one
    Spielmarke of several, or the last one).
    """
    loser = answer.loser(scharf)
    other = answer.half2 if answer.half1 == loser else answer.half1
    if view.stage != Stage.VORRUNDE:
        held = next((s.left for s in view.seats if s.player == loser), None)
        kind, other = ("last" if held == 1 else "mark"), None
    elif scharf or other in (None, loser):
        kind, other = ("scharf" if scharf else "same"), None
    else:
        kind = "three"
    return {
        "kind": kind,
        "loser": view.name_of(loser),
        "other": view.name_of(other) if other else "",
        "answer": answer,
        "points": [
            {
                "seat": seat,
                "points": _points(seat, loser, other),
                "lost": lost_parts(_lost(seat, answer)),
            }
            for seat in view.seats
        ],
    }


def _points(seat: SeatView, loser: int, other: int | None) -> int:
    if seat.player == loser or seat.absent:
        return 0
    return 3 if seat.player == other else 5


def _lost(seat: SeatView, answer: Answer) -> list[str]:
    """Names of the parts that this player lost."""
    return [name for name, player in answer.to_dict().items() if player == seat.player]
