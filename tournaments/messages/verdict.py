"""„Wer hat verloren?“ in words: a sentence for every reason of `scoring.verdict` (R1, R2, R3.5, R4.4)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.ruleset import RuleSet
from scoring.verdict import Line, Reason, Verdict

Words = str | Promise

FIRST_STRONG, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
HYPHEN = "\N{NON-BREAKING HYPHEN}"

# Two throws apart by class or height. `rule`: which class beats which.
APART: Mapping[str, Words] = {
    "lower_kind": gettext_lazy("%(other)s hat %(other_throw)s, %(player)s nur %(throw)s: %(rule)s"),
    "lower_number": gettext_lazy(
        "%(player)s hat %(throw)s, das ist weniger als %(other_throw)s von %(other)s."
    ),
    "higher_kind": gettext_lazy("%(player)s hat %(throw)s, %(other)s nur %(other_throw)s: %(rule)s"),
    "higher_number": gettext_lazy(
        "%(player)s hat %(throw)s, das ist mehr als %(other_throw)s von %(other)s."
    ),
}

# Equal throws: of two people who alone have them, and of two of several.
EQUAL: Mapping[str, tuple[Words, Words]] = {
    "more_throws": (
        gettext_lazy("Beide haben %(throw)s; %(player)s brauchte %(more)s."),
        gettext_lazy("%(other)s und %(player)s haben %(throw)s; %(player)s brauchte %(more)s."),
    ),
    "fewer_throws": (
        gettext_lazy("Beide haben %(throw)s; %(player)s brauchte %(less)s."),
        gettext_lazy("%(player)s und %(other)s haben %(throw)s; %(player)s brauchte %(less)s."),
    ),
    "later": (
        gettext_lazy("Beide haben %(throw)s; %(player)s warf später."),
        gettext_lazy("%(other)s und %(player)s haben %(throw)s; %(player)s warf später."),
    ),
    "earlier": (
        gettext_lazy("Beide haben %(throw)s; %(player)s warf früher."),
        gettext_lazy("%(player)s und %(other)s haben %(throw)s; %(player)s warf früher."),
    ),
    "later_same": (
        gettext_lazy("Beide haben %(throw)s nach gleich vielen Würfen; %(player)s warf später."),
        gettext_lazy(
            "%(other)s und %(player)s haben %(throw)s nach gleich vielen Würfen; %(player)s warf später."
        ),
    ),
    "earlier_same": (
        gettext_lazy("Beide haben %(throw)s nach gleich vielen Würfen; %(player)s warf früher."),
        gettext_lazy(
            "%(player)s und %(other)s haben %(throw)s nach gleich vielen Würfen; %(player)s warf früher."
        ),
    ),
    "later_despite": (
        gettext_lazy(
            "Beide haben %(throw)s; %(player)s warf später, und wie oft geworfen wurde, zählt hier nicht."
        ),
        gettext_lazy(
            "%(other)s und %(player)s haben %(throw)s; %(player)s warf später, und wie oft geworfen wurde, zählt hier nicht."
        ),
    ),
    "earlier_despite": (
        gettext_lazy(
            "Beide haben %(throw)s; %(player)s warf früher, und wie oft geworfen wurde, zählt hier nicht."
        ),
        gettext_lazy(
            "%(player)s und %(other)s haben %(throw)s; %(player)s warf früher, und wie oft geworfen wurde, zählt hier nicht."
        ),
    ),
    "equal_no_matter": (
        gettext_lazy("Beide haben %(throw)s; für die Deckel macht das keinen Unterschied."),
        gettext_lazy(
            "%(player)s und %(other)s haben %(throw)s; für die Deckel macht das keinen Unterschied."
        ),
    ),
}

REPEAT: Mapping[str, Words] = {
    "repeat_worst": gettext_lazy(
        "%(players)s haben mit %(throw)s gleich schlecht geworfen. Es beginnt wieder, wer eben begonnen hat."
    ),
    "repeat_best": gettext_lazy(
        "%(players)s haben mit %(throw)s gleich gut geworfen, und wer am besten wirft, gibt eigene Deckel ab. "
        "Es beginnt wieder, wer eben begonnen hat."
    ),
}

DECKEL: Mapping[str, Words] = {
    "worth": gettext_lazy("%(player)s nimmt %(deckel)s."),
    "all_deckel": gettext_lazy("%(player)s nimmt alle Deckel und hat damit die Hälfte verloren."),
}

_BEATS: Mapping[tuple[str, str], Words] = {
    ("schock", "general"): gettext_lazy("Ein Schock schlägt jeden General."),
    ("schock", "strasse"): gettext_lazy("Ein Schock schlägt jede Straße."),
    ("schock", "zahl"): gettext_lazy("Ein Schock schlägt jede Zahl."),
    ("general", "schock"): gettext_lazy("Schock 2 liegt hier unter jedem General."),
    ("general", "strasse"): gettext_lazy("Ein General schlägt jede Straße."),
    ("general", "zahl"): gettext_lazy("Ein General schlägt jede Zahl."),
    ("strasse", "zahl"): gettext_lazy("Eine Straße schlägt jede Zahl."),
}

_BUILT: Mapping[str, Words] = {
    "strasse": gettext_lazy("%(number)s (gebaut, keine Straße)"),
    "general": gettext_lazy("%(number)s (gebaut, kein General)"),
    "jule": gettext_lazy("%(number)s (gebaut, keine Jule)"),
}


def person(place: int, name: str = "", start_number: int | None = None) -> str:
    """Who has thrown: by name, else by start number, else by the place in the order of throwing."""
    if name:
        return f"{FIRST_STRONG}{name}{POP}"
    if start_number is not None:
        return _("Startnummer %(player)s") % {"player": start_number}
    return _("Person %(number)s") % {"number": place}


def throw_name(kind: str, number: int, built_as: str | None = None) -> str:
    """6-5-3 · Straße 6-5-4 · General 6-6-6 · Schock 4 · Schock aus · Jule · 6-5-4 (gebaut, keine Straße)."""
    dice = HYPHEN.join(str(number))
    if built_as is not None:
        return str(_BUILT[built_as]) % {"number": dice}
    if kind == "strasse":
        return _("Straße %(number)s") % {"number": dice}
    if kind == "general":
        return _("General %(number)s") % {"number": dice}
    if kind == "schock":
        return _("Schock %(n)s") % {"n": number // 100}
    return {"schock_aus": _("Schock aus"), "jule": _("Jule")}.get(kind, dice)


def line_name(line: Line) -> str:
    return throw_name(line.throw.kind, line.throw.number, line.built_as)


def how(throws: int, *, built: bool = False) -> str:
    """2 Würfe, gebaut."""
    said = ngettext("%(n)s Wurf", "%(n)s Würfe", throws) % {"n": throws}
    return _("%(throws)s, gebaut") % {"throws": said} if built else said


def why(reason: Reason, verdict: Verdict, people: Mapping[int, str], rules: RuleSet) -> str:
    """The sentence of `verdict.why_loser` or `why_winner`. people: what each player is called."""
    params: Mapping[str, Any] = reason.params
    throw = throw_name(params["kind"], params["number"], params.get("built_as"))
    if reason.code in REPEAT:
        return str(REPEAT[reason.code]) % {
            "players": listed([people[player] for player in params["players"]]),
            "throw": throw,
        }
    values = {"player": people[params["player"]], "other": people[params["other"]], "throw": throw}
    if reason.code in APART:
        other = throw_name(params["other_kind"], params["other_number"], params["other_built_as"])
        rule = _rule(reason.code, params, rules)
        return str(APART[reason.code]) % {**values, "other_throw": other, "rule": rule}
    difference = params["difference"]
    more = ngettext("einen Wurf mehr", "%(n)s Würfe mehr", difference) % {"n": difference}
    less = ngettext("einen Wurf weniger", "%(n)s Würfe weniger", difference) % {"n": difference}
    same = sum(
        1
        for line in verdict.lines
        if line.throw.number == params["number"] and line.throw.kind == params["kind"]
    )
    pair, named = EQUAL[_equal(reason.code, difference, rules)]
    return str(pair if same == 2 else named) % {**values, "more": more, "less": less}


def _equal(code: str, difference: int, rules: RuleSet) -> str:
    """Time decides: after as many throws, or although there were more or fewer (000)."""
    if code not in ("later", "earlier"):
        return code
    if "fewer_throws" in rules.equal_throws:
        return f"{code}_same"
    return f"{code}_despite" if difference else code


def _rule(code: str, params: Mapping[str, Any], rules: RuleSet) -> str:
    """Which class beats which, said of the two that met."""
    if "kind" not in code:
        return ""
    mine, others = ("", "other_") if code == "higher_kind" else ("other_", "")
    high, low = params[f"{mine}kind"], params[f"{others}kind"]
    if high == "jule":
        return (
            _("Die Jule schlägt hier alles.")
            if rules.jule == "top"
            else _("Die Jule schlägt hier alles außer Schock aus.")
        )
    if high == "schock_aus":
        return (
            _("Schock aus schlägt alles außer der Jule.")
            if rules.jule == "top"
            else _("Schock aus schlägt alles.")
        )
    if (high, low) == ("schock", "general") and params[f"{mine}number"] == 211:
        return _("Schock 2 schlägt hier jeden General.")
    if (high, low) == ("schock", "general") and rules.schock_two_rank == "below_general":
        return _("Hier schlägt ein Schock ab Schock 3 jeden General.")
    return str(_BEATS[high, low])


def deckel(verdict: Verdict, people: Mapping[int, str]) -> str:
    """Käthe Überbach nimmt 4 Deckel. Nothing for a repeat."""
    if verdict.why_deckel is None or verdict.loser is None:
        return ""
    count = verdict.outcome.deckel
    taken = ngettext("einen Deckel", "%(n)s Deckel", count) % {"n": count}
    return str(DECKEL[verdict.why_deckel.code]) % {"player": people[verdict.loser], "deckel": taken}


def where_from(verdict: Verdict, people: Mapping[int, str], rules: RuleSet) -> str:
    """R4.1, R4.2, R4.5: where the Deckel come from; how many are there is not known here."""
    if verdict.winner is None or verdict.outcome.ends_half:
        return ""
    winner = {"winner": people[verdict.winner]}
    if rules.pass_on_early:
        return (
            _(
                "Zuerst gibt %(winner)s eigene Deckel ab, der Rest kommt aus dem Stock. Mehr, als da ist, wird nicht genommen."
            )
            % winner
        )
    return _("Aus dem Stock; ist er leer, von %(winner)s. Mehr, als da ist, wird nicht genommen.") % winner


def best(verdict: Verdict, people: Mapping[int, str]) -> str:
    """Who has the best throw."""
    if verdict.winner is None:
        return ""
    return _("%(player)s hat den besten Wurf: %(throw)s.") % {
        "player": people[verdict.winner],
        "throw": line_name(verdict.lines[0]),
    }


def listed(names: list[str]) -> str:
    """Käthe, Jule und Bülent."""
    if len(names) == 1:
        return names[0]
    return _("%(some)s und %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def giving(rules: RuleSet) -> str:
    """R2 `repeat`: what has to be known of the Deckel; "" when nothing has to."""
    if rules.equal_throws[-1] != "repeat":
        return ""
    if rules.pass_on_early:
        return _("Der Stock ist leer, oder wer am besten geworfen hat, hat eigene Deckel")
    return _("Der Stock ist leer")
