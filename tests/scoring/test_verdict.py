"""„Wer hat verloren?“: the reason is the criterion that separates two throws (R2), not another one."""

from dataclasses import replace

import pytest

from scoring.errors import RuleViolation
from scoring.ruleset import PRESETS, RuleSet
from scoring.verdict import hand_matters, hand_throws, who_lost
from tests.scoring.table_play import thrown

DUEREN, KNEIPE, TYPENCLUB = PRESETS["dueren"], PRESETS["kneipe"], PRESETS["typenclub"]


def test_the_lower_number_of_two():
    verdict = who_lost([thrown(12, "652"), thrown(7, "653")], DUEREN)
    assert (verdict.loser, verdict.winner, verdict.outcome.deckel) == (12, 7, 1)
    assert (verdict.why_loser.code, verdict.why_winner.code) == ("lower_number", "higher_number")
    params = verdict.why_loser.params
    assert (params["player"], params["number"], params["other"], params["other_number"]) == (12, 652, 7, 653)
    assert (verdict.why_deckel.code, verdict.why_deckel.params["deckel"]) == ("worth", 1)


def test_one_throw_less():
    verdict = who_lost([thrown(7, "653", 2, True), thrown(12, "653")], DUEREN)
    assert (verdict.loser, verdict.winner) == (7, 12)
    assert (verdict.why_loser.code, verdict.why_winner.code) == ("more_throws", "fewer_throws")
    assert verdict.why_winner.params["difference"] == 1
    assert verdict.why_loser.params["number"] == verdict.why_loser.params["other_number"] == 653


def test_the_later_of_equal_throws():
    verdict = who_lost([thrown(3, "653"), thrown(1, "653"), thrown(2, "653")], DUEREN)
    assert [line.player for line in verdict.lines] == [3, 1, 2]
    assert (verdict.why_loser.code, verdict.why_loser.params["other"]) == ("later", 1)
    assert (verdict.why_winner.code, verdict.why_winner.params["other"]) == ("earlier", 1)


def test_in_the_typen_club_the_number_of_throws_does_not_matter():
    verdict = who_lost([thrown(1, "653", 2, True), thrown(2, "653")], TYPENCLUB)
    assert (verdict.loser, verdict.why_loser.code) == (2, "later")


def test_the_lower_class_and_what_a_built_throw_would_have_been():
    verdict = who_lost([thrown(1, "654", 3, False), thrown(2, "321"), thrown(3, "665")], DUEREN)
    assert (verdict.loser, verdict.winner) == (1, 2)
    assert (verdict.why_winner.code, verdict.why_winner.params["kind"]) == ("higher_kind", "strasse")
    assert (verdict.why_loser.code, verdict.why_loser.params["built_as"]) == ("lower_number", "strasse")
    assert verdict.why_winner.params["other_built_as"] is None
    worst = who_lost([thrown(1, "221", 2, True), thrown(2, "222", 2, False)], RuleSet())
    assert (worst.why_loser.code, worst.lines[0].built_as) == ("lower_kind", None)


def test_schock_aus_takes_all():
    verdict = who_lost([thrown(1, "111"), thrown(2, "431")], replace(DUEREN, deckel_total=15))
    assert (verdict.why_deckel.code, verdict.why_deckel.params["kind"]) == ("all_deckel", "schock_aus")
    assert verdict.outcome.deckel == 15
    thirteen = who_lost([thrown(1, "111"), thrown(2, "431")], RuleSet(schock_aus="thirteen"))
    assert (thirteen.why_deckel.code, thirteen.why_deckel.params["deckel"]) == ("worth", 13)


def test_a_repeat_names_the_tied_and_no_loser():
    verdict = who_lost([thrown(1, "611"), thrown(2, "431"), thrown(3, "431")], KNEIPE)
    assert (verdict.loser, verdict.winner, verdict.why_deckel) == (None, None, None)
    assert verdict.why_loser == verdict.why_winner
    assert verdict.why_loser.code == "repeat_worst"
    assert (verdict.why_loser.params["players"], verdict.why_loser.params["number"]) == ((2, 3), 431)


def test_a_tie_of_the_best_repeats_only_when_one_of_them_gives():
    throws = [thrown(1, "611"), thrown(2, "611"), thrown(3, "431")]
    open_tie = who_lost(throws, KNEIPE)
    assert (open_tie.loser, open_tie.winner, open_tie.why_winner.code) == (3, 1, "equal_no_matter")
    repeated = who_lost(throws, KNEIPE, givers=(1, 2, 3))
    assert (repeated.why_winner.code, repeated.why_winner.params["players"]) == ("repeat_best", (1, 2))


@pytest.mark.parametrize(
    ("throws", "code", "player"),
    [
        ([], "too_few_throws", None),
        ([thrown(1, "653")], "too_few_throws", None),
        ([thrown(1, "653"), thrown(1, "652")], "thrown_twice", 1),
        ([thrown(1, "653"), thrown(2, "653", 2, True)], "throws_beyond_starter", 2),
        ([thrown(1, "653"), thrown(2, "65")], "dice_count", 2),
        ([thrown(1, "703"), thrown(2, "653")], "dice_range", 1),
        ([thrown(1, "653", 4), thrown(2, "653")], "throws_range", 1),
        ([thrown(1, "653", 1, False), thrown(2, "653")], "single_throw_built", 1),
    ],
)
def test_refused_with_the_player_whose_throw_it_is(throws, code, player):
    with pytest.raises(RuleViolation) as refused:
        who_lost(throws, DUEREN)
    assert refused.value.code == code
    assert refused.value.params.get("player") == player


def test_laden_is_one_throw():
    with pytest.raises(RuleViolation) as refused:
        who_lost([thrown(1, "653", 2, True), thrown(2, "653")], DUEREN, laden=True)
    assert refused.value.code == "laden_one_throw"


def test_how_a_throw_came_matters_where_built_counts_for_less():
    straights, generals = {(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6)}, {(n, n, n) for n in range(2, 7)}
    assert set(hand_throws(DUEREN)) == straights | generals
    assert hand_throws(KNEIPE) == ()
    assert set(hand_throws(replace(KNEIPE, straight_from_hand=True))) == straights
    assert hand_throws(replace(KNEIPE, jule="top", jule_from_hand=True)) == ((1, 2, 4),)
    assert hand_matters((6, 4, 5), 2, DUEREN)
    assert not hand_matters((6, 4, 5), 1, DUEREN)
    assert not hand_matters((1, 1, 1), 3, DUEREN)
