"""The rules in words: a sentence for each value of each switch of `RuleSet`, and what table sheets say.

Numbers R… are those of the rules. Sentences are read on screens, on the wall and on paper.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import RuleSet

Words = str | Promise

SWITCHES: Mapping[str, Words] = {
    "deckel_total": _("Deckel im Spiel"),
    "max_throws": _("Würfe"),
    "starter_limits": _("Wurfgrenze"),
    "holdable": _("Liegen lassen"),
    "take_back": _("Zurücklegen"),
    "straight_from_hand": _("Straße"),
    "general_from_hand": _("General"),
    "two_sixes": _("Zwei Sechsen"),
    "three_sixes": _("Drei Sechsen"),
    "sixes_need_throw_left": _("Sechsen im letzten Wurf"),
    "schock_two_rank": _("Schock 2"),
    "jule": _("Jule"),
    "jule_from_hand": _("Jule aus der Hand"),
    "schock_aus": _("Schock aus"),
    "equal_throws": _("Gleiche Würfe"),
    "pass_on_early": _("Deckel abgeben"),
    "laden": _("Laden"),
    "speed": _("Spielweise"),
}
"""The name of each switch, as a heading."""

_VALUES: Mapping[tuple[str, Any], Words] = {
    ("starter_limits", True): _("Niemand darf öfter werfen als wer die Wurfrunde begonnen hat."),
    ("starter_limits", False): _(
        "Alle dürfen so oft werfen wie erlaubt, gleich wie oft vorher geworfen wurde."
    ),
    ("holdable", "any"): _("Zwischen den Würfen dürfen beliebige Würfel liegen bleiben."),
    ("holdable", "ones"): _("Zwischen den Würfen dürfen nur Einsen liegen bleiben."),
    ("take_back", True): _("Liegende Würfel dürfen wieder in den Becher."),
    ("take_back", False): _("Was liegt, bleibt liegen."),
    ("straight_from_hand", True): _("Eine Straße zählt nur aus einem Wurf."),
    ("straight_from_hand", False): _("Eine Straße zählt auch gebaut."),
    ("general_from_hand", True): _("Ein General zählt nur aus einem Wurf."),
    ("general_from_hand", False): _("Ein General zählt auch gebaut."),
    ("two_sixes", True): _("Von zwei Sechsen in einem Wurf darf eine zur Eins gedreht werden."),
    ("two_sixes", False): _("Zwei Sechsen bleiben Sechsen."),
    ("three_sixes", True): _("Von drei Sechsen in einem Wurf dürfen zwei zu Einsen gedreht werden."),
    ("three_sixes", False): _("Drei Sechsen bleiben Sechsen."),
    ("sixes_need_throw_left", True): _("Sechsen werden nur gedreht, wenn noch ein Wurf übrig ist."),
    ("sixes_need_throw_left", False): _("Sechsen dürfen auch im letzten Wurf gedreht werden."),
    ("schock_two_rank", "above_general"): _("Schock 2 schlägt jeden General."),
    ("schock_two_rank", "below_general"): _("Schock 2 liegt unter jedem General und über jeder Straße."),
    ("jule", "none"): _("4-2-1 ist nur eine Zahl."),
    ("jule", "top"): _("4-2-1 schlägt Schock aus, kostet alle Deckel und beendet die Hälfte."),
    ("jule", "seven"): _("4-2-1 liegt unter Schock aus und über Schock 6 und kostet 7 Deckel."),
    ("jule_from_hand", True): _("Eine Jule zählt nur aus einem Wurf."),
    ("jule_from_hand", False): _("Eine Jule zählt auch gebaut."),
    ("schock_aus", "ends_half"): _(
        "Schock aus beendet die Hälfte: Alle werfen noch, der schlechteste Wurf verliert sie."
    ),
    ("schock_aus", "thirteen"): _("Schock aus ist ein Wurf wie andere und kostet 13 Deckel."),
    ("pass_on_early", True): _(
        "Der beste Wurf gibt zuerst eigene Deckel ab, auch solange noch welche im Stock liegen."
    ),
    ("pass_on_early", False): _("Erst wird der Stock verteilt, dann gibt der beste Wurf eigene Deckel ab."),
    ("laden", "none"): _("Es wird nicht geladen: Wer zuletzt verloren hat, beginnt."),
    ("laden", "game"): _(
        "Zu Beginn des Spiels werfen alle einmal offen. Der schlechteste Wurf nimmt Deckel und beginnt."
    ),
    ("laden", "half"): _(
        "Zu Beginn jeder Hälfte und des Endkampfs werfen alle einmal offen. Der schlechteste Wurf nimmt "
        "Deckel und beginnt."
    ),
    ("laden", "scharf"): _(
        "Zu Beginn der Hälfte werfen alle einmal offen. Der schlechteste Wurf nimmt Deckel und beginnt."
    ),
    ("speed", "normal"): _("Ein Spiel hat zwei Hälften und, wenn nötig, einen Endkampf."),
    ("speed", "scharf"): _("Scharf: Eine Hälfte entscheidet das Spiel."),
}

_EQUAL: Mapping[tuple[bool, str], Words] = {
    (True, "earlier"): _("Weniger Würfe sind besser, sonst wer ihn zuerst hatte."),
    (True, "repeat"): _(
        "Weniger Würfe sind besser, sonst wird die Wurfrunde wiederholt, wenn es etwas entscheidet."
    ),
    (False, "earlier"): _("Besser ist, wer ihn zuerst hatte."),
    (False, "repeat"): _("Die Wurfrunde wird wiederholt, wenn es etwas entscheidet."),
}

ALWAYS: Mapping[str, tuple[Words, Words]] = {
    "worst_takes": (
        _("Deckel nehmen"),
        _("Der schlechteste Wurf nimmt so viele Deckel, wie der beste wert ist."),
    ),
    "what_is_left": (_("Zu wenige Deckel"), _("Sind weniger da, wird genommen, was da ist.")),
    "safe": (
        _("Stock leer"),
        _("Ist der Stock leer, spielt nur noch, wer Deckel hat. Alle anderen sind für diese Hälfte sicher."),
    ),
    "half_lost": (_("Hälfte verloren"), _("Wer alle Deckel hat, hat die Hälfte verloren.")),
    "endkampf": (
        _("Endkampf"),
        _(
            "Wer beide Hälften verliert, hat das Spiel verloren. Sonst spielen die beiden, die je eine "
            "verloren haben, den Endkampf."
        ),
    ),
    "begins": (_("Wer beginnt"), _("Wer eine Wurfrunde verloren hat, beginnt die nächste.")),
    "begins_half": (_("Hälfte 2"), _("Hälfte 2 beginnt, wer Hälfte 1 verloren hat.")),
    "begins_endkampf": (
        _("Beginn des Endkampfs"),
        _("Auch den Endkampf beginnt, wer Hälfte 1 verloren hat."),
    ),
    "tower": (_("Türmchen"), _("Bei Türmchen wird noch einmal geworfen, das zählt nicht als Wurf.")),
}
"""(heading, sentence) of the rules that no switch changes: scoring.ruleset.ALWAYS."""


_LADEN_HALF: Mapping[str, Words] = {
    "begins_half": _("Beim Laden in Hälfte 2 wirft zuerst, wer Hälfte 1 verloren hat."),
    "begins_endkampf": _("Auch beim Laden im Endkampf wirft zuerst, wer Hälfte 1 verloren hat."),
}
"""R5.5: where each half is opened by a throw of everybody, that throw decides who begins to play."""


def always(rule: str, rules: RuleSet) -> tuple[str, str]:
    """(heading, sentence) of one of ALWAYS under these rules."""
    heading, sentence = ALWAYS[rule]
    return str(heading), str(_LADEN_HALF.get(rule, sentence) if rules.laden == "half" else sentence)


def switch_sentence(switch: str, value: Any) -> str:
    """What this value of a switch means, e.g. `("jule", "none")`."""
    if switch == "deckel_total" and value == 1:
        return str(_("Gespielt wird mit einem Deckel."))
    if switch == "deckel_total":
        return str(_("Gespielt wird mit %(count)s Deckeln.")) % {"count": value}
    if switch == "max_throws" and value == 1:
        return str(_("Geworfen wird nur einmal."))
    if switch == "max_throws":
        return str(_("Wer die Wurfrunde beginnt, darf bis zu %(count)s mal werfen.")) % {"count": value}
    if switch == "equal_throws":
        return str(_EQUAL["fewer_throws" in value, value[-1]])
    return str(_VALUES[switch, value])


def sentence_under(rules: RuleSet, switch: str) -> str:
    """What a switch means beside the others: played scharf, there is one half and no Endkampf (R5.6)."""
    if switch == "laden" and rules.laden == "half" and rules.speed == "scharf":
        return switch_sentence(switch, "scharf")
    return switch_sentence(switch, getattr(rules, switch))


# On a table sheet the heading is part of the sentence, and switches that belong together stand together.

_SHEET: Mapping[str, tuple[Words, Words]] = {
    "hand_both": (_("Straße und General"), _("zählen nur aus einem Wurf.")),
    "hand_straight": (_("Eine Straße"), _("zählt nur aus einem Wurf, ein General auch gebaut.")),
    "hand_general": (_("Ein General"), _("zählt nur aus einem Wurf, eine Straße auch gebaut.")),
    "hand_none": (_("Straße und General"), _("zählen auch gebaut.")),
    "schock_two_above_general": (_("Schock 2"), _("schlägt jeden General.")),
    "schock_two_below_general": (_("Schock 2"), _("liegt unter jedem General und über jeder Straße.")),
    "sixes_both": (
        _("Zwei Sechsen"),
        _(
            "in einem Wurf: Eine darf zur Eins gedreht werden, wenn noch ein Wurf übrig ist. "
            "Bei drei Sechsen zwei."
        ),
    ),
    "sixes_both_always": (
        _("Zwei Sechsen"),
        _("in einem Wurf: Eine darf zur Eins gedreht werden, auch im letzten Wurf. Bei drei Sechsen zwei."),
    ),
    "sixes_two": (
        _("Zwei Sechsen"),
        _("in einem Wurf: Eine darf zur Eins gedreht werden, wenn noch ein Wurf übrig ist."),
    ),
    "sixes_two_always": (
        _("Zwei Sechsen"),
        _("in einem Wurf: Eine darf zur Eins gedreht werden, auch im letzten Wurf."),
    ),
    "sixes_three": (
        _("Drei Sechsen"),
        _("in einem Wurf: Zwei dürfen zu Einsen gedreht werden, wenn noch ein Wurf übrig ist."),
    ),
    "sixes_three_always": (
        _("Drei Sechsen"),
        _("in einem Wurf: Zwei dürfen zu Einsen gedreht werden, auch im letzten Wurf."),
    ),
    "sixes_none": (_("Sechsen"), _("werden nicht gedreht.")),
    "laden_none": (_("Ohne Laden:"), _("Wer zuletzt verloren hat, beginnt.")),
    "laden_game": (
        _("Laden:"),
        _("Zu Beginn des Spiels werfen alle einmal offen, der schlechteste Wurf nimmt Deckel und beginnt."),
    ),
    "laden_half": (
        _("Laden:"),
        _("Zu Beginn jeder Hälfte werfen alle einmal offen, der schlechteste Wurf nimmt Deckel und beginnt."),
    ),
    "schock_aus_ends_half": (
        _("Schock aus"),
        _("beendet die Hälfte: Alle werfen noch, der schlechteste Wurf verliert sie."),
    ),
    "schock_aus_thirteen": (_("Schock aus"), _("ist ein Wurf wie andere und kostet 13 Deckel.")),
    "jule_top": (_("Jule (4-2-1)"), _("schlägt Schock aus, kostet alle Deckel und beendet die Hälfte.")),
    "jule_seven": (_("Jule (4-2-1)"), _("liegt unter Schock aus und kostet 7 Deckel.")),
    "jule_from_hand": (_("Eine Jule"), _("zählt nur aus einem Wurf.")),
    "take_back": (_("Liegende Würfel"), _("dürfen wieder in den Becher.")),
    "ones": (_("Liegen bleiben"), _("dürfen nur Einsen.")),
    "pass_on_early": (_("Wer am besten wirft,"), _("gibt zuerst eigene Deckel ab.")),
    "no_limit": (_("Werfen"), _("darf man auch öfter als wer begonnen hat.")),
    "tower": (_("Türmchen:"), _("noch einmal werfen.")),
}


def sheet_rules(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """(heading, rest of the sentence) for a table sheet: what guests quarrel about, and every other switch
    that is not as most people know it."""
    found = [(str(_SHEET[code][0]), str(_SHEET[code][1])) for code in sheet_codes(rules)]
    same = (str(_("Gleiche Würfe:")), switch_sentence("equal_throws", rules.equal_throws))
    found.insert(3, same)
    if rules.deckel_total != 13:
        found.insert(-1, (str(_("Deckel:")), switch_sentence("deckel_total", rules.deckel_total)))
    if rules.max_throws != 3:
        found.insert(-1, (str(_("Würfe:")), switch_sentence("max_throws", rules.max_throws)))
    return tuple(found)


def part(code: str) -> tuple[str, str]:
    """(heading, rest of the sentence) of one line of a table sheet."""
    return str(_SHEET[code][0]), str(_SHEET[code][1])


def sheet_codes(rules: RuleSet) -> list[str]:
    """Which sentences of a table sheet these rules need, in the order of reading; `part` has their words."""
    hand = {
        (True, True): "hand_both",
        (True, False): "hand_straight",
        (False, True): "hand_general",
        (False, False): "hand_none",
    }
    sixes = {(True, True): "sixes_both", (True, False): "sixes_two", (False, True): "sixes_three"}
    turned = sixes.get((rules.two_sixes, rules.three_sixes), "sixes_none")
    always = turned != "sixes_none" and not rules.sixes_need_throw_left
    codes = [
        hand[rules.straight_from_hand, rules.general_from_hand],
        f"schock_two_{rules.schock_two_rank}",
        turned + ("_always" if always else ""),
        f"schock_aus_{rules.schock_aus}",
        "laden_game" if rules.laden == "half" and rules.speed == "scharf" else f"laden_{rules.laden}",
    ]
    house = {
        f"jule_{rules.jule}": rules.jule != "none",
        "jule_from_hand": rules.jule_from_hand,
        "take_back": rules.take_back,
        "ones": rules.holdable == "ones",
        "pass_on_early": rules.pass_on_early,
        "no_limit": not rules.starter_limits,
    }
    return [*codes, *(code for code, on in house.items() if on), "tower"]
