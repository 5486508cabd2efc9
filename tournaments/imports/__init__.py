"""Entry lists in: bytes of a CSV or XLSX file → people, doubts by line, and what is new among them.

Pure: no database, no request. `read_entries` understands a file, `repair_entry` and `swap_names` put it
right, `match_entries` compares with the people who are registered already.
"""

from tournaments.imports.entries import BYTES_LIMIT, ENTRIES_LIMIT, Column, Entry, EntryList, Problem
from tournaments.imports.matching import Known, PreviewRow, State, match_entries
from tournaments.imports.reading import read_entries
from tournaments.imports.repairs import asked_parts, repair_entry, swap_names, without_money

__all__ = [
    "BYTES_LIMIT",
    "ENTRIES_LIMIT",
    "Column",
    "Entry",
    "EntryList",
    "Known",
    "PreviewRow",
    "Problem",
    "State",
    "asked_parts",
    "match_entries",
    "read_entries",
    "repair_entry",
    "swap_names",
    "without_money",
]
