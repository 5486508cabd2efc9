"""`deploy/restore FILE` where DATABASE_URL names PostgreSQL: into a new database, checked, then the names are
swapped; a failure keeps the old, and so does success, under another name."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psycopg
from installation import die, known_migrations, manage
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

STAY = "Die Daten bleiben, wie sie sind."
MADE = "Gelesen wird, was pg_dump --format=custom schreibt."
TO_ENVIRONMENT = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "sslmode": "PGSSLMODE",
}
"""A password in a command line could be read by everybody on the machine."""


def bring_back(url: str, source: Path, log: Path) -> str:
    """Returns the name under which the old database is kept, "" where there was none."""
    parts: dict[str, Any] = conninfo_to_dict(url)
    name = str(parts["dbname"])
    elsewhere = parts | {"dbname": "template1" if name == "postgres" else "postgres"}
    try:
        with psycopg.connect(**elsewhere, autocommit=True) as admin:
            refuse_guests(admin, name)
            with beside(admin, name) as new:
                fill(parts, new, source)
                check(parts | {"dbname": new}, source.name)
                address = urlsplit(url)._replace(path=f"/{quote(new)}").geturl()
                manage("migrate", "--noinput", "--verbosity", "0", log=log, env={"DATABASE_URL": address})
                return swap(admin, name, new)
    except psycopg.errors.InsufficientPrivilege:
        die(f"Die Rolle {parts.get('user')} darf keine Datenbank anlegen (ALTER ROLE … CREATEDB). {STAY}")
    except psycopg.errors.ObjectInUse:
        die(f"Mit der Datenbank {name} ist noch jemand verbunden. Zuerst alles beenden. {STAY}")
    except psycopg.OperationalError:
        die(f"Die Datenbank, die DATABASE_URL nennt, antwortet nicht. {STAY}")
    except psycopg.Error as error:
        die(f"{error} {STAY}")


def refuse_guests(admin: psycopg.Connection[Any], name: str) -> None:
    """Also those of a server on another machine; the swap would be refused, but late."""
    here = admin.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", [name]).fetchone()
    if here and here[0]:
        die(f"Schockturnier läuft noch, oder jemand anders ist mit {name} verbunden. Zuerst beenden. {STAY}")


@contextmanager
def beside(admin: psycopg.Connection[Any], name: str) -> Iterator[str]:
    """A new empty database; gone when it is not used, also that of a run that was killed."""
    start = f"{name[:40]}_neu_"
    forget(admin, start)
    new = f"{start}{os.getpid()}"
    admin.execute(SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(new)))
    try:
        yield new
    finally:
        forget(admin, start)


def forget(admin: psycopg.Connection[Any], start: str) -> None:
    known = admin.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [start])
    for (name,) in known.fetchall():
        admin.execute(SQL("DROP DATABASE {}").format(Identifier(name)))


def fill(parts: dict[str, Any], new: str, source: Path) -> None:
    """All of the file or nothing."""
    program = shutil.which("pg_restore")
    if program is None:
        die("pg_restore fehlt. Abhilfe: apt-get install postgresql-client")
    env = os.environ | {TO_ENVIRONMENT[name]: str(parts[name]) for name in TO_ENVIRONMENT if name in parts}
    how = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", f"--dbname={new}"]
    done = subprocess.run([program, *how, source], env=env, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().splitlines()[:1] or ["?"]
        die(f"Die Sicherung {source.name} ist nicht lesbar ({said[0]}). {MADE} {STAY}")


def check(parts: dict[str, Any], name: str) -> None:
    """Ends with one sentence unless it is a database of this version or an older one."""
    try:
        with psycopg.connect(**parts) as connection:
            connection.execute("SELECT count(*) FROM tournaments_tournament")
            applied = set(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except psycopg.errors.UndefinedTable:
        die(f"Die Sicherung {name} ist keine von Schockturnier. {STAY}")
    if any(app == "tournaments" for app, _ in applied - known_migrations()):
        die(f"Die Sicherung {name} stammt von einer neueren Version. {STAY}")


def swap(admin: psycopg.Connection[Any], name: str, new: str) -> str:
    """Both names change or none."""
    old = f"{name[:40]}_bis_{time.strftime('%Y%m%d_%H%M%S')}"
    rename = SQL("ALTER DATABASE {} RENAME TO {}")
    there = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
    with admin.transaction():
        if there:
            admin.execute(rename.format(Identifier(name), Identifier(old)))
        admin.execute(rename.format(Identifier(new), Identifier(name)))
    return old if there else ""
