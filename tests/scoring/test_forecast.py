"""C7.3: the forecast falls while the evening goes on, is never negative, and starts where C7.3 says."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.forecast import (
    FASTEST_PACE,
    PAUSE,
    SLOWEST_PACE,
    START,
    TURNS,
    Pace,
    Playing,
    Reached,
    expected_seconds,
    pace_of,
    plan_parts,
    remaining_parts,
    total_minutes,
)
from scoring.format import Format, suggest_format
from scoring.ruleset import PRESETS

DUEREN = PRESETS["dueren"]
FIELDS = st.integers(3, 300)
PLANS = st.builds(
    lambda n, rounds, games, threes: replace(
        suggest_format(n), rounds=rounds, games_per_round=games, odd_tables="threes" if threes else "fives"
    ),
    FIELDS,
    st.integers(1, 9),
    st.integers(1, 3),
    st.booleans(),
)


def minutes(players: int, code: str, **changes: object) -> int:
    plan = replace(suggest_format(players), **changes)
    return next(p.minutes for p in plan_parts(DUEREN, plan, players) if p.code == code)


def test_the_start_values_are_those_of_c7_3() -> None:
    assert 12 * 60 <= expected_seconds(DUEREN, 4) <= 14 * 60
    assert 5 * 60 <= expected_seconds(DUEREN, 4, scharf=True) <= 6 * 60
    assert 22 <= minutes(100, "round") <= 25  # the slowest of 25 tables
    games = 13  # minutes
    assert 9 * games <= minutes(100, "ko") <= 15 * games
    assert 7 * games <= minutes(100, "final") <= 12 * games


def test_the_parts_are_those_of_the_evening() -> None:
    parts = plan_parts(DUEREN, Format(), 101)
    assert [(part.code, part.number) for part in parts] == [
        *(("round", number) for number in range(1, 6)),
        ("cut", 0),
        ("ko", 0),
        ("final", 0),
    ]
    assert [part.pause for part in parts] == [0, *(PAUSE,) * 4, 0, 0, PAUSE]
    assert total_minutes(parts) == sum(part.minutes + part.pause for part in parts)


def test_without_ko_tables_the_final_follows_the_cut() -> None:
    assert [part.code for part in plan_parts(DUEREN, suggest_format(9), 9)][-2:] == ["cut", "final"]


def test_a_limit_of_the_clock_is_a_limit() -> None:
    assert minutes(101, "round", round_minutes=15) == 15
    assert minutes(101, "round", round_minutes=600) == minutes(101, "round")


def test_more_tables_and_more_games_take_longer() -> None:
    assert minutes(12, "round") < minutes(40, "round") < minutes(200, "round")
    assert minutes(40, "round") < minutes(40, "round", games_per_round=2)


def test_more_deckel_take_longer_and_every_preset_has_its_own_turns() -> None:
    assert expected_seconds(replace(DUEREN, deckel_total=26), 4) == 2 * expected_seconds(DUEREN, 4)
    assert set(TURNS) == set(PRESETS)
    for lines in TURNS.values():
        assert [mean for mean, _ in lines] == sorted(mean for mean, _ in lines)
        assert all(mean < slowest for mean, slowest in lines)


@given(plan=PLANS, players=FIELDS, permille=st.integers(FASTEST_PACE, SLOWEST_PACE))
@settings(max_examples=60)
def test_it_falls_with_every_closed_round_and_is_never_negative(
    plan: Format, players: int, permille: int
) -> None:
    pace = Pace(permille)
    line = [
        total_minutes(remaining_parts(DUEREN, plan, players, Reached("vorrunde", closed), pace=pace))
        for closed in range(plan.rounds + 1)
    ]
    assert line == sorted(line, reverse=True)
    assert len(set(line)) == len(line)
    after = [
        total_minutes(remaining_parts(DUEREN, plan, players, Reached(stage, plan.rounds), pace=pace))
        for stage in ("cut", "ko", "final", "finished")
    ]
    assert [line[-1], *after] == sorted([line[-1], *after], reverse=True)
    assert after[-1] == 0


@given(
    elapsed=st.lists(st.integers(-10_000, 40_000), min_size=2, max_size=2).map(sorted),
    tables=st.lists(st.tuples(st.integers(3, 6), st.integers(1, 3), st.booleans()), max_size=40),
)
@settings(max_examples=60)
def test_time_goes_by_in_a_running_round(elapsed: list[int], tables: list[tuple[int, int, bool]]) -> None:
    plan = Format()
    earlier, later = (
        remaining_parts(DUEREN, plan, 101, Reached("vorrunde", 2, Playing(seconds, tuple(tables))))[0]
        for seconds in elapsed
    )
    assert (earlier.code, earlier.number) == ("round", 3)
    assert earlier.minutes >= later.minutes >= 0
    if not tables:
        assert earlier.minutes == 0


def test_a_tournament_that_plays_scharf_is_shorter_everywhere() -> None:
    scharf = replace(DUEREN, speed="scharf")
    usual, short = (plan_parts(rules, Format(), 101) for rules in (DUEREN, scharf))
    assert all(a.minutes < b.minutes for a, b in zip(short, usual, strict=True) if a.code != "cut")
    assert expected_seconds(scharf, 4) == expected_seconds(scharf, 4, scharf=True)


def test_an_overdue_table_is_soon_done() -> None:
    playing = Playing(3 * 3600, ((4, 1, False),))
    assert 1 <= remaining_parts(DUEREN, Format(), 101, Reached("vorrunde", 0, playing))[0].minutes <= 10


@given(st.lists(st.integers(1, 9), min_size=3, max_size=6), st.integers(1, 2))
@settings(max_examples=60)
def test_every_game_brings_a_ko_table_closer_to_its_end(marks: list[int], survivors: int) -> None:
    plan = replace(Format(), survivors=survivors)

    def left(own: list[int]) -> int:
        reached = Reached("ko", 5, Playing(0, (), (tuple(own),)))
        return remaining_parts(DUEREN, plan, 101, reached)[0].minutes

    line = [left(marks)]
    while len(marks) > survivors:
        marks = [marks[0] - 1, *marks[1:]] if marks[0] > 1 else marks[1:]
        line.append(left(marks))
    assert line[-1] == 0
    assert all(before + 1 >= after for before, after in zip(line, line[1:], strict=False))


def test_a_finished_ko_is_no_longer_played() -> None:
    reached = Reached("ko", 5, Playing(0, (), ()))
    assert remaining_parts(DUEREN, Format(), 101, reached)[0].minutes == 0


def test_the_evening_corrects_the_start_values() -> None:
    assert pace_of(()) == START
    slow = pace_of([(800, 1200)] * 3, [4, 6])
    assert 1300 < slow.permille < 1500
    assert slow.pause == 6
    one, many = pace_of([(800, 400)]), pace_of([(800, 400)] * 6)
    assert 1000 > one.permille > many.permille > 500


@pytest.mark.parametrize("seen", [-4000, 0, 10, 90_000])
def test_a_clock_that_jumped_measures_nothing(seen: int) -> None:
    assert pace_of([(800, seen)], [-60, 600]) == START
    assert pace_of([(800, seen), (800, 1000)]) == pace_of([(800, 1000)])


@given(st.lists(st.tuples(st.integers(-10, 100_000), st.integers(-100_000, 100_000)), max_size=9),
       st.lists(st.integers(-500, 500), max_size=9))  # fmt: skip
def test_no_measure_makes_the_pace_impossible(samples: list[tuple[int, int]], pauses: list[int]) -> None:
    pace = pace_of(samples, pauses)
    assert FASTEST_PACE <= pace.permille <= SLOWEST_PACE
    assert 0 <= pace.pause <= 45
