"""One game at a table, thrown die by die under the tournament's rules (R1–R6): who lost which half."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.ruleset import RuleSet
from scoring.simulate import NAIVE, TEXT, Tactics, simulate_game
from tournaments.rehearsal.chance import Chance

Losers = dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Played:
    """losers: as `record_game` takes them; schock_aus: who threw one, in order."""

    losers: Losers
    schock_aus: tuple[int, ...] = ()


@lru_cache(maxsize=2000)
def skill(seed: int, player: int) -> Tactics:
    """Every fourth player knows none of the tactics; the others play as the text advises."""
    return NAIVE if Chance(seed, "skill", player).one_in(4) else TEXT


def play_game(
    seed: int,
    chance: Chance,
    rules: RuleSet,
    seated: Sequence[int],
    *,
    begins: int | None = None,
    scharf: bool = False,
    leaving: Collection[int] = (),
) -> Played:
    """A game between `seated`, in seat order; who is `leaving` goes after the first half (C2.5)."""
    rules = replace(rules, speed="scharf" if scharf else "normal")
    own = {player: skill(seed, player) for player in seated}
    game = simulate_game(rules, seated, chance, begins=begins, tactics=own)
    if scharf or not leaving:
        return Played({"half1": game.half1, "half2": game.half2, "endkampf": game.endkampf}, game.schock_aus)
    staying = [player for player in seated if player not in leaving]
    first = game.half1
    second = simulate_game(rules, staying, chance, tactics=own).half1 if len(staying) > 1 else staying[0]
    if first == second:
        return Played({"half1": first, "half2": second, "endkampf": None})
    if first in leaving:
        return Played({"half1": first, "half2": second, "endkampf": first})
    endkampf = simulate_game(rules, (first, second), chance, tactics=own).half1
    return Played({"half1": first, "half2": second, "endkampf": endkampf})


def begins_next(seated: Sequence[int], playing: Sequence[int], loser: int | None) -> int | None:
    """R5.4: the loser of the last game at this table; if he is out, who sits next. None: seat 1."""
    if loser is None or not set(seated) & set(playing):
        return None
    place = seated.index(loser)
    return next(player for player in (*seated[place:], *seated[:place]) if player in playing)


def other_game(chance: Chance, playing: Sequence[int], losers: Mapping[str, int | None]) -> Losers:
    """Another legal result of the same game, as somebody reads it who heard it wrong."""
    while True:
        other = _invented(chance, playing, scharf=losers["half2"] is None)
        if other != losers:
            return other


def _invented(chance: Chance, playing: Sequence[int], *, scharf: bool) -> Losers:
    first = chance.one_of(playing)
    if scharf:
        return {"half1": first, "half2": None, "endkampf": None}
    second = chance.one_of(playing)
    endkampf = None if first == second else chance.one_of((first, second))
    return {"half1": first, "half2": second, "endkampf": endkampf}
