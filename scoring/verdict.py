""" "Wer hat verloren?" (R7): the throws of one throwing round in, loser, winner, Deckel and why out.

The rule is that of `throwing.decide`; here it is only explained, as codes whose sentences a page has.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from scoring.acts import Thrown
from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from scoring.throwing import Outcome, check_thrown, decide, throw_keys
from scoring.throws import Throw, throw_table


@dataclass(frozen=True, slots=True)
class Reason:
    """Why. `code` and what a sentence needs: players, throws, kinds (see `who_lost`)."""

    code: str
    params: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """One throw and what it counts as. `built_as`: the class that it would have been from the hand (R1.1)."""

    thrown: Thrown
    throw: Throw
    built_as: str | None

    @property
    def player(self) -> int:
        return self.thrown.player


@dataclass(frozen=True, slots=True)
class Verdict:
    """The throwing round judged. `lines`: best first. With `outcome.repeat` there is no loser."""

    outcome: Outcome
    lines: tuple[Line, ...]
    why_loser: Reason
    why_winner: Reason
    why_deckel: Reason | None

    @property
    def loser(self) -> int | None:
        return self.outcome.worst

    @property
    def winner(self) -> int | None:
        return self.outcome.best


def who_lost(
    throws: Sequence[Thrown], rules: RuleSet, *, givers: Collection[int] = (), laden: bool = False
) -> Verdict:
    """R2, R3.5: `throws` in the order in which they were uncovered, the starter first.

    `givers`: who would have to give own Deckel (phase 2: everybody who plays), for R2 `repeat`.

    why_loser, compared with the throw directly above: lower_kind, lower_number, more_throws, later;
    why_winner, compared with the one directly below: higher_kind, higher_number, fewer_throws,
    earlier, equal_no_matter (002: the tie decides nothing). Params: player, other, kind, number,
    other_kind, other_number, throws, other_throws, difference (of the throws used), built_as,
    other_built_as. A repeat: repeat_worst or repeat_best with players, kind, number, throws.
    why_deckel: worth or all_deckel with kind, number, deckel.

    Raises too_few_throws, thrown_twice, and with the param `player` what `check_thrown` does.
    """
    _check(throws, rules, laden)
    keys = throw_keys(throws, rules)
    by_rank = sorted(range(len(throws)), key=lambda index: (-keys[index], index))
    lines = tuple(_line(throws[index], rules) for index in by_rank)
    outcome = decide(throws, rules, givers)
    if outcome.repeat:
        why = _why_repeat(outcome, lines)
        return Verdict(outcome, lines, why, why, None)
    best, second, above, worst = lines[0], lines[1], lines[-2], lines[-1]
    return Verdict(
        outcome,
        lines,
        _why(worst, above, rules, ("lower_kind", "lower_number", "more_throws", "later")),
        _why(best, second, rules, ("higher_kind", "higher_number", "fewer_throws", "earlier")),
        _why_deckel(outcome, best),
    )


def hand_matters(dice: Sequence[int], throws: int, rules: RuleSet) -> bool:
    """R1.1, R1.3: whether it has to be known if these dice came out of one throw. Dice as `check_dice`."""
    return throws > 1 and tuple(sorted(dice)) in hand_throws(rules)


def hand_throws(rules: RuleSet) -> tuple[tuple[int, ...], ...]:
    """R1.1, R1.3: the throws that count for less when they are built, each in ascending order."""
    built, from_hand = throw_table(rules)
    return tuple(
        dice
        for dice in from_hand
        if list(dice) == sorted(dice) and built[dice].strength != from_hand[dice].strength
    )


def _check(throws: Sequence[Thrown], rules: RuleSet, laden: bool) -> None:
    if len(throws) < 2:
        raise RuleViolation("too_few_throws", count=len(throws))
    seen: set[int] = set()
    for act in throws:
        if act.player in seen:
            raise RuleViolation("thrown_twice", "player", player=act.player)
        seen.add(act.player)
        starter_throws = throws[0].throws if act is not throws[0] else None
        try:
            check_thrown(act, rules, starter_throws=starter_throws, laden=laden)
        except RuleViolation as refused:
            params = {**refused.params, "player": act.player}
            raise RuleViolation(refused.code, refused.field, **params) from refused


def _line(act: Thrown, rules: RuleSet) -> Line:
    built, from_hand = throw_table(rules)
    throw = (from_hand if act.hand else built)[act.dice]
    best = from_hand[act.dice]
    return Line(act, throw, None if throw.kind == best.kind else best.kind)


def _why(one: Line, other: Line, rules: RuleSet, codes: tuple[str, str, str, str]) -> Reason:
    """Which criterion separates two neighbours: class, height, number of throws, or time (R2)."""
    by_kind, by_number, by_throws, by_time = codes
    used, used_there = one.thrown.throws, other.thrown.throws
    if one.throw.kind != other.throw.kind:
        code = by_kind
    elif one.throw.strength != other.throw.strength:
        code = by_number
    elif used != used_there and "fewer_throws" in rules.equal_throws:
        code = by_throws
    else:
        code = "equal_no_matter" if rules.equal_throws[-1] == "repeat" else by_time
    params: dict[str, object] = {"difference": abs(used - used_there)}
    for prefix, line in (("", one), ("other_", other)):
        params |= {
            f"{prefix}kind": line.throw.kind,
            f"{prefix}number": line.throw.number,
            f"{prefix}throws": line.thrown.throws,
            f"{prefix}built_as": line.built_as,
        }
    return Reason(code, {"player": one.player, "other": other.player, **params})


def _why_repeat(outcome: Outcome, lines: Sequence[Line]) -> Reason:
    tied = next(line for line in lines if line.player in outcome.tied)
    code = "repeat_worst" if lines[-1].player in outcome.tied else "repeat_best"
    return Reason(
        code,
        {
            "players": outcome.tied,
            "kind": tied.throw.kind,
            "number": tied.throw.number,
            "throws": tied.thrown.throws,
        },
    )


def _why_deckel(outcome: Outcome, best: Line) -> Reason:
    """R3.5, R4.4."""
    return Reason(
        "all_deckel" if outcome.ends_half else "worth",
        {"kind": best.throw.kind, "number": best.throw.number, "deckel": outcome.deckel},
    )
