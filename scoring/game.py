"""A game at one table (R5): two halves and, where their losers differ, the Endkampf; or one half (scharf).

`GameState` does not change; `apply` gives the next one, and a game is the list of its acts
(`scoring.acts`): undo plays all but the last one again. The texts agree about R5.1–R5.3; who begins
follows 003, laden 001 and 003.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring import half as halves
from scoring.acts import Act, Leave
from scoring.errors import RuleViolation
from scoring.half import HalfState, begin_half
from scoring.points import Game, forced_endkampf
from scoring.ruleset import RuleSet

STAGES: Final = ("half1", "half2", "endkampf", "over")


@dataclass(frozen=True, slots=True)
class GameState:
    """A game that is being played. `seats`: clockwise; `losers`: of Hälfte 1, Hälfte 2, Endkampf so far.

    `half`: what is played now, at the end what was played last. `left`: who went home (C2.5).
    `loser`: of the game, None until it is over. `rounds`: throwing rounds of the halves before `half`.
    """

    rules: RuleSet
    seats: tuple[int, ...]
    half: HalfState
    losers: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    loser: int | None = None
    rounds: int = 0

    @property
    def stage(self) -> str:
        """half1 · half2 · endkampf · over."""
        return "over" if self.loser is not None else STAGES[len(self.losers)]

    @property
    def throwing_rounds(self) -> int:
        """All throwing rounds so far, opening throws included, repeats not."""
        return self.rounds + (self.half.rounds if self.loser is None else 0)


def begin_game(rules: RuleSet, seats: Sequence[int], begins: int | None = None) -> GameState:
    """R5.1, R5.4: `begins` is the loser of the last game here; at a new table it is seat 1.

    Raises too_few_players, seated_twice, not_playing.
    """
    half = begin_half(rules, seats, begins, laden=rules.laden != "none")
    return GameState(rules, half.seats, half)


def apply(game: GameState, act: Act) -> GameState:
    """The state after `act`. Raises game_over, and what `half.apply` does."""
    if game.loser is not None:
        raise RuleViolation("game_over")
    if isinstance(act, Leave):
        return _leave(game, act)
    return with_half(game, halves.apply(game.half, act))


def with_half(game: GameState, half: HalfState) -> GameState:
    """R5.2–R5.6: the game with its running half in this state; if that is over, what comes next."""
    if half.loser is None:
        return replace(game, half=half)
    losers = (*game.losers, half.loser)
    done = replace(game, half=half, losers=losers, rounds=game.rounds + half.rounds)
    if game.rules.speed == "scharf" or len(losers) == 3:
        return replace(done, loser=losers[-1])
    if len(losers) == 1:
        return _second_half(done)
    return _after_two(done)


def _second_half(game: GameState) -> GameState:
    """R5.1, R5.4: everybody again, the loser of Hälfte 1 begins (for all sets; 003 says it of the Endkampf).

    Where one alone is still there, the one who went home loses Hälfte 2 as well (C2.5).
    """
    here = tuple(player for player in game.seats if player not in game.left)
    if len(here) < 2:
        return _after_two(replace(game, losers=game.losers * 2))
    return replace(game, half=_next_half(game, here))


def _after_two(game: GameState) -> GameState:
    """R5.2 (001: Blattschuss), R5.3; C2.5: no Endkampf against somebody who went home."""
    first, second = game.losers
    if first == second:
        return replace(game, loser=first)
    gone = forced_endkampf(first, second, game.left)
    if gone is None and first in game.left:
        # Both went home: nobody is left to play it. The game is told with the first as its loser.
        gone = first
    if gone is not None:
        return replace(game, losers=(first, second, gone), loser=gone)
    both = tuple(player for player in game.seats if player in (first, second))
    return replace(game, half=_next_half(game, both))


def _next_half(game: GameState, seats: tuple[int, ...]) -> HalfState:
    """R5.4: the loser of Hälfte 1 begins; if he went home, who sits next to him."""
    at = game.seats.index(game.losers[0])
    clockwise = game.seats[at:] + game.seats[:at]
    starter = next(player for player in clockwise if player in seats)
    return begin_half(game.rules, seats, starter, laden=game.rules.laden == "half")


def _leave(game: GameState, act: Leave) -> GameState:
    """C2.5: who went home plays no later half; one who is not in the Endkampf only goes."""
    if act.player not in game.seats:
        raise RuleViolation("not_seated", "player", player=act.player)
    if act.player in game.left:
        raise RuleViolation("left_already", "player", player=act.player)
    gone = replace(game, left=game.left | {act.player})
    if act.player not in game.half.seats:
        return gone
    return with_half(gone, halves.apply(game.half, act))


def as_result(game: GameState) -> Game:
    """R7: who lost what, as `scoring.points` takes it; unfinished halves are None."""
    half1, half2, endkampf = (*game.losers, None, None, None)[:3]
    return Game(game.seats, half1, half2, endkampf, scharf=game.rules.speed == "scharf", left=game.left)
