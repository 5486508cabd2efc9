"""`manage.py verify_draw`: yes, or what does not fit, or why there is no answer; never a traceback."""

import copy
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.lots.evenings import drawn_ko, file_of, over
from tournaments.models import Tournament
from tournaments.rehearsal import Order, rehearse

ROOT = Path(__file__).parents[3]


def run(path: Path) -> tuple[int, str, str]:
    """(exit code, stdout, stderr)"""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_draw", str(path), stdout=out, stderr=err)
    assert isinstance(ended.value.code, int)
    return ended.value.code, out.getvalue(), err.getvalue()


def checked(found: Any, folder: Path | None = None) -> tuple[int, str, str]:
    import tempfile

    with tempfile.TemporaryDirectory() as own:
        path = (folder or Path(own)) / "losprotokoll.json"
        path.write_text(found if isinstance(found, str) else json.dumps(found))
        return run(path)


@pytest.mark.django_db
def test_an_evening_played_to_its_end_is_confirmed_on_another_machine(tmp_path: Path) -> None:
    """Another process, an empty folder, a database that is not there, and another language."""
    rehearse(Order(26, 4, 3, "", ""), lambda text: None)
    path = tmp_path / "protokoll.json"
    path.write_text(json.dumps(file_of(Tournament.objects.get())))
    nowhere = "postgres://nobody@127.0.0.1:1/nothing"
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_draw", str(path)],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(tmp_path / "neu"), "DATABASE_URL": nowhere, "LANG": "C",
             "DJANGO_SETTINGS_MODULE": "schockturnier.settings", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(": stimmt (" in line for line in lines[2:-1])
    assert [line.split(":")[0].split(",")[0] for line in lines[2:-1] if "ersetzt" not in line] == [
        "Runde 1",
        "Runde 2",
        "Runde 3",
        "Runde 4",
        "K.O.",
    ]
    assert lines[-1].startswith("Alles stimmt: ")


@pytest.mark.django_db
def test_replaced_draws_late_arrivals_and_swaps_are_confirmed() -> None:
    code, out, err = checked(file_of(over()))
    assert (code, err) == (0, "")
    said = [line.split(" (Prüf")[0] for line in out.splitlines()[2:-1]]
    assert said == [
        "Runde 1, Auslosung 2: stimmt",
        "Runde 2 (wurde ersetzt): stimmt",
        "Runde 2, Auslosung 2: stimmt",
        "Runde 3: stimmt",
        "K.O. (wurde ersetzt): stimmt",
        "K.O.: stimmt",
    ]
    assert out.count("(Prüfzeichen ") == 6


def turn(table: list[Any]) -> None:
    table[0], table[1] = table[1], table[0]


@pytest.mark.django_db
def test_ten_ways_of_touching_it_are_told_apart() -> None:
    true = file_of(over())
    touched: list[tuple[str, Any]] = [
        ("passt nicht zum geheimen Los", lambda f: f.update(salt="0" * 32)),
        ("Startzahl folgt nicht", lambda f: f.update(number=4712)),
        ("Startzahl folgt nicht", lambda f: f["draws"][0].update(seed="0" * 16)),
        ("Prüfsumme", lambda f: f["draws"][3]["inputs"]["players"].pop()),
        ("Prüfzeichen folgt nicht", lambda f: f["draws"][5].update(seal="0" * 16)),
        ("Nachgerechnet sitzen die Leute anders", lambda f: turn(f["draws"][2]["result"][0])),
        ("Änderungen von Hand folgt eine andere", lambda f: f["draws"][0]["swaps"].pop()),
        ("als dort gespielt haben", lambda f: turn(f["draws"][0]["seated"][1])),
        ("anderen Plan aus", lambda f: turn(f["draws"][2]["plan"][0][0])),
        ("Runde 3 fehlt", lambda f: f["draws"].pop(3)),
        ("Tisch B", lambda f: turn(f["draws"][5]["result"][1])),
        ("zwei Auslosungen", lambda f: f["draws"][1].update(counts=True)),
    ]
    for sentence, touch in touched:
        found = copy.deepcopy(true)
        touch(found)
        code, out, err = checked(found)
        assert (code, err) == (1, ""), sentence
        assert sentence in out
        assert out.splitlines()[-1].startswith("Es stimmt nicht alles"), sentence


@pytest.mark.django_db
def test_the_difference_names_the_table_and_who_should_sit_there() -> None:
    found = file_of(over())
    true = found["draws"][3]["result"][2]
    said = [true[1], true[0], *true[2:]]
    found["draws"][3]["result"][2] = said
    _, out, _ = checked(found)
    assert "Runde 3: stimmt nicht" in out
    numbers = [", ".join(map(str, table)) for table in (said, true)]
    assert f"Tisch 3: im Protokoll {numbers[0]}; richtig {numbers[1]}" in out
    assert "Tisch 1:" not in out


@pytest.mark.django_db
def test_another_version_gets_no_answer_but_a_reason() -> None:
    """The rest is checked all the same; the seal is of the version that made it."""
    from tournaments.draw import make_seal

    found = file_of(over())
    old = found["draws"][3]
    old["version"] = "schockturnier-draw-0"
    old["seal"] = make_seal(found["salt"], found["number"], 3, old["digest"], version=old["version"])
    code, out, err = checked(found)
    assert (code, err) == (2, "")
    assert "Runde 3: lässt sich hier nicht nachrechnen" in out
    assert "schockturnier-draw-0" in out
    assert out.count(": stimmt (") == 5


@pytest.mark.django_db
def test_a_file_saved_too_early_says_what_is_missing() -> None:
    code, out, err = checked(file_of(drawn_ko()))
    assert (code, out) == (2, "")
    assert "vor der letzten Auslosung gespeichert" in err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "kein Losprotokoll oder beschädigt"),
        ("[" * 100_000, "kein Losprotokoll oder beschädigt"),
        ("9" * 5_000, "kein Losprotokoll oder beschädigt"),
        ("{}", "etwas anderes als ein Losprotokoll"),
        ('{"format": "schockturnier-losprotokoll-1", "draws": 7}', "(complete)"),
        ('{"format": "schockturnier-losprotokoll-1", "complete": true, "draws": [7]}', "(draws)"),
    ],
    ids=range(6),
)
def test_no_protocol_gets_a_sentence(text: str, sentence: str) -> None:
    code, out, err = checked(text)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_or_a_folder_gets_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "fehlt.json", tmp_path / ("x" * 5_000)):
        code, out, err = run(path)
        assert (code, out) == (2, "")
        assert "lässt sich nicht öffnen" in err
    code, _, err = run(Path("null\0byte"))
    assert code == 2
    assert "lässt sich nicht öffnen" in err
