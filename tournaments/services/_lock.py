"""The one lock (architecture rule 1): every change of a tournament holds its row."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from scoring.errors import RuleViolation
from tournaments.models import Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament's row, locked until the transaction ends. Raises RuleViolation `tournament_gone`.

    PostgreSQL locks the row; SQLite took the whole database with BEGIN IMMEDIATE already.
    """
    rows = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)
    tournament = rows.first()
    if tournament is None:
        raise RuleViolation("tournament_gone")
    return tournament


class _Queue:
    """First come, first served inside this process: fairness only, correctness is the database's.

    SQLite's own waiting is a lottery with sleeps; in turn, the slowest of forty writers waits a third
    as long.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        mine = threading.Event()
        with self._guard:
            self._waiting.append(mine)
            if self._waiting[0] is mine:
                mine.set()
        # A turn that never comes must not stop the evening: the database decides then.
        mine.wait(timeout=20)
        try:
            yield
        finally:
            with self._guard:
                self._waiting.remove(mine)
                if self._waiting:
                    self._waiting[0].set()


_queue = _Queue()


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait for this process's turn to write (SQLite only; PostgreSQL queues by itself)."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _queue.turn():
        yield
