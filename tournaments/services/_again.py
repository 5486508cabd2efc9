"""Clubs and persons belong to all tournaments and no act locks them: one may go while another needs it.

PostgreSQL finds that out at the end of a transaction, of which nothing is kept then. SQLite has one writer.
"""

from collections.abc import Callable
from typing import Any

from django.db import DatabaseError, connection

TRIES = 3
_CROSSED = {"23503", "40P01"}
"""What a row refers to is gone; two acts wait for each other."""


def again(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do a whole transaction, once more where another tournament came between."""
    whole = not connection.in_atomic_block
    for _ in range(TRIES - 1):
        try:
            return work()
        except DatabaseError as error:
            if not whole or getattr(error.__cause__, "sqlstate", None) not in _CROSSED:
                raise
    return work()
