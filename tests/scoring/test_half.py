"""Deckel of a half (R4, R5.4, R5.5), told as the table tells it, and who goes home (C2.5)."""

from dataclasses import replace

import pytest

from scoring import half as halves
from scoring.acts import Cast, Leave, Settled
from scoring.errors import RuleViolation
from scoring.half import begin_half, throwing_round, worths
from scoring.ruleset import PRESETS, RuleSet
from tests.scoring.table_play import thrown

DUEREN = PRESETS["dueren"]


def play(*acts, rules=DUEREN, seats=(1, 2, 3), **more):
    half = begin_half(rules, seats, **more)
    for act in acts:
        half = halves.apply(half, act)
    return half


def code_of(*acts, **more):
    play(*acts[:-1], **more)
    with pytest.raises(RuleViolation) as refused:
        play(*acts, **more)
    return refused.value.code, refused.value.field


def owned(half):
    return dict(zip(half.seats, half.deckel, strict=True))


def test_a_half_told_by_losers_and_best_throws():
    half = play(Settled(1, 6), Settled(2, 6), Settled(3, 4))
    assert (half.stock, owned(half), half.phase) == (0, {1: 6, 2: 6, 3: 1}, 2)
    assert half.last.from_stock == 1
    half = halves.apply(half, Settled(1, 3, best=3))
    assert (owned(half), half.last.from_best) == ({1: 7, 2: 6, 3: 0}, 1)
    assert (half.safe, half.active, half.order) == ({3}, (1, 2), (1, 2))
    half = halves.apply(half, Settled(2, None, best=1))
    assert (half.loser, owned(half), half.active) == (2, {1: 0, 2: 13, 3: 0}, ())
    assert half.rounds == 5


def test_who_gives_must_be_known_once_somebody_gives():
    taken = Settled(1, 6), Settled(2, 6), Settled(3, 4)
    assert code_of(*taken, Settled(1, 2)) == ("best_missing", "best")
    assert play(*taken, Settled(1, None)).loser == 1
    early = RuleSet(pass_on_early=True)
    assert play(Settled(1, 6), Settled(1, 2), rules=early).owns(1) == 8
    assert code_of(Settled(1, 6), Settled(2, 2), rules=early) == ("best_missing", "best")


def test_passing_on_early_empties_the_giver_first():
    half = play(Settled(1, 2), Settled(2, 5, best=1), rules=RuleSet(pass_on_early=True))
    assert (half.stock, owned(half)) == (8, {1: 0, 2: 5, 3: 0})
    assert (half.last.from_best, half.last.from_stock) == (2, 3)
    assert half.active == (1, 2, 3)


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Settled(4, 1), ("not_playing", "loser")),
        (Settled(1, 1, best=4), ("not_playing", "best")),
        (Settled(1, 1, best=1), ("best_is_loser", "best")),
        (Settled(1, 0), ("not_a_worth", "deckel")),
        (Settled(1, 7), ("not_a_worth", "deckel")),
        (Settled(1, 13), ("not_a_worth", "deckel")),
        (Leave(4), ("not_seated", "player")),
    ],
)
def test_refused_at_the_start(act, refusal):
    assert code_of(act) == refusal


def test_who_is_safe_is_not_asked_any_more():
    taken = Settled(1, 6), Settled(2, 6), Settled(1, 1)
    assert play(*taken).safe == {3}
    assert code_of(*taken, Settled(3, 1, best=1)) == ("not_playing", "loser")
    assert code_of(*taken, thrown(1, "653"), thrown(3, "653"))[0] == "not_on_turn"


def test_a_round_is_told_in_one_grain_at_a_time():
    assert code_of(thrown(1, "653"), Settled(1, 1))[0] == "round_running"
    assert code_of(Settled(1, None), thrown(1, "653"))[0] == "half_over"
    assert code_of(Settled(1, None), Leave(1))[0] == "half_over"


def test_worth_of_a_best_throw():
    assert worths(DUEREN) == (1, 2, 3, 4, 5, 6, None)
    assert worths(RuleSet(schock_aus="thirteen")) == (1, 2, 3, 4, 5, 6, 13)
    assert worths(RuleSet(jule="seven")) == (1, 2, 3, 4, 5, 6, 7, None)
    assert worths(RuleSet(schock_aus="thirteen", jule="top"))[-2:] == (13, None)


def test_thirteen_takes_the_stock_and_not_what_others_have():
    half = play(Settled(1, 5), Settled(2, 13), rules=RuleSet(schock_aus="thirteen"))
    assert (half.loser, owned(half)) == (None, {1: 5, 2: 8, 3: 0})


def test_the_opening_throw_counts_and_its_loser_begins():
    half = play(laden=True, starter=2)
    assert throwing_round(half).laden
    assert half.order == (2, 3, 1)
    half = play(thrown(2, "653"), thrown(3, "311"), thrown(1, "652"), laden=True, starter=2)
    assert (half.rounds, half.laden, half.last.laden, half.stock) == (1, False, True, 10)
    assert (half.order, throwing_round(half).laden) == ((1, 2, 3), False)


def test_a_repeated_opening_throw_is_an_opening_throw():
    rules = replace(PRESETS["kneipe"], laden="half")
    half = play(thrown(1, "653"), thrown(2, "652"), thrown(3, "652"), rules=rules, laden=True)
    assert (half.repeats, half.rounds, half.laden, half.order) == (1, 0, True, (1, 2, 3))
    assert half.last.outcome.tied == (2, 3)


def test_who_goes_home_gives_the_deckel_back_and_who_is_safe_stays_safe():
    seats = 1, 2, 3, 4
    half = play(Settled(1, 5), Settled(2, 5), Settled(3, 5), Leave(3), seats=seats)
    assert (half.stock, owned(half), half.active) == (3, {1: 5, 2: 5, 3: 0, 4: 0}, (1, 2))
    assert half.order == (1, 2)
    assert code_of(*[Settled(1, 5), Leave(3), Leave(3)], seats=seats) == ("left_already", "player")


def test_when_one_alone_still_plays_who_went_home_has_lost():
    half = play(Settled(1, 5), Settled(2, 5), Settled(1, 6), Leave(2))
    assert (half.loser, half.active) == (2, ())
    assert play(Leave(1), seats=(1, 2)).loser == 1


def test_a_running_round_is_thrown_anew_when_somebody_goes():
    half = play(thrown(1, "653"), Cast((1, 1, 1)), Leave(2))
    assert (half.running, half.order) == (None, (1, 3))
    assert play(thrown(1, "653"), Leave(1)).order == (2, 3)


def test_who_is_safe_may_go_without_a_trace():
    half = play(Settled(1, 6), Settled(2, 6), Settled(1, 1), thrown(1, "653"), Leave(3))
    assert half.running is not None
    assert half.left == {3}


def test_a_half_needs_two_and_a_starter_among_them():
    for seats, starter, code in (((1,), 1, "too_few_players"), ((1, 2, 1), 1, "seated_twice")):
        with pytest.raises(RuleViolation) as refused:
            begin_half(DUEREN, seats, starter)
        assert refused.value.code == code
    with pytest.raises(RuleViolation) as refused:
        begin_half(DUEREN, (1, 2), 3)
    assert refused.value.code == "not_playing"
    with pytest.raises(RuleViolation):
        begin_half(DUEREN, ())
