"""What a draw refuses before it begins, and the last look at its result."""

from collections import Counter
from collections.abc import Iterable

from scoring.errors import RuleViolation

from .interface import DrawInput, Tables
from .lot import SEED_LIMIT
from .sizes import table_sizes


def check_input(draw_input: DrawInput) -> None:
    """Raise RuleViolation for an input that cannot be drawn; players of the history may have left.

    Codes: too_few_players, odd_tables_unknown, start_number_invalid, player_twice, round_out_of_range,
    seed_out_of_range, draw_history_invalid.
    """
    numbers = [entrant.number for entrant in draw_input.entrants]
    invalid = [number for number in numbers if not is_number(number)]
    if invalid:
        raise RuleViolation("start_number_invalid", numbers=tuple(invalid))
    twice = _twice(numbers)
    if twice:
        raise RuleViolation("player_twice", numbers=twice)
    table_sizes(len(numbers), draw_input.odd_tables)
    turns = (draw_input.round, draw_input.rounds)
    if not (all(is_number(turn) for turn in turns) and draw_input.round <= draw_input.rounds):
        raise RuleViolation("round_out_of_range", round=draw_input.round, rounds=draw_input.rounds)
    seed = draw_input.seed
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEED_LIMIT:
        raise RuleViolation("seed_out_of_range")
    _check_history(draw_input)


def check_tables(draw_input: DrawInput, tables: Tables) -> None:
    """A draw that seats somebody twice or nowhere must never look drawn: raises RuntimeError."""
    seated = sorted(player for table in tables for player in table)
    sizes = sorted((len(table) for table in tables), reverse=True)
    if seated != sorted(entrant.number for entrant in draw_input.entrants) or sizes != list(
        table_sizes(len(seated), draw_input.odd_tables)
    ):
        raise RuntimeError("the draw lost or doubled a player")


def _check_history(draw_input: DrawInput) -> None:
    """No more rounds than lie before this one, and nobody twice in one of them or of the planned ones."""
    if len(draw_input.history) >= draw_input.round:
        raise RuleViolation("draw_history_invalid", round=draw_input.round, numbers=())
    played = enumerate(draw_input.history, start=1)
    planned = enumerate(draw_input.plan, start=draw_input.round)
    for turn, tables in (*played, *planned):
        seated = [player for table in tables for player in table]
        wrong = [player for player in seated if not is_number(player)] or list(_twice(seated))
        if wrong:
            raise RuleViolation("draw_history_invalid", round=turn, numbers=tuple(wrong))


def is_number(value: object) -> bool:
    """Whether this can be a start number, a round or a table."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _twice(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(number for number, count in Counter(numbers).items() if count > 1))
