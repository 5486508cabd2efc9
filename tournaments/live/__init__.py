"""What keeps open screens true: the revision, text rendered once, hints after commits, the hub of streams."""

from tournaments.live.hub import state_id
from tournaments.live.kept import (
    Revisions,
    Snapshots,
    marks_of,
    own_blocks,
    own_values,
    revision_of,
    revisions,
    snapshots,
    tokens,
)

__all__ = [
    "Revisions",
    "Snapshots",
    "marks_of",
    "own_blocks",
    "own_values",
    "revision_of",
    "revisions",
    "snapshots",
    "state_id",
    "tokens",
]
