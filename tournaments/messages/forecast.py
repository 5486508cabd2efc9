"""When the evening ends, in words (C7.3). A sentence that ends in "Min." has its full stop."""

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


def will_last(minutes: int) -> str:
    """Before the first round: nobody knows yet when it begins."""
    return _("Von Runde 1 an dauert der Abend etwa %(length)s") % {"length": length(_rounded(minutes))}


def will_end(time: str, measured: int) -> str:
    """time: HH:MM. measured: closed rounds whose times went in."""
    if not measured:
        return _("Ende voraussichtlich gegen %(time)s Uhr, wie bei gewöhnlichem Tempo.") % {"time": time}
    return ngettext(
        "Ende voraussichtlich gegen %(time)s Uhr, nach den Zeiten von %(n)s Runde.",
        "Ende voraussichtlich gegen %(time)s Uhr, nach den Zeiten von %(n)s Runden.",
        measured,
    ) % {"time": time, "n": measured}


def whole_evening(total: int, round_: int, knockout: int, final: int) -> str:
    """All in minutes; knockout 0: there are no K.O. tables."""
    values = {
        "total": length(_rounded(total)),
        "round": length(round_),
        "ko": length(_rounded(knockout)),
        "final": length(_rounded(final)),
    }
    if not knockout:
        return _("Voraussichtlich %(total)s: eine Runde %(round)s, das Finale %(final)s") % values
    return (
        _("Voraussichtlich %(total)s: eine Runde %(round)s, die K.O.-Tische %(ko)s, das Finale %(final)s")
        % values
    )


def _rounded(minutes: int) -> int:
    """To five minutes: nobody knows it better."""
    return max(5, (minutes + 2) // 5 * 5) if minutes else 0
