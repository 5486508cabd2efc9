"""Which tests belong to this run; never a skip: what does not belong is deselected and counted as such."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import settings as hypothesis_settings

sys.path.append(str(Path(__file__).resolve().parent.parent / "deploy"))

# No test may hang on how busy the machine is: an example may take as long as it takes.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also the tests marked long")


def uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    marks = [item.get_closest_marker(name) for name in ("django_db", "faults", "postgres")]
    return bool(fixtures) or any(marks)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only what a database can change: the pure core has been tested by then."""
    from django.conf import settings

    on_postgres = "postgresql" in settings.DATABASES["default"]["ENGINE"]

    quick = not config.getoption("--long")

    def belongs(item: pytest.Item) -> bool:
        if quick and item.get_closest_marker("long"):
            return False
        if on_postgres:
            if quick and item.get_closest_marker("alike"):
                return False
            return uses_database(item) and item.get_closest_marker("sqlite") is None
        return item.get_closest_marker("postgres") is None

    out = [item for item in items if not belongs(item)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if belongs(item)]


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of this process alone, started when a test first asks for it."""
    from throwaway import redis

    with redis() as url:
        yield url


@pytest.fixture
def empty_cache() -> Iterator[None]:
    """Nobody has mistyped a password or a code yet."""
    from django.core.cache import cache

    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Every test counts its revisions from the start, so nothing rendered may outlive it."""
    yield
    if "tournaments.live" in sys.modules:
        live = sys.modules["tournaments.live"]
        live.snapshots.clear()
        live.revisions.clear()
        live.tokens.clear()
        live.own_blocks.clear()
        live.own_values.clear()


@pytest.fixture(autouse=True)
def _no_language_left() -> Iterator[None]:
    """A page asked for in English leaves its thread speaking English; the next test starts anew."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _packaged_fonts_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Which names are accepted hangs on no font that happens to be on this machine."""
    letters = sys.modules.get("tournaments.models.letters")
    if letters is None:
        yield
        return
    with monkeypatch.context() as patched:
        patched.setattr(letters, "charsets", list)
        letters.ranges.cache_clear()
        yield
    letters.ranges.cache_clear()
