"""A verified copy of the database after every closed round: DATA_DIR/backups (product.md §8).

SQLite only: a server's PostgreSQL is backed up by its own tools.
"""

import contextlib
import errno
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.errors import RuleViolation

KEPT = 60
"""Copies that stay; a long evening makes about ten."""
PATIENCE = 20.0
"""Seconds after which a copy that does not get on is given up: the desk waits for it."""


def back_up(label: str) -> Path | None:
    """Copy, check, give the copy its name; None where the database is no SQLite file, and inside a
    transaction: nothing is committed there yet, and SQLite would wait for it without end.

    label: what was closed, for the name of the file. Raises RuleViolation backup_disk_full or
    backup_failed; an unfinished copy never has the name of a backup.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return None
    folder = Path(settings.BACKUP_DIR)
    stamp = timezone.localtime().strftime("%Y-%m-%d_%H-%M-%S")
    target = folder / f"{stamp}_{label}.sqlite3"
    draft = folder / f".{stamp}-{os.getpid()}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _copy(draft)
        _verify(draft)
        os.replace(draft, target)
    except (OSError, sqlite3.Error) as error:
        full = getattr(error, "errno", None) == errno.ENOSPC or "full" in str(error)
        raise RuleViolation("backup_disk_full" if full else "backup_failed") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    _forget_old(folder, target)
    return target


def _copy(draft: Path) -> None:
    """SQLite's own online copy, through a connection of its own: a reader waits for no writer (WAL), and
    what is not committed yet is not in it."""
    end = time.monotonic() + PATIENCE

    def watch(status: int, remaining: int, total: int) -> None:
        if time.monotonic() > end:
            raise TimeoutError("backup")

    source = Path(connection.settings_dict["NAME"]).as_uri()
    with (
        closing(sqlite3.connect(f"{source}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(draft)) as copy,
    ):
        draft.chmod(0o600)
        live.backup(copy, progress=watch, sleep=0.05)
        copy.execute("PRAGMA journal_mode=DELETE")
    with draft.open("rb") as handle:
        os.fsync(handle.fileno())


def _verify(draft: Path) -> None:
    with closing(sqlite3.connect(draft)) as copy:
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError("integrity_check")
        copy.execute("SELECT count(*) FROM tournaments_tournament").fetchone()


def _forget_old(folder: Path, newest: Path) -> None:
    """`newest` stays whatever its time says: the clock may have been put back. Unfinished copies of a process
    that was killed go too: they are as large as the others, and nobody knows their names."""
    for draft in folder.glob(".*.part*"):
        with contextlib.suppress(OSError):
            if abs(time.time() - draft.stat().st_mtime) > 2 * PATIENCE:
                draft.unlink()
    copies = sorted(folder.glob("*.sqlite3"), key=lambda file: (file.stat().st_mtime, file.name))
    older = [copy for copy in copies if copy != newest]
    for old in older[: max(0, len(older) + 1 - KEPT)]:
        with contextlib.suppress(OSError):
            old.unlink()
