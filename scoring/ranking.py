"""Standings (C3): tallies, shared ranks, the places that matter, the Stechen about them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final

from scoring.format import Format
from scoring.points import LOSER, WINNER, Game, game_points


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has gathered. `lost`: games with no point; `wins`: games with five."""

    player: int
    points: int = 0
    games: int = 0
    lost: int = 0
    wins: int = 0
    schock_aus: int = 0
    eligible: bool = True


@dataclass(frozen=True, slots=True)
class RoundGames:
    """The games of one Turnierrunde that count.

    `seated`: who sits at a table without a game yet. Whoever is in no game and not seated has
    missed the round.
    """

    games: tuple[Game, ...]
    seated: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `tied`: somebody else has the same rank."""

    player: int
    rank: int
    points: int
    games: int
    lost: int
    wins: int
    schock_aus: int
    tied: bool
    eligible: bool


@dataclass(frozen=True, slots=True)
class Boundary:
    """C3.3: a line between two places. `kind`: cut · bonus · prize; `position`: last place above."""

    kind: str
    position: int


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """C3.4a: players who share a rank across one or more boundaries: one Stechen.

    `first_place`: place of the first of them among the eligible. `places`: for each boundary, how
    many of them stand above it.
    """

    players: tuple[int, ...]
    first_place: int
    boundaries: tuple[Boundary, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """C3.4: players who have to throw (again). `attempt` counts from 1.

    `missing`: those of them who have not thrown this attempt. `places`: for how many places; when
    the group lies across several boundaries, down to the last of them.
    """

    players: tuple[int, ...]
    places: int
    attempt: int
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StechenState:
    """`blocks`: best first, inside a block equal. Decided as soon as nothing is pending."""

    blocks: tuple[tuple[int, ...], ...]
    pending: tuple[Pending, ...]

    @property
    def decided(self) -> bool:
        return not self.pending


def _per_game(line: Tally | Standing) -> Fraction:
    return Fraction(-line.points, line.games) if line.games else Fraction(0)


_CRITERIA: Final[Mapping[str, Callable[[Tally | Standing], int | Fraction]]] = MappingProxyType(
    {
        "fewer_lost_games": lambda line: line.lost,
        "more_wins": lambda line: -line.wins,
        "schock_aus": lambda line: -line.schock_aus,
        "points_per_game": _per_game,
    }
)


def chain_key(line: Tally | Standing, tie_breaks: Sequence[str]) -> tuple[int | Fraction, ...]:
    """C3.2: sort key of the chain, smaller is better."""
    return tuple(_CRITERIA[name](line) for name in tie_breaks)


def tally_rounds(
    players: Iterable[int],
    rounds: Sequence[RoundGames],
    *,
    games_per_round: int = 1,
    ineligible: Collection[int] = frozenset(),
    schock_aus: Mapping[int, int] = MappingProxyType({}),
) -> tuple[Tally, ...]:
    """C2.6–C2.8: tallies in the order of `players` out of the rounds that count.

    A missed round is `games_per_round` lost games without a point (a late arrival missed the
    rounds before), a void game is no game, every game with no point counts as lost.
    """
    gathered = {player: [0, 0, 0, 0] for player in players}
    for played in rounds:
        there = set(played.seated)
        for game in played.games:
            there.update(game.players)
            for player, points in game_points(game).items():
                _add(gathered[player], points, 1)
        for player in gathered.keys() - there:
            _add(gathered[player], 0, games_per_round)
    return tuple(
        Tally(player, points, games, lost, wins, schock_aus.get(player, 0), player not in ineligible)
        for player, (points, games, lost, wins) in gathered.items()
    )


def _add(sums: list[int], points: int, games: int) -> None:
    """Sums in the order of `Tally`: points, games, lost, wins."""
    sums[0] += points
    sums[1] += games
    sums[2] += games if points == LOSER else 0
    sums[3] += games if points == WINNER else 0


def rank_players(
    tallies: Iterable[Tally],
    *,
    tie_breaks: Sequence[str] = ("fewer_lost_games",),
    decide: str = "stechen",
) -> tuple[Standing, ...]:
    """C3.1–C3.3: everybody in display order; rank = 1 + number of players strictly better.

    With `decide` = stechen the chain orders only the display, with chain it separates ranks. The
    order ends in the player's number, which is no merit.
    """
    separates = decide == "chain"
    keyed = sorted(((-line.points, chain_key(line, tie_breaks)), line.player, line) for line in tallies)
    lines: list[Standing] = []
    for _, equal in groupby(keyed, key=lambda item: item[0] if separates else item[0][0]):
        group = [item[2] for item in equal]
        rank = len(lines) + 1
        lines.extend(_standing(line, rank, len(group) > 1) for line in group)
    return tuple(lines)


def _standing(line: Tally, rank: int, tied: bool) -> Standing:
    return Standing(
        player=line.player,
        rank=rank,
        points=line.points,
        games=line.games,
        lost=line.lost,
        wins=line.wins,
        schock_aus=line.schock_aus,
        tied=tied,
        eligible=line.eligible,
    )


def boundaries_for(format: Format, eligible: int) -> tuple[Boundary, ...]:
    """C3.3: the places that matter among `eligible` players, by position.

    Nothing is decided at a line below which nobody stands.
    """
    lines = [Boundary("cut", format.qualifiers)]
    if format.bonus_marks and format.bonus_ranks:
        lines.append(Boundary("bonus", format.bonus_ranks))
    lines.extend(Boundary("prize", place) for place in format.prize_places)
    inside = [line for line in lines if 0 < line.position < eligible]
    return tuple(sorted(inside, key=lambda line: line.position))


def open_groups(standings: Sequence[Standing], boundaries: Sequence[Boundary]) -> tuple[TiedGroup, ...]:
    """C3.3, C3.4a: who shares a rank across a boundary, best group first.

    Places are counted among the eligible; the others keep their line and take part in nothing.
    """
    groups: list[TiedGroup] = []
    first = 1
    able = (line for line in standings if line.eligible)
    for _, equal in groupby(able, key=lambda line: line.rank):
        players = tuple(line.player for line in equal)
        last = first + len(players) - 1
        across = tuple(line for line in boundaries if first <= line.position < last)
        if across:
            places = tuple(line.position - first + 1 for line in across)
            groups.append(TiedGroup(players, first, across, places))
        first = last + 1
    return tuple(groups)


def resolve_stechen(
    players: Sequence[int],
    places: Sequence[int],
    throws: Mapping[int, Sequence[int | None]],
) -> StechenState:
    """C3.4, C3.4a: where a Stechen stands.

    `places`: how many stand above each boundary inside the group. `throws[player][k]`: strength of
    attempt k + 1 (`stechen_strength`, `place_strength`, ABSENT); None or too short: not thrown yet.
    Throws of others and throws that no boundary asks for are ignored.
    """
    blocks: list[tuple[int, ...]] = []
    pending: list[Pending] = []
    # Groups still to be looked at, the best on top: (players, places above each line, attempt).
    open_parts = [(tuple(sorted(set(players))), tuple(sorted(set(places))), 1)]
    while open_parts:
        group, lines, attempt = open_parts.pop()
        inside = tuple(line for line in lines if 0 < line < len(group))
        if not inside:
            blocks.append(group)
            continue
        strengths = {player: _strength(throws.get(player, ()), attempt) for player in group}
        missing = tuple(player for player in group if strengths[player] is None)
        if missing:
            blocks.append(group)
            pending.append(Pending(group, inside[-1], attempt, missing))
            continue
        open_parts.extend(reversed(_split(strengths, inside, attempt + 1)))
    return StechenState(tuple(blocks), tuple(pending))


def _strength(thrown: Sequence[int | None], attempt: int) -> int | None:
    return thrown[attempt - 1] if attempt <= len(thrown) else None


def _split(
    strengths: Mapping[int, int | None], lines: Sequence[int], attempt: int
) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Equal throws stay together and carry the boundaries that still run through them."""
    parts: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
    above = 0
    best_first = sorted(strengths, key=lambda player: (-(strengths[player] or 0), player))
    for _, equal in groupby(best_first, key=lambda player: strengths[player]):
        part = tuple(equal)
        parts.append((part, tuple(line - above for line in lines), attempt))
        above += len(part)
    return parts
