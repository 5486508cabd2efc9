"""The preview of an entry list in words: what was understood, what to decide, what became of it."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

ASKS: dict[str, str | Promise] = {
    "as_is": gettext_lazy("so übernehmen"),
    "other": gettext_lazy("andere Person, übernehmen"),
    "no_last": gettext_lazy("ohne Nachname übernehmen"),
}


def take(count: int) -> str:
    """64 Leute übernehmen."""
    if not count:
        return _("Angekreuzte übernehmen")
    return ngettext("%(n)s Person übernehmen", "%(n)s Leute übernehmen", count) % {"n": count}


def known(number: int) -> str:
    return _("schon angemeldet, Startnummer %d") % number


def same_name(lines: Sequence[int]) -> str:
    """The words beside a line whose name is there already, in these lines of the list or at the desk."""
    if lines:
        return _("Name steht schon in Zeile %s") % _shortened(lines)
    return _("Name schon angemeldet")


def copied(lines: Sequence[int]) -> str:
    return _("steht schon in Zeile %s") % _shortened(lines)


def who_else(place: str, club: str, own_club: str) -> str:
    """Zeile 22: Schockklub Winden, hier: SV Birgel. Zwei verschiedene Leute?"""
    return _("%(place)s: %(club)s, hier: %(own)s. Zwei verschiedene Leute?") % {
        "place": place,
        "club": club or _("ohne Verein"),
        "own": own_club or _("ohne Verein"),
    }


def place_of_line(line: int) -> str:
    return _("Zeile %d") % line


def place_of_number(number: int) -> str:
    return _("Startnummer %d") % number


def twice() -> str:
    return _("Gleicher Name, gleicher Verein: meist eine doppelte Zeile.")


def lines_left(lines: Sequence[int]) -> str:
    """What stays behind when nothing is typed in."""
    if not lines:
        return ""
    return ngettext(
        "Zeile %(lines)s bleibt liegen, bis etwas eingetragen ist.",
        "Zeilen %(lines)s bleiben liegen, bis etwas eingetragen ist.",
        len(lines),
    ) % {"lines": _shortened(lines)}


def taken(added: int, first: int | None, last: int | None) -> str:
    """64 Leute übernommen, Startnummern 12 bis 75."""
    if not added:
        return _("Niemand übernommen: Alle stehen schon in der Anmeldung.")
    if added == 1:
        return _("Eine Person übernommen, Startnummer %d.") % first
    return _("%(n)s Leute übernommen, Startnummern %(first)s bis %(last)s.") % {
        "n": added,
        "first": first,
        "last": last,
    }


def skipped(lines: Sequence[int]) -> str:
    return ngettext(
        "Zeile %(lines)s ist ausgelassen: Die Person wurde inzwischen eingetragen.",
        "Zeilen %(lines)s sind ausgelassen: Die Leute wurden inzwischen eingetragen.",
        len(lines),
    ) % {"lines": _shortened(lines)}


def discarded() -> str:
    return _("Nichts übernommen.")


def done_already() -> str:
    return _("Diese Liste ist schon übernommen.")


def gone_already() -> str:
    return _("Diese Liste wartet nicht mehr. Bitte die Datei noch einmal einlesen.")


def nobody_new(known: int, people: int) -> str:
    """Why there is nothing to take."""
    if known < people:
        return _("Ohne Zweifel neu ist in dieser Liste niemand.")
    return ngettext(
        "Die Person aus der Liste steht schon in der Anmeldung. Es ist nichts zu tun.",
        "Alle %(n)s Leute aus der Liste stehen schon in der Anmeldung. Es ist nichts zu tun.",
        people,
    ) % {"n": people}


def _shortened(numbers: Sequence[int], most: int = 12) -> str:
    text = ", ".join(str(number) for number in numbers[:most])
    return text if len(numbers) <= most else _("%s und weitere") % text
