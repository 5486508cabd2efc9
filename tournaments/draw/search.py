"""C1.3, C1.4 The next round drawn, the later ones planned: the same on every machine."""

from collections.abc import Sequence

from .certificate import certify
from .checks import check_input, check_tables
from .evening import MATES, MEETING, Evening, Problem, Rounds
from .fixed import FixedGroup, fixed_groups, number_tables
from .greedy import greedy_plan
from .interface import Draw, DrawInput, Entrant, Tables
from .known import known_plan
from .lot import VERSION, SplitMix64
from .plan import ordered, search_plan, with_better_first
from .problem import is_unchanged, least_mates, least_squares, problem_of
from .quality import measure
from .sizes import table_sizes
from .turns import seat_rounds, seat_wear


def search_round(draw_input: DrawInput) -> Draw:
    """What `rounds.draw_round` promises."""
    check_input(draw_input)
    entrants = sorted(draw_input.entrants, key=lambda entrant: entrant.number)
    numbers = [entrant.number for entrant in entrants]
    sizes = table_sizes(len(numbers), draw_input.odd_tables)
    groups = fixed_groups(entrants, sizes)
    lot = SplitMix64(draw_input.seed)
    first, *later = _planned(draw_input, entrants, sizes, groups, lot)
    numbered = number_tables([tuple(table) for table in first], groups, lot)
    tables = tuple(tuple(numbers[player] for player in table) for table in numbered)
    plan = tuple(tuple(tuple(numbers[player] for player in table) for table in later_) for later_ in later)
    check_tables(draw_input, tables)
    return Draw(
        tables=tables,
        quality=measure(draw_input, tables),
        version=VERSION,
        seed=draw_input.seed,
        digest=draw_input.digest(),
        plan=plan,
        certificate=certify(draw_input, tables, plan),
    )


def _planned(
    draw_input: DrawInput,
    entrants: list[Entrant],
    sizes: tuple[int, ...],
    groups: tuple[FixedGroup, ...],
    lot: SplitMix64,
) -> Rounds:
    """The remaining rounds in seat order. A plan made before is followed to the letter while nobody came or
    went and nothing is found with fewer meetings: it keeps its seats even, which a new one could not."""
    numbers = [entrant.number for entrant in entrants]
    problem = problem_of(draw_input, entrants, sizes, groups)
    followed = _usable_plan(problem, numbers, draw_input.plan)
    given = [[sorted(table) for table in tables] for tables in followed]
    if not given and not draw_input.history and not problem.weights.any() and problem.movable.all():
        given = known_plan(sizes, problem.rounds, lot)
    start = greedy_plan(problem, lot, given)
    mates = problem.rounds * least_mates(draw_input, entrants, len(sizes))
    least = MEETING * least_squares(draw_input, sizes, problem.weights // MEETING) + MATES * mates
    changed = not is_unchanged(draw_input, sizes)
    whole = len(followed) == problem.rounds
    plan = search_plan(problem, least, start, lot, again=whole, changed=changed)
    if whole and not changed and not _is_better(problem, plan, given):
        return followed
    plan = ordered(problem, plan, changed=changed)
    if changed:
        plan = with_better_first(problem, plan, lot)
    return seat_rounds(plan, seat_wear(numbers, draw_input.history), lot)


def _is_better(problem: Problem, plan: Rounds, other: Rounds) -> bool:
    return Evening(problem, plan).meeting_cost() < Evening(problem, other).meeting_cost()


def _usable_plan(problem: Problem, numbers: Sequence[int], plan: Sequence[Tables]) -> Rounds:
    """The rounds of an earlier plan by index, in seat order; none when the field has changed since."""
    place = {number: index for index, number in enumerate(numbers)}
    found: Rounds = []
    for tables in plan[: problem.rounds]:
        by_size = sorted(tables, key=lambda table: -len(table))
        seated = [player for table in tables for player in table]
        if sorted(seated) != list(numbers) or [len(table) for table in by_size] != list(problem.sizes):
            return []
        rows = [[place[player] for player in table] for table in by_size]
        homes = [[i for i, row in enumerate(rows) if set(row) & set(group)] for group in problem.groups]
        if any(len(home) != 1 for home in homes) or len({home[0] for home in homes}) != len(homes):
            return []
        found.append(rows)
    return found
