"""Brings an installation to the state of the code; each step is skipped when it is there already.

The questions are asked without starting Django, which keeps a second start under three seconds.
"""

import fcntl
import sqlite3
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from installation import ROOT, applied_migrations, database_file, die, has_row, known_migrations, manage

STATIC = ROOT / ".static"
KNOWN_LOGIN = """\
  Name      leitung
  Kennwort  wie beim ersten Start   (ein neues: deploy/run --new-password)
"""
DEMO = (
    "rehearse",
    "--players",
    "101",
    "--rounds",
    "5",
    "--seed",
    "7",
    "--until",
    "round:3",
    "--keep",
    "--slug",
    "demo",
)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One at a time for all installations that share this code."""
    with (ROOT / f".{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@alone("messages")
def compile_messages() -> None:
    """The translations, in the form that Django reads."""
    for source in ROOT.glob("tournaments/locale/*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if newest([source]) > newest([target]):
            subprocess.run(["msgfmt", "--output-file", target, source], check=True)


@alone("static")
def collect_static(log: Path) -> None:
    """Static files, hashed and compressed."""
    stamp = STATIC / "staticfiles.json"
    sources = [ROOT / "tournaments" / "static", ROOT / ".venv" / ".requirements.txt.stamp"]
    if newest(sources) > newest([stamp]):
        manage("collectstatic", "--noinput", "--verbosity", "0", log=log, env={"STATIC_HASHED": "1"})
        stamp.touch()


def newest(paths: Iterable[Path]) -> float:
    """Latest change of these files and of all below these folders, in seconds since 1970; 0 for nothing."""
    files = (file for path in paths for file in ([path, *path.rglob("*")] if path.is_dir() else [path]))
    return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)


def migrate(folder: Path, log: Path) -> None:
    """The database of this version; the old one is copied before it changes."""
    database = database_file(folder)
    if database and database.exists() and not is_blank(database):
        try:
            applied = applied_migrations(database)
        except sqlite3.Error as error:
            die(f"Die Datenbank {database} ist nicht lesbar ({error}). Ein Weg zurück: deploy/restore")
        known = known_migrations()
        if any(app == "tournaments" for app, _ in applied - known):
            die("Die Daten stammen von einer neueren Version. Bitte das Programm aktualisieren.")
        if known <= applied:
            return
        copy_before(database, folder / "backups")
    print("Richte die Datenbank ein …", flush=True)
    manage("migrate", "--noinput", "--verbosity", "0", log=log)


def is_blank(database: Path) -> bool:
    """A file without any table, as a command of Django that only looks leaves it behind."""
    try:
        return has_row(database, "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM sqlite_master)")
    except sqlite3.Error:
        return False


def copy_before(database: Path, folder: Path) -> None:
    """A copy of the old state beside the others, made by SQLite itself so that the journal is in it."""
    target = folder / f"vor-aktualisierung-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    source, copy = sqlite3.connect(database), sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()


def first_login(folder: Path, log: Path, *, again: bool) -> str:
    """What the terminal shows of the Leitung's login: a new password, or where the old one is to be found."""
    if again:
        return manage("first_login", "--new-password", log=log)
    database = database_file(folder)
    if database and has_row(database, "SELECT 1 FROM auth_user WHERE username = 'leitung'"):
        return KNOWN_LOGIN
    return manage("first_login", log=log) or KNOWN_LOGIN


def demo(folder: Path, log: Path) -> None:
    """The half-played tournament of `--demo`, once."""
    database = database_file(folder)
    if database and has_row(database, "SELECT 1 FROM tournaments_tournament WHERE slug = 'demo'"):
        return
    print("Spiele ein Turnier mit 101 Spielern bis zur dritten Runde …", flush=True)
    manage(*DEMO, log=log)
