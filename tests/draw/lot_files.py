"""A lot protocol as a file, made without a database: an evening with swaps, a late arrival and a redraw."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

from tests.draw.evenings import Tables, field_of
from tournaments.draw import (
    FORMAT,
    VERSION,
    DrawInput,
    Entrant,
    KoEntrant,
    commitment,
    draw_round,
    ko_digest,
    make_seal,
    make_seed,
    moved,
    seat_ko,
)

SALT, NUMBER, ROUNDS = "5c" * 16, 4711, 3
LATE = 10


def _listed(rounds: tuple[Tables, ...]) -> list[list[list[int]]]:
    return [[list(table) for table in tables] for tables in rounds]


def _seals(round_: int, digest: str, draw_no: int = 1) -> dict[str, Any]:
    seed = make_seed(SALT, NUMBER, round_, digest, draw_no=draw_no)
    return {
        "round": round_,
        "draw_no": draw_no,
        "version": VERSION,
        "digest": digest,
        "seed": f"{seed:016x}",
        "seal": make_seal(SALT, NUMBER, round_, digest, draw_no=draw_no),
    }


def _round(
    present: tuple[Entrant, ...],
    history: tuple[Tables, ...],
    plan: tuple[Tables, ...],
    *,
    draw_no: int = 1,
    counts: bool = True,
) -> dict[str, Any]:
    bare = DrawInput(present, history, len(history) + 1, ROUNDS, "fives", True, 0, plan)
    sealed = _seals(bare.round, bare.digest(), draw_no)
    draw = draw_round(replace(bare, seed=int(sealed["seed"], 16)))
    swaps = _swaps(draw.tables, bare.round) if counts else []
    return {
        "stage": "vorrunde",
        "counts": counts,
        **sealed,
        "inputs": bare.canonical(),
        "result": [list(table) for table in draw.tables],
        "swaps": swaps,
        "seated": [list(table) for table in moved(draw.tables, swaps)],
        "plan": _listed(draw.plan),
    }


def _swaps(tables: Tables, round_: int) -> list[dict[str, Any]]:
    """Round 1: somebody comes late to the last table; round 2: two people change seats."""
    if round_ == 1:
        return [{"kind": "late", "player": LATE, "table": len(tables)}]
    return [{"kind": "swap", "first": tables[0][0], "second": tables[1][2]}] if round_ == 2 else []


def knockout(players: int = 8, tables: int = 2) -> dict[str, Any]:
    """The draw of the K.O.; tables that nobody was drawn to are left out."""
    entrants = [KoEntrant(number, 1 + number // 3, number) for number in range(1, players + 1)]
    sealed = _seals(ROUNDS + 1, ko_digest(entrants))
    seated = seat_ko(entrants, tables, 4, "apart", int(sealed["seed"], 16))
    return {
        "stage": "ko",
        "counts": True,
        **sealed,
        "inputs": [[one.number, one.rank, one.position] for one in entrants],
        "tables": tables,
        "seats": 4,
        "seeding": "apart",
        "numbers": [number for number, table in enumerate(seated, start=1) if table],
        "result": [list(table) for table in seated if table],
    }


@cache
def _evening() -> str:
    """9 people and one who comes late; round 3 was published, drawn again and published once more."""
    draws: list[dict[str, Any]] = []
    history: tuple[Tables, ...] = ()
    plan: tuple[Tables, ...] = ()
    for round_ in range(1, ROUNDS + 1):
        present = field_of(LATE - (round_ == 1), (3, 2, 2))
        if round_ == ROUNDS:
            draws.append(_round(present, history, plan, counts=False))
        again = round_ == ROUNDS
        draws.append(_round(present, history, () if again else plan, draw_no=2 if again else 1))
        history += (tuple(tuple(table) for table in draws[-1]["seated"]),)
        plan = tuple(tuple(tuple(t) for t in tables) for tables in draws[-1]["plan"])
    return json.dumps(
        {
            "format": FORMAT,
            "tournament": "3. offene Dürener Schockmeisterschaft",
            "date": "2026-11-29",
            "complete": True,
            "commitment": commitment(SALT),
            "number": NUMBER,
            "salt": SALT,
            "draws": [*draws, knockout()],
        }
    )


def lot_file() -> dict[str, Any]:
    """A copy that a test may change. Draws: 0, 1 rounds 1, 2 · 2 round 3, replaced · 3 round 3 · 4 K.O."""
    found: dict[str, Any] = json.loads(_evening())
    return found
