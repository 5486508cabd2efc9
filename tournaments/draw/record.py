"""C1.4 The protocol of a draw: what has to be kept so that anybody can draw it again."""

from dataclasses import asdict
from typing import Any

from scoring.errors import RuleViolation

from .interface import Draw, DrawInput, Entrant, Tables


def protocol(draw_input: DrawInput, draw: Draw) -> dict[str, Any]:
    """Everything about a draw as lists, strings and ints, kept exactly by JSON; no names, no database ids.

    `seed`: 16 hex digits (a number of 64 bits does not survive every JSON reader) · `inputs`: start numbers,
    clubs and teams as groups of them · `result`: tables in seat order · `quality` · `certificate` · `plan`:
    the later rounds. The plans (this one and that of the inputs) must not be published before the last draw.
    """
    return {
        "version": draw.version,
        "seed": f"{draw.seed:016x}",
        "digest": draw.digest,
        "inputs": draw_input.canonical(),
        "result": [list(table) for table in draw.tables],
        "quality": {
            "repeats": draw.quality.repeats,
            "worst": draw.quality.worst,
            "odd_twice": draw.quality.odd_twice,
            "club_pairs": draw.quality.club_pairs,
        },
        "certificate": asdict(draw.certificate),
        "plan": [[list(table) for table in tables] for tables in draw.plan],
    }


def protocol_input(stored: dict[str, Any]) -> DrawInput:
    """The input a protocol tells of. Raises RuleViolation `protocol_unreadable`."""
    try:
        inputs = stored["inputs"]
        club = {number: label for label, group in enumerate(inputs["clubs"]) for number in group}
        team = {number: label for label, group in enumerate(inputs["teams"]) for number in group}
        fixed = dict(inputs["fixed"])
        return DrawInput(
            entrants=tuple(Entrant(n, club.get(n), team.get(n), fixed.get(n)) for n in inputs["players"]),
            history=_rounds(inputs["history"]),
            round=inputs["round"],
            rounds=inputs["rounds"],
            odd_tables=inputs["odd_tables"],
            clubs_apart=inputs["clubs_apart"],
            seed=int(stored["seed"], 16),
            plan=_rounds(inputs["plan"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuleViolation("protocol_unreadable") from error


def planned(stored: dict[str, Any]) -> tuple[Tables, ...]:
    """The rounds a protocol plans after its own, for the input of the next draw; none if it tells of none."""
    return _rounds(stored.get("plan", []))


def _rounds(listed: list[list[list[int]]]) -> tuple[Tables, ...]:
    return tuple(tuple(tuple(table) for table in tables) for tables in listed)
