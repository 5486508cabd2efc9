"""What goes into a draw and what comes out. Players are start numbers; nothing here knows a name."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

Tables = tuple[tuple[int, ...], ...]
"""Tables in order of their number, each with its players in seat order."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody present. `club` and `team` are only compared for equality; `fixed_table` is a table number."""

    number: int
    club: int | None = None
    team: int | None = None
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class DrawInput:
    """Everything a draw depends on (C1.4). `history`: the tables of the earlier rounds as they were seated,
    oldest first, with everybody who sat there, also those who have left. `round` counts from 1. `plan`: the
    rounds from this one on as the last draw planned them; it is followed while the field is the same."""

    entrants: tuple[Entrant, ...]
    history: tuple[Tables, ...]
    round: int
    rounds: int
    odd_tables: str
    clubs_apart: bool
    seed: int
    plan: tuple[Tables, ...] = ()

    def canonical(self) -> dict[str, Any]:
        """The input without its seed as plain lists: start numbers only, clubs and teams as groups of them.

        The order in which the entrants were given leaves no trace.
        """
        numbered = sorted(self.entrants, key=lambda entrant: entrant.number)
        return {
            "round": self.round,
            "rounds": self.rounds,
            "odd_tables": self.odd_tables,
            "clubs_apart": self.clubs_apart,
            "players": [entrant.number for entrant in numbered],
            "clubs": _groups([(entrant.number, entrant.club) for entrant in numbered]),
            "teams": _groups([(entrant.number, entrant.team) for entrant in numbered]),
            "fixed": [[e.number, e.fixed_table] for e in numbered if e.fixed_table is not None],
            "history": [[list(table) for table in tables] for tables in self.history],
            "plan": [[list(table) for table in tables] for tables in self.plan],
        }

    def digest(self) -> str:
        """SHA-256 of the canonical input, in hex: no names, no database ids, no seed. Public after the last
        draw; until then `make_seal` stands for it, because the plan is in it."""
        text = json.dumps(self.canonical(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Quality:
    """C1.3 The price of a draw.

    repeats: pairs at one table now that had met before · worst: most meetings of a pair seated together now,
    this one included · odd_twice: players at an odd table although somebody who sits at an ordinary one has
    been there less often · club_pairs: pairs of one club or team at one table.
    """

    repeats: int
    worst: int
    odd_twice: int
    club_pairs: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """C1.3 The evening if everybody stays: the rounds played, the one drawn and those planned after it.

    players, rounds: the field · repeats: Σ (m − 1) over the pairs that meet m times · most: the largest m ·
    squares: Q = Σ C(m, 2) over those present · bound: a Q that no plan for this field undercuts · reached:
    squares = bound, it cannot be better · fairness: only fair odd tables make the bound that large ·
    odd_least, odd_most: rounds at an odd table of those present · odd_seats: seats of the odd tables, 0 if
    there are none.
    """

    players: int
    rounds: int
    repeats: int
    most: int
    squares: int
    bound: int
    reached: bool
    fairness: bool
    odd_least: int
    odd_most: int
    odd_seats: int


@dataclass(frozen=True, slots=True)
class Draw:
    """`tables[i]` is table i+1: start numbers in seat order. The seed and the input give it again.

    `plan`: the later rounds, not in order of table numbers; secret until they are drawn.
    """

    tables: Tables
    quality: Quality
    version: str
    seed: int
    digest: str
    plan: tuple[Tables, ...]
    certificate: Certificate


def _groups(labelled: list[tuple[int, int | None]]) -> list[list[int]]:
    """The numbers that share a label, groups of two and more, in order of their smallest number."""
    members: dict[int, list[int]] = {}
    for number, label in labelled:
        if label is not None:
            members.setdefault(label, []).append(number)
    return [group for group in members.values() if len(group) > 1]
