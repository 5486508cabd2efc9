"""What a real print service leaves behind is gone before the next test."""

from collections.abc import Iterator

import pytest

from tests.faults.real_worker import empty_folders


@pytest.fixture
def no_print_left() -> Iterator[None]:
    yield
    empty_folders()
