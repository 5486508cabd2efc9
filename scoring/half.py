"""A half or the Endkampf (R4, R5.4, R5.5): Stock, Deckel, who still plays and who has lost it.

`HalfState` does not change; `apply` gives the next one. All four texts tell the same half; 002 is
the fullest. Who goes home in the middle of it is a matter of the championship (C2.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring import throwing
from scoring.acts import Act, Leave, Settled
from scoring.errors import RuleViolation
from scoring.ruleset import RuleSet
from scoring.throwing import Outcome, RoundState, begin_round


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a throwing round moved. `from_stock` + `from_best` Deckel, or with `ends_half` all (R4.4)."""

    outcome: Outcome
    laden: bool
    from_stock: int = 0
    from_best: int = 0


@dataclass(frozen=True, slots=True)
class HalfState:
    """One half. `seats`: everybody who began it, clockwise; `deckel`: theirs, in the same order.

    `starter`: who begins the next throwing round (R5.4). `laden`: the next one is the opening
    throw (R5.5). `safe`: has no Deckel since the Stock was empty (R4.2). `left`: went home (C2.5).
    `loser`: None until the half is over. `rounds`: throwing rounds, the opening throw included,
    the `repeats` not. `running`: None until somebody has thrown. `last`: what moved last.
    """

    rules: RuleSet
    seats: tuple[int, ...]
    starter: int
    laden: bool
    stock: int
    deckel: tuple[int, ...]
    safe: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    loser: int | None = None
    rounds: int = 0
    repeats: int = 0
    running: RoundState | None = None
    last: Settlement | None = None

    @property
    def phase(self) -> int:
        """R4: 1 while there are Deckel in the Stock, then 2."""
        return 1 if self.stock else 2

    @property
    def active(self) -> tuple[int, ...]:
        """R4.1, R4.2: who plays, in seat order; nobody once the half is over."""
        if self.loser is not None:
            return ()
        if not self.safe and not self.left:
            return self.seats
        return tuple(player for player in self.seats if player not in self.safe and player not in self.left)

    @property
    def order(self) -> tuple[int, ...]:
        """R5.4: who throws in the next throwing round, clockwise from the starter."""
        playing = self.active
        begin = playing.index(self.starter) if playing else 0
        return playing[begin:] + playing[:begin]

    @property
    def givers(self) -> frozenset[int]:
        """R4.2, R4.5: who would give own Deckel with the best throw."""
        if self.stock and not self.rules.pass_on_early:
            return frozenset()
        return frozenset(p for p, own in zip(self.seats, self.deckel, strict=True) if own)

    def owns(self, player: int) -> int:
        return self.deckel[self.seats.index(player)]


def begin_half(
    rules: RuleSet, seats: Sequence[int], starter: int | None = None, *, laden: bool = False
) -> HalfState:
    """R5.1: all Deckel in the Stock, everybody plays, `starter` (default: seat 1, R5.4) begins.

    Raises too_few_players, seated_twice, not_playing.
    """
    if len(seats) < 2:
        raise RuleViolation("too_few_players", present=len(seats))
    if len(set(seats)) < len(seats):
        raise RuleViolation("seated_twice")
    if starter is None:
        starter = seats[0]
    if starter not in seats:
        raise RuleViolation("not_playing", "starter", player=starter)
    return HalfState(rules, tuple(seats), starter, laden, rules.deckel_total, (0,) * len(seats))


def throwing_round(half: HalfState) -> RoundState:
    """The throwing round that runs or comes next. Raises half_over."""
    if half.loser is not None:
        raise RuleViolation("half_over")
    if half.running is not None:
        return half.running
    return begin_round(half.rules, half.order, givers=half.givers, laden=half.laden)


def apply(half: HalfState, act: Act) -> HalfState:
    """The state after `act`: throws make a throwing round, a complete one moves Deckel (R4).

    Raises half_over; Settled: round_running, not_playing, not_a_worth, best_missing, best_is_loser;
    Leave: not_seated, left_already; all others as `throwing.apply`.
    """
    if half.loser is not None:
        raise RuleViolation("half_over")
    if isinstance(act, Leave):
        return _leave(half, act.player)
    if isinstance(act, Settled):
        return settle(half, _told_outcome(half, act))
    running = throwing.apply(throwing_round(half), act)
    outcome = throwing.outcome(running)
    return replace(half, running=running) if outcome is None else settle(half, outcome)


def settle(half: HalfState, outcome: Outcome) -> HalfState:
    """R4.1–R4.6: the half after a throwing round that ended so. `outcome` is taken as checked.

    R2: after a repeat nothing has changed and the same player begins.
    """
    best, worst = outcome.best, outcome.worst
    if best is None or worst is None:
        last = Settlement(outcome, half.laden)
        return replace(half, repeats=half.repeats + 1, running=None, last=last)
    deckel = list(half.deckel)
    to, total = half.seats.index(worst), half.rules.deckel_total
    if outcome.ends_half:
        deckel = [0] * len(deckel)
        deckel[to] = total
        stock, from_stock, given = 0, 0, 0
    else:
        giver = half.seats.index(best)
        gives = half.stock == 0 or half.rules.pass_on_early
        given = min(outcome.deckel, deckel[giver]) if gives else 0
        from_stock = min(outcome.deckel - given, half.stock)
        deckel[giver] -= given
        deckel[to] += given + from_stock
        stock = half.stock - from_stock
    lost = deckel[to] == total
    return HalfState(
        rules=half.rules,
        seats=half.seats,
        starter=worst,
        laden=False,
        stock=stock,
        deckel=tuple(deckel),
        safe=half.safe if stock else _safe(half, deckel),
        left=half.left,
        loser=worst if lost else None,
        rounds=half.rounds + 1,
        repeats=half.repeats,
        last=Settlement(outcome, half.laden, from_stock, given),
    )


def _safe(half: HalfState, deckel: Sequence[int]) -> frozenset[int]:
    """R4.2; who went home is not safe but gone."""
    free = [p for p, own in zip(half.seats, deckel, strict=True) if not own and p not in half.left]
    return half.safe.union(free)


def worths(rules: RuleSet) -> tuple[int | None, ...]:
    """R1, R1.3, R4.4: what a best throw may be worth under these rules, None = all Deckel."""
    found: list[int | None] = [1, 2, 3, 4, 5, 6]
    if rules.jule == "seven":
        found.append(7)
    if rules.schock_aus == "thirteen":
        found.append(13)
    if rules.schock_aus == "ends_half" or rules.jule == "top":
        found.append(None)
    return tuple(found)


def _told_outcome(half: HalfState, act: Settled) -> Outcome:
    """R3.5: the end of a throwing round as the table tells it."""
    if half.running is not None:
        raise RuleViolation("round_running")
    if act.loser not in half.active:
        raise RuleViolation("not_playing", "loser", player=act.loser)
    if act.best is not None and act.best not in half.active:
        raise RuleViolation("not_playing", "best", player=act.best)
    if act.best == act.loser:
        raise RuleViolation("best_is_loser", "best", player=act.loser)
    if act.deckel not in worths(half.rules):
        raise RuleViolation("not_a_worth", "deckel", deckel=act.deckel)
    best = act.best
    if best is None:
        if act.deckel is not None and half.givers - {act.loser}:
            raise RuleViolation("best_missing", "best")
        # Nobody gives own Deckel, so that any other player stands for the unknown one.
        best = next(player for player in half.active if player != act.loser)
    worth = half.rules.deckel_total if act.deckel is None else act.deckel
    return Outcome(False, best, act.loser, worth, act.deckel is None)


def _leave(half: HalfState, player: int) -> HalfState:
    """C2.5: Deckel back to the Stock; who is safe stays safe. A running throwing round is thrown anew.

    When only one is left who plays, who went home has lost the half.
    """
    if player not in half.seats:
        raise RuleViolation("not_seated", "player", player=player)
    if player in half.left:
        raise RuleViolation("left_already", "player", player=player)
    if player in half.safe:
        return replace(half, left=half.left | {player})
    playing, at = half.active, half.active.index(player)
    rest = playing[at + 1 :] + playing[:at]
    if len(rest) < 2:
        return replace(half, left=half.left | {player}, loser=player, running=None)
    return replace(
        half,
        left=half.left | {player},
        stock=half.stock + half.owns(player),
        deckel=tuple(0 if p == player else own for p, own in zip(half.seats, half.deckel, strict=True)),
        starter=rest[0] if half.starter == player else half.starter,
        running=None,
    )
