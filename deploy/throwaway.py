"""PostgreSQL and Redis for one test run: free ports, a folder that goes away, no sync to the disk."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until something listens; raises RuntimeError when the process ends or keeps silent."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not listen on port {port}")


def end(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    process.send_signal(how)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def redis() -> Iterator[str]:
    """Yields a REDIS_URL."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for_port(port, process)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            end(process)


@contextmanager
def postgresql() -> Iterator[str]:
    """Yields a DATABASE_URL; the server refuses root, so root hands it to the user of the Debian package."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    user = "postgres" if os.getuid() == 0 else None
    folder = tempfile.mkdtemp(prefix="schockturnier-pg-")
    try:
        if user:
            shutil.chown(folder, user, user)
        run_as: dict[str, object] = {"user": user, "group": user, "extra_groups": []} if user else {}
        subprocess.run(
            [programs / "initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
            + ["--locale=C.UTF-8", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, **run_as,  # type: ignore[call-overload]
        )  # fmt: skip
        with server(programs, folder, run_as) as port:
            yield f"postgres://postgres@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(programs: Path, folder: str, run_as: dict[str, object]) -> Iterator[int]:
    """Yields the port of a server on `folder`/data."""
    port = free_port()
    fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
    settings = [part for setting in fast for part in ("-c", setting)]
    with Path(folder, "log").open("wb") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", f"{folder}/data", "-p", str(port), "-k", folder, *settings],
            stdout=log, stderr=log, cwd=folder, **run_as,  # type: ignore[call-overload]
        )  # fmt: skip
    try:
        wait_for_port(port, process)
        yield port
    finally:
        end(process, signal.SIGINT)
