"""`deploy/run --demo`: a half-played tournament, once, open to everybody."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.deploy.stack import ROOT, command, environment, running

pytestmark = pytest.mark.slow


def tournaments(folder: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
        return connection.execute(
            "SELECT slug, phase, (SELECT count(*) FROM tournaments_player WHERE tournament_id = t.id)"
            " FROM tournaments_tournament t"
        ).fetchall()


def test_opens_with_half_an_evening(tmp_path: Path) -> None:
    with running(tmp_path, "--demo") as stack:
        assert tournaments(tmp_path) == [("demo", "vorrunde", 101)]
        for path in ("/demo/", "/demo/stand/", "/demo/beamer/", "/t/"):
            assert stack.get(path).status == 200
    with running(tmp_path, "--demo"):
        assert len(tournaments(tmp_path)) == 1


def test_a_backup_of_the_evening_comes_back(tmp_path: Path) -> None:
    with running(tmp_path, "--demo"):
        pass
    closing_a_round = "from tournaments.services.backup import back_up; back_up('runde-2')"
    manage = [ROOT / ".venv" / "bin" / "python", "manage.py", "shell", "-c", closing_a_round]
    subprocess.run(manage, cwd=ROOT, env=environment(tmp_path), check=True, capture_output=True)
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as connection, connection:
        connection.execute("UPDATE tournaments_tournament SET slug = 'spoiled'")
    backups = list((tmp_path / "backups").glob("*.sqlite3"))
    assert len(backups) == 1
    assert command("restore", tmp_path, backups[0].name).returncode == 0
    with running(tmp_path) as stack:
        assert stack.get("/demo/stand/").status == 200
        assert "wie beim ersten Start" in stack.said
