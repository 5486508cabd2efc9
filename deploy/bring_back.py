"""`deploy/restore [FILE]`: a backup beside the old data, checked, then switched; a failure keeps the old."""

import contextlib
import errno
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from installation import (
    FULL,
    applied_migrations,
    data_dir,
    database_file,
    die,
    known_migrations,
    manage,
    take_lock,
    telling,
)

JOURNALS = ("-wal", "-shm", "-journal")


def backups(folder: Path) -> list[Path]:
    """Newest last."""
    return sorted(folder.glob("*.sqlite3"), key=lambda file: (file.stat().st_mtime, file.name))


def list_backups(folder: Path) -> None:
    found = backups(folder)
    for file in found:
        stat = file.stat()
        when = time.strftime("%d.%m.%Y %H:%M", time.localtime(stat.st_mtime))
        print(f"  {when}  {stat.st_size / 2**20:7.1f} MB  {file.name}")
    print(f"Zurückholen: deploy/restore {found[-1].name}" if found else f"Noch keine Sicherung in {folder}.")


def find(name: str, folder: Path) -> Path:
    found = [file for file in (Path(name), folder / name) if file.is_file()]
    if not found:
        die(f"Die Sicherung {name} gibt es nicht. Alle zeigt: deploy/restore")
    return found[0].resolve()


def check(copy: Path, name: str) -> None:
    """Ends with one sentence unless this is a whole database of this version or an older one."""
    refused = (
        f"Die Sicherung {name} ist beschädigt oder keine von Schockturnier. Die Daten bleiben, wie sie sind."
    )
    try:
        with closing(sqlite3.connect(copy)) as connection:
            whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            whole = whole and not connection.execute("PRAGMA foreign_key_check").fetchall()
            connection.execute("SELECT count(*) FROM tournaments_tournament").fetchone()
        applied = applied_migrations(copy)
    except sqlite3.Error as error:
        die(f"{refused} ({error})")
    if not whole:
        die(refused)
    if any(app == "tournaments" for app, _ in applied - known_migrations()):
        die(f"Die Sicherung {name} stammt von einer neueren Version. Die Daten bleiben, wie sie sind.")


def settle(file: Path) -> None:
    """Everything into the one file: a journal left beside it would be taken for the next database's."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    with file.open("rb") as handle:
        os.fsync(handle.fileno())


@contextlib.contextmanager
def beside(database: Path, source: Path) -> Iterator[Path]:
    """A copy in the folder of the database, so that the switch is one rename; gone when not used, also that
    of a run that was killed: only one has the lock."""
    copy = database.with_name(f".restore-{os.getpid()}.sqlite3")
    try:
        forget_copies(database)
        try:
            shutil.copyfile(source, copy)
        except OSError as error:
            die(FULL if error.errno == errno.ENOSPC else f"{source} ist nicht lesbar: {error.strerror}")
        yield copy
    finally:
        forget_copies(database)


def forget_copies(database: Path) -> None:
    """Also the second name of data that were kept, but never replaced: both would change from now on."""
    for file in database.parent.glob(".restore-*.sqlite3*"):
        file.unlink(missing_ok=True)
    for old in database.parent.glob(f"{database.stem}-bis-*{database.suffix}"):
        if database.exists() and old.samefile(database):
            old.unlink()


def clear_up(folder: Path) -> None:
    """At a start, under the lock: says which data hold when a restore was ended in the middle."""
    database = database_file(folder)
    if database is None:
        return
    notes = sorted(database.parent.glob(".restore-*.sqlite3-note"))
    if list(database.parent.glob(".restore-*.sqlite3")):
        print(
            "Das Zurückholen einer Sicherung wurde abgebrochen: Es gelten die bisherigen Daten.", flush=True
        )
    elif notes:
        print(f"Zurückgeholt war schon vor dem Abbruch: {notes[0].read_text()}", flush=True)
    forget_copies(database)


def keep(database: Path, old: Path) -> None:
    """The same file under a second name, or a copy of it where the disk knows no second names (a stick),
    which has its name when it is whole."""
    try:
        os.link(database, old)
    except OSError:
        draft = database.with_name(f".restore-{os.getpid()}.sqlite3-old")
        shutil.copyfile(database, draft)
        draft.replace(old)


def switch(copy: Path, database: Path) -> Path | None:
    """Puts the copy in the place of the database; returns where the old one is kept."""
    old = None
    if database.exists():
        old = database.with_name(f"{database.stem}-bis-{time.strftime('%Y%m%d-%H%M%S')}{database.suffix}")
        try:
            settle(database)
        except sqlite3.Error as error:  # a broken one is kept as it is
            if "full" in str(error):
                raise
        keep(database, old)
        for journal in JOURNALS:
            with contextlib.suppress(FileNotFoundError):
                Path(f"{database}{journal}").rename(f"{old}{journal}")
    os.replace(copy, database)
    handle = os.open(database.parent, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
    return old


def main() -> None:
    folder = data_dir()
    database = database_file(folder)
    if len(sys.argv) < 2:
        if database is None:
            die("Bitte die Sicherung nennen: deploy/restore DATEI, gemacht mit pg_dump --format=custom.")
        return list_backups(folder / "backups")
    source = find(sys.argv[1], folder / "backups")
    if take_lock(folder) is None:
        die("Schockturnier läuft noch. Zuerst dort mit Strg-C beenden.")
    if database is None:
        # Not before it is needed: psycopg is there for servers only.
        from bring_back_postgresql import bring_back

        kept = bring_back(os.environ["DATABASE_URL"].strip(), source, folder / "log" / "setup.log")
        print(f"Zurückgeholt: {source.name}")
        if kept:
            print(f"Die bisherigen Daten liegen in der Datenbank {kept}")
        return None
    with beside(database, source) as copy:
        check(copy, source.name)
        log = folder / "log" / "setup.log"
        url = {"DATABASE_URL": f"sqlite:///{quote(str(copy))}"}
        manage("migrate", "--noinput", "--verbosity", "0", log=log, env=url)
        settle(copy)
        Path(f"{copy}-note").write_text(source.name)
        old = switch(copy, database)
    print(f"Zurückgeholt: {source.name}")
    if old:
        print(f"Die bisherigen Daten liegen in {old}")
    return None


if __name__ == "__main__":
    with telling():
        main()
