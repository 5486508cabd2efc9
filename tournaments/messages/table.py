"""Words of the pages at a table that Python puts together."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def table_title(stage: str, name: str) -> str:
    """What a table is called; name: its number or letter."""
    if stage == "final":
        return _("Finale")
    if stage == "ko":
        return _("K.O.-Tisch %(name)s") % {"name": name}
    return _("Tisch %(name)s") % {"name": name}


def part_name(part: str) -> str:
    """half1 · half2 · endkampf."""
    return {"half1": _("Hälfte 1"), "half2": _("Hälfte 2"), "endkampf": _("Endkampf")}[part]


def lost_parts(parts: Sequence[str]) -> str:
    """What somebody lost in a game, "" for nothing."""
    names = [part_name(part) for part in parts]
    if not names:
        return ""
    if len(names) == 1:
        return _("%(part)s verloren") % {"part": names[0]}
    return _("%(first)s und %(last)s verloren") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def left_table(title: str) -> str:
    """A device that went to the wrong table has taken itself off it."""
    return _("Dieses Gerät gehört nicht mehr zu: %(table)s.") % {"table": title}


def sent() -> str:
    return _("Gesendet.")
