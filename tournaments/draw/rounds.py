"""C1.3, C1.4 One round drawn: input in, tables out, the same on every machine."""

import numpy as np

from .checks import check_input, check_tables
from .fairness import odd_counts
from .fixed import FixedGroup, fixed_groups, number_tables
from .interface import Draw, DrawInput, Entrant
from .lot import VERSION, SplitMix64
from .partition import Field
from .quality import measure
from .search import search_round
from .seats import SeatPlan, ease_seats, seat_wear
from .sizes import table_sizes
from .weights import least_cost, pair_weights


def draw_round(draw_input: DrawInput) -> Draw:
    """C1.3 The tables of the next round.

    Raises RuleViolation: the codes of `check_input`, `fixed_table_missing`, `fixed_table_full`.
    """
    check_input(draw_input)
    entrants = sorted(draw_input.entrants, key=lambda entrant: entrant.number)
    numbers = [entrant.number for entrant in entrants]
    sizes = table_sizes(len(numbers), draw_input.odd_tables)
    groups = fixed_groups(entrants, sizes)
    lot = SplitMix64(draw_input.seed)
    field = _field(draw_input, entrants, sizes, groups)
    bound = least_cost(entrants, draw_input.history, sizes, draw_input.clubs_apart)
    partition = search_round(field, bound, lot)
    plan = SeatPlan(seat_wear(numbers, draw_input.history))
    ease_seats(partition, plan, lot)
    seated = [plan.order(table, lot) for table in partition.members()]
    numbered = number_tables(seated, groups, lot)
    tables = tuple(tuple(numbers[player] for player in table) for table in numbered)
    check_tables(draw_input, tables)
    return Draw(tables, measure(draw_input, tables), VERSION, draw_input.seed, draw_input.digest())


def _field(
    draw_input: DrawInput, entrants: list[Entrant], sizes: tuple[int, ...], groups: tuple[FixedGroup, ...]
) -> Field:
    counts = odd_counts([entrant.number for entrant in entrants], draw_input.history)
    return Field(
        sizes=sizes,
        weights=pair_weights(entrants, draw_input.history, draw_input.clubs_apart),
        odd_counts=np.array(list(counts.values()), dtype=np.int64),
        groups=tuple(group.players for group in groups),
        movable=np.array([entrant.fixed_table is None for entrant in entrants], dtype=np.bool_),
    )
