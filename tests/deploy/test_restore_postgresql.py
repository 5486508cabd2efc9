"""`deploy/restore` with PostgreSQL: beside, checked, names swapped; whatever fails keeps the old."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from throwaway import postgresql

from tests.deploy.stack import ROOT, command, environment

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgresql() as url:
        yield url.rpartition("/")[0]


@pytest.fixture
def url(server: str, tmp_path: Path) -> Iterator[str]:
    """Our database "turnier", whose user is called "now"; in the dump good.dump it is called "then"."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute("CREATE DATABASE turnier")
    address = f"{server}/turnier"
    env = environment(tmp_path, DATABASE_URL=address)
    subprocess.run([sys.executable, ROOT / "manage.py", "migrate", "-v", "0"], env=env, check=True)
    run(
        address,
        "INSERT INTO auth_user (username, password, first_name, last_name, email, is_superuser, is_staff,"
        " is_active, date_joined) VALUES ('then', '', '', '', '', false, false, true, now())",
    )
    dump(address, tmp_path / "good.dump")
    run(address, "UPDATE auth_user SET username = 'now'")
    yield address
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        for name in databases(server):
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(address: str, text: str) -> list[Any]:
    with psycopg.connect(address) as connection:
        done = connection.execute(text)
        return done.fetchall() if done.description else []


def user(address: str) -> str:
    return str(run(address, "SELECT username FROM auth_user")[0][0])


def dump(address: str, file: Path) -> None:
    subprocess.run(["pg_dump", "--format=custom", f"--file={file}", address], check=True, env=os.environ)


def databases(server: str) -> list[str]:
    return sorted(
        name
        for (name,) in run(f"{server}/postgres", "SELECT datname FROM pg_database")
        if name.startswith("turnier")
    )


def restore(url: str, folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    return command("restore", folder, str(folder / name), DATABASE_URL=url)


def test_the_names_are_swapped_and_the_old_is_kept(url: str, server: str, tmp_path: Path) -> None:
    result = restore(url, tmp_path, "good.dump")
    assert result.returncode == 0, result.stdout
    new, old = databases(server)
    assert new == "turnier"
    assert old in result.stdout
    assert (user(url), user(f"{server}/{old}")) == ("then", "now")


def test_an_empty_server_gets_it_too(url: str, server: str, tmp_path: Path) -> None:
    run_alone = psycopg.connect(f"{server}/postgres", autocommit=True)
    with run_alone:
        run_alone.execute("DROP DATABASE turnier")
    result = restore(url, tmp_path, "good.dump")
    assert result.returncode == 0, result.stdout
    assert (databases(server), user(url)) == (["turnier"], "then")


def test_nobody_is_thrown_out(url: str, server: str, tmp_path: Path) -> None:
    with psycopg.connect(url):
        result = restore(url, tmp_path, "good.dump")
    assert result.returncode == 1
    assert "Schockturnier läuft noch" in result.stdout
    assert (databases(server), user(url)) == (["turnier"], "now")


def truncated(file: Path, url: str) -> None:
    file.write_bytes(file.read_bytes()[:-2000])


def no_dump(file: Path, url: str) -> None:
    file.write_text("CREATE TABLE x ();")


def foreign(file: Path, url: str) -> None:
    run(url, "CREATE SCHEMA other; CREATE TABLE other.x ()")
    subprocess.run(["pg_dump", "-Fc", "--schema=other", f"--file={file}", url], check=True)


def newer(file: Path, url: str) -> None:
    insert = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', now())"
    run(url, insert)
    dump(url, file)
    run(url, "DELETE FROM django_migrations WHERE name = '9999_later'")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (truncated, "ist nicht lesbar"),
        (no_dump, "pg_dump --format=custom"),
        (foreign, "keine von Schockturnier"),
        (newer, "stammt von einer neueren Version"),
    ],
)
def test_what_cannot_be_brought_back_changes_nothing(
    url: str, server: str, tmp_path: Path, spoil: Any, words: str
) -> None:
    spoil(tmp_path / "good.dump", url)
    result = restore(url, tmp_path, "good.dump")
    assert result.returncode == 1, result.stdout
    assert words in result.stdout
    assert "Die Daten bleiben, wie sie sind." in result.stdout
    assert "Traceback" not in result.stdout
    assert (databases(server), user(url)) == (["turnier"], "now")


def test_a_server_that_is_away_is_named(tmp_path: Path) -> None:
    (tmp_path / "good.dump").write_bytes(b"PGDMP")
    result = restore("postgres://nobody@127.0.0.1:9/none", tmp_path, "good.dump")
    assert result.returncode == 1
    assert "Die Datenbank, die DATABASE_URL nennt, antwortet nicht." in result.stdout
