"""What a change of seats by hand costs, in words (C1.5, C2.6)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw import Price
from tournaments.messages.draw import odd_table


def _name(name: str) -> str:
    """A name of any script leaves the sentence around it alone."""
    return f"\u2068{name}\u2069"


def places(found: Iterable[tuple[int, int]]) -> str:
    """Runde 1, Tisch 4; Runde 2, Tisch 7: each kept together while it fits."""
    texts = (_("Runde %(round)s, Tisch %(table)s") % {"round": r, "table": t} for r, t in found)
    return "; ".join(text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts)


def meets_again(one: str, other: str, meetings: int, where: Iterable[tuple[int, int]]) -> str:
    return _("Danach sitzen %(one)s und %(other)s zum %(meetings)s. Mal zusammen (%(where)s)") % {
        "one": _name(one),
        "other": _name(other),
        "meetings": meetings,
        "where": places(where),
    }


def spared(one: str, other: str, where: Iterable[tuple[int, int]]) -> str:
    return _("%(one)s und %(other)s treffen sich nicht wieder (%(where)s)") % {
        "one": _name(one),
        "other": _name(other),
        "where": places(where),
    }


def nobody_again() -> str:
    return _("kein neues Wiedersehen")


def odd_again(name: str, times: int, seats: int) -> str:
    return _("%(name)s säße zum %(times)s. Mal %(table)s") % {
        "name": _name(name),
        "times": times,
        "table": odd_table(seats),
    }


def mates(one: str, other: str) -> str:
    values = {"one": _name(one), "other": _name(other)}
    return _("%(one)s und %(other)s aus einem Verein säßen am selben Tisch") % values


def mates_apart(one: str, other: str) -> str:
    values = {"one": _name(one), "other": _name(other)}
    return _("%(one)s und %(other)s aus einem Verein säßen nicht mehr am selben Tisch") % values


def off_fixed(name: str, fixed: int, table: int) -> str:
    return _("%(name)s hat den festen Tisch %(fixed)s und säße an Tisch %(table)s") % {
        "name": _name(name),
        "fixed": fixed,
        "table": table,
    }


def same_table(table: int) -> str:
    return _("Beide sitzen an Tisch %(table)s: Es ändert sich nur, wer wo sitzt und wer beginnt.") % {
        "table": table
    }


def price(found: Price, repeats: int) -> str:
    """A price in few words, `repeats`: those of the round as it is; what stays the same is not told but for
    the meetings."""
    words = [_repeats(found.repeats, repeats)]
    if found.odd > 0:
        words.append(_("ungerechter an den ungeraden Tischen"))
    if found.odd < 0:
        words.append(_("gerechter an den ungeraden Tischen"))
    if found.mates:
        pairs = abs(found.mates)
        sentence = (
            ngettext("%(n)s Paar aus einem Verein mehr", "%(n)s Paare aus einem Verein mehr", pairs)
            if found.mates > 0
            else ngettext(
                "%(n)s Paar aus einem Verein weniger", "%(n)s Paare aus einem Verein weniger", pairs
            )
        )
        words.append(sentence % {"n": pairs})
    return ", ".join(words)


def _repeats(change: int, now: int) -> str:
    if not change:
        return _("gleich viele Wiedersehen wie jetzt") if now else nobody_again()
    sentence = (
        ngettext("%(n)s Wiedersehen mehr", "%(n)s Wiedersehen mehr", change)
        if change > 0
        else ngettext("%(n)s Wiedersehen weniger", "%(n)s Wiedersehen weniger", -change)
    )
    return sentence % {"n": abs(change)}


def met_before(names: Iterable[str]) -> str:
    """Whom somebody would meet again at a table."""
    return _("schon getroffen: %(names)s") % {"names": ", ".join(_name(name) for name in names)}


def becomes(seats: int) -> str:
    """What a table is with one person more."""
    return {4: _("wird ein Vierertisch"), 5: _("wird ein Fünfertisch")}.get(seats, _("wird ein Sechsertisch"))
