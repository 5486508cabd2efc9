"""C1.3 Plans known beforehand for fields in which a search takes long: facts, checked by a test.

data/starters.json: n → [most rounds m, base round]: the base round developed modulo m (every player of the
first cycle 0 … m−1 becomes the next one of it, those of m … 2m−1 likewise, the rest stay) gives m rounds
in which nobody meets twice. data/bank.json: fair plans for tight fields with five-seat tables.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .evening import Rounds
from .lot import SplitMix64

_DATA = Path(__file__).parent / "data"


def known_plan(sizes: Sequence[int], rounds: int, lot: SplitMix64) -> Rounds:
    """A known plan for tables of these sizes, its rounds and the numbers of its players mixed by lot; nothing
    if there is none."""
    players = sum(sizes)
    plan = _developed(players, rounds) or _banked(players, rounds)
    if plan is None or sorted(map(len, plan[0])) != sorted(sizes):
        return []
    names = lot.shuffled(range(players))
    chosen = lot.shuffled(plan)[:rounds]
    return [
        sorted((sorted(names[player] for player in table) for table in tables), key=lambda t: -len(t))
        for tables in chosen
    ]


def developed(most: int, base: list[list[int]]) -> Rounds:
    """The `most` rounds that a base round gives; the players are 0 … n−1."""
    players = sum(len(table) for table in base)
    cycled = players - players % most

    def moved(player: int, step: int) -> int:
        if player >= cycled:
            return player
        cycle, place = divmod(player, most)
        return cycle * most + (place + step) % most

    return [[[moved(player, step) for player in table] for table in base] for step in range(most)]


def _developed(players: int, rounds: int) -> Rounds | None:
    most, base = _read("starters.json").get(str(players), (0, []))
    return developed(most, base) if rounds <= most else None


def _banked(players: int, rounds: int) -> Rounds | None:
    for entry in _read("bank.json"):
        if (entry["n"], entry["rounds_count"]) == (players, rounds):
            found: Rounds = entry["rounds"]
            return found
    return None


@cache
def _read(name: str) -> Any:
    return json.loads((_DATA / name).read_text())
