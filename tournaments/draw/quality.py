"""C1.3 The price of a draw, counted anew from tables and history; shares nothing with the search."""

from collections import Counter
from itertools import combinations

from .fairness import odd_counts
from .interface import DrawInput, Entrant, Quality, Tables
from .sizes import FULL


def measure(draw_input: DrawInput, tables: Tables) -> Quality:
    """The quality of `tables` as the next round after the history of `draw_input`."""
    repeated = repeated_pairs(draw_input, tables)
    return Quality(
        repeats=len(repeated),
        worst=max((meetings for _, _, meetings in repeated), default=1),
        odd_twice=_odd_twice(draw_input, tables),
        club_pairs=_club_pairs(draw_input.entrants, tables),
    )


def repeated_pairs(draw_input: DrawInput, tables: Tables) -> tuple[tuple[int, int, int], ...]:
    """(smaller number, larger number, meetings with this one) of all who meet again, in order."""
    met: Counter[tuple[int, int]] = Counter()
    for earlier in draw_input.history:
        for table in earlier:
            met.update(combinations(sorted(table), 2))
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    return tuple((one, other, met[one, other] + 1) for one, other in sorted(pairs) if met[one, other])


def _odd_twice(draw_input: DrawInput, tables: Tables) -> int:
    counts = odd_counts(sorted(player for table in tables for player in table), draw_input.history)
    ordinary = [counts[player] for table in tables if len(table) == FULL for player in table]
    if not ordinary:
        return 0
    odd = [counts[player] for table in tables if len(table) != FULL for player in table]
    return sum(1 for count in odd if count > min(ordinary))


def _club_pairs(entrants: tuple[Entrant, ...], tables: Tables) -> int:
    known = {entrant.number: entrant for entrant in entrants}
    return sum(
        1 for table in tables for one, other in combinations(table, 2) if _mates(known[one], known[other])
    )


def _mates(one: Entrant, other: Entrant) -> bool:
    same_club = one.club is not None and one.club == other.club
    return same_club or (one.team is not None and one.team == other.team)
