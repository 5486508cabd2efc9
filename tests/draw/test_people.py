"""C1.3, C2.5, C2.6 People come and go between the rounds."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from scoring.errors import RuleViolation
from tests.draw import verifier
from tests.draw.evenings import field_of, next_input
from tournaments.draw import Entrant, draw_round
from tournaments.draw.fairness import odd_counts

Tables = tuple[tuple[int, ...], ...]


def _evening_with_churn(n: int, rounds: int, chance: random.Random, odd_tables: str) -> tuple[Tables, ...]:
    present = list(field_of(n))
    newest = n
    history: tuple[Tables, ...] = ()
    plan: tuple[Tables, ...] = ()
    for turn in range(1, rounds + 1):
        if turn > 1:
            for _ in range(chance.randint(0, 3)):
                if len(present) > 3:
                    present.pop(chance.randrange(len(present)))
        if turn in (2, 3):
            for _ in range(chance.randint(0, 2)):
                newest += 1
                present.append(Entrant(newest))
        draw = draw_round(next_input(present, history, rounds=rounds, odd_tables=odd_tables, plan=plan))
        plan = draw.plan
        # The meetings come first; where they leave a choice the odd tables are fair.
        verifier.assert_legal([e.number for e in present], odd_tables, history, draw.tables, fair=False)
        history += (draw.tables,)
    return history


MORE_SEEDS = [pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 20)]


@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
def test_leavers_and_late_arrivals_leave_every_round_legal(seed: int) -> None:
    chance = random.Random(seed)
    for n in (6, 12, 23, 50):
        odd_tables = chance.choice(["fives", "threes"])
        assert len(_evening_with_churn(n, 5, chance, odd_tables)) == 5


@pytest.mark.parametrize("lot", range(6))
def test_in_the_last_round_one_goes_to_a_five_out_of_turn_only_to_save_a_meeting(lot: int) -> None:
    """Ten have played two rounds and one is gone: there are 126 ways to seat the other nine."""
    history: tuple[Tables, ...] = ()
    for _ in range(2):
        history += (draw_round(next_input(field_of(10), history, rounds=3, lot=lot)).tables,)
    late = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 9, 2), (3, 6, 4, 7)))[: lot % 2]
    present = [entrant for entrant in field_of(10) if entrant.number != 1 + lot]
    draw = draw_round(next_input(present, history + late, rounds=3 + len(late), lot=lot))

    def price(five: tuple[int, ...]) -> int:
        four = tuple(player for player in numbers if player not in five)
        again = sum(met[frozenset(pair)] for table in (five, four) for pair in combinations(table, 2))
        return 16 * again + 14 * sum(counts[player] for player in five)

    numbers = [entrant.number for entrant in present]
    met, counts = verifier.meetings(history + late), odd_counts(numbers, history + late)
    assert price(draw.tables[0]) == min(price(five) for five in combinations(numbers, 5))


@pytest.mark.parametrize("seed", range(5))
def test_churn_costs_a_large_field_no_repeats(seed: int) -> None:
    assert verifier.repeats(_evening_with_churn(60, 5, random.Random(seed), "fives")) == 0


def test_who_left_stays_in_the_history_and_is_not_drawn() -> None:
    first = draw_round(next_input(field_of(13))).tables
    rest = [entrant for entrant in field_of(13) if entrant.number not in (4, 9)]
    second = draw_round(next_input(rest, (first,))).tables
    assert sorted(p for table in second for p in table) == [1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13]


def test_who_comes_late_starts_at_the_mean_of_the_odd_tables() -> None:
    """All have been at a five three times: three newcomers are not all sent there for that."""
    fives = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    history = (fives, fives, fives)
    newcomers = []
    for lot in range(4):
        draw = draw_round(next_input(field_of(13), history, rounds=4, lot=lot))
        assert draw.quality.odd_twice == 0
        newcomers.append(len({11, 12, 13} & set(draw.tables[0])))
    assert min(newcomers) < 3


def test_the_mean_is_rounded_down() -> None:
    """Five of nine have been at the five: who comes now counts like those who have not."""
    history = (((1, 2, 3, 4, 5), (6, 7, 8, 9)),)
    counts = odd_counts([1, 2, 3, 4, 5, 6, 7, 8, 10], history)
    assert [number for number, count in counts.items() if not count] == [6, 7, 8, 10]


def test_a_four_that_became_a_five_by_hand_counts_as_a_five() -> None:
    seated = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14))
    counts = odd_counts([number for number in range(1, 15) if number != 10], (seated,))
    assert [number for number, count in counts.items() if not count] == [11, 12, 13, 14]


def test_who_missed_a_round_and_returned_keeps_his_own_count() -> None:
    one = ((1, 2, 3, 4, 5), (6, 7, 8, 9))
    two = ((6, 7, 8, 2, 3), (10, 11, 12, 5))
    # 4 and 9 were away: 9 has not been at a five yet, 4 has, and so have the newcomers not.
    counts = odd_counts(range(1, 14), (one, two))
    assert [number for number, count in counts.items() if not count] == [9, 10, 11, 12, 13]


def test_where_it_costs_no_meeting_those_go_to_the_five_whose_turn_it_is() -> None:
    for gone in range(1, 7):
        history: tuple[Tables, ...] = ()
        plan: tuple[Tables, ...] = ()
        for turn in range(3):
            present = field_of(66)[turn * gone :]
            draw = draw_round(next_input(present, history, rounds=3, lot=gone, plan=plan))
            assert (draw.quality.repeats, draw.quality.odd_twice) == (0, 0)
            history, plan = (*history, draw.tables), draw.plan


def _two_tables_of_four_in_history() -> tuple[Tables, ...]:
    return (((1, 2, 3, 4), (5, 6, 7, 8)),)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"entrants": ()}, "too_few_players"),
        ({"entrants": field_of(2)}, "too_few_players"),
        ({"entrants": (*field_of(8), Entrant(3))}, "player_twice"),
        ({"entrants": (*field_of(8), Entrant(0))}, "start_number_invalid"),
        ({"entrants": (*field_of(8), Entrant(-4))}, "start_number_invalid"),
        ({"entrants": (*field_of(8), Entrant(True))}, "start_number_invalid"),
        ({"odd_tables": "fours"}, "odd_tables_unknown"),
        ({"round": 0}, "round_out_of_range"),
        ({"round": 6}, "round_out_of_range"),
        ({"round": 1}, "draw_history_invalid"),
        ({"seed": -1}, "seed_out_of_range"),
        ({"seed": 2**64}, "seed_out_of_range"),
        ({"seed": "12"}, "seed_out_of_range"),
        ({"rounds": "5"}, "round_out_of_range"),
        ({"plan": (((1, 2, 3, 4), (4, 5, 6, 7)),)}, "draw_history_invalid"),
        ({"plan": (((1, 2, 3, "4"),),)}, "draw_history_invalid"),
        ({"entrants": (*field_of(8), Entrant(9, fixed_table="2"))}, "fixed_table_missing"),
        ({"history": (((1, 2, 3, 4), (4, 5, 6, 7)),)}, "draw_history_invalid"),
        ({"history": (((1, 2, 3, 0),),)}, "draw_history_invalid"),
    ],
)
def test_bad_input_is_refused_by_its_code(change: dict[str, object], code: str) -> None:
    good = next_input(field_of(8), _two_tables_of_four_in_history(), rounds=5)
    draw_round(good)
    with pytest.raises(RuleViolation) as refusal:
        draw_round(replace(good, **change))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "plan",
    [
        (((1, 2, 3, 9), (4, 5, 6, 7)),),  # somebody unknown
        (((1, 2, 3, 4, 5), (6, 7, 8)),),  # other sizes
        ((),),
        (((1, 5, 2, 6), (3, 7, 4, 8)),) * 9,  # more rounds than are left
    ],
)
def test_a_plan_for_another_field_is_no_more_than_a_start(plan: tuple[Tables, ...]) -> None:
    good = next_input(field_of(8), _two_tables_of_four_in_history(), rounds=3)
    draw = draw_round(replace(good, plan=plan))
    verifier.assert_legal(list(range(1, 9)), "fives", good.history, draw.tables)
    assert len(draw.plan) == 1


def test_doubles_are_named() -> None:
    with pytest.raises(RuleViolation) as refusal:
        draw_round(next_input((*field_of(8), Entrant(3), Entrant(7))))
    assert refusal.value.params == {"numbers": (3, 7)}
