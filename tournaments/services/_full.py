"""A full disk: every act then gets a refusal that says so, instead of an error that says nothing."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

from scoring.errors import RuleViolation

_POSTGRES = "53100"  # disk_full


def is_full(error: BaseException | None) -> bool:
    """Whether this error, or what led to it, is a disk without space: SQLite, PostgreSQL or a file."""
    seen = 0
    while error is not None and seen < 8:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return True
        if getattr(error, "sqlstate", None) == _POSTGRES or "database or disk is full" in str(error):
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False


@contextmanager
def saving() -> Iterator[None]:
    """Around a whole transaction. Refuses `disk_full`: nothing of it was saved."""
    try:
        yield
    except DatabaseError as error:
        if is_full(error):
            raise RuleViolation("disk_full") from error
        raise
