"""A database that does not answer: its server is gone, starts or takes nobody more, or its file is held."""

from django.db import InterfaceError, OperationalError

GONE = "storage_gone"
_CODES = ("08", "57P01", "57P02", "57P03", "53300")
"""PostgreSQL's: the connection, a server that ends, starts or is full. Without any it was not reached."""
_TEXTS = ("database is locked", "unable to open database file")
"""SQLite's."""


def storage_gone(error: BaseException | None) -> bool:
    """Whether this error of the database, or what led to it, says that it did not answer. What was asked last
    may be saved or not."""
    seen = 0
    while error is not None and seen < 8:
        if isinstance(error, OperationalError | InterfaceError) and _of_the_way(error):
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False


def _of_the_way(error: Exception) -> bool:
    code = getattr(error.__cause__, "sqlstate", "")
    if code != "":  # of PostgreSQL
        return code is None or code.startswith(_CODES)
    return any(text in str(error) for text in _TEXTS)
