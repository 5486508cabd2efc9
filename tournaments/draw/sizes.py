"""C1.1, C1.2 How many sit at which table."""

from typing import Final

from scoring.errors import RuleViolation

FULL: Final = 4
"""Seats of an ordinary table; every other table is an odd one."""

ODD_TABLES: Final = ("fives", "threes")
MINIMUM: Final = 3

_NOT_IN_FIVES: Final = {3: (3,), 6: (3, 3), 7: (4, 3), 11: (4, 4, 3)}


def table_sizes(n: int, odd_tables: str = "fives") -> tuple[int, ...]:
    """C1.1, C1.2 Seats per table for `n` players, largest first.

    `fives`: n mod 4 tables of five, the rest fours (3, 6, 7 and 11 cannot be split so and get threes).
    `threes`: −n mod 4 tables of three, the rest fours (5 stays one five).
    Raises RuleViolation `too_few_players` (present, least), `odd_tables_unknown`.
    """
    if odd_tables not in ODD_TABLES:
        raise RuleViolation("odd_tables_unknown", field="odd_tables", value=odd_tables)
    if n < MINIMUM:
        raise RuleViolation("too_few_players", present=n, least=MINIMUM)
    if odd_tables == "fives" and n in _NOT_IN_FIVES:
        return _NOT_IN_FIVES[n]
    if odd_tables == "fives" or n == 5:
        fives = n % FULL
        return (5,) * fives + (FULL,) * ((n - 5 * fives) // FULL)
    threes = -n % FULL
    return (FULL,) * ((n - 3 * threes) // FULL) + (3,) * threes
