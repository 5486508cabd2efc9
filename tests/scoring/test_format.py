import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from scoring.format import (
    CARRY,
    DECIDES,
    DECKEL_PROTOCOLS,
    KO_SEEDINGS,
    ODD_TABLES,
    PRESETS_FORMAT,
    RANGES,
    TIE_BREAKS,
    Format,
    format_problems,
    suggest_format,
)

DIRECT = {"ko_tables": 0, "final_size": 6}


def test_the_text_of_dueren_is_the_default():
    dueren = PRESETS_FORMAT["dueren"]
    assert dueren == Format()
    assert (dueren.rounds, dueren.qualifiers, dueren.finalists) == (5, 15, 6)
    assert (dueren.marks, dueren.bonus_ranks, dueren.bonus_marks) == (3, 3, 1)
    assert (dueren.final_marks, dueren.decide, dueren.odd_tables) == (CARRY, "stechen", "fives")


@pytest.mark.parametrize("name", PRESETS_FORMAT)
def test_a_format_survives_json(name):
    format = PRESETS_FORMAT[name]
    assert Format.from_dict(json.loads(json.dumps(format.to_dict()))) == format
    assert set(format.to_dict()) == {item.name for item in fields(Format)}
    assert format_problems(format.to_dict()) == ()


def test_presets_can_be_told_apart():
    assert set(PRESETS_FORMAT) == {"dueren", "klein", "leer"}
    assert len(set(PRESETS_FORMAT.values())) == 3


@pytest.mark.parametrize(
    ("players", "tables", "seats", "qualifiers", "finalists"),
    [(400, 3, 5, 15, 6), (101, 3, 5, 15, 6), (30, 3, 5, 15, 6), (29, 2, 5, 10, 4), (20, 2, 5, 10, 4)]
    + [(19, 2, 4, 8, 4), (12, 2, 4, 8, 4)],
)
def test_suggestion_by_field(players, tables, seats, qualifiers, finalists):
    format = suggest_format(players)
    assert (format.ko_tables, format.ko_seats) == (tables, seats)
    assert (format.qualifiers, format.finalists) == (qualifiers, finalists)


@pytest.mark.parametrize(("players", "size"), [(11, 6), (8, 6), (7, 5), (6, 5), (5, 5), (4, 4), (3, 3)])
def test_a_small_field_sits_down_at_the_final_table(players, size):
    format = suggest_format(players)
    assert format.ko_tables == 0
    assert format.qualifiers == format.finalists == size
    assert format.qualifiers <= players
    assert format.ko_seats == Format().ko_seats  # for whoever asks for K.O. tables all the same


@pytest.mark.parametrize("players", [-1, 0, 1, 2])
def test_nothing_is_suggested_for_nobody(players):
    with pytest.raises(RuleViolation) as refused:
        suggest_format(players)
    assert refused.value.code == "too_few_players"


def test_a_suggestion_keeps_the_rest():
    base = Format(rounds=7, marks=4, bonus_ranks=15, final_marks=2, entry_fee_cents=1000)
    small = suggest_format(10, base)
    assert (small.rounds, small.marks, small.entry_fee_cents) == (7, 4, 1000)
    assert (small.bonus_ranks, small.final_marks) == (6, CARRY)
    assert suggest_format(101, base) == base


@pytest.mark.parametrize("name", RANGES)
def test_whole_numbers_at_their_ends(name):
    low, high = RANGES[name]
    for wrong in (low - 1, high + 1):
        (problem,) = [p for p in format_problems({name: wrong}) if p.field == name]
        assert (problem.code, problem.params["low"]) == ("value_range", low)
    for value in (low, high):
        assert all(p.code != "value_range" for p in format_problems({name: value}))
    for wrong in ("3", 3.0, None, True, [3]):
        assert [p.code for p in format_problems({name: wrong})] == ["value_type"]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"clubs_apart": 1}, "value_type", "clubs_apart"),
        ({"schock_aus_counted": None}, "value_type", "schock_aus_counted"),
        ({"odd_tables": "sixes"}, "value_choice", "odd_tables"),
        ({"decide": "lot"}, "value_choice", "decide"),
        ({"ko_seeding": "random"}, "value_choice", "ko_seeding"),
        ({"deckel_protocol": "vorrunde"}, "value_choice", "deckel_protocol"),
        ({"tie_breaks": ("wins",)}, "value_choice", "tie_breaks"),
        ({"tie_breaks": ("more_wins", "more_wins")}, "value_repeated", "tie_breaks"),
        ({"tie_breaks": "more_wins"}, "value_type", "tie_breaks"),
        ({"tie_breaks": ([],)}, "value_choice", "tie_breaks"),
        ({"prize_places": (0,)}, "value_range", "prize_places"),
        ({"prize_places": (3, 3)}, "value_order", "prize_places"),
        ({"prize_places": (5, 3)}, "value_order", "prize_places"),
        ({"prize_places": ("1",)}, "value_type", "prize_places"),
        ({"prize_places": 3}, "value_type", "prize_places"),
        ({"final_marks": 0}, "value_range", "final_marks"),
        ({"final_marks": 10}, "value_range", "final_marks"),
        ({"final_marks": "fresh"}, "value_type", "final_marks"),
        ({"final_marks": None}, "value_type", "final_marks"),
        ({"round_minutes": 0}, "value_range", "round_minutes"),
        ({"round_minutes": "20"}, "value_type", "round_minutes"),
    ],
)
def test_impossible_values_are_refused_at_the_field(changes, code, field):
    with pytest.raises(RuleViolation) as refused:
        replace(Format(), **changes)
    assert (refused.value.code, refused.value.field) == (code, field)


MIXES = [
    ({"survivors": 4, "ko_seats": 4, "ko_tables": 1}, "survivors_not_below_seats", "survivors", "ko_seats"),
    ({"survivors": 5, "ko_seats": 3, "ko_tables": 1}, "survivors_not_below_seats", "survivors", "ko_seats"),
    ({"ko_tables": 4}, "final_too_large", "ko_tables", "survivors"),
    ({"ko_tables": 3, "survivors": 3}, "final_too_large", "ko_tables", "survivors"),
    ({"ko_tables": 1, "survivors": 1}, "final_too_small", "survivors", "ko_tables"),
    ({"bonus_ranks": 16}, "bonus_beyond_cut", "bonus_ranks", "ko_tables"),
    ({"bonus_ranks": 6, "ko_tables": 0, "final_size": 5}, "bonus_beyond_cut", "bonus_ranks", "final_size"),
    ({"final_marks": 3, "ko_tables": 0}, "final_marks_without_ko", "final_marks", "ko_tables"),
    ({"freeze_rounds": 6}, "freeze_beyond_rounds", "freeze_rounds", "rounds"),
    ({"late_entry_until": 6}, "late_entry_beyond_rounds", "late_entry_until", "rounds"),
    ({"decide": "chain", "tie_breaks": ()}, "chain_empty", "decide", "tie_breaks"),
    (
        {"tie_breaks": ("schock_aus",), "schock_aus_counted": False},
        "schock_aus_not_counted",
        "tie_breaks",
        "schock_aus_counted",
    ),
]


@pytest.mark.parametrize(("changes", "code", "first", "second"), MIXES)
def test_a_refused_mix_names_both_fields(changes, code, first, second):
    with pytest.raises(RuleViolation) as refused:
        replace(Format(), **changes)
    assert (refused.value.code, refused.value.field) == (code, first)
    assert refused.value.params["fields"] == (first, second)


@pytest.mark.parametrize(
    "changes",
    [
        DIRECT,
        DIRECT | {"survivors": 5, "ko_seats": 3},
        {"ko_tables": 1, "ko_seats": 6, "survivors": 5},
        {"ko_tables": 6, "ko_seats": 6, "survivors": 1, "bonus_ranks": 36},
        {"ko_tables": 2, "ko_seats": 3, "survivors": 1},
        {"ko_tables": 3, "ko_seats": 4, "bonus_ranks": 12},
        {"freeze_rounds": 5, "late_entry_until": 5},
        {"late_entry_until": 0},
        {"tie_breaks": (), "decide": "stechen"},
        {"tie_breaks": TIE_BREAKS, "decide": "chain"},
        {"prize_places": (1, 2, 3, 50)},
        {"final_marks": 3},
        {"round_minutes": 25},
    ],
)
def test_mixes_that_can_be_played(changes):
    format = replace(Format(), **changes)
    assert Format.from_dict(format.to_dict()) == format
    assert 2 <= format.finalists <= 6


def test_all_problems_are_told_at_once():
    found = format_problems({"rounds": 0, "marks": "drei", "ko_tables": 4, "odd_tables": "x"})
    assert {problem.field for problem in found} == {"rounds", "marks", "ko_tables", "odd_tables"}


def test_an_unsound_field_is_not_weighed_against_others():
    assert [p.field for p in format_problems({"rounds": "viele", "freeze_rounds": 7})] == ["rounds"]
    assert [p.field for p in format_problems({"ko_seats": None, "bonus_ranks": 30})] == ["ko_seats"]


def test_unknown_fields_are_refused():
    with pytest.raises(RuleViolation) as refused:
        Format.from_dict({"round": 5})
    assert (refused.value.code, refused.value.field) == ("unknown_field", "round")
    assert [p.code for p in format_problems({"round": 5})] == ["unknown_field"]


def test_a_value_stored_before_a_field_existed_stays_readable():
    assert Format.from_dict({}) == Format()


SOUND = st.fixed_dictionaries(
    {name: st.integers(low, high) for name, (low, high) in RANGES.items()}
    | {
        "odd_tables": st.sampled_from(ODD_TABLES),
        "clubs_apart": st.booleans(),
        "tie_breaks": st.lists(st.sampled_from(TIE_BREAKS), unique=True).map(tuple),
        "decide": st.sampled_from(DECIDES),
        "prize_places": st.sets(st.integers(1, 999), max_size=4).map(lambda p: tuple(sorted(p))),
        "schock_aus_counted": st.booleans(),
        "ko_seeding": st.sampled_from(KO_SEEDINGS),
        "final_marks": st.one_of(st.just(CARRY), st.integers(1, 9)),
        "round_minutes": st.one_of(st.none(), st.integers(1, 600)),
        "deckel_protocol": st.sampled_from(DECKEL_PROTOCOLS),
    }
)


@given(SOUND)
def test_a_format_stands_or_says_why(values):
    problems = format_problems(values)
    if problems:
        with pytest.raises(RuleViolation) as refused:
            Format(**values)
        assert refused.value.code == problems[0].code
        assert all(len(problem.params["fields"]) == 2 for problem in problems)
        assert all(set(problem.params["fields"]) <= set(values) for problem in problems)
        return
    format = Format(**values)
    assert Format.from_dict(json.loads(json.dumps(format.to_dict()))) == format
    assert 2 <= format.finalists <= 6
    assert format.bonus_ranks <= format.qualifiers
    if format.ko_tables:
        assert format.survivors < format.ko_seats
