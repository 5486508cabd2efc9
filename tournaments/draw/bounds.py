"""C1.3 What no draw of an evening can undercut: it ends the search early and certifies its result.

Everything is measured in Q = Σ C(m, 2) over all pairs, m the meetings of a pair in all rounds: one integer
that holds the repeats and the most meetings of one pair together. Sources of the three bounds:
A: the meetings of all rounds spread evenly over all pairs. B: the tables of any two rounds cut each other
in at most t² cells; those at five in both rounds are spread by the fairness of the odd tables. C: the
meetings of one player spread evenly over the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .sizes import FULL


def together(items: int, cells: int) -> int:
    """g(x, c): pairs in one cell when x items fill c cells evenly; no cells hold nothing."""
    if cells <= 0:
        return 0
    each, more = divmod(items, cells)
    return more * (each + 1) * each // 2 + (cells - more) * each * (each - 1) // 2


@dataclass(frozen=True, slots=True)
class Bounds:
    """Least Q of `rounds` rounds: by A, by B (0 where it does not apply), by C, and `free`: the best of the
    three if the odd tables might fall on the same players again and again."""

    a: int
    b: int
    c: int
    free: int

    @property
    def least(self) -> int:
        """LBQ: with fair odd tables no plan has a smaller Q."""
        return max(self.a, self.b, self.c)

    @property
    def forced_by_fairness(self) -> bool:
        """Whether only the fairness of the odd tables makes it that large."""
        return self.least > self.free


def bounds(sizes: Sequence[int], rounds: int) -> Bounds:
    """The bounds for a field that plays `rounds` rounds unchanged at tables of `sizes` seats."""
    n = sum(sizes)
    a = together(rounds * sum(size * (size - 1) // 2 for size in sizes), n * (n - 1) // 2)
    c = _by_players(sizes, rounds)
    fives = sum(1 for size in sizes if size == FULL + 1)
    if any(size not in (FULL, FULL + 1) for size in sizes):
        return Bounds(a, 0, c, max(a, c))
    b, free_b = _by_two_rounds(n, len(sizes), fives, rounds)
    free_c = c if not fives else 0
    return Bounds(a, b, c, max(a, free_b, free_c))


def _by_players(sizes: Sequence[int], rounds: int) -> int:
    n = sum(sizes)
    odd_seats = [size for size in sizes if size != FULL]
    each, more = divmod(rounds * sum(odd_seats), n)
    step = odd_seats[0] - FULL if odd_seats else 0
    usual = rounds * (FULL - 1) + step * each
    total = more * together(usual + step, n - 1) + (n - more) * together(usual, n - 1)
    return (total + 1) // 2


def _by_two_rounds(n: int, tables: int, fives: int, rounds: int) -> tuple[int, int]:
    """(with fair five-seat tables, with any). The least of a pair of rounds is a sum of convex functions of
    X, the players at five in both; so the sum over the pairs is least with the X as equal as possible."""
    pairs = rounds * (rounds - 1) // 2
    if not pairs:
        return 0, 0
    seats = FULL + 1
    lowest, highest = max(0, 2 * seats * fives - n), seats * fives
    each, more = divmod(rounds * seats * fives, n)
    twice = more * (each + 1) * each // 2 + (n - more) * each * (each - 1) // 2
    share, rest = divmod(twice, pairs)
    fair = rest * _two_rounds(n, tables, fives, share + 1) if rest else 0
    fair += (pairs - rest) * _two_rounds(n, tables, fives, share)
    free = pairs * min(_two_rounds(n, tables, fives, both) for both in range(lowest, highest + 1))
    return fair, free


def _two_rounds(n: int, tables: int, fives: int, both: int) -> int:
    """Pairs that two rounds share when `both` players sit at five in both."""
    once = (FULL + 1) * fives - both
    fours = tables - fives
    rest = n - both - 2 * once
    return together(both, fives**2) + 2 * together(once, fives * fours) + together(rest, fours**2)
