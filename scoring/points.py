"""Points of one game (C2): who lost which half is all that is needed (R7)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.errors import RuleViolation

LOSER: Final = 0
ENDKAMPF: Final = 3
WINNER: Final = 5
OUTCOMES: Final = ("played", "walkover", "void")


@dataclass(frozen=True, slots=True)
class Game:
    """One game at one table.

    `players`: everybody seated, in seat order. `half1`, `half2`, `endkampf`: who lost it; scharf
    has half1 only (R5.6). `no_show`: not there for this game, also who left in an earlier one.
    `left`: left in this game. `outcome`: played · walkover ("kampflos") · void ("ohne Wertung").
    """

    players: tuple[int, ...]
    half1: int | None
    half2: int | None
    endkampf: int | None
    scharf: bool = False
    no_show: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    outcome: str = "played"


def check_game(game: Game) -> None:
    """C2.1–C2.5, C2.7, C2.8: raises RuleViolation unless these facts are a game.

    Codes: half1_missing, half2_missing, endkampf_missing, endkampf_not_in_halves,
    endkampf_not_allowed, endkampf_after_leaving, loser_not_seated, loser_absent, scharf_one_half,
    too_few_players, walkover_not_alone, unknown_outcome, seated_twice, absent_not_seated,
    absent_twice. A void game may carry anything that was entered before it was voided.
    """
    _check_seats(game)
    if game.outcome == "void":
        return
    present = len(game.players) - len(game.no_show)
    if game.outcome == "walkover":
        if present - len(game.left) > 1:
            raise RuleViolation("walkover_not_alone", "outcome", present=present - len(game.left))
        if present - len(game.left) < 1:
            raise RuleViolation("too_few_players", "outcome", present=0)
        return
    if present < 2 or present == len(game.left):
        raise RuleViolation("too_few_players", present=present - len(game.left))
    _check_halves(game)
    if not game.scharf:
        _check_endkampf(game)


def game_points(game: Game) -> dict[int, int]:
    """C2.1, C2.2, C2.5, C2.8: points of everybody seated, in seat order; {} for a void game.

    Raises RuleViolation as `check_game` does.
    """
    return dict(_points(game))


@lru_cache(maxsize=8192)  # standings ask for every game of the evening again and again
def _points(game: Game) -> tuple[tuple[int, int], ...]:
    check_game(game)
    if game.outcome == "void":
        return ()
    points = {
        player: LOSER if player in game.no_show or player in game.left else WINNER for player in game.players
    }
    if game.outcome == "played":
        for player in (game.half1, game.half2):
            if player is not None and player not in game.left:
                points[player] = ENDKAMPF
        points[game_loser(game.half1, game.half2, game.endkampf, game.scharf)] = LOSER
    return tuple(points.items())


def game_loser(half1: int | None, half2: int | None, endkampf: int | None, scharf: bool) -> int:
    """R5.2, R5.3, R5.6: who has lost the game (in the K.O. he gives a Spielmarke, C5.1)."""
    if half1 is None:
        raise RuleViolation("half1_missing", "half1")
    if scharf:
        return half1
    if half2 is None:
        raise RuleViolation("half2_missing", "half2")
    if half1 == half2:
        return half1
    if endkampf is None:
        raise RuleViolation("endkampf_missing", "endkampf")
    return endkampf


def forced_endkampf(half1: int | None, half2: int | None, left: frozenset[int] = frozenset()) -> int | None:
    """C2.5: the Endkampf is not played when one of its two has left: the leaver has lost it.

    The leaver, or None where the Endkampf must be played, is not needed, or both have left.
    """
    if half1 is None or half2 is None or half1 == half2 or (half1 in left) == (half2 in left):
        return None
    return half1 if half1 in left else half2


def _check_seats(game: Game) -> None:
    if game.outcome not in OUTCOMES:
        raise RuleViolation("unknown_outcome", "outcome", value=game.outcome)
    seated = set(game.players)
    if len(seated) < len(game.players):
        raise RuleViolation("seated_twice")
    for player in sorted((game.no_show | game.left) - seated):
        raise RuleViolation("absent_not_seated", player=player)
    for player in sorted(game.no_show & game.left):
        raise RuleViolation("absent_twice", player=player)


def _check_halves(game: Game) -> None:
    if game.half1 is None:
        raise RuleViolation("half1_missing", "half1")
    if game.scharf:
        if game.half2 is not None or game.endkampf is not None:
            field = "half2" if game.half2 is not None else "endkampf"
            raise RuleViolation("scharf_one_half", field)
    elif game.half2 is None:
        raise RuleViolation("half2_missing", "half2")
    for field, player in (("half1", game.half1), ("half2", game.half2)):
        if player is None:
            continue
        if player not in game.players:
            raise RuleViolation("loser_not_seated", field, player=player)
        if player in game.no_show:
            raise RuleViolation("loser_absent", field, player=player)


def _check_endkampf(game: Game) -> None:
    if game.half1 == game.half2:
        if game.endkampf is not None:
            raise RuleViolation("endkampf_not_allowed", "endkampf")
        return
    if game.endkampf is None:
        raise RuleViolation("endkampf_missing", "endkampf")
    if game.endkampf not in (game.half1, game.half2):
        raise RuleViolation("endkampf_not_in_halves", "endkampf", player=game.endkampf)
    forced = forced_endkampf(game.half1, game.half2, game.left)
    if forced is not None and game.endkampf != forced:
        raise RuleViolation("endkampf_after_leaving", "endkampf", player=forced)
