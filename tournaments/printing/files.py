"""Where finished paper lies: DATA_DIR/prints, written whole or not at all."""

import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

ORPHAN_AGE = 600.0
"""Seconds: a file of no job that is younger may be in the hands of a worker that has not finished."""
ALIVE_FOR = 6.0
"""Seconds after its last sign of life in which the print service counts as there."""
_SIGN = "druckdienst"


def folder() -> Path:
    return Path(settings.PRINT_DIR)


def write(name: str, pdf: bytes) -> None:
    """All of it under its name, or nothing: a file that is being written never has the name of a print."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=folder(), prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pdf)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, folder() / name)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def path_of(name: str) -> Path | None:
    """The file of a print, None when there is none (any more)."""
    if not name or "/" in name or name.startswith("."):
        return None
    path = folder() / name
    return path if path.is_file() else None


def remove(names: Iterable[str]) -> None:
    for name in names:
        path = path_of(name)
        if path is not None:
            path.unlink(missing_ok=True)


def remove_others(kept: set[str]) -> int:
    """Delete what is not in `kept` and old enough to be nobody's. How many."""
    gone = 0
    for path in folder().glob("*"):
        if path.name in kept or path.name == _SIGN or path.suffix not in {".pdf", ".part"}:
            continue
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > ORPHAN_AGE:
                path.unlink()
                gone += 1
    return gone


def say_alive() -> None:
    """The print service is there; said every second by its supervisor thread."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder() / _SIGN).touch()


def is_alive() -> bool:
    try:
        # A sign from the future was given before the clock was put back.
        return abs(time.time() - (folder() / _SIGN).stat().st_mtime) < ALIVE_FOR
    except OSError:
        return False
