"""The log on screen: names beside start numbers, who acted, before and after."""

from typing import Any

from django.utils.translation import gettext as _

# A name keeps its writing direction to itself in the middle of a sentence.
_ISOLATE, _POP = "\u2068", "\u2069"


def numbered(number: int, name: str) -> str:
    """17 (Käthe Überbach)."""
    return f"{number} ({_ISOLATE}{name}{_POP})"


def system() -> str:
    return _("von selbst")


def answer(half1: Any, half2: Any, endkampf: Any) -> str:
    """Hälfte 1: 17 (…), Hälfte 2: 3 (…), Endkampf: 17 (…)."""
    parts = []
    if half1 is not None:
        parts.append(_("Hälfte 1: %(who)s") % {"who": half1})
    if half2 is not None:
        parts.append(_("Hälfte 2: %(who)s") % {"who": half2})
    if endkampf is not None:
        parts.append(_("Endkampf: %(who)s") % {"who": endkampf})
    return ", ".join(parts)


def changed(before: str, after: str) -> str:
    return _("vorher %(before)s; jetzt %(after)s") % {"before": before, "after": after}
