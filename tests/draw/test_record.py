"""C1.4 The same input and seed give the same bytes; the protocol is enough to draw again."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import RuleViolation
from tests.draw.evenings import next_input
from tournaments.draw import VERSION, Entrant, draw_round, protocol, protocol_input

ROOT = Path(__file__).parents[2]
SCRIPT = "from tests.draw.test_record import evening; print(evening(), end='')"


def _entrants() -> list[Entrant]:
    """47 players with clubs, teams and a fixed table, ids as a database would give them."""
    return [
        Entrant(
            number,
            club=9000 + number % 5 if number % 3 else None,
            team=77 + number % 11 if number % 2 else None,
            fixed_table=4 if number == 20 else None,
        )
        for number in range(1, 48)
    ]


def evening() -> str:
    """Six rounds with leavers, as JSON: what other processes must repeat letter by letter."""
    present, history, stored = _entrants(), (), []
    for turn in range(6):
        present = [entrant for entrant in present if entrant.number % 13 != turn]
        draw_input = next_input(present, history)
        draw = draw_round(draw_input)
        history += (draw.tables,)
        stored.append(protocol(draw_input, draw))
    return json.dumps(stored, sort_keys=True)


MORE_HASH_SEEDS = [pytest.param(seed, marks=pytest.mark.long) for seed in ("0", "1")]


@pytest.mark.parametrize("hash_seed", ["4294967295", *MORE_HASH_SEEDS])
def test_another_process_draws_the_same_bytes(hash_seed: str) -> None:
    other = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout == evening()


def test_the_method_has_not_changed_under_its_version() -> None:
    """Stored protocols must stay recomputable: whoever changes the draw gives it another VERSION."""
    assert VERSION == "schockturnier-draw-4"
    assert (
        hashlib.sha256(evening().encode()).hexdigest()
        == "169cf543a22f9e016e04ecf6a716a80216d03a9fd388ad79b049bad212a6edc5"
    )


def test_the_order_of_the_entrants_and_their_ids_leave_no_trace() -> None:
    one = next_input(_entrants())
    relabelled = [
        replace(e, club=None if e.club is None else 5 * e.club + 1, team=None if e.team is None else -e.team)
        for e in reversed(_entrants())
    ]
    two = next_input(relabelled)
    assert one.digest() == two.digest()
    assert draw_round(one) == draw_round(two)


def test_everything_that_matters_changes_the_digest_and_the_seed_does_not() -> None:
    first = next_input(_entrants())
    history = (draw_round(first).tables,)
    base = next_input(_entrants(), history)
    swapped = (tuple(reversed(history[0][0])), *history[0][1:])
    others = [
        first,
        next_input(_entrants()[:-1], history),
        next_input(_entrants(), (swapped,)),
        next_input(_entrants(), history, rounds=8),
        next_input(_entrants(), history, odd_tables="threes"),
        next_input(_entrants(), history, clubs_apart=False),
        next_input([replace(e, fixed_table=None) for e in _entrants()], history),
        next_input([replace(e, club=None) for e in _entrants()], history),
        next_input([replace(e, team=None) for e in _entrants()], history),
    ]
    assert len({base.digest(), *(other.digest() for other in others)}) == 1 + len(others)
    assert replace(base, seed=1).digest() == base.digest()


def test_the_protocol_survives_json_and_gives_the_same_draw() -> None:
    draw_input = next_input(_entrants())
    draw = draw_round(draw_input)
    stored = protocol(draw_input, draw)
    read = json.loads(json.dumps(stored))
    assert read == stored
    assert draw_round(protocol_input(read)) == draw
    assert read["result"] == [list(table) for table in draw.tables]


def test_the_protocol_holds_no_database_ids() -> None:
    draw_input = next_input(_entrants())
    text = json.dumps(protocol(draw_input, draw_round(draw_input))["inputs"])
    assert "900" not in text
    assert "77" not in text


@pytest.mark.parametrize(
    ("key", "value"),
    [("seed", "no number"), ("seed", None), ("inputs", {}), ("inputs", None)],
)
def test_a_broken_protocol_is_refused_by_its_code(key: str, value: object) -> None:
    draw_input = next_input(_entrants())
    stored = protocol(draw_input, draw_round(draw_input))
    with pytest.raises(RuleViolation) as refusal:
        protocol_input({**stored, key: value})
    assert refusal.value.code == "protocol_unreadable"
