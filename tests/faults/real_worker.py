"""A real Celery worker on the filesystem broker and this test's database, to be killed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from throwaway import end, wait_for_port

ROOT = Path(__file__).resolve().parent.parent.parent
LIMIT = 240.0  # seconds until a test gives up waiting; nothing is measured
WORKER = ["-A", "schockturnier", "worker", "--loglevel", "WARNING", "--without-gossip",
          "--without-mingle", "--without-heartbeat"]  # fmt: skip


def empty_folders() -> None:
    for folder in (settings.QUEUE_DIR, settings.PRINT_DIR):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)


def database_url() -> str:
    """The test's own database, for another process."""
    where = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{where['NAME']}"
    return f"postgres://{where['USER']}:{where['PASSWORD']}@{where['HOST']}:{where['PORT']}/{where['NAME']}"


@contextmanager
def worker(
    name: str = "eins", *, module: str = "celery", **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A print service on this test's database, in a session of its own, gone at the end."""
    ours = {"DATA_DIR": str(settings.DATA_DIR), "DATABASE_URL": database_url()}
    env = os.environ | ours | environment
    env.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen(
        [sys.executable, "-m", module, *WORKER, "--hostname", f"{name}@%h"],
        cwd=ROOT,
        env=env,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@contextmanager
def redis(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Redis that is killed, and remembers nothing when it comes back."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port, process)
        yield process
    finally:
        end(process, signal.SIGKILL)
