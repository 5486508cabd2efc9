"""The rule sheet in words: complete, marked, the same rules as the ones stored."""

import gettext
import itertools
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import pytest
from django.utils.translation import override

from scoring.errors import RuleViolation
from scoring.ruleset import (
    ALWAYS,
    CONTESTED_SWITCHES,
    LADEN,
    PRESETS,
    SILENT,
    SILENT_ALWAYS,
    RuleSet,
    deviations,
    idle,
    nearest_preset,
)
from scoring.throws import classify_throw
from tests.tournaments.printing.examples import EVERY_HOUSE_RULE
from tests.tournaments.printing.test_rules import CHOICES
from tournaments.messages import rules as words
from tournaments.messages.rule_sheet import GROUPS, RuleLine, compare, ladder, points_in_words, rule_sheet
from tournaments.messages.rules import sheet_rules

PO = Path(__file__).parents[3] / "tournaments/locale/en/LC_MESSAGES/django.po"


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    """The English of a German sentence."""
    compiled = tmp_path_factory.mktemp("locale") / "django.mo"
    subprocess.run(["msgfmt", "-o", compiled, PO], check=True)
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file).gettext


def lines(rules: RuleSet) -> dict[str, RuleLine]:
    return {line.name: line for _, _, group in rule_sheet(rules).groups for line in group}


def every_sentence() -> list[tuple[str, object, str]]:
    """(switch, value, German msgid) of every value of every parameter."""
    found = [(name, value, str(text)) for (name, value), text in words._VALUES.items()]
    found += [("equal_throws", key, str(text)) for key, text in words._EQUAL.items()]
    found += [("deckel_total", None, "Gespielt wird mit %(count)s Deckeln.")]
    return [*found, ("max_throws", None, "Wer die Wurfrunde beginnt, darf bis zu %(count)s mal werfen.")]


def test_every_value_has_its_sentence_in_both_languages_and_no_two_share_one(english) -> None:
    said = every_sentence()
    for name in words.SWITCHES:
        for value in CHOICES.get(name, (True, False)):
            assert words.switch_sentence(name, value)
    german = [text for _, _, text in said]
    translated = [english(text) for text in german]
    assert len(set(german)) == len(german)
    assert len(set(translated)) == len(translated)
    assert not [text for text, other in zip(german, translated, strict=True) if text == other]
    assert {name for name, _, _ in said} == {item.name for item in fields(RuleSet)}


def test_the_rules_without_a_switch_have_theirs(english) -> None:
    assert set(words.ALWAYS) == set(ALWAYS)
    for heading, sentence in words.ALWAYS.values():
        assert english(str(sentence)) != str(sentence)
        assert english(str(heading))
        assert str(sentence).endswith(".")


def test_every_rule_stands_in_one_group() -> None:
    names = [name for _, _, group in GROUPS for name in group]
    assert sorted(names) == sorted([*words.SWITCHES, *ALWAYS])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_shown_as_itself(preset: str) -> None:
    sheet, found = rule_sheet(PRESETS[preset]), lines(PRESETS[preset])
    assert (sheet.preset, sheet.changed) == (preset, 0)
    assert sheet.based_on == f"Grundlage: {sheet.base}, unverändert."
    assert set(found) == {*words.SWITCHES, *ALWAYS} - idle(PRESETS[preset])
    added = {name for name, line in found.items() if line.mark == "added"}
    assert added == {*SILENT[preset], *SILENT_ALWAYS[preset]}
    assert {name for name, line in found.items() if line.contested} == set(CONTESTED_SWITCHES) & set(found)
    for name in found.keys() - set(ALWAYS):
        assert found[name].sentence == words.switch_sentence(name, getattr(PRESETS[preset], name))


def test_what_was_changed_is_marked_with_what_the_preset_says() -> None:
    rules = replace(PRESETS["dueren"], take_back=True, jule="top")
    found = lines(rules)
    assert {name for name, line in found.items() if line.mark == "changed"} == {"take_back", "jule"}
    assert found["take_back"].other == "Was liegt, bleibt liegen."
    assert found["jule"].other == "4-2-1 ist nur eine Zahl."
    assert found["holdable"].mark == "added"  # the others of the preset keep their mark
    assert rule_sheet(rules).based_on == "Grundlage: Dürener Regeln, in 2 Punkten geändert."


def test_rules_never_say_twice_who_begins(english) -> None:
    """R5.5: where each half is opened by a throw of everybody, that decides who begins to play."""
    for name in ("begins_half", "begins_endkampf"):
        said = {laden: lines(replace(PRESETS["dueren"], laden=laden))[name].sentence for laden in LADEN}
        assert said["none"] == said["game"] == str(words.ALWAYS[name][1])
        assert "Laden" in said["half"]
        assert "beginnt" not in said["half"]
        assert english(said["half"]) != said["half"]


def test_one_throw_is_said_as_one_throw(english) -> None:
    sentence = lines(replace(PRESETS["dueren"], max_throws=1))["max_throws"].sentence
    assert sentence == "Geworfen wird nur einmal."
    assert english(sentence) == "Everybody throws only once."


def test_a_changed_value_is_never_called_added() -> None:
    for preset, names in SILENT.items():
        for name in names:
            value = getattr(PRESETS[preset], name)
            other = next(v for v in CHOICES.get(name, (True, False)) if v != value)
            rules = replace(PRESETS[preset], **{name: other})
            assert lines(rules)[name].mark != "added"


def test_scharf_speaks_of_no_second_half() -> None:
    found = lines(replace(PRESETS["dueren"], speed="scharf"))
    assert not {"endkampf", "begins_half", "begins_endkampf"} & set(found)
    for laden in LADEN:
        rules = replace(PRESETS["dueren"], speed="scharf", laden=laden)
        said = [line.sentence for line in lines(rules).values()] + [rest for _, rest in sheet_rules(rules)]
        assert not [text for text in said if "Endkampf" in text or "jeder Hälfte" in text]


def test_one_deckel_is_one() -> None:
    assert lines(replace(PRESETS["dueren"], deckel_total=1))["deckel_total"].sentence == (
        "Gespielt wird mit einem Deckel."
    )


def test_what_changes_nothing_is_no_deviation() -> None:
    kneipe = PRESETS["kneipe"]
    assert deviations(replace(kneipe, sixes_need_throw_left=False), kneipe) == ()
    assert nearest_preset(replace(kneipe, sixes_need_throw_left=False)) == "kneipe"
    assert deviations(replace(PRESETS["dueren"], sixes_need_throw_left=False), PRESETS["dueren"]) == (
        "sixes_need_throw_left",
    )


def test_two_sets_are_compared_with_both_sentences() -> None:
    rules = replace(PRESETS["dueren"], schock_two_rank="below_general", laden="half")
    compared = compare(rules, "dueren")
    assert compared.sentence == "Weicht in 2 Punkten von „Dürener Regeln“ ab."
    assert [heading for heading, _, _ in compared.points] == ["Schock 2", "Laden"]
    text = points_in_words(compared)
    assert "Schock 2: Schock 2 liegt unter jedem General und über jeder Straße." in text
    assert "Dort: Schock 2 schlägt jeden General." in text
    assert compare(rules, "dm").sentence == "Weicht in 1 Punkt von „Deutsche Meisterschaft“ ab."
    same = compare(PRESETS["dm"], "dm")
    assert (same.count, same.points) == (0, ())
    assert same.sentence == "Stimmt mit „Deutsche Meisterschaft“ überein."


@pytest.mark.parametrize("first", PRESETS)
@pytest.mark.parametrize("second", PRESETS)
def test_presets_compare_the_same_both_ways(first: str, second: str) -> None:
    one, other = compare(PRESETS[first], second), compare(PRESETS[second], first)
    assert one.count == other.count
    assert [(h, a, b) for h, a, b in one.points] == [(h, b, a) for h, a, b in other.points]
    assert (one.count == 0) == (first == second)


LADDERS = [
    replace(EVERY_HOUSE_RULE, schock_two_rank=two, jule=jule, schock_aus=aus, jule_from_hand=False)
    for two, jule, aus in itertools.product(
        ("above_general", "below_general"), ("none", "top", "seven"), ("ends_half", "thirteen")
    )
]


@pytest.mark.parametrize("rules", LADDERS)
def test_the_ladder_is_that_of_the_throws(rules: RuleSet) -> None:
    rungs = ladder(rules)
    throws = [classify_throw([int(d) for d in rung.dice], hand=True, ruleset=rules) for rung in rungs]
    strengths = [throw.strength for throw in throws]
    assert strengths == sorted(strengths, reverse=True)
    kinds = {"Jule": "jule", "Schock aus": "schock_aus", "Schock": "schock", "Schock 2": "schock"}
    kinds |= {"General": "general", "Straße": "strasse", "Zahl": "zahl"}
    for rung, throw in zip(rungs, throws, strict=True):
        assert kinds[rung.name] == throw.kind
        worth = "alle" if throw.deckel is None else str(throw.deckel)
        assert rung.deckel == worth or rung.deckel.startswith(f"{worth} bis")
    assert any(rung.name == "Jule" for rung in rungs) == (rules.jule != "none")


def test_the_sheet_speaks_the_language_of_its_reader() -> None:
    with override("de"):
        german = rule_sheet(PRESETS["dueren"])
    assert german.groups[0][1] == "Was ein Wurf zählt"


def test_the_nearest_preset_is_one_and_the_same_for_the_same_rules() -> None:
    for rules in LADDERS:
        name = nearest_preset(rules)
        assert len(deviations(rules, PRESETS[name])) == min(
            len(deviations(rules, published)) for published in PRESETS.values()
        )


def test_idle_switches_are_allowed_where_they_may_stand() -> None:
    assert idle(RuleSet(two_sixes=False, three_sixes=False)) == {"sixes_need_throw_left", "jule_from_hand"}
    assert idle(RuleSet(jule="top")) == frozenset()
    with pytest.raises(RuleViolation):
        RuleSet(jule_from_hand=True)
