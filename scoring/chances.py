"""Who is surely above or below the cut before the last game of the Vorrunde (C2, C3.3, C4.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.format import SEATS
from scoring.points import WINNER

SURE: Final = "sure"
OPEN: Final = "open"
OUT: Final = "out"


@dataclass(frozen=True, slots=True)
class Contender:
    """`points` so far and `games` still to come. `able`: may qualify; who withdrew or was excluded may not,
    but may still come back (C2.5)."""

    player: int
    points: int
    games: int
    able: bool = True

    @property
    def most(self) -> int:
        """C2.1: five in every game that is left."""
        return self.points + WINNER * self.games


def chances(field: Iterable[Contender], places: int, *, newcomer: int | None = None) -> dict[int, str]:
    """For everybody who may qualify: sure · open · out of the best `places`.

    Certain means: however the games that are left end, played or not (C2.5, C2.7), and however a tie at
    the line ends, which therefore counts as open (C3.3). `newcomer`: the points that somebody can still
    reach who comes late (C2.6); None once late entry is closed. Never wrong, but careful: that somebody
    must win while others lose to each other is left out, except that every table has a loser. `out` is
    told of the present field: should somebody above withdraw, the next one moves up.
    """
    everybody = tuple(field)
    able = [one for one in everybody if one.able]
    safe = newcomer is None
    told: dict[tuple[int, int], str] = {}  # who has as many points and games left has the same chance
    for one in able:
        same = one.points, one.games
        if same in told:
            continue
        if sum(other.points > one.most for other in able) >= places:
            told[same] = OUT
        elif (safe or one.points > (newcomer or 0)) and _beside(everybody, one, safe) < places:
            told[same] = SURE
        else:
            told[same] = OPEN
    return {one.player: told[one.points, one.games] for one in able}


def _beside(field: tuple[Contender, ...], one: Contender, closed: bool) -> int:
    """How many others may reach at least the points that `one` has, if he gets none any more.

    Of all who play a game, at most six sit together and one of them gets nothing (C2.1, C2.3), so every
    game leaves at least a sixth of the field without points. Whoever must not lose that often to get there
    cannot get there together with all the others. Who comes late may take such a loss (`closed`: nobody).
    """
    there = sum(other.points >= one.points for other in field) - 1
    spare = sorted(
        other.games + (other.points - one.points) // WINNER
        for other in field
        if other.points < one.points <= other.most
    )
    games = max((other.games for other in field), default=0)
    losses = games * -(-len(field) // SEATS) if closed else 0
    taken = games * (len(field) - len(spare)) + sum(spare)
    while spare and taken < losses:
        taken += games - spare.pop(0)
    return there + len(spare)
