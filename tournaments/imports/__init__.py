"""Entry lists in: bytes of a CSV or XLSX file → people, doubts by line, and what is new among them.

Pure: no database, no request. `read_entries` understands a file, `repair_entry` completes a broken line,
`match_entries` compares with the people who are registered already.
"""

from tournaments.imports.entries import BYTES_LIMIT, ENTRIES_LIMIT, Column, Entry, EntryList, Problem
from tournaments.imports.matching import Known, Preview, PreviewRow, State, match_entries
from tournaments.imports.people import repair_entry
from tournaments.imports.reading import read_entries

__all__ = [
    "BYTES_LIMIT",
    "ENTRIES_LIMIT",
    "Column",
    "Entry",
    "EntryList",
    "Known",
    "Preview",
    "PreviewRow",
    "Problem",
    "State",
    "match_entries",
    "read_entries",
    "repair_entry",
]
