"""What the test has seen and entered, kept by hand: seats, points, who is to lose next.

Knows the arithmetic of C2.1 and C3.1 from the text alone and nothing of the product's code.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """Who lost the halves and, where two did, the Endkampf."""

    half1: int
    half2: int
    endkampf: int | None = None

    @property
    def given(self) -> tuple[int, ...]:
        return (self.half1, self.half2) + ((self.endkampf,) if self.endkampf else ())

    @property
    def named(self) -> dict[str, int]:
        return dict(zip(("half1", "half2", "endkampf"), self.given, strict=False))

    def points(self, players: Collection[int]) -> dict[int, int]:
        loser = self.endkampf or self.half1
        return {p: 0 if p == loser else 3 if p in self.given else 5 for p in players}


@dataclass
class Book:
    """`stars` shall never lose, `goods` shall have exactly one 3: many are equal at both boundaries then."""

    names: dict[int, str]
    stars: frozenset[int] = frozenset()
    goods: frozenset[int] = frozenset()
    points: dict[int, int] = field(default_factory=dict)
    threes: set[int] = field(default_factory=set)

    def shown(self, number: int) -> str:
        """As tablets and hall call somebody: first name first."""
        last, _, first = self.names[number].partition(", ")
        return f"{first} {last}" if first else last

    def answer(self, seats: Sequence[int]) -> Answer:
        """The result that brings the evening where it shall go; also counted."""
        order = sorted(seats, key=lambda p: (p in self.stars, p in self.goods, -self.points.get(p, 0), p))
        loser, second = order[0], self._second(order[1:])
        if second is None:
            found = Answer(loser, loser)
        elif loser % 2:
            found = Answer(loser, second, loser)
        else:
            found = Answer(second, loser, loser)
        for player, points in found.points(seats).items():
            self.points[player] = self.points.get(player, 0) + points
        return found

    def _second(self, others: Sequence[int]) -> int | None:
        """Who loses a half and wins the Endkampf: a good one that had no 3, else the best of the others."""
        waiting = [p for p in others if p in self.goods and p not in self.threes]
        plain = [p for p in others if p not in self.goods and p not in self.stars]
        chosen = next(iter(waiting or plain), None)
        if chosen is not None:
            self.threes.add(chosen)
        return chosen

    def ranks(self) -> dict[int, int]:
        """1 + how many have strictly more points (C3.1)."""
        return {p: 1 + sum(q > points for q in self.points.values()) for p, points in self.points.items()}


def ko_loser(left: Mapping[int, int], quota: int) -> int:
    """Who loses the next game: those in the last seats go out, the others first lose one Spielmarke each,
    so that the final is short."""
    alive = [player for player, marks in left.items() if marks]
    staying = alive[:quota]
    rich = [player for player in staying if left[player] > 2]
    return rich[0] if rich else alive[-1]
