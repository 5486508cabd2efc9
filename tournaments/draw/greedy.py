"""C1.3 A first plan: round by round, table by table, always whoever has the least against the table."""

import numpy as np

from .evening import MEETING, Ints, Mask, Problem, Rounds, tables_of
from .fairness import split_field
from .lot import SplitMix64

_TAKEN = np.int32(1 << 29)


def greedy_plan(problem: Problem, lot: SplitMix64, given: Rounds) -> Rounds:
    """All rounds, beginning with the `given` ones; at the odd tables sit those who were there least often,
    ties by lot."""
    weights = problem.weights.copy()
    counts = problem.odd_counts.copy()
    odd, _ = tables_of(problem.sizes)
    plan: Rounds = []
    for turn in range(problem.rounds):
        tables = given[turn] if turn < len(given) else _one_round(problem, weights, counts, lot)
        for table in tables:
            weights[np.ix_(table, table)] += MEETING
        for index in odd:
            counts[tables[index]] += 1
        plan.append(tables)
    return plan


def _one_round(problem: Problem, weights: Ints, counts: Ints, lot: SplitMix64) -> list[list[int]]:
    odd, ordinary = tables_of(problem.sizes)
    split = split_field(problem.sizes, counts.tolist(), problem.groups, lot)
    tables: list[list[int]] = [[] for _ in problem.sizes]
    free_odd, free_ordinary = list(odd), list(ordinary)
    for index, group in enumerate(problem.groups):
        table = free_odd.pop(0) if index in split.odd_groups else free_ordinary.pop(0)
        tables[table].extend(group)
    order = np.array(lot.shuffled(range(problem.players)), dtype=np.int32)
    at_odd = np.zeros(problem.players, dtype=np.bool_)
    at_odd[list(split.odd_singles)] = True
    waiting = at_odd & problem.movable
    _fill(problem, tables, odd, weights, waiting, order)
    seated = np.zeros(problem.players, dtype=np.bool_)
    seated[[player for table in tables for player in table]] = True
    _fill(problem, tables, ordinary, weights, ~seated, order)
    return tables


def _fill(
    problem: Problem,
    tables: list[list[int]],
    chosen: list[int],
    weights: Ints,
    waiting: Mask,
    order: Ints,
) -> None:
    """`order` breaks ties: the first of the equal ones in it."""
    order = order[waiting[order]]
    for table in chosen:
        if not len(order):
            return
        load = np.zeros(len(order), dtype=np.int32)
        for player in tables[table]:
            load += weights[player, order]
        gone = np.zeros(len(order), dtype=np.bool_)
        for _ in range(problem.sizes[table] - len(tables[table])):
            place = int(load.argmin())
            tables[table].append(int(order[place]))
            load += weights[order[place], order]
            load[place] = _TAKEN
            gone[place] = True
        order = order[~gone]
