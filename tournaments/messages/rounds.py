"""A round in words: how it was drawn, how it stands, what can be done with it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.messages.draw import odd_table

LONG_AGO = 180
"""Minutes."""


def drawn_tables(count: int) -> str:
    return ngettext("%(n)s Tisch ausgelost", "%(n)s Tische ausgelost", count) % {"n": count}


def scharf_now(signs: Sequence[str], total: int) -> str:
    """C7.2: what holds, before somebody changes it. signs: tables with one half, of `total`."""
    if not signs:
        return _("Jetzt gilt: zwei Hälften.")
    if len(signs) == total:
        return _("Jetzt gilt: scharf.")
    return _("Jetzt gilt: scharf an Tisch %(tables)s, sonst zwei Hälften.") % {"tables": ", ".join(signs)}


def repeats(count: int) -> str:
    return ngettext("%(n)s Wiederholung", "%(n)s Wiederholungen", count) % {"n": count}


def meets_again(one: str, other: str, meetings: int, where: str) -> str:
    """`where`: the rounds and tables at which they met before."""
    return _("%(one)s und %(other)s sitzen zum %(meetings)s. Mal zusammen (%(where)s)") % {
        "one": one,
        "other": other,
        "meetings": meetings,
        "where": where,
    }


def odd_twice(count: int, seats: int) -> str:
    """How the five (or three) was given out so far."""
    table = odd_table(seats)
    if not count:
        return _("niemand sitzt öfter %(table)s als nötig") % {"table": table}
    return ngettext(
        "%(n)s Person sitzt öfter %(table)s als andere",
        "%(n)s Leute sitzen öfter %(table)s als andere",
        count,
    ) % {"n": count, "table": table}


def club_pairs(count: int) -> str:
    if not count:
        return _("niemand sitzt mit dem eigenen Verein am Tisch")
    return ngettext(
        "%(n)s Paar aus einem Verein sitzt am selben Tisch",
        "%(n)s Paare aus einem Verein sitzen am selben Tisch",
        count,
    ) % {"n": count}


def fixed_tables(kept: int, count: int) -> str:
    """People with a fester Tisch, and whether they sit there."""
    if kept < count:
        return ngettext(
            "%(kept)s von %(n)s festen Tisch eingehalten",
            "%(kept)s von %(n)s festen Tischen eingehalten",
            count,
        ) % {"kept": kept, "n": count}
    return ngettext("%(n)s fester Tisch eingehalten", "%(n)s feste Tische eingehalten", count) % {"n": count}


def seat_change(kind: str, values: dict[str, object]) -> str:
    """One change by hand, people by start number."""
    if kind == "swap":
        return _("Startnummern %(first)s und %(second)s haben getauscht") % values
    if kind == "late":
        return _("Startnummer %(player)s kam nachträglich an Tisch %(table)s") % values
    if kind == "move":
        return _("Startnummer %(player)s wechselte von Tisch %(origin)s an Tisch %(table)s") % values
    return _("Startnummer %(player)s ging wieder von Tisch %(table)s") % values


def not_published() -> str:
    return _("noch nicht veröffentlicht")


def closed_at(time: str) -> str:
    return _("geschlossen um %(time)s") % {"time": time}


def longer_than(minutes: int) -> str:
    return ngettext("länger als üblich (%(n)s Minute)", "länger als üblich (%(n)s Minuten)", minutes) % {
        "n": minutes
    }


def within() -> str:
    return _("im Rahmen")


def mat_label(table: str, state: str, minutes: int | None) -> str:
    """What a mat of the row says: Tisch 3: spielt noch, 26 Minuten."""
    word = {
        "done": _("fertig"),
        "conflict": _("Widerspruch"),
        "decide": _("zu wenige Leute"),
        "waiting": _("wartet"),
    }.get(state, _("spielt noch"))
    if state == "playing" and minutes is not None:
        since = ngettext("%(n)s Minute", "%(n)s Minuten", minutes) % {"n": minutes}
        return f"{table}: {word}, {since}"
    return f"{table}: {word}"


def no_device() -> str:
    return _("kein Gerät, kommt als Zettel")


def unseen(minutes: int) -> str:
    """Hours are not counted: the evening before, or by a clock that was put right."""
    if minutes > LONG_AGO:
        return _("Gerät seit Stunden nicht gesehen")
    return ngettext(
        "Gerät seit %(n)s Minute nicht gesehen", "Gerät seit %(n)s Minuten nicht gesehen", minutes
    ) % {"n": minutes}


def conflict() -> str:
    return _("Widerspruch")


def too_few() -> str:
    return _("zu wenige Leute, die Leitung entscheidet")


def absent(name: str, kind: str) -> str:
    """kind: no_show · left."""
    sentence = _("%(name)s fehlt") if kind == "no_show" else _("%(name)s ist gegangen")
    return sentence % {"name": f"\u2068{name}\u2069"}


def scharf() -> str:
    return _("scharf")


def game(number: int) -> str:
    return _("Spiel %(game)s") % {"game": number}


def done(act: str, number: int = 0) -> str:
    """The sentence after a button."""
    return {
        "draw_round": _("Runde %(number)s ist ausgelost. Noch sieht sie nur die Leitung."),
        "discard_draw": _("Die Auslosung von Runde %(number)s ist verworfen."),
        "redraw_round": _("Runde %(number)s ist neu ausgelost. Noch sieht sie nur die Leitung."),
        "publish_draw": _("Die Auslosung von Runde %(number)s ist veröffentlicht."),
        "close_round": _("Runde %(number)s ist geschlossen."),
        "reopen_round": _("Runde %(number)s ist wieder offen."),
        "start_clock": _("Die Uhr läuft."),
        "swap_seats": _("Die Plätze sind getauscht."),
        "scharf": _("Ab dann wird scharf gespielt: eine Hälfte entscheidet das Spiel."),
        "normal": _("Es wird wieder mit zwei Hälften gespielt."),
    }[act] % {"number": number}
