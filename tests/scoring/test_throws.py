import itertools
from dataclasses import replace

import pytest

from scoring.errors import RuleViolation
from scoring.ruleset import PRESETS, RuleSet
from scoring.throws import ABSENT, check_throw, classify_throw, place_strength, stechen_strength
from tests.scoring.case_files import cases, dice


def ruleset_of(case):
    return replace(PRESETS[case["preset"]], **case["changes"])


def throw_of(text, rules):
    return classify_throw(dice(text), hand=text.endswith("h"), ruleset=rules)


@pytest.mark.parametrize("case", cases("ranking"), ids=lambda c: f"{c['preset']}-{c['changes']}")
def test_all_throws_in_order_with_class_and_deckel(case):
    rules = ruleset_of(case)
    levels = [[throw_of(text, rules) for text in level["throws"]] for level in case["best_to_worst"]]
    assert sum(len(level) for level in levels) == 112
    strengths = [level[0].strength for level in levels]
    assert strengths == sorted(set(strengths), reverse=True)
    for level, expected in zip(levels, case["best_to_worst"], strict=True):
        assert {throw.strength for throw in level} == {level[0].strength}
        assert {throw.kind for throw in level} == {expected["class"]}
        deckel = None if expected["deckel"] == "all" else expected["deckel"]
        assert {throw.deckel for throw in level} == {deckel}


def test_permutations_of_each_class():
    kinds = [
        classify_throw(throw, hand=True, ruleset=RuleSet()).kind
        for throw in itertools.product(range(1, 7), repeat=3)
    ]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counts == {"zahl": 171, "strasse": 24, "general": 5, "schock": 15, "schock_aus": 1}


def test_order_of_the_dice_does_not_matter():
    for throw in itertools.product(range(1, 7), repeat=3):
        for rules in PRESETS.values():
            assert stechen_strength(throw, rules) == stechen_strength(sorted(throw), rules)


def test_schock_aus_as_thirteen_moves_thirteen():
    rules = RuleSet(schock_aus="thirteen", deckel_total=20)
    assert classify_throw((1, 1, 1), hand=True, ruleset=rules).deckel == 13


def test_in_a_stechen_every_throw_is_out_of_the_hand():
    assert stechen_strength((4, 5, 6), PRESETS["dueren"]) > stechen_strength((6, 6, 5), PRESETS["dueren"])


def test_schock_two_is_a_matter_of_the_rule_set():
    doof, general = (2, 1, 1), (2, 2, 2)
    assert stechen_strength(doof, PRESETS["dueren"]) > stechen_strength(general, PRESETS["dueren"])
    assert stechen_strength(doof, PRESETS["dm"]) < stechen_strength(general, PRESETS["dm"])
    assert stechen_strength(doof, PRESETS["dm"]) > stechen_strength((6, 5, 4), PRESETS["dm"])


def test_who_does_not_come_is_below_every_throw_and_place():
    worst = min(stechen_strength(d, RuleSet()) for d in itertools.product(range(1, 7), repeat=3))
    assert worst > ABSENT
    assert place_strength(400) > ABSENT
    assert place_strength(1) > place_strength(2)
    with pytest.raises(RuleViolation):
        place_strength(0)


@pytest.mark.parametrize(
    ("bad", "code"),
    [((1, 2), "dice_count"), ((1, 2, 3, 4), "dice_count"), ((), "dice_count"), ((0, 1, 1), "dice_range")]
    + [((1, 7, 1), "dice_range"), ((1, True, 1), "dice_range"), ((1, "1", 1), "dice_range")],
)
def test_dice_that_are_none(bad, code):
    with pytest.raises(RuleViolation) as refused:
        stechen_strength(bad, RuleSet())
    assert refused.value.code == code


@pytest.mark.parametrize("case", cases("more_errors"), ids=lambda c: c["why"])
def test_throws_that_are_refused(case):
    first = case["throws"][0]

    def play():
        for throw in case["throws"]:
            check_throw(
                throw["dice"],
                throws=throw["throws"],
                hand=throw["hand"],
                ruleset=ruleset_of(case),
                starter_throws=first["throws"],
            )

    with pytest.raises(RuleViolation):
        play()


def test_throws_used():
    rules = RuleSet()
    check_throw((1, 2, 4), throws=3, hand=False, ruleset=rules, starter_throws=3)
    check_throw((1, 2, 4), throws=3, hand=True, ruleset=RuleSet(starter_limits=False), starter_throws=1)
    for wrong, code in (
        ({"throws": 4, "hand": True}, "throws_range"),
        ({"throws": 1, "hand": False}, "single_throw_built"),
        ({"throws": 2, "hand": True, "starter_throws": 1}, "throws_beyond_starter"),
    ):
        with pytest.raises(RuleViolation) as refused:
            check_throw((1, 2, 4), ruleset=rules, **wrong)
        assert refused.value.code == code
