"""Results out. For now: how a cell of a CSV file is written so that no spreadsheet calculates it."""

import re

# A cell that a spreadsheet would take for a formula, or that only our own quote keeps from being one.
CALCULATED = re.compile(r"'*[=+\-@\t\r]")


def csv_cell(text: str) -> str:
    """The text with ' before =, +, -, @, tab and CR; imports take exactly this one ' away again."""
    return f"'{text}" if CALCULATED.match(text) else text
