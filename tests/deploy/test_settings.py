"""What the settings promise: masked codes, a cache that may be away, typed switches, secure answers."""

import logging
import os
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve, reverse

from schockturnier.cache import OpenRedisCache
from schockturnier.logs import MaskCodes
from tests.deploy.stack import ROOT, environment


@pytest.mark.parametrize(
    ("message", "arguments", "written"),
    [
        ("Not Found: /t/K7M2QX", (), "Not Found: /t/…"),
        ('"GET /T/k7m2qx HTTP/1.1" 200', (), '"GET /T/… HTTP/1.1" 200'),
        ("%s %s", ("Forbidden", "/t/K7M2QX/?a=1"), "Forbidden /t/…/?a=1"),
        ("Not Found: /t/", (), "Not Found: /t/"),
        ("Not Found: /leitung/", (), "Not Found: /leitung/"),
    ],
)
def test_codes_of_tables_are_masked(message: str, arguments: tuple[str, ...], written: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, arguments, None)
    assert MaskCodes().filter(record)
    assert record.getMessage() == written


def test_a_cache_that_is_away_misses() -> None:
    cache = OpenRedisCache("redis://127.0.0.1:1/0", {})
    cache.set("a", 1)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_or_set("a", lambda: 2) == 2
    assert cache.get_many(["a"]) == {}
    assert cache.add("a", 1) is True
    assert cache.incr("a") == 1
    assert cache.set_many({"a": 1}) == []
    assert cache.delete("a") is False
    assert cache.has_key("a") is False
    cache.delete_many(["a"])
    cache.clear()


def test_a_cache_that_is_there_keeps(redis_url: str) -> None:
    cache = OpenRedisCache(redis_url, {})
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.incr("a") == 2
    assert cache.get_many(["a", "b"]) == {"a": 2}
    with pytest.raises(ValueError, match="not found"):
        cache.incr("b")


PYTHON = ROOT / ".venv" / "bin" / "python"
EVALUATE = "from schockturnier import settings as s; print({})"


def ask(folder: Path, expression: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Evaluates an expression over the settings in a fresh process."""
    command = [PYTHON, "-c", EVALUATE.format(expression)]
    return subprocess.run(command, cwd=ROOT, env=environment(folder, **env), capture_output=True, text=True)


def test_a_switch_that_is_no_switch(tmp_path: Path) -> None:
    result = ask(tmp_path, "s.HTTPS", HTTPS="maybe")
    assert result.returncode == 1
    assert "HTTPS muss 0 oder 1 sein, nicht „maybe“." in result.stderr


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = ask(tmp_path / "file", "s.DATA_DIR")
    assert result.returncode == 1
    assert "ist nicht beschreibbar" in result.stderr


def test_twenty_first_starts_agree_on_one_secret_key(tmp_path: Path) -> None:
    command, env = [PYTHON, "-c", EVALUATE.format("s.SECRET_KEY")], environment(tmp_path)
    racers = [
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) for _ in range(20)
    ]
    keys = {racer.communicate()[0] for racer in racers}
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert os.listdir(tmp_path).count("secret_key") == 1
    assert not list(tmp_path.glob("tmp*"))


def test_an_empty_secret_key_is_none(tmp_path: Path) -> None:
    """A power cut has left it."""
    (tmp_path / "secret_key").touch()
    key = ask(tmp_path, "s.SECRET_KEY").stdout
    assert len(key) > 50
    assert ask(tmp_path, "s.SECRET_KEY").stdout == key


@pytest.mark.parametrize("name", ["Turnier #1", "was?nun", "100%25", "Sport & Bier", "Würfel 日本"])
def test_the_database_lies_in_the_folder_whatever_its_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    assert ask(folder, 's.DATABASES["default"]["NAME"]').stdout.strip() == str(folder / "db.sqlite3")


def test_addresses_decide_database_and_broker(tmp_path: Path) -> None:
    asked = '(s.DATABASES["default"]["ENGINE"], s.CELERY_BROKER_URL, s.CACHES["default"]["BACKEND"])'
    alone = ask(tmp_path, asked).stdout
    assert "sqlite3" in alone
    assert "folder://" in alone
    assert "locmem" in alone
    server = ask(tmp_path, asked, DATABASE_URL="postgres://a@b/c", REDIS_URL="redis://d/0").stdout
    assert "postgresql" in server
    patience = ask(tmp_path, 's.DATABASES["default"]["OPTIONS"]', DATABASE_URL="postgres://a@b/c").stdout
    assert "'connect_timeout': 5" in patience
    assert "redis://d/0" in server
    assert "OpenRedisCache" in server


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "method", "path", "how"),
    [
        (404, "GET", "/no-such-page/", {}),
        (400, "GET", "/", {"HTTP_HOST": "elsewhere.example"}),
        (301, "GET", "/leitung", {}),
        (200, "GET", "/static/tournaments/base.js", {}),
        (413, "POST", "/leitung/anmelden/", {"CONTENT_LENGTH": str(11 * 1024 * 1024)}),
    ],
)
def test_answers_tell_the_browser_what_it_may(
    client: Client, status: int, method: str, path: str, how: dict[str, str]
) -> None:
    """Also those that are given before any view is asked."""
    answer = client.generic(method, path, b"", **how)  # type: ignore[arg-type]
    assert answer.status_code == status
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/t/K7M2QX", "/T/K7M2QX", "/T/k7m2qx/"])
def test_codes_lead_to_the_table_however_they_are_written(path: str) -> None:
    assert resolve(path).view_name == "referee:code"
    assert reverse("referee:code", args=["K7M2QX"]).startswith("/t/K7M2QX")
