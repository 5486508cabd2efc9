"""A throwing round die by die (R3): limits, held dice, turned sixes, and what is refused."""

import pytest

from scoring import throwing
from scoring.acts import Cast, Leave, Stand, Thrown, TurnSixes
from scoring.errors import RuleViolation
from scoring.ruleset import PRESETS, RuleSet
from scoring.throwing import begin_round, outcome, sixes_to_turn
from tests.scoring.table_play import thrown

DUEREN, TYPENCLUB = PRESETS["dueren"], PRESETS["typenclub"]


def play(*acts, rules=DUEREN, order=(1, 2, 3), **more):
    state = begin_round(rules, order, **more)
    for act in acts:
        state = throwing.apply(state, act)
    return state


def code_of(*acts, **more):
    """The code with which the last act is refused; the others must be legal."""
    play(*acts[:-1], **more)
    with pytest.raises(RuleViolation) as refused:
        play(*acts, **more)
    return refused.value.code


def test_a_built_throw_lies_die_by_die():
    state = play(Cast((1, 4, 6)), Cast((1, 5), kept=(1,)), Cast((4,), kept=(1, 1)), Stand())
    assert state.thrown == (Thrown(1, (1, 1, 4), 3, False),)
    assert (state.on_turn, state.limit, state.turn) == (2, 3, None)


def test_all_three_dice_again_are_out_of_the_hand():
    state = play(Cast((1, 4, 6)), Cast((2, 3, 4)), Stand())
    assert state.thrown == (Thrown(1, (2, 3, 4), 2, True),)


def test_nobody_throws_more_often_than_the_starter():
    state = play(Cast((6, 5, 2)), Stand(), Cast((2, 2, 1)))
    assert (state.limit, state.throws_left) == (1, 0)
    assert code_of(Cast((6, 5, 2)), Stand(), Cast((2, 2, 1)), Cast((2, 2, 1))) == "throws_used_up"
    assert code_of(thrown(1, "652"), thrown(2, "221", 2)) == "throws_beyond_starter"


def test_without_starter_limits_everybody_has_all_throws():
    rules = RuleSet(starter_limits=False)
    state = play(thrown(1, "652"), Cast((2, 2, 1)), Cast((3, 3, 1)), Cast((4, 4, 1)), rules=rules)
    assert state.throws_left == 0
    more = (thrown(1, "652"), Cast((2, 2, 1)), Cast((2, 2, 1)), Cast((2, 2, 1)), Cast((2, 2, 1)))
    assert code_of(*more, rules=rules) == "throws_used_up"


def test_the_starter_has_max_throws():
    assert code_of(*[Cast((2, 2, 1))] * 4) == "throws_used_up"
    assert code_of(thrown(1, "652", 4)) == "throws_range"
    assert code_of(thrown(1, "652", 0)) == "throws_range"


def test_what_lies_stays_where_the_text_says_so():
    held = Cast((1, 4, 6)), Cast((2, 2), kept=(1,))
    assert code_of(*held, Cast((3, 3, 3))) == "dice_lie_there"
    assert code_of(*held, Cast((3, 3), kept=(2,))) == "dice_lie_there"
    assert play(*held, Cast((3,), kept=(1, 2))).turn.dice == (1, 2, 3)


def test_what_lies_may_go_back_into_the_cup_in_the_typen_club():
    held = Cast((1, 4, 6)), Cast((2, 2), kept=(1,))
    assert play(*held, Cast((3, 3, 3)), Stand(), rules=TYPENCLUB).thrown[0].hand
    assert not play(*held, Cast((3, 3), kept=(2,)), Stand(), rules=TYPENCLUB).thrown[0].hand


def test_only_ones_lie_where_only_ones_may():
    rules = RuleSet(holdable="ones")
    assert code_of(Cast((1, 4, 6)), Cast((2, 2), kept=(6,)), rules=rules) == "only_ones_held"
    assert play(Cast((1, 4, 6)), Cast((2, 2), kept=(1,)), rules=rules).turn.lying == (1,)
    assert code_of(thrown(1, "665", 2), rules=rules) == "built_without_one"
    assert play(thrown(1, "661", 2), thrown(2, "665", 2, True), rules=rules).on_turn == 3


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Cast((2, 2), kept=(3,)), "dice_not_there"),
        (Cast((2,), kept=(1, 1)), "dice_not_there"),
        (Cast((), kept=(1, 4, 6)), "no_die_thrown"),
        (Cast((2, 2)), "dice_count"),
        (Cast((2, 2, 2), kept=(1,)), "dice_count"),
        (Cast((2, 7), kept=(1,)), "dice_range"),
        (Leave(1), "act_not_here"),
        (thrown(1, "653"), "turn_running"),
        (thrown(2, "653"), "not_on_turn"),
    ],
)
def test_refused_after_the_first_cast(act, code):
    assert code_of(Cast((1, 4, 6)), act) == code


def test_refused_before_the_first_cast():
    assert code_of(Stand()) == "nothing_thrown"
    assert code_of(TurnSixes()) == "nothing_thrown"
    assert code_of(Cast((2, 2), kept=(1,))) == "dice_not_there"
    assert code_of(thrown(1, "653", 1, False)) == "single_throw_built"


def test_of_two_sixes_one_becomes_a_one_and_lies():
    state = play(Cast((6, 6, 1)), TurnSixes())
    assert (state.turn.lying, sorted(state.turn.fresh)) == ((1,), [1, 6])
    assert sixes_to_turn(state) == ()
    state = throwing.apply(state, Cast((4,), kept=(1, 1)))
    assert throwing.apply(state, Stand()).thrown == (Thrown(1, (1, 1, 4), 2, False),)


def test_who_turned_sixes_throws_on_and_keeps_the_one():
    turned = Cast((6, 6, 1)), TurnSixes()
    assert code_of(*turned, Stand()) == "sixes_throw_on"
    assert code_of(*turned, Cast((4, 4, 4))) == "dice_lie_there"
    assert code_of(*turned, TurnSixes()) == "sixes_turned_already"


def test_of_three_sixes_two_become_ones():
    assert sixes_to_turn(play(Cast((6, 6, 6)))) == (1, 2)
    assert play(Cast((6, 6, 6)), TurnSixes(2)).turn.dice == (1, 1, 6)
    assert code_of(Cast((6, 6, 5)), TurnSixes(2)) == "sixes_not_there"
    assert code_of(Cast((6, 5, 5)), TurnSixes(1)) == "sixes_not_there"
    assert code_of(Cast((6, 6, 6)), TurnSixes(3)) == "sixes_not_turned"


def test_sixes_of_two_throws_are_not_turned():
    assert code_of(Cast((6, 5, 4)), Cast((6, 2), kept=(6,)), TurnSixes()) == "sixes_not_there"


def test_no_sixes_are_turned_in_the_last_throw():
    assert code_of(*[Cast((6, 6, 2))] * 3, TurnSixes()) == "sixes_last_throw"
    assert code_of(thrown(1, "652"), Cast((6, 6, 1)), TurnSixes()) == "sixes_last_throw"


def test_sixes_are_turned_while_one_throw_is_left():
    before_last = play(*[Cast((6, 6, 2))] * 2)
    assert (before_last.throws_left, sixes_to_turn(before_last)) == (1, (1,))
    assert sixes_to_turn(play(*[Cast((6, 6, 2))] * 3)) == ()


def test_in_the_typen_club_turned_sixes_may_stand_even_in_the_last_throw():
    state = play(thrown(1, "652"), Cast((6, 6, 6)), TurnSixes(2), Stand(), rules=TYPENCLUB)
    assert state.thrown[1] == Thrown(2, (1, 1, 6), 1, True)
    assert outcome(throwing.apply(state, thrown(3, "665"))).best == 2


def test_in_the_pub_sixes_stay_sixes():
    assert code_of(Cast((6, 6, 6)), TurnSixes(), rules=PRESETS["kneipe"]) == "sixes_not_turned"
    assert code_of(Cast((6, 6, 6)), TurnSixes(2), rules=RuleSet(three_sixes=False)) == "sixes_not_turned"


def test_the_opening_throw_is_one_throw_without_turned_sixes():
    rules = RuleSet(sixes_need_throw_left=False)
    assert play(laden=True).limit == 1
    assert code_of(Cast((6, 6, 1)), TurnSixes(), rules=rules, laden=True) == "sixes_not_turned"
    assert code_of(Cast((6, 6, 1)), Cast((6, 6, 1)), laden=True) == "throws_used_up"
    assert code_of(thrown(1, "653", 2, True), laden=True) == "laden_one_throw"
    loose = RuleSet(starter_limits=False)
    assert code_of(thrown(1, "653"), thrown(2, "653", 2, True), rules=loose, laden=True) == "laden_one_throw"


def test_a_complete_round_takes_nothing_more():
    done = thrown(1, "653"), thrown(2, "652"), thrown(3, "651")
    assert code_of(*done, Cast((1, 1, 1))) == "round_complete"
    assert play(*done).on_turn is None


def test_a_round_needs_two_and_each_once():
    for order, code in (((1,), "too_few_players"), ((), "too_few_players"), ((1, 2, 1), "seated_twice")):
        with pytest.raises(RuleViolation) as refused:
            begin_round(DUEREN, order)
        assert refused.value.code == code


def test_a_schock_aus_does_not_stop_the_others():
    state = play(thrown(1, "111"), thrown(2, "221"))
    assert outcome(state) is None
    end = outcome(throwing.apply(state, thrown(3, "665")))
    assert (end.best, end.worst, end.ends_half) == (1, 2, True)
