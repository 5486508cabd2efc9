"""Games played out by chance players who keep all rules (R1–R6): what an evening is made of.

The players follow the three tactic sentences of seed 002 (`TEXT`) or none of them (`NAIVE`), and see
the throws that lie open before theirs. Chance is passed in: the same seed gives the same games.

`dueren`, 10,000 games each (tests/benchmarks/simulation_report.py has all presets):

    seats                              3       4       5       6
    without Endkampf     TEXT       31.5 %  23.9 %  20.1 %  16.2 %    independent 33, 24, 20, 16 %
                         NAIVE      32.6 %  24.2 %  19.7 %  16.9 %
    throwing rounds      TEXT       25.7    25.7    25.3    24.8      independent: about 28 at four
                         NAIVE      30.0    30.6    30.5    30.1
    turns                TEXT       62.6    71.0    76.9    81.8
    points (C2.1)        TEXT        2.88    3.37    3.68    3.89     independent 3.37, 3.68

Shares and points do not depend on how well is played, so that they agree. The number of throwing
rounds does: it follows the worth of the best throw. If everybody threw once it were 50; all dice
again below a Straße 30 (NAIVE); ones always put out and no starter stopping early 19. TEXT lies
between: its starters stop at 6-5-1, which leaves the table one throw. The independent 28 is inside.

Who begins a game loses it as often as the others; without laden (`typenclub`, `kneipe`) about once
in a hundred games less. Who begins a throwing round loses it less often than chance (TEXT 30.6 %
against 40.7 % at four, NAIVE 37.1 %): the starter chooses the number of throws, and of equal throws
the earlier is better.

Time (C7.3): 13 minutes at four seats are 11 seconds a turn. With that the slowest of 25 tables
needs 24 minutes, a scharf game 5½, five seats 14; a K.O. table of 16 Spielmarken plays 9–14 games,
12.4 on average, and a final with carried marks mostly 6–13, at most 16 seen.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, Protocol

from scoring.acts import Act, Cast, Stand, Thrown, TurnSixes
from scoring.game import GameState, as_result, begin_game, with_half
from scoring.half import HalfState, settle
from scoring.points import game_points
from scoring.ruleset import RuleSet
from scoring.throwing import decide
from scoring.throws import Throw, throw_table

GOOD: Final = 651
"""The number from which on the starter stops at once: three throws of eight are as good or better."""
MIDDLE: Final = 632
"""The number that is enough for somebody with many Deckel: every second throw is as good or better."""
MANY: Final = 3
"""Who holds a third of all Deckel holds many."""
SECONDS_A_TURN: Final = 11
"""C7.3: a player with the cup, until an evening has times of its own; 13 minutes a game at four seats."""
TABLES: Final = 25
"""C7.3: the field of which the slowest table is told."""

_ONES: Final = ((), (1,), (1, 1))
_FALLS: Final = tuple(
    tuple(ones + fallen for fallen in product(range(1, 7), repeat=3 - len(ones))) for ones in _ONES
)
"""All that three, two and one die may show, with the ones that lie in front."""


class Chance(Protocol):
    """What `random.Random` offers; the module itself draws nothing."""

    def random(self) -> float:
        """0 ≤ … < 1."""
        ...


@dataclass(frozen=True, slots=True)
class Tactics:
    """Seed 002, "Taktik in drei Sätzen". Without any of them all dice are thrown again below a Straße.

    `good_first`: the starter stops at a good first throw. `ones_out`: a 1 is put out and sixes are
    turned. `not_worst`: with many Deckel it is enough not to be the worst.
    """

    good_first: bool = True
    ones_out: bool = True
    not_worst: bool = True


TEXT: Final = Tactics()
NAIVE: Final = Tactics(good_first=False, ones_out=False, not_worst=False)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One simulated game. `half1`, `half2`, `endkampf`: who lost it (R7), `loser`: who lost the game.

    `throwing_rounds` with the opening ones (R5.5) and the repeats, `turns`: how often somebody had
    the cup, `dice`: how many were thrown. `opened`: throwing rounds without opening throws and
    repeats, `opener_lost`: those lost by who began them, `opener_fair`: how many that would be if it
    made no difference. `schock_aus`: who threw one, in order. `points`: in seat order (C2.1).
    """

    half1: int
    half2: int | None
    endkampf: int | None
    loser: int
    throwing_rounds: int
    turns: int
    dice: int
    opened: int
    opener_lost: int
    opener_fair: float
    schock_aus: tuple[int, ...]
    points: tuple[int, ...]


def simulate_game(
    rules: RuleSet,
    seats: Sequence[int],
    rng: Chance,
    *,
    begins: int | None = None,
    tactics: Tactics | Mapping[int, Tactics] = TEXT,
    acts: list[Act] | None = None,
) -> GameFacts:
    """R1–R5: one whole game of these players, in seat order; `begins` as in `begin_game`.

    `tactics`: of everybody, or of each player. `acts`: a list to which every act is added, die by
    die, so that the game can be shown or replayed (`game.apply`). Raises too_few_players,
    seated_twice, not_playing.
    """
    game = begin_game(rules, seats, begins)
    own = tactics if isinstance(tactics, Mapping) else dict.fromkeys(seats, tactics)
    play = _Play(rules, rng, own, acts)
    while game.loser is None:
        game = with_half(game, play.throwing_round(game.half))
    return _facts(game, play)


def _facts(game: GameState, play: "_Play") -> GameFacts:
    result = as_result(game)
    points = game_points(result)
    return GameFacts(
        half1=game.losers[0],
        half2=result.half2,
        endkampf=result.endkampf,
        loser=game.losers[-1],
        throwing_rounds=play.rounds,
        turns=play.turns,
        dice=play.dice,
        opened=play.opened,
        opener_lost=play.opener_lost,
        opener_fair=play.opener_fair,
        schock_aus=tuple(play.schock_aus),
        points=tuple(points[player] for player in game.seats),
    )


@dataclass(slots=True)
class _Play:
    """The players of one game, and what is counted while they play."""

    rules: RuleSet
    rng: Chance
    tactics: Mapping[int, Tactics]
    acts: list[Act] | None
    rounds: int = 0
    turns: int = 0
    dice: int = 0
    opened: int = 0
    opener_lost: int = 0
    opener_fair: float = 0.0
    schock_aus: list[int] = field(default_factory=list)

    def throwing_round(self, half: HalfState) -> HalfState:
        """R3: everybody who plays has a turn; the half afterwards."""
        rules, order = self.rules, half.order
        limit = 1 if half.laden else rules.max_throws
        table = throw_table(rules)
        throws: list[Thrown] = []
        lowest: int | None = None
        for player in order:
            many = half.owns(player) * MANY >= rules.deckel_total
            thrown = self.turn(player, limit, lowest, many, half.laden)
            strength = table[thrown.hand][thrown.dice].strength
            if lowest is None or strength < lowest:
                lowest = strength
            if not throws and rules.starter_limits:
                limit = thrown.throws
            throws.append(thrown)
        outcome = decide(throws, rules, half.givers)
        self.rounds += 1
        self.turns += len(order)
        if not half.laden and not outcome.repeat:
            self.opened += 1
            self.opener_lost += outcome.worst == order[0]
            self.opener_fair += 1 / len(order)
        return settle(half, outcome)

    def turn(self, player: int, limit: int, lowest: int | None, many: bool, laden: bool) -> Thrown:
        """R3.1–R3.3: one player's throws. Only ones are held, which every rule set allows."""
        table, random, acts = throw_table(self.rules), self.rng.random, self.acts
        tactics = self.tactics[player]
        must_throw_on = self.rules.sixes_need_throw_left
        ones = throws = 0
        while True:
            falls = _FALLS[ones]
            dice = falls[int(random() * len(falls))]
            hand, throws = not ones, throws + 1
            self.dice += 3 - ones
            if acts is not None:
                acts.append(Cast(dice[ones:], _ONES[ones]))
            throw, left = table[hand][dice], throws < limit
            content = self.content(tactics, throw, throws, lowest, many)
            stands = content or not left
            sixes = 0 if laden else dice.count(6)
            if sixes > 1 and (sixes == 3 or not content):
                turned = self.sixes(dice, sixes, left, hand) if tactics.ones_out else 0
                if turned:
                    dice = _turned(dice, turned)
                    content = self.content(tactics, table[hand][dice], throws, lowest, many)
                    stands = not must_throw_on and (content or not left)
                    if acts is not None:
                        acts.append(TurnSixes(turned))
            if stands:
                break
            ones = dice.count(1) if tactics.ones_out else 0
        if acts is not None:
            acts.append(Stand())
        if dice == (1, 1, 1):
            self.schock_aus.append(player)
        return Thrown(player, dice, throws, hand)

    def content(self, tactics: Tactics, throw: Throw, throws: int, lowest: int | None, many: bool) -> bool:
        """Whether the player stops here. `lowest`: the worst open throw; None for the starter."""
        worth = throw.deckel
        if worth is None or throw.kind == "schock_aus":
            return True
        if lowest is not None and throw.strength <= lowest:
            return False
        many = many and tactics.not_worst
        if worth > 1 or (many and lowest is not None):
            return True
        if lowest is not None:
            return False
        if many and throw.number >= MIDDLE:
            return True
        return tactics.good_first and throws == 1 and throw.number >= GOOD

    def sixes(self, dice: tuple[int, ...], sixes: int, left: bool, hand: bool) -> int:
        """R3.3: how many of these sixes the player turns, as many as he may while he throws on."""
        rules = self.rules
        if rules.sixes_need_throw_left and not left:
            return 0
        allowed = [1] if rules.two_sixes else []
        if rules.three_sixes and sixes == 3:
            allowed.append(2)
        if left:
            return max(allowed, default=0)
        table = throw_table(rules)[hand]
        return max([0, *allowed], key=lambda count: table[_turned(dice, count)].strength)


def _turned(dice: tuple[int, ...], count: int) -> tuple[int, ...]:
    rest = [die for die in dice if die != 6]
    return (1,) * count + tuple(sorted(rest)) + (6,) * (3 - len(rest) - count)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a count varies: mean, a tenth of all below `low`, half below `median`, a tenth above `high`.

    `slowest`: mean of the largest of 25 (C7.3: the slowest of 25 tables).
    """

    mean: float
    low: int
    median: int
    high: int
    slowest: float


@dataclass(frozen=True, slots=True)
class Report:
    """What many games of one rule set and number of seats have shown. Shares are 0…1.

    `lost_by_seat`: games lost by each seat, seat 1 begins (fair: 1/seats each). `opener_lost`:
    throwing rounds lost by who began them, against `opener_fair`. `points`: mean of a player in a
    game (C2.1).
    """

    rules: RuleSet
    tactics: Tactics
    seats: int
    games: int
    throwing_rounds: Spread
    turns: Spread
    without_endkampf: float
    lost_by_seat: tuple[float, ...]
    opener_lost: float
    opener_fair: float
    points: float


def report(rules: RuleSet, seats: int, games: int, rng: Chance, *, tactics: Tactics = TEXT) -> Report:
    """`games` games of `seats` players. Raises too_few_players; ValueError below one game."""
    if games < 1:
        raise ValueError("no games")
    players = range(1, seats + 1)
    played = [simulate_game(rules, players, rng, tactics=tactics) for _ in range(games)]
    lost = Counter(facts.loser for facts in played)
    opened = sum(facts.opened for facts in played)
    return Report(
        rules=rules,
        tactics=tactics,
        seats=seats,
        games=games,
        throwing_rounds=spread([facts.throwing_rounds for facts in played]),
        turns=spread([facts.turns for facts in played]),
        without_endkampf=sum(facts.endkampf is None for facts in played) / games,
        lost_by_seat=tuple(lost[player] / games for player in players),
        opener_lost=sum(facts.opener_lost for facts in played) / opened,
        opener_fair=sum(facts.opener_fair for facts in played) / opened,
        points=sum(sum(facts.points) for facts in played) / (games * seats),
    )


def spread(counts: Sequence[int]) -> Spread:
    """Mean, tenths and the slowest of 25 out of what was counted."""
    ordered, n = sorted(counts), len(counts)
    weights = [((rank + 1) / n) ** TABLES - (rank / n) ** TABLES for rank in range(n)]
    return Spread(
        mean=sum(ordered) / n,
        low=ordered[n // 10],
        median=ordered[n // 2],
        high=ordered[n - 1 - n // 10],
        slowest=sum(weight * count for weight, count in zip(weights, ordered, strict=True)),
    )
