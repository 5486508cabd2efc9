"""A print service that stands still at one moment of the first job it gets, to be killed there.

`HALT_AT`: a number (that many signs of life), `draft` (half of the file is written), `whole` (the file has
its name, the row does not know it) or `full` (no byte finds room on the disk). `HALTED`: the file that says
so; it goes on when there is one with `.on` after that name.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

AT, HALTED = os.environ["HALT_AT"], Path(os.environ["HALTED"])


def stand_still() -> None:
    """Only the first to come here; whoever prints later finds the file."""
    if not HALTED.exists():
        HALTED.touch()
        while not HALTED.with_suffix(".on").exists():
            time.sleep(0.05)


def after_signs(print_it: Callable[..., bytes], number: int) -> Callable[..., bytes]:
    def halting(document: Any, *, progress: Callable[[int, int], object]) -> bytes:
        given = 0

        def count(done: int, total: int) -> None:
            nonlocal given
            progress(done, total)
            given += 1
            if given == number:
                stand_still()

        return print_it(document, progress=count)

    return halting


def half_written(fsync: Callable[[int], None]) -> Callable[[int], None]:
    def halting(handle: int) -> None:
        if not HALTED.exists():
            os.ftruncate(handle, os.fstat(handle).st_size // 2)
            stand_still()
        fsync(handle)

    return halting


def no_room(make: Callable[..., tuple[int, str]]) -> Callable[..., tuple[int, str]]:
    def full(**where: Any) -> tuple[int, str]:
        handle, name = make(**where)
        os.close(handle)
        HALTED.touch()
        return os.open("/dev/full", os.O_WRONLY), name

    return full


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schockturnier.settings")
    import django

    django.setup()
    from tournaments.printing import files
    from tournaments.services import prints

    if AT == "draft":
        files.os = SimpleNamespace(**vars(os) | {"fsync": half_written(os.fsync)})  # type: ignore[assignment]
    elif AT == "whole":
        finish = prints.finish_job
        prints.finish_job = lambda **row: stand_still() or finish(**row)  # type: ignore[func-returns-value]
    elif AT == "full":
        files.tempfile = SimpleNamespace(mkstemp=no_room(tempfile.mkstemp))  # type: ignore[assignment]
    else:
        prints.render = after_signs(prints.render, int(AT))
    from celery.__main__ import main as celery

    celery()


if __name__ == "__main__":
    main()
