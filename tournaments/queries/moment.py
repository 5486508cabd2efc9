"""Several reads of one moment: all of them see the same revision, while others go on writing.

Without it a redraw between two queries of a page leaves seats of tables that the page never read, and a
result between two of them stands in one half of the standings only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.db.models import Model
from django.http import Http404


@contextmanager
def one_moment() -> Iterator[bool]:
    """Read inside of one snapshot of the database; nothing may be written there.

    Answer: False inside a transaction that runs already: an act holds the tournament's lock, so nobody
    else changes what it reads. On SQLite the snapshot takes no lock: readers never wait for writers.
    """
    if connection.in_atomic_block:
        yield False
        return
    with _reading(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield True


def read_again(row: Model) -> None:
    """The row as it is at this moment. Raises Http404 when it is gone: a rehearsal that was just removed."""
    try:
        row.refresh_from_db()
    except ObjectDoesNotExist:
        raise Http404 from None


@contextmanager
def _reading() -> Iterator[None]:
    """On SQLite the next transaction begins DEFERRED instead of taking the write lock at once."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()  # sets the mode of the settings
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
