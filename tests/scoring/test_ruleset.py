import json
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from scoring.errors import RuleViolation
from scoring.ruleset import CONTESTED_SWITCHES, PRESETS, SILENT, RuleSet, difference


def test_presets_differ_where_their_texts_do():
    base = PRESETS["dueren"]
    assert {name: difference(base, rules) for name, rules in PRESETS.items()} == {
        "dueren": (),
        "dm": ("schock_two_rank",),
        "typenclub": (
            "take_back",
            "straight_from_hand",
            "general_from_hand",
            "sixes_need_throw_left",
            "equal_throws",
            "laden",
        ),
        "gartengoetter": ("straight_from_hand", "general_from_hand"),
        "kneipe": (
            "straight_from_hand",
            "general_from_hand",
            "two_sixes",
            "three_sixes",
            "equal_throws",
            "laden",
        ),
    }


def test_what_all_presets_share():
    for rules in PRESETS.values():
        assert (rules.deckel_total, rules.max_throws, rules.starter_limits) == (13, 3, True)
        assert (rules.holdable, rules.jule, rules.schock_aus) == ("any", "none", "ends_half")
        assert not rules.pass_on_early
        assert rules.speed == "normal"


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_survives_json(name):
    rules = PRESETS[name]
    assert RuleSet.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert set(rules.to_dict()) == {item.name for item in fields(RuleSet)}


def test_a_rule_set_does_not_change():
    with pytest.raises(FrozenInstanceError):
        PRESETS["dueren"].jule = "top"  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["neu"] = RuleSet()  # type: ignore[index]


def test_a_value_stored_before_a_field_existed_stays_readable():
    old = PRESETS["dm"].to_dict()
    del old["jule"]
    assert RuleSet.from_dict(old) == PRESETS["dm"]


def test_contested_switches_are_parameters():
    assert set(CONTESTED_SWITCHES) <= {item.name for item in fields(RuleSet)}
    assert len(set(CONTESTED_SWITCHES)) == len(CONTESTED_SWITCHES)


@pytest.mark.parametrize("name", PRESETS)
def test_where_a_text_is_silent_the_default_holds(name):
    silent = SILENT[name]
    assert set(SILENT) == set(PRESETS)
    assert silent
    for switch in silent:
        assert getattr(PRESETS[name], switch) == getattr(RuleSet(), switch)


@pytest.mark.parametrize(
    "changes",
    [{"jule": "top"}, {"jule": "seven", "jule_from_hand": True}, {"schock_aus": "thirteen"}]
    + [{"two_sixes": True}, {"pass_on_early": True}, {"equal_throws": ("repeat",)}, {"speed": "scharf"}],
)
def test_house_rules_are_a_preset_plus_changes(changes):
    rules = replace(PRESETS["kneipe"], **changes)
    assert set(difference(PRESETS["kneipe"], rules)) == set(changes)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"deckel_total": 0}, "value_range", "deckel_total"),
        ({"deckel_total": 100}, "value_range", "deckel_total"),
        ({"deckel_total": True}, "value_type", "deckel_total"),
        ({"deckel_total": 13.0}, "value_type", "deckel_total"),
        ({"max_throws": 0}, "value_range", "max_throws"),
        ({"max_throws": "3"}, "value_type", "max_throws"),
        ({"starter_limits": 1}, "value_type", "starter_limits"),
        ({"take_back": None}, "value_type", "take_back"),
        ({"pass_on_early": "on"}, "value_type", "pass_on_early"),
        ({"holdable": "sixes"}, "value_choice", "holdable"),
        ({"schock_two_rank": "above"}, "value_choice", "schock_two_rank"),
        ({"jule": "eight"}, "value_choice", "jule"),
        ({"jule": ["top"]}, "value_choice", "jule"),
        ({"schock_aus": "all"}, "value_choice", "schock_aus"),
        ({"laden": "round"}, "value_choice", "laden"),
        ({"speed": "fast"}, "value_choice", "speed"),
        ({"equal_throws": ()}, "equal_throws_open", "equal_throws"),
        ({"equal_throws": ("fewer_throws",)}, "equal_throws_open", "equal_throws"),
        ({"equal_throws": ("earlier", "repeat")}, "equal_throws_order", "equal_throws"),
        ({"equal_throws": ("repeat", "earlier")}, "equal_throws_order", "equal_throws"),
        ({"equal_throws": ("earlier", "fewer_throws", "repeat")}, "equal_throws_order", "equal_throws"),
        ({"equal_throws": ("fewer_throws", "fewer_throws", "earlier")}, "value_repeated", "equal_throws"),
        ({"equal_throws": ("lot",)}, "value_choice", "equal_throws"),
        ({"equal_throws": "earlier"}, "value_type", "equal_throws"),
        ({"jule_from_hand": True}, "jule_from_hand_without_jule", "jule_from_hand"),
    ],
)
def test_impossible_rules_are_refused_at_the_field(changes, code, field):
    with pytest.raises(RuleViolation) as refused:
        replace(PRESETS["dueren"], **changes)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_refused_mix_names_both_fields():
    with pytest.raises(RuleViolation) as refused:
        RuleSet(jule_from_hand=True)
    assert refused.value.params["fields"] == ("jule_from_hand", "jule")


def test_unknown_parameters_are_refused():
    with pytest.raises(RuleViolation) as refused:
        RuleSet.from_dict({**PRESETS["dm"].to_dict(), "jules": "top"})
    assert (refused.value.code, refused.value.field) == ("unknown_field", "jules")
    with pytest.raises(RuleViolation):
        RuleSet.from_dict(["deckel_total"])  # type: ignore[arg-type]


def test_a_violation_shows_what_it_carries():
    shown = str(RuleViolation("value_range", "rounds", low=1))
    assert "value_range" in shown
    assert "rounds" in shown
    assert "low" in shown
