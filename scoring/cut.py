"""The order of the cut (C3.4a, C4): standings and Stechen together, and who moves up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

from scoring.ranking import (
    Boundary,
    Pending,
    Standing,
    chain_key,
    open_groups,
    resolve_stechen,
)

Throws = Mapping[int, Sequence[int | None]]
_NONE: Throws = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Stechen:
    """A Stechen that was held (C3.4a): who was called and what they threw. Kept in order of id."""

    players: frozenset[int]
    throws: Throws


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of the order of the cut.

    `rank`: as decided after the Stechen, shared inside a side of a boundary. `level`: the same for
    those whom the Stechen did not separate either (who moves up, C4.2); `seed`: the same for those
    whom the chain did not separate either (seeding, C4.3). All three count 1 + number better.
    """

    player: int
    position: int
    rank: int
    points: int
    eligible: bool
    level: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Filled:
    """C4.2: who takes the places, best first, and who still has to throw for the rest."""

    players: tuple[int, ...]
    pending: tuple[Pending, ...]


def stechen_of(players: Collection[int], held: Sequence[Stechen]) -> Stechen | None:
    """C3.4a: the Stechen whose throws stay valid for this tied group.

    Throws count among those who threw together and are still tied: the Stechen with most of the
    group, of equal ones the latest. None if no two of the group were in one.
    """
    group = set(players)
    best: Stechen | None = None
    most = 2
    for stechen in held:
        common = len(group & stechen.players)
        if common >= most:
            best, most = stechen, common
    return best


def valid_throws(
    standings: Sequence[Standing], boundaries: Sequence[Boundary], held: Sequence[Stechen]
) -> dict[int, Sequence[int | None]]:
    """C3.4a: the throws that count for the groups tied now; the others are "hinfällig"."""
    valid: dict[int, Sequence[int | None]] = {}
    for group in open_groups(standings, boundaries):
        stechen = stechen_of(group.players, held)
        if stechen is None:
            continue
        for player in group.players:
            if player in stechen.players:
                valid[player] = stechen.throws.get(player, ())
    return valid


def cut_order(
    standings: Sequence[Standing],
    boundaries: Sequence[Boundary],
    throws: Throws = _NONE,
    *,
    tie_breaks: Sequence[str] = ("fewer_lost_games",),
) -> tuple[Placed, ...]:
    """C3.4, C4: the full order of everybody, with ranks as the Stechen decided them.

    Inside a shared rank: order of the Stechen, chain, player's number. Who is not eligible keeps
    the rank of his points, behind those who share it. `standings` of `rank_players`, `throws` of
    `valid_throws`. While a Stechen is pending its players share the upper rank.
    """
    spots = _spots(standings, boundaries, throws)
    lines: list[Placed] = []
    for _, equal in groupby(standings, key=lambda line: line.rank):
        keyed = sorted(
            (
                (*spots.get(line.player, _unplaced(line)), chain_key(line, tie_breaks)),
                line.player,
                line,
            )
            for line in equal
        )
        keys = [key for key, _, _ in keyed]
        for key, player, line in keyed:
            lines.append(
                Placed(
                    player=player,
                    position=len(lines) + 1,
                    rank=line.rank + sum(other[:1] < key[:1] for other in keys),
                    points=line.points,
                    eligible=line.eligible,
                    level=line.rank + sum(other[:2] < key[:2] for other in keys),
                    seed=line.rank + sum(other < key for other in keys),
                )
            )
    return tuple(lines)


def _unplaced(line: Standing | Placed) -> tuple[int, int]:
    """Outside a Stechen: nothing to separate, but behind it for who cannot take part."""
    return (0, 0) if line.eligible else (0, 1_000_000)


def _spots(
    standings: Sequence[Standing], boundaries: Sequence[Boundary], throws: Throws
) -> dict[int, tuple[int, int]]:
    """For everybody in a Stechen: (boundaries above him inside the group, his block)."""
    spots: dict[int, tuple[int, int]] = {}
    for group in open_groups(standings, boundaries):
        above = 0
        state = resolve_stechen(group.players, group.places, throws)
        for number, block in enumerate(state.blocks):
            side = sum(line <= above for line in set(group.places))
            spots.update(dict.fromkeys(block, (side, number)))
            above += len(block)
    return spots


def with_levels(
    places: Sequence[Placed],
    boundaries: Sequence[Boundary],
    held: Sequence[Stechen],
    chain: Mapping[int, tuple[object, ...]] = MappingProxyType({}),
    *,
    decide: str = "stechen",
) -> tuple[Placed, ...]:
    """The stored order of a cut with `level` and `seed` found again, by position.

    `places`: as stored (position, rank, points, eligible). `boundaries` of the cut. `held`: the Stechen
    before it; one whose tie no boundary crossed any more separated nobody. `chain`: `chain_key` of each
    player.
    """
    order = sorted(places, key=lambda place: place.position)
    before = _before_stechen(order, chain if decide == "chain" else {})
    spots = _spots(before, boundaries, valid_throws(before, boundaries, held))
    lines: list[Placed] = []
    last: Placed | None = None
    for place in order:
        apart = last is None or _spot(place, spots) != _spot(last, spots)
        level = place.position if last is None or apart else last.level
        same = not apart and last is not None and chain.get(last.player) == chain.get(place.player)
        seed = last.seed if last is not None and same else place.position
        last = replace(place, level=level, seed=seed)
        lines.append(last)
    return tuple(lines)


def _before_stechen(
    places: Sequence[Placed], chain: Mapping[int, tuple[object, ...]]
) -> tuple[Standing, ...]:
    """The standings that the Stechen was about: shared ranks of equal points (and chain)."""
    keyed = sorted(((-place.points, chain.get(place.player, ())), place.player, place) for place in places)
    lines: list[Standing] = []
    for _, equal in groupby(keyed, key=lambda item: item[0]):
        group = [place for _, _, place in equal]
        rank, tied = len(lines) + 1, len(group) > 1
        lines.extend(
            Standing(place.player, rank, place.points, 0, 0, 0, 0, tied, place.eligible) for place in group
        )
    return tuple(lines)


def _spot(place: Placed, spots: Mapping[int, tuple[int, int]]) -> tuple[int, tuple[int, int]]:
    return place.rank, spots.get(place.player, _unplaced(place))


def fill_places(
    order: Sequence[Placed],
    available: Collection[int],
    places: int,
    throws: Throws = _NONE,
) -> Filled:
    """C4.2: the first `places` of `available` in the order of the cut; a tie there goes to a Stechen.

    For the cut itself (who moves up: everybody eligible who has not declined) and for the extra
    Spielmarken (everybody who checked in). `throws`: of the Stechen held about moving up.
    """
    taken: list[int] = []
    able = [line for line in order if line.eligible and line.player in available]
    for _, equal in groupby(able, key=lambda line: line.level):
        group = [line.player for line in equal]
        free = places - len(taken)
        if len(group) <= free:
            taken.extend(group)
            continue
        if free <= 0:
            break
        state = resolve_stechen(group, (free,), throws)
        for block in state.blocks:
            if len(taken) + len(block) > places:
                break
            taken.extend(block)
        return Filled(tuple(taken), state.pending)
    return Filled(tuple(taken), ())
