"""C1.3 What can be said about the whole evening as planned: counted anew from the tables, and the bound."""

from collections.abc import Sequence

from .bounds import bounds
from .fairness import odd_counts
from .interface import Certificate, DrawInput, Tables
from .problem import earlier_meetings, is_unchanged, least_squares
from .quality import meetings
from .sizes import FULL


def certify(draw_input: DrawInput, tables: Tables, plan: Sequence[Tables]) -> Certificate:
    """The certificate of `tables` as the next round, followed by `plan`."""
    evening = (*draw_input.history, tables, *plan)
    met = meetings(evening)
    numbers = sorted(entrant.number for entrant in draw_input.entrants)
    present = set(numbers)
    squares = sum(times * (times - 1) // 2 for (one, other), times in met.items() if {one, other} <= present)
    sizes = [len(table) for table in tables]
    bound = least_squares(draw_input, sizes, earlier_meetings(numbers, draw_input.history))
    forced = is_unchanged(draw_input, sizes) and bounds(sizes, draw_input.rounds).forced_by_fairness
    odd = odd_counts(numbers, evening).values()
    return Certificate(
        players=len(numbers),
        rounds=len(evening),
        repeats=sum(times - 1 for times in met.values()),
        most=max(met.values()),
        squares=squares,
        bound=bound,
        reached=squares <= bound,
        fairness=forced,
        odd_least=min(odd),
        odd_most=max(odd),
        odd_seats=max((size for size in sizes if size != FULL), default=0),
    )
