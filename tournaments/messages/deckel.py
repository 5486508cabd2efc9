"""Words of the live Deckel protocol that Python puts together: the throws that decide how many move."""

from django.utils.translation import gettext as _

from scoring.ruleset import RuleSet

ALL = "alle"
"""A throw that costs all Deckel, as a form sends it."""


def worths(rules: RuleSet) -> list[tuple[str, str]]:
    """(Deckel, name) of the throws that can be the best one, low to high (R1, R1.3, R4.4)."""
    found = [("1", _("Zahl")), ("2", _("Straße")), ("3", _("General"))]
    found += [(str(n), _("Schock %(n)s") % {"n": n}) for n in range(2, 7)]
    last = ALL if rules.schock_aus == "ends_half" else "13"
    found.append((last, _("Schock aus")))
    if rules.jule != "none":
        jule = ALL if rules.jule == "top" else "7"
        found.insert(9 if rules.jule == "top" else 8, (jule, _("Jule")))
    return found
