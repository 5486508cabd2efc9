"""C1.4 The lot: a public generator and the seed of a round. Integers only, so that every machine agrees."""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

VERSION: Final = "schockturnier-draw-4"
"""Names the method. It is part of every seed and protocol: another method needs another name."""

SEED_LIMIT: Final = 1 << 64
_MASK: Final = SEED_LIMIT - 1

Item = TypeVar("Item")


class SplitMix64:
    """Steele, Lea, Flood (2014), in Python integers: streams of libraries may change with a release."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        word = self._state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, limit: int) -> int:
        """An index 0 … limit−1; `limit` ≥ 1."""
        return (self.next() * limit) >> 64

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a new order (Fisher–Yates, from the back)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def make_seed(lot_salt: str, number: int | None, round: int, digest: str, *, draw_no: int = 1) -> int:
    """C1.4 The seed of a draw: first eight bytes of SHA-256(lot_salt | number | round | digest | version).

    `number` is the number drawn in public (None: none was drawn, an empty field), `digest` that of the
    start list (`DrawInput.digest`). A redraw of the same list (C1.5) must not give the same tables again:
    from `draw_no` 2 on the field of the round reads "3/2" (round 3, second draw).
    """
    return int.from_bytes(lot_hash(lot_salt, number, round, digest, draw_no=draw_no)[:8], "big")


def make_seal(
    lot_salt: str, number: int | None, round: int, digest: str, *, draw_no: int = 1, version: str = VERSION
) -> str:
    """C1.4 What binds a draw in public before its seed is: the last eight bytes of the same hash, in hex.

    The digest itself may not stand there. Of a small field there are so few plans that the one inside the
    digest could be guessed and tried (8 players, one round to come: some ten thousand).
    """
    return lot_hash(lot_salt, number, round, digest, draw_no=draw_no, version=version)[-8:].hex()


def lot_hash(
    lot_salt: str, number: int | None, round: int, digest: str, *, draw_no: int = 1, version: str = VERSION
) -> bytes:
    """SHA-256 (32 bytes) of all that the lot of a draw hangs on: begins with the seed, ends with the seal."""
    turn = str(round) if draw_no == 1 else f"{round}/{draw_no}"
    text = "|".join((lot_salt, "" if number is None else str(number), turn, digest, version))
    return hashlib.sha256(text.encode()).digest()


def commitment(lot_salt: str) -> str:
    """C1.4 SHA-256 of the salt's characters, in hex: stands on every draw, from the first one on."""
    return hashlib.sha256(lot_salt.encode()).hexdigest()
