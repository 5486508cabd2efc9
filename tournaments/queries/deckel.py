"""The live protocol of a game that runs: its steps played again by the rules (R3.5–R5.6, R7).

Stored are the acts of each throwing round; Stock, Deckel, who is safe and who has lost are computed. What
no longer fits (somebody was seated elsewhere, a result before was corrected) stops the replay and is shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from scoring import half as halves
from scoring.acts import Act, Leave, Settled, Thrown, from_plain
from scoring.errors import RuleViolation
from scoring.format import Format
from scoring.game import GameState, apply, as_result, begin_game
from scoring.half import HalfState
from scoring.knockout import Departure, fold_table
from tournaments.models import DeckelStep, Stage
from tournaments.models._base import NOT_VOID
from tournaments.queries.answers import Answer, check_answer
from tournaments.queries.facts import Facts, RoundFact, TableFact

MOST_ACTS = 128
"""More than any throwing round has: six players, nine throws each, sixes turned every time."""
OFFERED = {
    "none": (),
    "final": (Stage.FINAL,),
    "ko": (Stage.KO, Stage.FINAL),
    "all": (Stage.VORRUNDE, Stage.KO, Stage.FINAL),
}


@dataclass(frozen=True, slots=True)
class StepFact:
    """One stored step; `number` counts within the game."""

    id: int
    number: int
    data: Any


@dataclass(frozen=True, slots=True)
class Told:
    """The step replayed last: the game before its last act, the act, the game after it."""

    before: GameState
    act: Act
    after: GameState


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as its steps tell it. `last`: None before the first one. `broken`: the first step that does
    not fit any more; it and what follows are left out. `unwritten`: who has left since the last step;
    `idle`: leavings of people who are there after all."""

    state: GameState
    steps: tuple[StepFact, ...]
    last: Told | None = None
    broken: StepFact | None = None
    unwritten: tuple[int, ...] = ()
    idle: tuple[StepFact, ...] = ()

    @property
    def rounds(self) -> bool:
        """Is there a throwing round to take back?"""
        return any(not is_leaving(step) for step in self.steps)

    @property
    def number(self) -> int:
        """The number that the next step gets."""
        return self.steps[-1].number + 1 if self.steps else 1


def offered(plan: Format, stage: str) -> bool:
    """May the Deckel of a table of this stage be written down?"""
    return stage in OFFERED[plan.deckel_protocol]


def acts_of(data: object) -> tuple[Act, ...]:
    """The acts of a step: one of scoring.acts, or {"acts": […]} for a throwing round told by its throws.

    Raises act_unknown, act_malformed.
    """
    if not isinstance(data, Mapping) or "acts" not in data:
        return (from_plain(data),)
    acts = data["acts"]
    if set(data) != {"acts"} or not isinstance(acts, list) or not 0 < len(acts) <= MOST_ACTS:
        raise RuleViolation("act_malformed", "acts")
    return tuple(from_plain(act) for act in acts)


def start_of(facts: Facts, round_: RoundFact, table: TableFact, game: int) -> GameState:
    """R5.1, R5.4: everybody who plays `game`, the loser of the game before begins, at a new table seat 1.

    Raises too_few_players.
    """
    seats = _seated(facts, round_, table, game)
    before = table.results.get(game - 1)
    at = table.players.index(before.loser) if before else 0
    clockwise = table.players[at:] + table.players[:at]
    begins = next((player for player in clockwise if player in seats), None)
    speed = "scharf" if table.is_scharf(game) else "normal"
    return begin_game(replace(facts.rules, speed=speed), seats, begins)


def _seated(facts: Facts, round_: RoundFact, table: TableFact, game: int) -> tuple[int, ...]:
    """In seat order; who leaves in this very game has sat down to it."""
    if round_.stage == Stage.VORRUNDE:
        gone = table.missing_before(game)
        return tuple(player for player in table.players if player not in gone)
    left = fold_table(
        facts.marks_issued(round_, table),
        {number: result.loser for number, result in table.results.items() if number < game},
        [Departure(a.game, a.player) for a in table.absences if a.player in table.missing_before(game)],
        facts.plan.survivors if round_.stage == Stage.KO else 1,
    ).left
    return tuple(player for player in table.players if left.get(player, 0) > 0)


def replay(start: GameState, steps: Iterable[StepFact], leaving: Iterable[int]) -> Replay:
    """Play the steps again. C2.5: a leaving is a step of its own, written when the next one follows; who is
    there after all plays on as if nothing had been. `leaving`: who has left in this game, in order."""
    state, last, kept, gone, idle = start, None, tuple(steps), tuple(leaving), []
    for step in kept:
        try:
            acts = acts_of(step.data)
            if isinstance(acts[0], Leave) and acts[0].player not in gone:
                idle.append(step)
                continue
            last = throwing_round(state, acts)
        except RuleViolation:
            return Replay(state, kept, last, broken=step)
        state = last.after
    unwritten = []
    for player in gone:
        if state.loser is None and player in state.seats and player not in state.left:
            last = Told(state, Leave(player), apply(state, Leave(player)))
            state = last.after
            unwritten.append(player)
    return Replay(state, kept, last, None, tuple(unwritten), tuple(idle))


def throwing_round(state: GameState, acts: Sequence[Act]) -> Told:
    """The acts make exactly one throwing round, only the last one ends it. Raises throws_missing: one more
    plays than has thrown, say because somebody who had left is there after all."""
    before = state
    for left, act in reversed(list(enumerate(reversed(acts)))):
        before, state = state, apply(state, act)
        if (state.half.running is None) == bool(left):
            raise RuleViolation("throws_missing")
    return Told(before, acts[-1], state)


def is_leaving(step: StepFact) -> bool:
    """Says that somebody went home, and no throwing round."""
    return isinstance(step.data, Mapping) and step.data.get("act") == "leave"


def load_steps(games: Mapping[int, int]) -> dict[int, list[StepFact]]:
    """Table id → steps of its game (table id → game), in order; one query, none for no tables."""
    found = load_games(games.items())
    return {table: found[table, game] for table, game in games.items()}


def load_games(games: Iterable[tuple[int, int]]) -> dict[tuple[int, int], list[StepFact]]:
    """(table id, game) → its steps, in order; one query, none for no games."""
    found: dict[tuple[int, int], list[StepFact]] = {game: [] for game in games}
    if found:
        wanted = Q()
        for table, number in found:
            wanted |= Q(table=table, game=number)
        rows = DeckelStep.objects.filter(NOT_VOID, wanted).order_by("number")
        for table, number, *step in rows.values_list("table_id", "game", "id", "number", "data"):
            found[table, number].append(StepFact(*step))
    return found


def replay_of(
    facts: Facts, round_: RoundFact, table: TableFact, game: int, steps: Iterable[StepFact]
) -> Replay:
    """The game of this table as its steps tell it. Raises too_few_players."""
    leaving = table.leaving_in(game)
    return replay(
        start_of(facts, round_, table, game),
        steps,
        [absence.player for absence in table.absences if absence.player in leaving],
    )


def found_result(
    facts: Facts, round_: RoundFact, table: TableFact, game: int, state: GameState
) -> Answer | None:
    """The result of a game that is over, when it may be entered so; in the K.O. somebody who has left
    cannot have lost (C5.3), and the table says itself who has."""
    if state.loser is None:
        return None
    told = as_result(state)
    answer = Answer(told.half1, told.half2, told.endkampf)
    try:
        check_answer(facts, round_, table, game, answer, told.scharf)
    except RuleViolation:
        return None
    return answer


def schock_aus_of(told: Replay) -> tuple[int, ...]:
    """Who may have thrown the Schock aus of the last step: who did where the throws are known, else whoever
    played and has not lost. Nobody when it was another throw (R1, R4.4)."""
    if told.last is None or told.broken or is_leaving(told.steps[-1]) or told.unwritten:
        return ()
    acts, before = acts_of(told.steps[-1].data), told.last.before
    last = acts[-1]
    if not isinstance(last, Settled):
        return tuple(act.player for act in acts if isinstance(act, Thrown) and set(act.dice) == {1})
    if last.deckel != (13 if before.rules.schock_aus == "thirteen" else None):
        return ()
    return (last.best,) if last.best else tuple(p for p in before.half.active if p != last.loser)


def half_after(told: Told) -> HalfState:
    """The half of the step in the state in which the step left it, also when another has begun since."""
    if isinstance(told.act, Leave) and told.act.player not in told.before.half.seats:
        return told.before.half
    return halves.apply(told.before.half, told.act)
