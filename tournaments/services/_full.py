"""A disk that takes nothing more: every act then gets a refusal that says so, instead of an error."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

from scoring.errors import RuleViolation

FULL, READ_ONLY = "disk_full", "disk_read_only"
_CODES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "58030": READ_ONLY,
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
}
"""PostgreSQL's and the system's."""
_TEXTS = {
    "database or disk is full": FULL,
    "attempt to write a readonly database": READ_ONLY,
    "disk I/O error": READ_ONLY,
}
"""SQLite's; the last while its file is open and the system has closed the disk."""


def disk_trouble(error: BaseException | None) -> str:
    """`disk_full` or `disk_read_only` when this error, or what led to it, is one: the disk has no space, or
    the system closed it for writing after a fault. "" for any other. Nothing was saved in both cases."""
    seen = 0
    while error is not None and seen < 8:
        code = error.errno if isinstance(error, OSError) else getattr(error, "sqlstate", None)
        found = _CODES.get(code) or next((_TEXTS[text] for text in _TEXTS if text in str(error)), "")
        if found:
            return found
        error, seen = error.__cause__ or error.__context__, seen + 1
    return ""


@contextmanager
def saving() -> Iterator[None]:
    """Around a whole transaction. Refuses as `disk_trouble` names it: nothing of it was saved."""
    try:
        yield
    except DatabaseError as error:
        trouble = disk_trouble(error)
        if trouble:
            raise RuleViolation(trouble) from error
        raise
