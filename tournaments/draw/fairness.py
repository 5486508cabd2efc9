"""C1.3 Nobody sits at an odd table a second time before everybody has once."""

from collections.abc import Sequence
from dataclasses import dataclass

from .interface import Tables
from .lot import SplitMix64
from .sizes import FULL


def odd_counts(numbers: Sequence[int], history: Sequence[Tables]) -> dict[int, int]:
    """How often each of `numbers` sat at an odd table, a five or a three.

    Who arrives late starts at the floor of the mean of those who were there before him, so that he neither
    gets every odd table nor is spared for the rest of the evening.
    """
    counts: dict[int, int] = {}
    for tables in history:
        _admit(counts, [player for table in tables for player in table])
        for table in tables:
            if len(table) != FULL:
                for player in table:
                    counts[player] += 1
    _admit(counts, numbers)
    return {number: counts[number] for number in numbers}


def _admit(counts: dict[int, int], present: Sequence[int]) -> None:
    known = [counts[player] for player in present if player in counts]
    start = sum(known) // len(known) if known else 0
    for player in present:
        counts.setdefault(player, start)


@dataclass(frozen=True, slots=True)
class Split:
    """Who sits at the odd tables: fixed groups and single players, both by their index."""

    odd_groups: tuple[int, ...]
    odd_singles: tuple[int, ...]


def split_field(
    sizes: Sequence[int], counts: Sequence[int], groups: Sequence[Sequence[int]], lot: SplitMix64
) -> Split:
    """Choose the players of the odd tables so that the sum of their counts is least; the lot breaks ties.

    `counts` by player index, `groups` the players who must sit together (fixed tables). Players who cannot
    move may make a fair choice impossible; then it is the least unfair one. The groups fit the tables
    (`fixed_groups` has refused the others).
    """
    odd_sizes = [size for size in sizes if size != FULL]
    grouped = {player for group in groups for player in group}
    singles = lot.shuffled([player for player in range(len(counts)) if player not in grouped])
    singles.sort(key=lambda player: counts[player])
    prefix = [0]
    for player in singles:
        prefix.append(prefix[-1] + counts[player])
    # At the same price rather a fixed group: only few of them fit in a round, the singles can always wait.
    best: tuple[int, int, int, tuple[int, ...]] | None = None
    for (used, seats), (cost, chosen) in _group_choices(sizes, counts, groups, lot).items():
        needed = sum(odd_sizes) - seats
        if 0 <= needed <= len(singles):
            offer = (cost + prefix[needed], -used, needed, chosen)
            if best is None or offer[:2] < best[:2]:
                best = offer
    assert best is not None
    return Split(odd_groups=best[3], odd_singles=tuple(singles[: best[2]]))


_Choices = dict[tuple[int, int], tuple[int, tuple[int, ...]]]


def _group_choices(
    sizes: Sequence[int], counts: Sequence[int], groups: Sequence[Sequence[int]], lot: SplitMix64
) -> _Choices:
    """(odd tables used, seats used there) → the least cost and the groups that reach it."""
    odd_sizes = [size for size in sizes if size != FULL]
    ordinary = len(sizes) - len(odd_sizes)
    choices: _Choices = {(0, 0): (0, ())}
    for done, index in enumerate(lot.shuffled(range(len(groups)))):
        group = groups[index]
        cost = sum(counts[player] for player in group)
        following: _Choices = {}
        for (used, seats), (price, chosen) in choices.items():
            if len(group) <= FULL and done - used < ordinary:
                _keep_cheaper(following, (used, seats), (price, chosen))
            if used < len(odd_sizes) and len(group) <= odd_sizes[used]:
                _keep_cheaper(following, (used + 1, seats + len(group)), (price + cost, (*chosen, index)))
        choices = following
    return choices


def _keep_cheaper(choices: _Choices, state: tuple[int, int], value: tuple[int, tuple[int, ...]]) -> None:
    if state not in choices or value[0] < choices[state][0]:
        choices[state] = value
