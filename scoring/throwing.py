"""A throwing round (R2, R3): who may throw, how often, what may lie, and which throw is best and worst.

`RoundState` does not change; `apply` gives the next one. The text of seed 000 is the fullest about
the order and the limits, 002 about what lies, 003 about sixes and equal throws.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.acts import Act, Cast, Stand, Thrown, TurnSixes
from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from scoring.throws import check_dice, check_throw, throw_table

_MORE_THAN_THROWS: Final = 16
"""R2: one step of strength counts more than any number of throws (max_throws is 9 at most)."""


@dataclass(frozen=True, slots=True)
class TurnState:
    """The dice of who is on turn. `lying`: held or turned; `fresh`: came with the last cast.

    `throws` used so far, `hand`: the last cast was all three dice, `turned`: sixes turned in it.
    """

    lying: tuple[int, ...]
    fresh: tuple[int, ...]
    throws: int
    hand: bool
    turned: int = 0

    @property
    def dice(self) -> tuple[int, ...]:
        return self.lying + self.fresh


@dataclass(frozen=True, slots=True)
class RoundState:
    """A throwing round. `order`: everybody who throws, the starter first (R5.4); `thrown`: who has.

    `givers`: who would have to give own Deckel with the best throw (R4.2, R4.5), for R2 `repeat`.
    `laden`: the opening throw (R5.5). `turn`: None until the player on turn has thrown a die.
    """

    rules: RuleSet
    order: tuple[int, ...]
    givers: frozenset[int] = frozenset()
    laden: bool = False
    thrown: tuple[Thrown, ...] = ()
    turn: TurnState | None = None

    @property
    def complete(self) -> bool:
        return len(self.thrown) == len(self.order)

    @property
    def on_turn(self) -> int | None:
        """Who throws now, None when everybody has."""
        return None if self.complete else self.order[len(self.thrown)]

    @property
    def limit(self) -> int:
        """R3.1, R5.5: the throws that the player on turn may use."""
        if self.laden:
            return 1
        if self.thrown and self.rules.starter_limits:
            return self.thrown[0].throws
        return self.rules.max_throws

    @property
    def throws_left(self) -> int:
        return self.limit - (self.turn.throws if self.turn else 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """R2, R3.5: how a throwing round ended.

    `deckel`: worth of the best throw, all = `deckel_total`; how many move is a matter of R4.
    `tied`: whose equal throws make it a repeat; then best and worst are None and deckel is 0.
    """

    repeat: bool
    best: int | None
    worst: int | None
    deckel: int
    ends_half: bool
    tied: tuple[int, ...] = ()


def begin_round(
    rules: RuleSet, order: Sequence[int], *, givers: Collection[int] = (), laden: bool = False
) -> RoundState:
    """Nobody has thrown yet. Raises too_few_players, seated_twice."""
    if len(order) < 2:
        raise RuleViolation("too_few_players", present=len(order))
    if len(set(order)) < len(order):
        raise RuleViolation("seated_twice")
    return RoundState(rules, tuple(order), frozenset(givers), laden)


def apply(state: RoundState, act: Act) -> RoundState:
    """The state after `act` (R3.1–R3.3, R5.5); die by die and throw by throw may alternate.

    Raises round_complete, act_not_here, and what the act itself refuses:
    Cast: dice_count, dice_range, throws_used_up, no_die_thrown, dice_not_there, dice_lie_there,
    only_ones_held.
    TurnSixes: nothing_thrown, sixes_not_turned, sixes_not_there, sixes_turned_already, sixes_last_throw.
    Stand: nothing_thrown, sixes_throw_on.
    Thrown: not_on_turn, turn_running, laden_one_throw, built_without_one, and those of `check_throw`.
    """
    if state.complete:
        raise RuleViolation("round_complete")
    if isinstance(act, Thrown):
        return _thrown(state, act)
    if isinstance(act, Cast):
        return replace(state, turn=_cast(state, act))
    if isinstance(act, TurnSixes):
        return replace(state, turn=_turn_sixes(state, act.count))
    if isinstance(act, Stand):
        return _stand(state)
    raise RuleViolation("act_not_here")


def _cast(state: RoundState, act: Cast) -> TurnState:
    """R3.1, R3.2."""
    turn, rules = state.turn, state.rules
    if state.throws_left < 1:
        raise RuleViolation("throws_used_up", "dice", high=state.limit)
    check_dice(act.kept + act.dice)
    if not act.dice:
        raise RuleViolation("no_die_thrown", "kept")
    there = turn.dice if turn else ()
    if _without(there, act.kept) is None:
        raise RuleViolation("dice_not_there", "kept", kept=act.kept)
    if turn and not rules.take_back and _without(act.kept, turn.lying) is None:
        raise RuleViolation("dice_lie_there", "kept", lying=turn.lying)
    if rules.holdable == "ones" and any(die != 1 for die in act.kept):
        raise RuleViolation("only_ones_held", "kept")
    return TurnState(act.kept, act.dice, (turn.throws if turn else 0) + 1, hand=not act.kept)


def _without(dice: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...] | None:
    """`dice` without `taken`; None when they do not hold them all."""
    rest = list(dice)
    for die in taken:
        if die not in rest:
            return None
        rest.remove(die)
    return tuple(rest)


def sixes_to_turn(state: RoundState) -> tuple[int, ...]:
    """R3.3: how many sixes may be turned now: none, 1, 2, or 1 and 2."""
    turn, rules = state.turn, state.rules
    if turn is None or turn.turned or state.laden:
        return ()
    if rules.sixes_need_throw_left and state.throws_left < 1:
        return ()
    sixes = turn.fresh.count(6)
    one = (1,) if rules.two_sixes and sixes >= 2 else ()
    return one + ((2,) if rules.three_sixes and sixes == 3 else ())


def _turn_sixes(state: RoundState, count: int) -> TurnState:
    """R3.3 (000, 003): what is turned lies; the others are the player's to hold or to throw."""
    turn, rules = state.turn, state.rules
    if turn is None:
        raise RuleViolation("nothing_thrown")
    if turn.turned:
        raise RuleViolation("sixes_turned_already", "count")
    if state.laden or count not in (1, 2) or not (rules.two_sixes if count == 1 else rules.three_sixes):
        raise RuleViolation("sixes_not_turned", "count", count=count)
    if turn.fresh.count(6) < count + 1:
        raise RuleViolation("sixes_not_there", "count", need=count + 1)
    if count not in sixes_to_turn(state):
        raise RuleViolation("sixes_last_throw", "count")
    fresh = _without(turn.fresh, (6,) * count) or ()
    return replace(turn, lying=turn.lying + (1,) * count, fresh=fresh, turned=count)


def _stand(state: RoundState) -> RoundState:
    """R3.1, R3.3: whoever turned sixes throws on, but under 000 may leave it at that."""
    turn, player = state.turn, state.on_turn
    if turn is None or player is None:
        raise RuleViolation("nothing_thrown")
    if turn.turned and state.rules.sixes_need_throw_left:
        raise RuleViolation("sixes_throw_on")
    thrown = Thrown(player, turn.dice, turn.throws, turn.hand)
    return replace(state, thrown=(*state.thrown, thrown), turn=None)


def _thrown(state: RoundState, act: Thrown) -> RoundState:
    if act.player != state.on_turn:
        raise RuleViolation("not_on_turn", "player", player=act.player, next=state.on_turn)
    if state.turn is not None:
        raise RuleViolation("turn_running", "player", player=act.player)
    first = state.thrown[0].throws if state.thrown else None
    check_thrown(act, state.rules, starter_throws=first, laden=state.laden)
    return replace(state, thrown=(*state.thrown, act))


def check_thrown(
    act: Thrown, rules: RuleSet, *, starter_throws: int | None = None, laden: bool = False
) -> None:
    """R1.4, R3.1, R3.2, R5.5: whether a throw can have become this.

    Raises laden_one_throw, built_without_one, and the codes of `throws.check_throw`.
    """
    check_throw(act.dice, throws=act.throws, hand=act.hand, ruleset=rules, starter_throws=starter_throws)
    if laden and act.throws != 1:
        raise RuleViolation("laden_one_throw", "throws", value=act.throws)
    if rules.holdable == "ones" and not act.hand and 1 not in act.dice:
        raise RuleViolation("built_without_one", "hand")


def decide(throws: Sequence[Thrown], rules: RuleSet, givers: Collection[int] = ()) -> Outcome:
    """R2, R3.5: best and worst of throws in the order in which they were uncovered, or a repeat.

    The throws are taken as checked. 003: fewer throws, then "Mit ist Schitt"; 000: the later
    loses; 001: both, in the order of 003; 002: fewer throws, then the round is repeated.
    """
    keys = throw_keys(throws, rules)
    top, low = max(keys), min(keys)
    best = keys.index(top)
    worst = len(keys) - 1 - keys[::-1].index(low)
    winner = throws[best]
    deckel = throw_table(rules)[winner.hand][winner.dice].deckel
    if rules.equal_throws[-1] == "repeat":
        tied = _deciding_tie(throws, keys, () if deckel is None else givers)
        if tied:
            return Outcome(True, None, None, 0, False, tied)
    worth = rules.deckel_total if deckel is None else deckel
    return Outcome(False, winner.player, throws[worst].player, worth, deckel is None)


def throw_keys(throws: Sequence[Thrown], rules: RuleSet) -> list[int]:
    """R2: one number for each throw, higher is better, equal only where time or a repeat decides."""
    table = throw_table(rules)
    if "fewer_throws" in rules.equal_throws:
        return [table[t.hand][t.dice].strength * _MORE_THAN_THROWS - t.throws for t in throws]
    return [table[t.hand][t.dice].strength for t in throws]


def _deciding_tie(throws: Sequence[Thrown], keys: list[int], givers: Collection[int]) -> tuple[int, ...]:
    """R2 `repeat`: a tie of the worst always decides; one of the best only when one of them gives Deckel."""
    low, top = min(keys), max(keys)
    worst = tuple(t.player for t, key in zip(throws, keys, strict=True) if key == low)
    if len(worst) > 1:
        return worst
    best = tuple(t.player for t, key in zip(throws, keys, strict=True) if key == top)
    if len(best) > 1 and any(player in givers for player in best):
        return best
    return ()


def outcome(state: RoundState) -> Outcome | None:
    """How the round ended, None while somebody has still to throw."""
    return decide(state.thrown, state.rules, state.givers) if state.complete else None
