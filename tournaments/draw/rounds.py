"""C1.3 The door to the search, which is opened when somebody draws."""

from .interface import Draw, DrawInput


def draw_round(draw_input: DrawInput) -> Draw:
    """C1.3 The tables of the next round, and a plan of those after it.

    Raises RuleViolation: the codes of `check_input`, `fixed_table_missing`, `fixed_table_full`.
    """
    # The search needs NumPy: 19 MB that a process which only prints or listens does without.
    from .search import search_round

    return search_round(draw_input)
