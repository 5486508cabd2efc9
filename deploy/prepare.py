"""Brings an installation to the state of the code; each step is skipped when it is there already.

The questions are asked without starting Django, which keeps a second start under three seconds.
"""

import fcntl
import os
import sqlite3
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from installation import FULL, ROOT, applied_migrations, database_file, die, has_row, known_migrations, manage

STATIC = ROOT / ".static"
COLLECTED = STATIC / ".collected"
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


def compile_messages() -> None:
    """The translations, in the form that Django reads. Code that somebody else installed is not written to
    when nothing is new."""
    if stale_messages():
        with alone("messages"):
            for source, target in stale_messages():
                compile_one(source, target)


def stale_messages() -> list[tuple[Path, Path]]:
    """(source, target) of each translation that changed since it was compiled."""
    sources = ROOT.glob("tournaments/locale/*/LC_MESSAGES/*.po")
    pairs = [(source, source.with_suffix(".mo")) for source in sources]
    return [(source, target) for source, target in pairs if newest([source]) > newest([target])]


def compile_one(source: Path, target: Path) -> None:
    """Whole or not at all: half a file would stop every page of that language."""
    draft = target.with_suffix(".part")
    result = subprocess.run(["msgfmt", "--output-file", draft, source], stderr=subprocess.PIPE, text=True)
    if result.returncode:
        draft.unlink(missing_ok=True)
        full = "No space left" in result.stderr
        die(FULL if full else f"Die Übersetzung ließ sich nicht einrichten: {result.stderr.strip()}")
    os.replace(draft, target)


def collect_static(log: Path) -> None:
    """Static files, hashed and compressed."""
    if is_collected():
        return
    with alone("static"):
        if not is_collected():
            # A list that a power cut left half written would stop every page; without one all goes on.
            (STATIC / "staticfiles.json").unlink(missing_ok=True)
            manage("collectstatic", "--noinput", "--verbosity", "0", log=log, env={"STATIC_HASHED": "1"})
            os.sync()  # the stamp says that all of them are on the disk
            COLLECTED.touch()


def is_collected() -> bool:
    sources = [ROOT / "tournaments" / "static", ROOT / ".venv" / ".requirements.txt.stamp"]
    return newest(sources) <= newest([COLLECTED]) and (STATIC / "staticfiles.json").exists()


def newest(paths: Iterable[Path]) -> float:
    """Latest change of these files and of all below these folders, in seconds since 1970; 0 for nothing."""
    files = (file for path in paths for file in ([path, *path.rglob("*")] if path.is_dir() else [path]))
    return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)


def migrate(folder: Path, log: Path) -> None:
    """The database of this version; the old one is copied before it changes."""
    database = database_file(folder)
    if database and database.exists() and not is_blank(database):
        try:
            refuse_broken(database)
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


def refuse_broken(database: Path) -> None:
    """Raises sqlite3.Error when a page of the file is none: better now than in the middle of the evening."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as connection:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise sqlite3.DatabaseError("database disk image is malformed")


def copy_before(database: Path, folder: Path) -> None:
    """A copy of the old state beside the others, made by SQLite itself so that the journal is in it; it has
    its name when it is whole."""
    target = folder / f"vor-aktualisierung-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    draft = target.with_suffix(".part")
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        with draft.open("rb") as handle:
            os.fsync(handle.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


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
