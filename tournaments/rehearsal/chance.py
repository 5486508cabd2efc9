"""The chance of a rehearsal: every decision has a lot of its own, drawn from the seed and its name.

So nothing has to be remembered between two steps: whoever asks the same question about the same
evening gets the same answer, in whatever process, in whatever order.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

from tournaments.draw import SplitMix64

Item = TypeVar("Item")
_BITS: Final = 53
"""As many as a float can hold: `random` never reaches 1."""


class Chance:
    """What is decided about `names`, e.g. ("undo", "ko", 2, 7), in the order in which it is asked for."""

    def __init__(self, seed: int, *names: str | int) -> None:
        self._lot = SplitMix64(int.from_bytes(_digest(seed, *names)[:8], "big"))

    def below(self, limit: int) -> int:
        """0 … limit−1."""
        return self._lot.below(limit)

    def random(self) -> float:
        """0 ≤ … < 1, for the rules of the game (scoring.simulate)."""
        return (self._lot.next() >> (64 - _BITS)) / (1 << _BITS)

    def one_in(self, times: int) -> bool:
        """True once in so many times."""
        return self.below(times) == 0

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` of them, all if there are fewer, in the order of `items`."""
        chosen = set(self._lot.shuffled(range(len(items)))[:count])
        return [item for index, item in enumerate(items) if index in chosen]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        return self._lot.shuffled(items)

    def dice(self) -> str:
        """Three dice as they lie, e.g. "415"."""
        return "".join(str(1 + self.below(6)) for _ in range(3))


def salt_of(seed: int) -> str:
    """The secret of the draws of a rehearsal: 32 hex digits (C1.4)."""
    return _digest(seed).hex()[-32:]


def _digest(seed: int, *names: str | int) -> bytes:
    return hashlib.sha256(" ".join(map(str, ("Probelauf", seed, *names))).encode()).digest()
