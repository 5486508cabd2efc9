"""Prints of a test in a folder of its own."""

from pathlib import Path

import pytest
from django.conf import settings

from tournaments import tasks


@pytest.fixture
def own_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody prints what is asked for but the test itself."""
    monkeypatch.setattr(settings, "PRINT_DIR", tmp_path)
    monkeypatch.setattr(tasks, "enqueue", lambda job: None)
