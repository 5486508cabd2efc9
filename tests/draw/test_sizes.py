"""C1.1, C1.2 How many sit at which table."""

import json
from pathlib import Path

import pytest

from scoring.errors import RuleViolation
from tests.draw.verifier import expected_sizes
from tournaments.draw import table_sizes

CASES = Path(__file__).parent / "cases"
FIVES = json.loads((CASES / "table_sizes.json").read_text())
MORE = json.loads((CASES / "more_table_sizes.json").read_text())


@pytest.mark.parametrize("players", FIVES)
def test_every_number_of_players_has_its_tables(players: str) -> None:
    if FIVES[players] is None:
        with pytest.raises(RuleViolation) as refusal:
            table_sizes(int(players))
        assert refusal.value.code == "too_few_players"
    else:
        assert list(table_sizes(int(players))) == FIVES[players]


@pytest.mark.parametrize("case", MORE, ids=lambda case: f"{case['players']}-{case['odd_tables']}")
def test_both_ways_to_seat_the_rest(case: dict[str, object]) -> None:
    if case["sizes"] is None:
        with pytest.raises(RuleViolation):
            table_sizes(case["players"], case["odd_tables"])
    else:
        assert list(table_sizes(case["players"], case["odd_tables"])) == case["sizes"]


@pytest.mark.parametrize("odd_tables", ["fives", "threes"])
def test_sizes_hold_everybody_with_as_many_fours_as_possible(odd_tables: str) -> None:
    for n in range(3, 401):
        sizes = table_sizes(n, odd_tables)
        assert list(sizes) == expected_sizes(n, odd_tables)
        assert sum(sizes) == n


def test_five_players_stay_one_table_under_threes() -> None:
    assert table_sizes(5, "threes") == (5,)


@pytest.mark.parametrize("n", [-1, 0, 1, 2])
@pytest.mark.parametrize("odd_tables", ["fives", "threes"])
def test_fewer_than_three_are_refused_with_both_numbers(n: int, odd_tables: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        table_sizes(n, odd_tables)
    assert (refusal.value.code, refusal.value.params) == ("too_few_players", {"present": n, "least": 3})


def test_an_unknown_way_is_refused_at_its_field() -> None:
    with pytest.raises(RuleViolation) as refusal:
        table_sizes(12, "sixes")
    assert (refusal.value.code, refusal.value.field) == ("odd_tables_unknown", "odd_tables")
