"""C1.3 All remaining rounds planned at once for those who are there now; the first of them is drawn."""

from dataclasses import replace
from typing import Final

import numpy as np

from .evening import MEETING, Evening, Ints, Problem, Rounds, rounds_of, tables_of
from .greedy import greedy_plan
from .lot import SplitMix64
from .problem import least_unfairness
from .sizes import FULL
from .tabu import Found, Goal, improve

_BUDGET: Final = 600_000
"""About microseconds of one draw; a step costs 75 and one more for 60 seats of the plan."""

_GLANCE: Final = 400
"""Steps under the strict fairness for a field that has changed."""

_TINY: Final = 16
"""Steps for every pair of a tiny field, where there is not more to be found."""


def search_plan(
    problem: Problem, least: int, start: Rounds, lot: SplitMix64, *, again: bool, changed: bool
) -> Rounds:
    """The best plan found from `start`; `least` is a cost without fairness that cannot be undercut.

    First the odd tables are kept fair after every round. Only where that costs meetings they may be fair at
    the end alone, since the meetings come first (C1.3); not with people bound to a table, who leave little
    to choose. `again`: the start is a plan that was searched before, a short look is enough. `changed`:
    people have come or gone, and earlier odd tables leave little to choose under the strict fairness; a
    meeting comes first in the last round too.
    """
    if len(problem.sizes) == 1 or problem.movable.sum() < 2:
        return start
    budget = _BUDGET // 3 if again else _BUDGET * 2 // 3 if changed else _BUDGET
    steps = budget // (75 + problem.rounds * problem.players // 60)
    steps = min(steps, _TINY * problem.players**2)
    if (problem.rounds == 1 and not changed) or problem.groups or not _is_mixed(problem):
        return rounds_of(problem, _improved(problem, least, start, steps, lot).members)
    first = min(steps // 3, _GLANCE) if changed else steps // 3
    best = rounds_of(problem, _improved(problem, least, start, first, lot).members)
    reached = Evening(problem, best).meeting_cost()
    if reached <= least:
        return best
    # A known plan is better than what became of it under the strict fairness.
    from_start = Evening(problem, start).meeting_cost() < reached
    soft = replace(problem, strict=False, lenient=changed)
    found = _improved(soft, least, start if from_start else best, steps - first, lot)
    other = rounds_of(problem, found.members)
    return other if Evening(problem, other).meeting_cost() < reached else best


def _improved(problem: Problem, least: int, start: Rounds, steps: int, lot: SplitMix64) -> Found:
    evening = Evening(problem, start)
    fairness, soft = evening.fairness_cost(), evening.soft_cost()
    if problem.movable.all() and evening.mixed:
        fairness, soft = least_unfairness(problem, evening.fair)
    return improve(evening, Goal(least + fairness - soft, least + fairness, steps), lot)


def _is_mixed(problem: Problem) -> bool:
    odd, ordinary = tables_of(problem.sizes)
    return bool(odd and ordinary)


def ordered(problem: Problem, plan: Rounds, *, changed: bool) -> Rounds:
    """The same rounds, the fairest one with the fewest repeats first, and so on.

    `changed`: the one with the fewest repeats first; who knows whether the others will be played.
    """
    unfair, prices = _drawbacks(problem, plan)
    if not unfair and not any(repeats for _, repeats in prices):
        return plan
    if not changed:
        return min((plan, _greedily(problem, plan)), key=lambda rounds: _drawbacks(problem, rounds))
    met = problem.weights // MEETING
    alone = [_drawback(problem, tables, met, problem.odd_counts) for tables in plan]
    first = min(range(len(plan)), key=lambda index: (alone[index][1], alone[index][0]))
    return [plan[first], *plan[:first], *plan[first + 1 :]]


def with_better_first(problem: Problem, plan: Rounds, lot: SplitMix64) -> Rounds:
    """For a field that changes: what repeats later may never be played, so the next round alone counts.

    If a search of one round finds one with fewer repeats, it takes the place of the planned one, and the
    rest is planned anew; that evens out the odd tables.
    """
    free = not problem.groups
    alone = replace(problem, rounds=1, strict=not free, lenient=free)
    before = _repeats(problem, plan[0])
    if problem.rounds == 1 or not before:
        return plan
    steps = _BUDGET // (150 + problem.players // 30)
    found = _improved(alone, 0, greedy_plan(alone, lot, []), steps // 4, lot)
    first = rounds_of(alone, found.members)[0]
    if _repeats(problem, first) >= before:
        return plan
    rest = _after(problem, first)
    found = _improved(rest, 0, plan[1:], steps // 4, lot)
    return [first, *rounds_of(rest, found.members)]


def _after(problem: Problem, tables: list[list[int]]) -> Problem:
    """The problem of the rounds after this one."""
    weights, counts = problem.weights.copy(), problem.odd_counts.copy()
    for table in tables:
        weights[np.ix_(table, table)] += MEETING
        counts[table] += len(table) != FULL
    np.fill_diagonal(weights, 0)
    rounds, free = problem.rounds - 1, not problem.groups
    return replace(problem, rounds=rounds, weights=weights, odd_counts=counts, strict=not free, lenient=free)


def _repeats(problem: Problem, tables: list[list[int]]) -> int:
    return sum(int((problem.weights >= MEETING)[np.ix_(table, table)].sum()) for table in tables) // 2


def _greedily(problem: Problem, plan: Rounds) -> Rounds:
    rest, found = list(plan), []
    met, counts = problem.weights // MEETING, problem.odd_counts.copy()
    while rest:
        prices = [_drawback(problem, tables, met, counts) for tables in rest]
        tables = rest.pop(prices.index(min(prices)))
        _play(problem, tables, met, counts)
        found.append(tables)
    return found


def _drawbacks(problem: Problem, plan: Rounds) -> tuple[int, list[tuple[int, int]]]:
    """(people sent to an odd table before their turn in all rounds, the same and repeats round by round)."""
    met, counts = problem.weights // MEETING, problem.odd_counts.copy()
    prices = []
    for tables in plan:
        prices.append(_drawback(problem, tables, met, counts))
        _play(problem, tables, met, counts)
    return sum(unfair for unfair, _ in prices), prices


def _drawback(problem: Problem, tables: list[list[int]], met: Ints, counts: Ints) -> tuple[int, int]:
    odd, ordinary = tables_of(problem.sizes)
    repeats = sum(int(met[np.ix_(table, table)].astype(np.bool_).sum()) for table in tables) // 2
    if not (odd and ordinary):
        return 0, repeats
    fewest = min(int(counts[tables[index]].min()) for index in ordinary)
    return sum(int((counts[tables[index]] > fewest).sum()) for index in odd), repeats


def _play(problem: Problem, tables: list[list[int]], met: Ints, counts: Ints) -> None:
    for table, size in zip(tables, problem.sizes, strict=True):
        met[np.ix_(table, table)] += 1
        counts[table] += size != FULL
    np.fill_diagonal(met, 0)
