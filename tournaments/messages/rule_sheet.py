"""The rule sheet: every rule of a tournament in words, what was added or changed, and how sets differ.

Generated from the stored rules; screens, paper and the set-up show the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.ruleset import (
    ALWAYS,
    CONTESTED_SWITCHES,
    PRESETS,
    SILENT,
    SILENT_ALWAYS,
    RuleSet,
    deviations,
    idle,
    nearest_preset,
)
from tournaments.messages import rules as words
from tournaments.messages.format import RULE_PRESETS

Words = str | Promise

GROUPS: tuple[tuple[str, Words, tuple[str, ...]], ...] = (
    (
        "throws",
        gettext_lazy("Was ein Wurf zählt"),
        ("straight_from_hand", "general_from_hand", "schock_two_rank", "jule", "jule_from_hand")
        + ("equal_throws",),
    ),
    (
        "throwing",
        gettext_lazy("Wie geworfen wird"),
        ("max_throws", "starter_limits", "holdable", "take_back", "two_sixes", "three_sixes")
        + ("sixes_need_throw_left", "tower"),
    ),
    (
        "deckel",
        gettext_lazy("Wer Deckel nimmt"),
        ("deckel_total", "worst_takes", "what_is_left", "pass_on_early", "safe", "half_lost", "schock_aus"),
    ),
    (
        "game",
        gettext_lazy("Wie ein Spiel verläuft"),
        ("speed", "endkampf", "laden", "begins", "begins_half", "begins_endkampf"),
    ),
)
"""(code, heading, rules in the order of reading)."""

_ONLY_NORMAL = frozenset({"endkampf", "begins_half", "begins_endkampf"})  # scharf has one half (R5.6)

MARKS: Mapping[str, Words] = {
    "added": gettext_lazy("ergänzt"),
    "changed": gettext_lazy("geändert"),
    "contested": gettext_lazy("oft strittig"),
}


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule. `mark`: added (the text of the preset is silent) · changed (the preset says `other`) · ""."""

    name: str
    heading: str
    sentence: str
    contested: bool
    mark: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Rung:
    """A class of throws, best first: an example, its name, from which to which, how many Deckel it moves."""

    dice: str
    name: str
    span: str
    deckel: str


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """All rules of a tournament. `preset`: the nearest published set, named `base`; `changed`: deviations."""

    preset: str
    base: str
    changed: int
    based_on: str
    ladder: tuple[Rung, ...]
    groups: tuple[tuple[str, str, tuple[RuleLine, ...]], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How rules stand to a preset: the number in words, and each deviation with both sentences."""

    preset: str
    count: int
    sentence: str
    points: tuple[tuple[str, str, str], ...]


def rule_sheet(rules: RuleSet) -> RuleSheet:
    """R1–R5 as these rules have them, measured against the preset that is nearest to them."""
    preset = nearest_preset(rules)
    base, changed = str(RULE_PRESETS[preset].label), len(deviations(rules, PRESETS[preset]))
    return RuleSheet(
        preset=preset,
        base=base,
        changed=changed,
        based_on=_based_on(base, changed),
        ladder=ladder(rules),
        groups=tuple(
            (code, str(heading), tuple(_line(rules, preset, name) for name in names if _plays(rules, name)))
            for code, heading, names in GROUPS
        ),
    )


def _based_on(base: str, changed: int) -> str:
    if not changed:
        return _("Grundlage: %(base)s, unverändert.") % {"base": base}
    return ngettext(
        "Grundlage: %(base)s, in %(n)s Punkt geändert.",
        "Grundlage: %(base)s, in %(n)s Punkten geändert.",
        changed,
    ) % {"base": base, "n": changed}


def _plays(rules: RuleSet, name: str) -> bool:
    return name not in idle(rules) and not (rules.speed == "scharf" and name in _ONLY_NORMAL)


def _line(rules: RuleSet, preset: str, name: str) -> RuleLine:
    if name in ALWAYS:
        mark = "added" if name in SILENT_ALWAYS[preset] else ""
        return RuleLine(name, *words.always(name, rules), contested=False, mark=mark)
    published = PRESETS[preset]
    heading, sentence = words.SWITCHES[name], words.sentence_under(rules, name)
    mark = other = ""
    if name in deviations(rules, published):
        mark, other = "changed", words.switch_sentence(name, getattr(published, name))
    elif name in SILENT[preset]:
        mark = "added"
    return RuleLine(name, str(heading), sentence, name in CONTESTED_SWITCHES, mark, other)


def ladder(rules: RuleSet) -> tuple[Rung, ...]:
    """R1: the classes of throws as these rules order them, best first."""
    every = pgettext("Deckel", "alle")
    high = rules.schock_two_rank == "above_general"
    rungs = [
        Rung("421", _("Jule"), "", every) if rules.jule == "top" else None,
        Rung("111", _("Schock aus"), "", every if rules.schock_aus == "ends_half" else "13"),
        Rung("421", _("Jule"), "", "7") if rules.jule == "seven" else None,
        Rung("611", _("Schock"), _("6 bis 2"), _("6 bis 2")) if high else None,
        None if high else Rung("611", _("Schock"), _("6 bis 3"), _("6 bis 3")),
        Rung("666", _("General"), _("6-6-6 bis 2-2-2"), "3"),
        None if high else Rung("211", _("Schock 2"), "", "2"),
        Rung("654", _("Straße"), _("4-5-6 bis 1-2-3"), "2"),
        Rung("665", _("Zahl"), _("6-6-5 bis 2-2-1"), "1"),
    ]
    return tuple(rung for rung in rungs if rung is not None)


def compare(rules: RuleSet, preset: str) -> Comparison:
    """In which points these rules deviate from a preset, and what each of them says there."""
    published = PRESETS[preset]
    names = deviations(rules, published)
    points = tuple(
        (
            str(words.SWITCHES[name]),
            words.sentence_under(rules, name),
            words.switch_sentence(name, getattr(published, name)),
        )
        for name in names
    )
    return Comparison(preset, len(names), _deviates(preset, len(names)), points)


def _deviates(preset: str, count: int) -> str:
    base = RULE_PRESETS[preset].label
    if not count:
        return _("Stimmt mit „%(preset)s“ überein.") % {"preset": base}
    return ngettext(
        "Weicht in %(n)s Punkt von „%(preset)s“ ab.",
        "Weicht in %(n)s Punkten von „%(preset)s“ ab.",
        count,
    ) % {"preset": base, "n": count}


def points_in_words(comparison: Comparison) -> str:
    """Both sentences of each point, a line each."""
    if not comparison.points:
        return _("Kein Punkt ist anders.")
    there = _("Dort: %(there)s")
    return "\n\n".join(
        f"{heading}: {here}\n{there % {'there': other}}" for heading, here, other in comparison.points
    )
