import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleViolation
from scoring.points import Game, check_game, forced_endkampf, game_loser, game_points
from tests.scoring.case_files import by_number, cases, numbers, optional


def game(half1=None, half2=None, endkampf=None, *, players=(1, 2, 3, 4), **facts):
    return Game(tuple(players), half1, half2, endkampf, **facts | _sets(facts))


def _sets(facts):
    return {name: frozenset(facts[name]) for name in ("no_show", "left") if name in facts}


def refusal(facts):
    with pytest.raises(RuleViolation) as refused:
        check_game(facts)
    with pytest.raises(RuleViolation) as again:
        game_points(facts)
    assert again.value.code == refused.value.code
    return refused.value.code, refused.value.field


@pytest.mark.parametrize("case", cases("points", "more_points"))
def test_points_of_every_case(case):
    facts = Game(
        numbers(case["players"]),
        optional(case["half1"]),
        optional(case["half2"]),
        optional(case["endkampf"]),
        scharf=case.get("speed") == "scharf",
    )
    if case.get("error"):
        refusal(facts)
    else:
        assert game_points(facts) == by_number(case["points"])


@pytest.mark.parametrize("case", cases("points", "more_points"))
def test_points_do_not_depend_on_the_seats(case):
    if case.get("error"):
        return
    for seats in itertools.permutations(numbers(case["players"])):
        facts = Game(
            seats,
            optional(case["half1"]),
            optional(case["half2"]),
            optional(case["endkampf"]),
            scharf=case.get("speed") == "scharf",
        )
        points = game_points(facts)
        assert points == by_number(case["points"])
        assert tuple(points) == seats


def test_a_no_show_has_nothing_and_the_rest_play_on():
    assert game_points(game(1, 2, 2, no_show={4})) == {1: 3, 2: 0, 3: 5, 4: 0}


def test_two_present_play():
    assert game_points(game(1, 2, 1, no_show={3, 4})) == {1: 0, 2: 3, 3: 0, 4: 0}
    assert game_points(game(1, 1, no_show={3, 4})) == {1: 0, 2: 5, 3: 0, 4: 0}


def test_one_present_is_a_walkover():
    assert game_points(game(outcome="walkover", no_show={1, 2, 4})) == {1: 0, 2: 0, 3: 5, 4: 0}
    assert game_points(game(outcome="walkover", no_show={1, 2}, left={4})) == {1: 0, 2: 0, 3: 5, 4: 0}
    assert refusal(game(1, 1, no_show={2, 3, 4}))[0] == "too_few_players"
    assert refusal(game(outcome="walkover", no_show={1, 2}))[0] == "walkover_not_alone"
    assert refusal(game(outcome="walkover", no_show={1, 2, 3, 4}))[0] == "too_few_players"


def test_a_void_game_is_no_game_whatever_was_entered_before():
    assert game_points(game(outcome="void")) == {}
    assert game_points(game(1, 2, 2, outcome="void")) == {}


def test_a_leaver_without_a_half_is_a_second_zero():
    assert game_points(game(1, 2, 2, left={4})) == {1: 3, 2: 0, 3: 5, 4: 0}
    assert game_points(game(1, 1, left={4})) == {1: 0, 2: 5, 3: 5, 4: 0}


def test_a_leaver_who_had_lost_a_half_has_lost_the_endkampf_unplayed():
    assert game_points(game(1, 2, 1, left={1})) == {1: 0, 2: 3, 3: 5, 4: 5}
    assert game_points(game(2, 1, 1, left={1})) == {1: 0, 2: 3, 3: 5, 4: 5}
    assert refusal(game(1, 2, 2, left={1})) == ("endkampf_after_leaving", "endkampf")
    assert refusal(game(1, 2, left={1})) == ("endkampf_missing", "endkampf")
    assert forced_endkampf(1, 2, frozenset({1})) == 1
    assert forced_endkampf(2, 1, frozenset({1})) == 1


def test_the_endkampf_is_forced_by_nobody_else():
    assert forced_endkampf(1, 2, frozenset({3})) is None
    assert forced_endkampf(1, 1, frozenset({1})) is None
    assert forced_endkampf(1, 2, frozenset({1, 2})) is None
    assert forced_endkampf(1, None, frozenset({1})) is None
    assert forced_endkampf(None, 1, frozenset({1})) is None


def test_a_leaver_may_have_lost_both_halves():
    assert game_points(game(1, 1, left={1})) == {1: 0, 2: 5, 3: 5, 4: 5}
    assert game_points(game(1, 1, players=(1, 2), left={1})) == {1: 0, 2: 5}


def test_two_leavers_with_a_half_each_have_nothing_both():
    assert game_points(game(1, 2, 2, left={1, 2})) == {1: 0, 2: 0, 3: 5, 4: 5}


def test_scharf_is_one_name():
    assert game_points(game(3, scharf=True)) == {1: 5, 2: 5, 3: 0, 4: 5}
    assert game_points(game(3, scharf=True, left={3})) == {1: 5, 2: 5, 3: 0, 4: 5}
    assert refusal(game(3, 3, scharf=True)) == ("scharf_one_half", "half2")
    assert refusal(game(3, None, 3, scharf=True)) == ("scharf_one_half", "endkampf")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (game(), ("half1_missing", "half1")),
        (game(scharf=True), ("half1_missing", "half1")),
        (game(1), ("half2_missing", "half2")),
        (game(1, 2), ("endkampf_missing", "endkampf")),
        (game(1, 2, 3), ("endkampf_not_in_halves", "endkampf")),
        (game(1, 1, 1), ("endkampf_not_allowed", "endkampf")),
        (game(9, 1, 1), ("loser_not_seated", "half1")),
        (game(1, 9, 1), ("loser_not_seated", "half2")),
        (game(1, 2, 1, no_show={1}), ("loser_absent", "half1")),
        (game(1, 2, 1, no_show={2}), ("loser_absent", "half2")),
        (game(1, 1, players=(1, 1, 2)), ("seated_twice", None)),
        (game(1, 1, left={9}), ("absent_not_seated", None)),
        (game(1, 1, no_show={9}), ("absent_not_seated", None)),
        (game(1, 1, no_show={2}, left={2}), ("absent_twice", None)),
        (game(1, 1, outcome="remis"), ("unknown_outcome", "outcome")),
        (game(1, 1, players=(1,)), ("too_few_players", None)),
        (game(players=()), ("too_few_players", None)),
        (game(1, 1, players=(1, 2), left={1, 2}), ("too_few_players", None)),
    ],
)
def test_what_is_no_game_is_refused_by_code_and_field(facts, expected):
    assert refusal(facts) == expected


def test_the_loser_of_a_game():
    assert game_loser(1, 1, None, False) == 1
    assert game_loser(1, 2, 2, False) == 2
    assert game_loser(1, None, None, True) == 1
    for half1, half2 in ((None, 1), (1, None), (1, 2)):
        with pytest.raises(RuleViolation):
            game_loser(half1, half2, None, False)


@st.composite
def games(draw):
    """Any game that C2 allows, with no-shows and leavers."""
    seats = draw(st.integers(2, 6))
    players = tuple(draw(st.permutations(range(1, seats + 1))))
    there = draw(st.lists(st.sampled_from(players), min_size=2, unique=True))
    left = frozenset(draw(st.lists(st.sampled_from(there), unique=True, max_size=len(there) - 1)))
    no_show = frozenset(players) - set(there)
    half1 = draw(st.sampled_from(there))
    if draw(st.booleans()):
        return Game(players, half1, None, None, True, no_show, left)
    half2 = draw(st.sampled_from(there))
    forced = forced_endkampf(half1, half2, left)
    endkampf = None if half1 == half2 else forced or draw(st.sampled_from((half1, half2)))
    return Game(players, half1, half2, endkampf, False, no_show, left)


@given(games())
def test_plausibility_of_every_game(facts):
    """C2.3: at most one 3; one 0 among those who stayed, or the leaver has it."""
    points = game_points(facts)
    assert tuple(points) == facts.players
    stayed = [points[p] for p in facts.players if p not in facts.no_show and p not in facts.left]
    loser = game_loser(facts.half1, facts.half2, facts.endkampf, facts.scharf)
    assert all(points[p] == 0 for p in facts.no_show | facts.left | {loser})
    assert stayed.count(0) == (loser not in facts.left)
    assert stayed.count(3) <= (facts.half1 != facts.half2 and not facts.scharf)
    assert set(stayed) <= {0, 3, 5}
    if not facts.left and not facts.no_show:
        k = len(stayed)
        assert sum(stayed) in (5 * (k - 1), 5 * (k - 2) + 3)
