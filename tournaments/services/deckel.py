"""The live Deckel protocol of a table: a throwing round told, the last one taken back (R3.5–R5.6, R7).

It changes no result and not the table's version; the revision rises, so that the hall follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.acts import Act, Leave, Settled, to_plain
from scoring.errors import RuleViolation
from scoring.game import GameState
from tournaments.models import DeckelStep, Tournament
from tournaments.queries.deckel import (
    Replay,
    acts_of,
    found_result,
    is_leaving,
    load_steps,
    offered,
    replay_of,
    throwing_round,
)
from tournaments.services._act import Actor, Outcome, act
from tournaments.services._tables import PLAYING, Place, one_table, require_open, require_played, void


@act("add_step", *PLAYING)
def add_step(
    t: Tournament,
    *,
    by: Actor,
    table_id: int,
    draw_no: int,
    game: int,
    number: int,
    data: Mapping[str, Any],
    version: int | None = None,
) -> Outcome:
    """One throwing round of the game that runs at a table.

    data: an act of scoring.acts (`Settled`: loser, worth of the best throw, and whose where Deckel come from
    somebody; of two it is the other one), or {"acts": […]} with all acts of the
    round (throws, or die by die). number: of this step as the device counts. version: of the table as it
    was seen, None: not checked. Answer: {"state", "table", "game", "number", "stage"}; state `recorded`, or
    `same`: this step was there already.
    Refuses: round_redrawn · protocol_off · round_not_published · round_closed · final_formed ·
    table_decided · game_has_result · table_complete · stale_version · game_out_of_turn (next) ·
    too_few_players · step_taken · steps_broken · throws_missing · act_unknown · act_malformed ·
    act_not_here · and what the rules say against the acts (scoring.game.apply).
    """
    place = _running(t, table_id, draw_no, game, version)
    told = _told(place, game)
    acts = tuple(_with_best(told.state, act_) for act_ in acts_of(data))
    stored = _stored(acts)
    if told.steps and number == told.steps[-1].number and told.steps[-1].data == stored:
        return Outcome(answer=_answer(place, "same", game, number, told.state), changed=False)
    if number != told.number:
        raise RuleViolation("step_taken", number=told.number)
    if told.broken:
        raise RuleViolation("steps_broken")
    state = throwing_round(told.state, acts).after
    last = _insert(place, game, told, stored, by)
    data_ = {**place.log, "game": game, "number": last, "step": stored}
    return Outcome(answer=_answer(place, "recorded", game, last, state), data=data_)


@act("undo_step", *PLAYING)
def undo_step(
    t: Tournament, *, by: Actor, table_id: int, draw_no: int, game: int, number: int, whole: bool = False
) -> Outcome:
    """Take back the last throwing round (number: its step); of steps that no longer fit, the first that
    does not and all after it; `whole`: a game that ended without a result, because its loser had left
    (C5.3), so that the next one is written down. Answer: {"state", "table", "game", "number" (of the next
    step), "stage"}.

    Refuses what add_step refuses about the table, step_taken and no_step.
    """
    place = _running(t, table_id, draw_no, game, None)
    told = _told(place, game)
    if not (told.rounds or told.broken):
        raise RuleViolation("no_step")
    if number != told.steps[-1].number:
        raise RuleViolation("step_taken", number=told.number)
    if whole and (
        told.state.loser is None or found_result(place.facts, place.round, place.table, game, told.state)
    ):
        raise RuleViolation("no_step")
    first = 0 if whole else told.broken.number if told.broken else _last_round(told)
    _void(by, *(step.id for step in told.steps if step.number >= first))
    after = _told(place, game)
    data = {**place.log, "game": game, "number": first}
    return Outcome(answer=_answer(place, "undone", game, after.number, after.state), data=data)


def _running(t: Tournament, table_id: int, draw_no: int, game: int, version: int | None) -> Place:
    place = one_table(t, table_id)
    if place.round.draw_no != draw_no:
        raise RuleViolation("round_redrawn")
    if not offered(place.facts.plan, place.round.stage):
        raise RuleViolation("protocol_off")
    require_open(t, place.round)
    require_played(place.table)
    if game in place.table.results:
        raise RuleViolation("game_has_result", game=game)
    expected = place.next_game
    if expected is None:
        raise RuleViolation("table_complete")
    if version is not None and version != place.table.version:
        raise RuleViolation("stale_version")
    if game != expected:
        raise RuleViolation("game_out_of_turn", next=expected)
    return place


def _told(place: Place, game: int) -> Replay:
    steps = load_steps({place.table.id: game})[place.table.id]
    return replay_of(place.facts, place.round, place.table, game, steps)


def _with_best(state: GameState, act_: Act) -> Act:
    """Where two play, who has not lost had the best throw: nobody has to say it."""
    playing = state.half.active
    if not isinstance(act_, Settled) or act_.best or len(playing) != 2 or act_.loser not in playing:
        return act_
    return replace(act_, best=next(player for player in playing if player != act_.loser))


def _stored(acts: Sequence[Act]) -> dict[str, Any]:
    """What is kept of a step; a leaving is said of the table, not of a throwing round."""
    if any(isinstance(act_, Leave) for act_ in acts):
        raise RuleViolation("act_not_here")
    plain = [to_plain(act_) for act_ in acts]
    return plain[0] if len(plain) == 1 else {"acts": plain}


def _insert(place: Place, game: int, told: Replay, stored: dict[str, Any], by: Actor) -> int:
    """Who has left since the last step comes first, so that the replay knows when it was. Somebody who
    came back is there from now on: leaving once more is another step."""
    _void(by, *(step.id for step in told.idle))
    rows = [*(to_plain(Leave(player)) for player in told.unwritten), stored]
    for number, data in enumerate(rows, start=told.number):
        DeckelStep.objects.create(
            table_id=place.table.id, game=game, number=number, data=data, device_id=by.device_id
        )
    return told.number + len(rows) - 1


def _last_round(told: Replay) -> int:
    """The step that holds the last throwing round; leavings after it go with it and are noted again."""
    rounds = [step.number for step in told.steps if not is_leaving(step)]
    return rounds[-1]


def _void(by: Actor, *steps: int) -> None:
    for row in DeckelStep.objects.filter(pk__in=steps) if steps else ():
        void(row, by)


def _answer(place: Place, state: str, game: int, number: int, now: GameState) -> dict[str, Any]:
    return {"state": state, "table": place.table.id, "game": game, "number": number, "stage": now.stage}
