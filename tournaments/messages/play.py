"""What is played, in words: tables by name, results as one sentence, how far a round is."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

NBSP = "\N{NO-BREAK SPACE}"


def table_name(stage: str, number: int) -> str:
    """Tisch 21 · Tisch A · Finaltisch."""
    if stage == "final":
        return _("Finaltisch")
    return _("Tisch %(table)s") % {"table": table_sign(stage, number)}


def table_sign(stage: str, number: int) -> str:
    """What stands on the mat: K.O. tables are called by letters, the final has an F."""
    if stage == "vorrunde":
        return str(number)
    return "F" if stage == "final" else chr(ord("A") + number - 1)


def table_size(seats: int) -> str:
    return {
        2: _("Zweier"),
        3: _("Dreier"),
        4: _("Vierer"),
        5: _("Fünfer"),
        6: _("Sechser"),
    }.get(seats, ngettext("%(n)s Person", "%(n)s Leute", seats) % {"n": seats})


def round_name(stage: str, number: int, rounds: int) -> str:
    if stage == "vorrunde":
        return _("Runde %(number)s von %(rounds)s") % {"number": number, "rounds": rounds}
    return _("K.O.-Tische") if stage == "ko" else _("Finale")


def playing_since(minutes: int) -> str:
    return ngettext("läuft seit %(n)s Minute", "läuft seit %(n)s Minuten", minutes) % {"n": minutes}


def limit(left: int) -> str:
    """What is left of the round's time, in minutes; below zero it is over."""
    if left > 0:
        return ngettext("noch %(n)s Minute", "noch %(n)s Minuten", left) % {"n": left}
    if left == 0:
        return _("die Zeit ist um")
    return ngettext("seit %(n)s Minute über der Zeit", "seit %(n)s Minuten über der Zeit", -left) % {
        "n": -left
    }


def tables_done(done: int, total: int) -> str:
    """18 von 25 Tischen fertig."""
    if done == total:
        if total == 2:
            return _("Beide Tische fertig")
        return ngettext("Der Tisch ist fertig", "Alle %(n)s Tische fertig", total) % {"n": total}
    return ngettext("%(done)s von %(n)s Tisch fertig", "%(done)s von %(n)s Tischen fertig", total) % {
        "done": done,
        "n": total,
    }


def tables_playing(count: int) -> str:
    """Sechs Tische spielen noch: small numbers are words, as in a sentence."""
    word = {
        2: _("Zwei"), 3: _("Drei"), 4: _("Vier"), 5: _("Fünf"), 6: _("Sechs"), 7: _("Sieben"),
        8: _("Acht"), 9: _("Neun"), 10: _("Zehn"), 11: _("Elf"), 12: _("Zwölf"),
    }.get(count, str(count))  # fmt: skip
    if count == 1:
        return _("Ein Tisch spielt noch")
    return _("%(count)s Tische spielen noch") % {"count": word}


def points_text(zero: Sequence[str], three: Sequence[str], five: Sequence[str]) -> str:
    """Käthe Überbach 0, Bülent Yıldız 3, die anderen 5. Names as they shall stand there."""
    parts = [f"{name}{NBSP}0" for name in zero] + [f"{name}{NBSP}3" for name in three]
    if len(five) == 1:
        parts.append(f"{five[0]}{NBSP}5")
    elif five:
        parts.append(others_five())
    return ", ".join(parts)


def others_five() -> str:
    return _("die anderen 5")


def asks() -> str:
    """Behind the sentence, before it is sent."""
    return _(" – stimmt das?")


def gives_mark() -> str:
    """Behind the name of somebody who loses a K.O. game."""
    return _("gibt eine Spielmarke ab")


def gives_last_mark() -> str:
    return _("gibt die letzte Spielmarke ab und ist raus")


def walkover(name: str) -> str:
    return _("kampflos: %(name)s 5, alle anderen 0") % {"name": name}


def not_counted() -> str:
    return _("ohne Wertung: niemand bekommt Punkte")


def taken_back(table: str) -> str:
    return _("%(table)s: zurückgenommen.") % {"table": table}


def recorded(table: str, result: str) -> str:
    return _("%(table)s: %(result)s.") % {"table": table, "result": result}


def was_there(table: str, result: str) -> str:
    return _("%(table)s: Dieses Ergebnis war schon da (%(result)s).") % {"table": table, "result": result}


def contradicts(table: str) -> str:
    return _(
        "%(table)s: Ein Gerät hat schon etwas anderes gesendet. Bis es geklärt ist, zählt das erste."
    ) % {"table": table}


def complete(table: str) -> str:
    return _("%(table)s ist fertig, ein Zettel wird nicht mehr gebraucht.") % {"table": table}


def half(name: str, *, scharf: bool = False) -> dict[str, str]:
    """Head of a column of the slip: short and in full."""
    if scharf:
        return {"short": _("verloren"), "title": _("die Hälfte")}
    return {
        "half1": {"short": _("H1"), "title": _("Hälfte 1")},
        "half2": {"short": _("H2"), "title": _("Hälfte 2")},
        "endkampf": {"short": _("EK"), "title": _("Endkampf")},
    }[name]


def ticked(name: str, title: str) -> str:
    """Label of one tick, for the ear."""
    return _("%(name)s hat verloren: %(title)s") % {"name": name, "title": title}


def absence(kind: str) -> str:
    return _("nicht gekommen") if kind == "no_show" else _("gegangen")
