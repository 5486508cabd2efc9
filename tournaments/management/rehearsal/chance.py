"""The chance of a rehearsal: one public generator, so that the same seed plays the same evening anywhere."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from tournaments.draw import SplitMix64

Item = TypeVar("Item")


class Chance:
    """Decisions of one evening in the order in which they are asked for."""

    def __init__(self, seed: int) -> None:
        self._lot = SplitMix64(int.from_bytes(_digest(seed)[:8], "big"))

    def below(self, limit: int) -> int:
        """0 … limit−1."""
        return self._lot.below(limit)

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


def _digest(seed: int) -> bytes:
    return hashlib.sha256(f"Probelauf {seed}".encode()).digest()
