"""One installation: its data folder, the lock on it, its database, its manage.py. Standard library only."""

import errno
import fcntl
import getpass
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote, urlsplit

os.environ.setdefault("TZ", "Europe/Berlin")  # the hall's clock, whatever the machine's is
time.tzset()

ROOT = Path(__file__).resolve().parent.parent
FULL = "Die Festplatte ist voll. Platz schaffen und noch einmal starten."
OTHER = "Ein anderer Ordner: DATA_DIR=/pfad deploy/run"
NEEDED_MB = 50
LONGEST = 400  # bytes of the folder's path: SQLite opens nothing beyond 512, and copies have long names
STACK_LOCK, SUPERVISOR_LOCK = "stack.lock", "supervisor.lock"
WRITTEN = ("secret_key", STACK_LOCK, SUPERVISOR_LOCK, "backups", "log", "prints", "queue")


def die(sentence: str) -> NoReturn:
    print(f"Fehler: {sentence}", file=sys.stderr, flush=True)
    raise SystemExit(1)


@contextmanager
def telling() -> Iterator[None]:
    """Around a whole command: what the machine refuses is one sentence, never a traceback."""
    try:
        yield
    except sqlite3.Error as error:
        if "full" in str(error):
            die(FULL)
        die(f"Die Datenbank ist nicht lesbar ({error}). Ein Weg zurück: deploy/restore")
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            die(FULL)
        what = error.filename or "Der Rechner"
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            die(f"{what} ist nicht beschreibbar.")
        die(f"{what}: {error.strerror or error}")


def data_dir() -> Path:
    """DATA_DIR, made and proved writable, like everything in it that will be written to."""
    folder = (
        Path(os.environ.get("DATA_DIR", "").strip() or "~/.local/share/schockturnier").expanduser().absolute()
    )
    if len(os.fsencode(folder)) > LONGEST:
        die(f"Der Name des Ordners {folder} ist zu lang. {OTHER}")
    try:
        for part in (folder, folder / "backups", folder / "log"):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        proof = folder / ".write-test"
        proof.write_bytes(b"x")
        proof.unlink()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            die(FULL)
        die(f"Der Ordner {folder} ist nicht beschreibbar. {OTHER}")
    refuse_foreign(folder)
    free = shutil.disk_usage(folder).free // 2**20
    if free < NEEDED_MB:
        die(f"Die Festplatte ist voll: für {folder} sind {free} MB frei, nötig sind {NEEDED_MB} MB.")
    return folder


def refuse_foreign(folder: Path) -> None:
    """Ends when something here belongs to somebody else, as after one start with sudo."""
    database = database_file(folder)
    files = [Path(f"{database}{end}") for end in ("", "-wal", "-shm")] if database else []
    files += [*(folder / name for name in WRITTEN), *(folder / "log").glob("*.log")]
    for file in files:
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            remedy = f"sudo chown -R {getpass.getuser()} {shlex.quote(str(folder))}"
            die(f"{file} ist nicht beschreibbar, vielleicht nach einem Start mit sudo. Abhilfe: {remedy}")


def database_file(folder: Path) -> Path | None:
    """The SQLite file of the installation; None when DATABASE_URL names a server."""
    url = os.environ.get("DATABASE_URL", "").strip()
    if not url:
        return folder / "db.sqlite3"
    parts = urlsplit(url)
    return Path(unquote(parts.path[1:])) if parts.scheme == "sqlite" else None


def take_lock(folder: Path, patience: float = 0.0, name: str = STACK_LOCK) -> int | None:
    """A lock that ends with the processes that hold it; None while another stack runs on this folder.

    STACK_LOCK is held by the supervisor and all that it started, SUPERVISOR_LOCK by itself alone.
    `patience` in seconds: after the supervisor was killed its children need a moment to end.
    """
    handle = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                os.close(handle)
                return None
            time.sleep(0.1)
        else:
            return handle


def manage(*arguments: str, log: Path, env: dict[str, str] | None = None) -> str:
    """Runs `manage.py …` and returns what it printed; its errors go to the log and to one German line."""
    with log.open("ab") as file:
        result = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            cwd=ROOT,
            env=os.environ | (env or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
        )
    if result.returncode:
        lines = log.read_text(errors="replace").strip().splitlines()
        tail = lines[-1:] or ["?"]
        if "disk is full" in tail[0] or "No space left" in tail[0]:
            die(FULL)
        if any("OperationalError: connection" in line for line in lines[-4:]):
            die(f"Die Datenbank, die DATABASE_URL nennt, antwortet nicht (mehr in {log}).")
        die(f"„manage.py {arguments[0]}“ ist gescheitert: {tail[0]} (mehr in {log})")
    return result.stdout.decode()


def known_migrations() -> set[tuple[str, str]]:
    """(app, name) of every migration that this version brings."""
    contrib = Path(sysconfig.get_path("purelib")) / "django" / "contrib"
    folders = {app: contrib / app / "migrations" for app in ("auth", "contenttypes", "sessions")}
    folders["tournaments"] = ROOT / "tournaments" / "migrations"
    return {(app, file.stem) for app, folder in folders.items() for file in folder.glob("[0-9]*.py")}


def applied_migrations(database: Path) -> set[tuple[str, str]]:
    """(app, name) of every migration in this SQLite file; raises sqlite3.Error when it is none of ours."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)
    try:
        return set(connection.execute("SELECT app, name FROM django_migrations"))
    finally:
        connection.close()


def has_row(database: Path, query: str) -> bool:
    """Whether the query finds something; a table that is not there yet finds nothing."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)
    try:
        return connection.execute(query).fetchone() is not None
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
