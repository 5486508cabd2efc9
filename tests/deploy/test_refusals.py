"""What goes wrong around a start gets one German sentence that says what to do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.stack import ROOT, command, environment

STUBS = ("bash", "dirname", "mktemp", "tail", "grep", "rm", "cat", "env", "python3", "timeout", "chmod")


def shell(script: str, path: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a script after deploy/lib.sh, optionally with nothing but `path` to find programs in."""
    env = dict(os.environ) | more | ({"PATH": str(path)} if path else {})
    return subprocess.run(
        ["/bin/bash", "-c", f". {ROOT}/deploy/lib.sh; {script}"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )


def programs(folder: Path, **scripts: str) -> Path:
    """A folder with the everyday programs and these scripts."""
    for name in STUBS:
        (folder / name).symlink_to(str(shutil.which(name)))
    for name, script in scripts.items():
        file = folder / name.replace("_", "-")
        file.write_text(f"#!/bin/bash\n{script}\n")
        file.chmod(0o755)
    return folder


def test_old_python(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/bash\n[[ "$2" == *platform* ]] && echo 3.9.2\n[[ "$2" == *platform* ]]\n')
    old.chmod(0o755)
    result = command("run", tmp_path, PYTHON=str(old))
    assert result.returncode == 1
    assert result.stdout.startswith("Fehler: Python 3.9.2 ist zu alt, nötig ist 3.11 oder neuer")


def test_no_python(tmp_path: Path) -> None:
    result = command("run", tmp_path, PYTHON="python-that-is-not-there")
    assert result.returncode == 1
    assert "Fehler: Python fehlt." in result.stdout


def test_folder_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file" / "data", Path("/proc/schockturnier")):
        result = command("run", folder, "--port", "0")
        assert result.returncode == 1
        assert result.stdout.startswith(f"Fehler: Der Ordner {folder} ist nicht beschreibbar.")


def test_full_disk(tmp_path: Path) -> None:
    for kind in ("shutil.disk_usage = lambda path: shutil._ntuple_diskusage(1, 1, 0)", FULL_WRITE):
        script = f"import shutil, pathlib\n{kind}\nimport installation\ninstallation.data_dir()"
        result = subprocess.run(
            [ROOT / ".venv" / "bin" / "python", "-c", script],
            env=environment(tmp_path, PYTHONPATH=str(ROOT / "deploy")),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert result.returncode == 1
        assert result.stderr.startswith("Fehler: Die Festplatte ist voll")


FULL_WRITE = """
def refuse(self, data):
    raise OSError(28, "No space left on device")
pathlib.Path.write_bytes = refuse"""


@pytest.mark.parametrize("arguments", [["--port", "x"], ["--port", "70000"], ["--nonsense"], ["file"]])
def test_unknown_switches(tmp_path: Path, arguments: list[str]) -> None:
    result = command("run", tmp_path, *arguments)
    assert result.returncode == 1
    assert result.stdout.startswith("Fehler: ")


def test_help_lists_the_switches(tmp_path: Path) -> None:
    result = command("run", tmp_path, "--help")
    assert result.returncode == 0
    assert "--demo" in result.stdout
    assert "--new-password" in result.stdout


@pytest.mark.parametrize(
    ("library", "package"), [("pango-1.0", "libpango-1.0-0"), ("harfbuzz-subset", "libharfbuzz-subset0")]
)
def test_what_is_missing_is_named(library: str, package: str) -> None:
    result = shell(f'has_library() {{ [[ "$1" != *{library}* ]]; }}; missing_runtime')
    assert result.stdout.split() == [package]


def test_missing_fonts_are_named() -> None:
    result = shell("has_file() { false; }; missing_runtime")
    assert result.stdout.split() == ["fonts-noto-core", "fonts-urw-base35"]


UBUNTU_STUB = "echo 'requires the chromium snap to be installed' >&2; exit 10"
STARTS = "echo Chromium 131"


def ubuntu(folder: Path) -> dict[str, str]:
    file = folder / "os-release"
    file.write_text('PRETTY_NAME="Ubuntu 24.04.1 LTS"\nNAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n')
    return {"OS_RELEASE": str(file), "CHROMIUM": ""}


def test_ubuntus_stub_is_no_chromium_and_chrome_is_one(tmp_path: Path) -> None:
    path = programs(tmp_path, chromium=UBUNTU_STUB, chromium_browser=UBUNTU_STUB, google_chrome=STARTS)
    result = shell("find_chromium", path, **ubuntu(tmp_path))
    assert result.stdout.strip() == str(path / "google-chrome")


def test_ubuntu_asks_apt_for_no_chromium_but_takes_the_snap(tmp_path: Path) -> None:
    snap = f"printf '#!/bin/bash\n{STARTS}\n' >{tmp_path}/chromium; chmod +x {tmp_path}/chromium"
    path = programs(tmp_path, id="echo 0", snap=snap, chromium_browser=UBUNTU_STUB)
    assert "chromium" not in shell("missing_tools", path, **ubuntu(tmp_path)).stdout.split()
    result = shell('need_chromium; echo "found $CHROMIUM"', path, **ubuntu(tmp_path))
    assert result.stdout.splitlines() == ["Richte ein: chromium (snap)", f"found {path}/chromium"]


def test_debian_asks_apt_for_chromium(tmp_path: Path) -> None:
    path = programs(tmp_path)
    (tmp_path / "os-release").write_text("ID=debian\n")
    debian = {"OS_RELEASE": str(tmp_path / "os-release"), "CHROMIUM": ""}
    assert "chromium" in shell("missing_tools", path, **debian).stdout.split()


def test_without_any_chromium_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    path = programs(tmp_path, chromium=UBUNTU_STUB)
    result = shell("need_chromium", path, **ubuntu(tmp_path))
    assert result.returncode == 1
    assert result.stdout.startswith("Fehler: Es fehlt ein Chromium, das startet.")
    assert "snap install chromium" in result.stdout


def test_packages_without_network(tmp_path: Path) -> None:
    path = programs(tmp_path, id="echo 0", apt_get="echo 'Temporary failure resolving'; exit 100")
    result = shell("need_packages libpango-1.0-0", path)
    assert result.returncode == 1
    assert "Fehler: Die Pakete libpango-1.0-0 ließen sich nicht einrichten." in result.stdout
    assert "Verbindung zum Internet" in result.stdout


def test_packages_on_a_full_disk(tmp_path: Path) -> None:
    path = programs(tmp_path, id="echo 0", apt_get="echo 'No space left on device'; exit 100")
    result = shell("need_packages gettext", path)
    assert result.returncode == 1
    assert "Fehler: Die Festplatte ist voll." in result.stdout


def test_packages_without_sudo(tmp_path: Path) -> None:
    path = programs(tmp_path, id="echo 1000", apt_get="exit 0")
    result = shell("need_packages gettext", path)
    assert result.returncode == 1
    assert "Ohne sudo bitte als root: apt-get install gettext" in result.stdout


def test_nothing_missing_asks_nobody(tmp_path: Path) -> None:
    path = programs(tmp_path, apt_get="echo called")
    result = shell("need_packages", path)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.slow
def test_python_packages_without_network(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "deploy", copy / "deploy")
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, copy)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": "/dev/null"}
    result = subprocess.run(
        [copy / "deploy" / "run"],
        env=environment(tmp_path / "data", PIP_NO_CACHE_DIR="1", **nowhere),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert result.returncode == 1
    assert "Fehler: Die Python-Pakete ließen sich nicht laden." in result.stdout
    assert not (tmp_path / "data").exists()
