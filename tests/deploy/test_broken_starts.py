"""What a power cut, sudo or a damaged disk leaves behind: the next start mends it or says what to do."""

import errno
import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import installation
import prepare
import pytest

from tests.deploy.stack import ROOT, command, running

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Tisch"\nmsgstr "table"\n'
Said = Callable[[], str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: capsys.readouterr().err


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code of an installation: one translation and the list of its static files."""
    folder = tmp_path / "code"
    (folder / "tournaments" / "locale" / "en" / "LC_MESSAGES").mkdir(parents=True)
    (folder / "tournaments" / "locale" / "en" / "LC_MESSAGES" / "django.po").write_text(PO)
    (folder / "tournaments" / "static").mkdir()
    (folder / ".static").mkdir()
    monkeypatch.setattr(prepare, "ROOT", folder)
    monkeypatch.setattr(prepare, "STATIC", folder / ".static")
    monkeypatch.setattr(prepare, "COLLECTED", folder / ".static" / ".collected")
    return folder


def compiled(code: Path) -> Path:
    return code / "tournaments" / "locale" / "en" / "LC_MESSAGES" / "django.mo"


def test_a_translation_is_there_whole_or_as_before(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare.compile_messages()
    whole = compiled(code).read_bytes()
    os.utime(compiled(code), (1, 1))

    def killed(command: list[str], **more: object) -> None:
        Path(command[2]).write_bytes(whole[:20])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(subprocess, "run", killed)
        with pytest.raises(KeyboardInterrupt):
            prepare.compile_messages()
    assert compiled(code).read_bytes() == whole
    prepare.compile_messages()
    assert compiled(code).stat().st_mtime > 1


def test_a_translation_without_room_is_told(code: Path, said: Said, tmp_path: Path) -> None:
    (code / "tournaments" / "locale" / "en" / "LC_MESSAGES" / "django.po").write_text("kein Katalog")
    with pytest.raises(SystemExit):
        prepare.compile_messages()
    assert said().startswith("Fehler: Die Übersetzung ließ sich nicht einrichten")
    assert list(compiled(code).parent.iterdir()) == [compiled(code).with_suffix(".po")]


def test_code_of_somebody_else_is_not_written_to_when_nothing_is_new(
    code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code / ".static" / "staticfiles.json").write_text("{}")
    prepare.COLLECTED.touch()
    prepare.compile_messages()

    def refused(name: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", name)

    monkeypatch.setattr(prepare, "alone", refused)
    before = {path: path.stat().st_mtime_ns for path in code.rglob("*")}
    prepare.compile_messages()
    prepare.collect_static(code / "log")
    assert {path: path.stat().st_mtime_ns for path in code.rglob("*")} == before


@pytest.mark.parametrize("left", ["", '{"paths": {"tournaments/ba'])
def test_a_list_of_static_files_that_is_half_written_is_made_anew(
    code: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    """Ended while it was written: the list is there, the stamp is not."""
    manifest, seen = code / ".static" / "staticfiles.json", []
    manifest.write_text(left)

    def collect(*arguments: str, **more: object) -> str:
        seen.append((arguments[0], manifest.exists()))
        manifest.write_text("{}")
        return ""

    monkeypatch.setattr(prepare, "manage", collect)
    prepare.collect_static(code / "log")
    prepare.collect_static(code / "log")
    assert seen == [("collectstatic", False)]


def table(database: Path) -> Path:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE people (name TEXT)")
        connection.executemany("INSERT INTO people VALUES (?)", [("Jansen " * 100,)] * 200)
    return database


def test_the_copy_before_an_update_has_its_name_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = table(tmp_path / "db.sqlite3")
    (tmp_path / "backups").mkdir()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            prepare.copy_before(database, tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []
    prepare.copy_before(database, tmp_path / "backups")
    copy = next((tmp_path / "backups").glob("vor-aktualisierung-*.sqlite3"))
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (200,)


def test_a_damaged_page_is_told_at_the_start(tmp_path: Path) -> None:
    database = table(tmp_path / "db.sqlite3")
    prepare.refuse_broken(database)
    content = database.read_bytes()
    database.write_bytes(content[:8192] + b"\xff" * 4096 + content[12288:])
    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        prepare.refuse_broken(database)


def test_a_path_that_no_database_opens_is_refused(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", "/tmp" + "/langerordner" * 40)
    with pytest.raises(SystemExit):
        installation.data_dir()
    assert "ist zu lang. Ein anderer Ordner: DATA_DIR=/pfad deploy/run" in said()


@pytest.mark.parametrize(
    "name", ["db.sqlite3", "db.sqlite3-wal", "secret_key", "stack.lock", "prints", "log/web.log"]
)
def test_what_belongs_to_somebody_else_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said, name: str
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    installation.data_dir()
    foreign = tmp_path / name
    foreign.touch()
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, how: path != foreign and may(path, how))
    with pytest.raises(SystemExit):
        installation.data_dir()
    assert said().startswith(
        f"Fehler: {foreign} ist nicht beschreibbar, vielleicht nach einem Start mit sudo."
    )


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "Die Festplatte ist voll."),
        (OSError(errno.EROFS, "Read-only file system", "/x"), "/x ist nicht beschreibbar."),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "Der Rechner: Cannot allocate memory"),
        (sqlite3.OperationalError("database or disk is full"), "Die Festplatte ist voll."),
        (sqlite3.DatabaseError("database disk image is malformed"), "Die Datenbank ist nicht lesbar"),
    ],
)
def test_what_the_machine_refuses_is_one_sentence(error: Exception, sentence: str, said: Said) -> None:
    with pytest.raises(SystemExit), installation.telling():
        raise error
    assert said().startswith(f"Fehler: {sentence}")


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    nobody = "postgres://nobody@127.0.0.1:9/none"
    result = command("run", tmp_path, "--port", "0", DATABASE_URL=nobody)
    assert result.returncode == 1
    assert "Fehler: Die Datenbank, die DATABASE_URL nennt, antwortet nicht" in result.stdout


LIB = f"""
. {ROOT}/deploy/lib.sh
ROOT=$1 VENV=$1/.venv PYTHON=$1/python
need_free() {{ :; }}
install_requirements() {{ echo installed >>"$ROOT/told"; sleep 0.5; }}
need_venv requirements.txt
"""
FAKE = """#!/bin/bash
[ "$2" = venv ] || exec python3 "$@"
echo made >>"$(dirname "$0")/told"
mkdir -p "$3/bin"
ln -sf "$(command -v python3)" "$3/bin/python"
"""


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Code without .venv, and a Python that makes one in no time."""
    (tmp_path / "requirements.txt").write_text("")
    (tmp_path / "python").write_text(FAKE)
    (tmp_path / "python").chmod(0o755)
    return tmp_path


def start(folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(["bash", "-euc", LIB, "start", str(folder)])


def told(folder: Path) -> list[str]:
    return (folder / "told").read_text().split()


def test_two_first_starts_at_once_install_once(bare: Path) -> None:
    starts = [start(bare), start(bare)]
    assert [process.wait(60) for process in starts] == [0, 0]
    assert told(bare) == ["made", "installed"]


def test_a_start_that_was_ended_before_pip_was_there_begins_anew(bare: Path) -> None:
    python = bare / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/bash\n[ "$2" = "import pip" ] && exit 1\nexec python3 "$@"\n')
    python.chmod(0o755)
    assert start(bare).wait(60) == 0
    assert told(bare) == ["made", "installed"]


@pytest.mark.slow
def test_pages_that_fail_are_no_running_evening(tmp_path: Path) -> None:
    with running(tmp_path):
        pass
    broken = tmp_path / "static"
    broken.mkdir()
    (broken / "staticfiles.json").write_text("{")
    more = {"STATIC_ROOT": str(broken), "STATIC_HASHED": "1"}
    result = command("run", tmp_path, "--port", "0", **more)
    assert result.returncode == 1
    assert result.stdout.endswith(
        f"Fehler: Die Seiten melden einen Fehler. Das Protokoll: {tmp_path}/log/web.log\n"
    )


@pytest.mark.slow
def test_a_folder_with_signs_of_an_address_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "Turnier #1? 100%25"
    with running(folder) as stack:
        assert stack.get("/leitung/anmelden/").status == 200
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    source, copy = sqlite3.connect(folder / "db.sqlite3"), sqlite3.connect(folder / "backups" / "gut.sqlite3")
    with closing(source), closing(copy):
        source.backup(copy)
    assert command("restore", folder, "gut.sqlite3").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
