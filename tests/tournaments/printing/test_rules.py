"""Every switch of the rules has its sentence, on the rule sheet and on the table sheet."""

import itertools
from dataclasses import fields, replace

import pytest

from scoring.ruleset import (
    EQUAL_THROWS,
    HOLDABLE,
    JULES,
    LADEN,
    PRESETS,
    SCHOCK_AUS,
    SCHOCK_TWO_RANKS,
    RuleSet,
)
from tournaments.messages.rules import SWITCHES, sheet_rules, switch_sentence

CHOICES = {
    "holdable": HOLDABLE,
    "schock_two_rank": SCHOCK_TWO_RANKS,
    "jule": JULES,
    "schock_aus": SCHOCK_AUS,
    "laden": LADEN,
    "speed": ("normal", "scharf"),
    "equal_throws": (("earlier",), ("repeat",), ("fewer_throws", "earlier"), ("fewer_throws", "repeat")),
    "deckel_total": (11, 13),
    "max_throws": (2, 3),
}


def test_every_switch_and_value_has_a_sentence_of_its_own() -> None:
    assert set(SWITCHES) == {field.name for field in fields(RuleSet)}
    assert set(EQUAL_THROWS) == {word for choice in CHOICES["equal_throws"] for word in choice}
    for switch in SWITCHES:
        sentences = [switch_sentence(switch, value) for value in CHOICES.get(switch, (True, False))]
        assert len(set(sentences)) == len(sentences)
        for sentence in sentences:
            assert sentence.endswith(".")
            assert "!" not in sentence


def test_the_sheet_of_dueren_says_what_its_text_says() -> None:
    said = [f"{heading} {sentence}" for heading, sentence in sheet_rules(PRESETS["dueren"])]
    assert said[:4] == [
        "Straße und General zählen nur aus einem Wurf.",
        "Schock 2 schlägt jeden General.",
        "Zwei Sechsen in einem Wurf: Eine darf zur Eins gedreht werden, wenn noch ein Wurf übrig ist. "
        "Bei drei Sechsen zwei.",
        "Gleiche Würfe: Weniger Würfe sind besser, sonst wer ihn zuerst hatte.",
    ]
    assert said[-1] == "Türmchen: noch einmal werfen."


@pytest.mark.parametrize("switch", [name for name in SWITCHES if name != "speed"])
def test_changing_any_switch_changes_what_the_sheet_says(switch: str) -> None:
    base = replace(PRESETS["dueren"], jule="top") if switch == "jule_from_hand" else PRESETS["dueren"]
    values = CHOICES.get(switch, (True, False))
    said = {sheet_rules(replace(base, **{switch: value})) for value in values}
    assert len(said) == len(values)


def test_all_mixes_of_the_sixes_are_told_apart() -> None:
    said = set()
    for two, three, left in itertools.product((True, False), repeat=3):
        rules = RuleSet(two_sixes=two, three_sixes=three, sixes_need_throw_left=left)
        said.add(sheet_rules(rules)[2])
    assert len(said) == 7  # when nothing is turned it does not matter whether a throw is left
