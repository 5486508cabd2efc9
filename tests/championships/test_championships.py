"""Random legal championships: the product and a model that shares no code with it agree after every act."""

import pytest
from django.db import connection

from tests.championships.evening import play

SIZES = (12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 27, 29, 31, 37, 42, 64, 101)
EVENINGS = list(enumerate(SIZES, start=1))
if connection.vendor == "postgresql":
    EVENINGS = EVENINGS[::3]  # what differs there is the database, not the rules
LONG_SIZES = (*range(12, 49), 53, 61, 77, 90, 101, 113, 130)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("seed", "size"), EVENINGS)
def test_a_random_evening(seed: int, size: int) -> None:
    assert play(seed, size, chaos=60 if size < 50 else 30).book.phase == "finished"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_hundreds_of_random_evenings(seed: int) -> None:
    size = LONG_SIZES[seed % len(LONG_SIZES)]
    assert play(seed, size, chaos=150).book.phase == "finished"
