"""When the evening ends, in words (C7.3). A sentence that ends in "Min." has its full stop."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def length(minutes: int) -> str:
    """3 Std. 10 Min., or minutes alone below an hour."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)s Min.") % {"minutes": rest}
    if not rest:
        return _("%(hours)s Std.") % {"hours": hours}
    return _("%(hours)s Std. %(minutes)s Min.") % {"hours": hours, "minutes": rest}


def will_last(minutes: int, people: int) -> str:
    """Before the first round: nobody knows yet when it begins."""
    return _("Von Runde 1 an dauert der Abend bei %(n)s Leuten etwa %(length)s") % {
        "n": people,
        "length": length(minutes),
    }


def will_end(time: str, *, measured: bool) -> str:
    """time: HH:MM. measured: times of this evening went in. How many rounds is not told: one that was played
    in a moment or over a meal is closed and does not count."""
    if not measured:
        return _("Ende voraussichtlich gegen %(time)s Uhr, wie bei gewöhnlichem Tempo.") % {"time": time}
    return _("Ende voraussichtlich gegen %(time)s Uhr, nach dem bisherigen Tempo.") % {"time": time}


def final_marks(count: int) -> str:
    """Why a running final takes as long as it does. Of its beginning: the page stays open while they go."""
    return ngettext(
        "Das Finale begann mit %(n)s Spielmarke.", "Das Finale begann mit %(n)s Spielmarken.", count
    ) % {"n": count}


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening in whole steps of minutes: rounds × round + pauses + cut + ko + final is the total.

    ko 0: there are no K.O. tables. marks: Spielmarken with which the final begins.
    """

    people: int
    total: int
    rounds: int
    round: int
    pauses: int
    cut: int
    ko: int
    final: int
    marks: int


def whole_evening(evening: Evening) -> str:
    """Every part is named, so that it can be added up."""
    rounds = ngettext("%(n)s Runde %(length)s", "%(n)s Runden je %(length)s", evening.rounds)
    parts = [rounds % {"n": evening.rounds, "length": length(evening.round)}]
    if evening.pauses:
        parts.append(_("Pausen %(length)s") % {"length": length(evening.pauses)})
    parts.append(_("Verkündung und Stechen %(length)s") % {"length": length(evening.cut)})
    if evening.ko:
        parts.append(_("K.O.-Tische %(length)s") % {"length": length(evening.ko)})
    final = ngettext(
        "Finale mit etwa %(n)s Spielmarke %(length)s",
        "Finale mit etwa %(n)s Spielmarken %(length)s",
        evening.marks,
    )
    parts.append(final % {"n": evening.marks, "length": length(evening.final)})
    said = ngettext(
        "Bei %(n)s Person voraussichtlich %(total)s (%(parts)s).",
        "Bei %(n)s Leuten voraussichtlich %(total)s (%(parts)s).",
        evening.people,
    )
    return said % {
        "n": evening.people,
        "total": length(evening.total),
        "parts": ", ".join(parts),
    }


def too_long(ways: Sequence[str]) -> str:
    """ways: rounds · marks · scharf, whatever still makes it shorter."""
    words = {"rounds": _("weniger Runden"), "marks": _("weniger Spielmarken"), "scharf": _("scharfes Spiel")}
    if not ways:
        return _("Das sind mehr als 6 Stunden.")
    return _("Das sind mehr als 6 Stunden. Kürzer machen es: %(ways)s.") % {
        "ways": ", ".join(words[way] for way in ways)
    }
