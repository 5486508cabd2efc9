"""Random legal championships: the product and a model that shares no code with it agree after every act."""

import pytest

from tests.championships.evening import play

SIZES = (12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 25, 26, 29, 31, 37, 42, 50, 64, 101)
CHAOS = 70


@pytest.mark.django_db
@pytest.mark.parametrize(("seed", "size"), list(enumerate(SIZES, start=1)))
def test_a_random_evening(seed: int, size: int) -> None:
    world = play(seed, size, chaos=CHAOS)
    assert world.book.phase == "finished"
