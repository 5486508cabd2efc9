"""What a format means this evening: sentences that queries/effects.py fills with numbers."""

from collections.abc import Sequence
from datetime import date as Date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def people(n: int) -> str:
    return ngettext("%(n)s Person", "%(n)s Leute", n) % {"n": n}


def tables(n: int) -> str:
    return ngettext("%(n)s Tisch", "%(n)s Tische", n) % {"n": n}


def games(n: int) -> str:
    return ngettext("%(n)s Spiel", "%(n)s Spiele", n) % {"n": n}


def tables_of(size: int, count: int) -> str:
    """24 Vierer."""
    words = {
        3: ngettext("%(n)s Dreier", "%(n)s Dreier", count),
        4: ngettext("%(n)s Vierer", "%(n)s Vierer", count),
        5: ngettext("%(n)s Fünfer", "%(n)s Fünfer", count),
        6: ngettext("%(n)s Sechser", "%(n)s Sechser", count),
    }
    return words[size] % {"n": count}


def split(sizes: Sequence[int], joint: str | None = None) -> str:
    """24 Vierer und 1 Fünfer: most frequent size first."""
    counts = sorted(((sizes.count(size), size) for size in set(sizes)), key=lambda line: (-line[0], line[1]))
    joint = joint or pgettext("24 Vierer … 1 Fünfer", "und")
    return f" {joint} ".join(tables_of(size, count) for count, size in counts)


def too_few(n: int, least: int) -> str:
    return _("%(people)s: für einen Tisch braucht es mindestens %(least)s.") % {
        "people": people(n),
        "least": least,
    }


def split_of(n: int, sizes: Sequence[int]) -> str:
    """101 Leute: 24 Vierer und 1 Fünfer, 25 Tische."""
    return _("%(people)s: %(split)s, %(tables)s.") % {
        "people": people(n),
        "split": split(sizes),
        "tables": tables(len(sizes)),
    }


def all_games(count: int, points: int) -> str:
    return _("Jede Person spielt %(games)s und kann höchstens %(points)s Punkte holen.") % {
        "games": games(count),
        "points": points,
    }


def late_entry(rounds: int) -> str:
    if not rounds:
        return _("Wenn Runde 1 beginnt, ist die Anmeldung zu.")
    return _("Offen, bis Runde %(next)s beginnt. Eine verpasste Runde zählt 0 Punkte.") % {"next": rounds + 1}


def late_entry_always() -> str:
    return _("Offen bis zum Ende der Vorrunde. Eine verpasste Runde zählt 0 Punkte.")


def clubs(apart: bool) -> str:
    return (
        _("Vereinsfreunde treffen sich erst spät.") if apart else _("Vereine spielen beim Losen keine Rolle.")
    )


def clock(rounds: int, minutes: int | None) -> str:
    if minutes is None:
        return _("Die Uhr läuft ohne Grenze mit.")
    hours, rest = divmod(rounds * minutes, 60)
    length = _("%(hours)s Std. %(minutes)s Min.") % {"hours": hours, "minutes": rest}
    return _("Alle Runden zusammen höchstens %(length)s ohne Pausen.") % {"length": length}


def chain(labels: Sequence[str]) -> str:
    if not labels:
        return _("Gleiche Punkte, gleicher Platz, ohne weitere Reihenfolge.")
    return _("Erst Punkte, dann %(chain)s.") % {"chain": _(", dann ").join(labels)}


def listed(numbers: Sequence[int]) -> str:
    """3, 10 und 15."""
    *some, last = (str(number) for number in numbers)
    return pgettext("Platz 3 … 15", " und ").join([", ".join(some), last] if some else [last])


def decide(chain_decides: bool, borders: Sequence[int]) -> str:
    places = listed(borders)
    if chain_decides:
        return _("Um Platz %(places)s wird nur gestochen, was die Reihenfolge nicht trennt.") % {
            "places": places
        }
    return _("Wer um Platz %(places)s gleich viele Punkte hat, sticht.") % {"places": places}


def freeze(rounds: int, secret: int) -> str:
    if not secret:
        return _("Nach jeder Runde ist der Stand für alle zu sehen.")
    if secret >= rounds:
        return _("Bis die Besten verkündet sind, sieht die Halle keinen Stand.")
    return _("Nach Runde %(round)s bleibt der Stand geheim, bis die Besten verkündet sind.") % {
        "round": rounds - secret
    }


def prizes(places: Sequence[int]) -> str:
    if not places:
        return _("Die Vorrunde hat keine eigenen Preise.")
    return _("Auch um Platz %(places)s wird gestochen.") % {"places": listed(places)}


def schock_aus(counted: bool) -> str:
    return _("Am Ende gibt es einen Schock-aus-König.") if counted else _("Die Tische zählen sie nicht.")


def onward(through: int, n: int, tables_: int, seats: Sequence[int], final: int) -> str:
    """15 von 101 kommen weiter: 3 Tische zu 5, Finale mit 6."""
    low, high = min(seats), max(seats)
    size = (
        str(low)
        if low == high
        else pgettext("Tische zu 4 … 5", "%(low)s und %(high)s") % {"low": low, "high": high}
    )
    return ngettext(
        "%(q)s von %(n)s kommen weiter: %(tables)s Tisch zu %(size)s, Finale mit %(final)s.",
        "%(q)s von %(n)s kommen weiter: %(tables)s Tische zu %(size)s, Finale mit %(final)s.",
        tables_,
    ) % {"q": through, "n": n, "tables": tables_, "size": size, "final": final}


def straight_to_final(through: int, n: int) -> str:
    return _("Die besten %(q)s von %(n)s setzen sich gleich an den Finaltisch.") % {"q": through, "n": n}


def out_of_each(out: int, tables_: int) -> str:
    if tables_ == 1:
        return ngettext(
            "Am K.O.-Tisch scheidet %(n)s Person aus.", "Am K.O.-Tisch scheiden %(n)s Leute aus.", out
        ) % {"n": out}
    return ngettext(
        "An jedem K.O.-Tisch scheidet %(n)s Person aus.", "An jedem K.O.-Tisch scheiden %(n)s Leute aus.", out
    ) % {"n": out}


def final_of(survivors: int, tables_: int, final: int) -> str:
    return _("%(tables)s mal %(survivors)s: Finale mit %(final)s.") % {
        "tables": tables_,
        "survivors": survivors,
        "final": final,
    }


def no_ko() -> str:
    return _("Ohne K.O.-Tische hat das keine Wirkung.")


def only_without_ko() -> str:
    return _("Wirkt nur, wenn es keine K.O.-Tische gibt.")


def seeding_apart(count: int) -> str:
    return _("Platz 1 bis %(n)s sitzen an verschiedenen Tischen.") % {"n": count}


def seeding_snake(rows: Sequence[Sequence[int]]) -> str:
    listed = " / ".join(", ".join(str(place) for place in row) for row in rows)
    return _("Die Plätze an den Tischen: %(listed)s.") % {"listed": listed}


def seeding_lot() -> str:
    return _("Auch Platz 1 und 2 können am selben Tisch sitzen.")


def marks_at_table(low: int, high: int, total: int, shortest: int, longest: int, tables_: int) -> str:
    """16 Spielmarken je Tisch, 48 zusammen: 9 bis 14 Spiele an jedem Tisch."""
    each = _span(low, high)
    played = ngettext("%(span)s Spiel", "%(span)s Spiele", longest) % {"span": _span(shortest, longest)}
    if tables_ == 1:
        return _("%(each)s Spielmarken am K.O.-Tisch, er spielt %(games)s.") % {"each": each, "games": played}
    return _("%(each)s Spielmarken je Tisch, %(total)s zusammen; ein Tisch spielt %(games)s.") % {
        "each": each,
        "total": total,
        "games": played,
    }


def _span(low: int, high: int) -> str:
    return str(low) if low == high else _("%(low)s bis %(high)s") % {"low": low, "high": high}


def marks_in_final(total: int) -> str:
    return _("%(total)s Spielmarken am Finaltisch.") % {"total": total}


def bonus(ranks: int, marks: int, extra: int) -> str:
    if not ranks or not extra:
        return ngettext(
            "Alle fangen mit %(marks)s Spielmarke an.", "Alle fangen mit %(marks)s Spielmarken an.", marks
        ) % {"marks": marks}
    if ranks == 1:
        return _("Platz 1 hat %(more)s Spielmarken, alle anderen %(marks)s.") % {
            "more": marks + extra,
            "marks": marks,
        }
    return _("Platz 1 bis %(ranks)s haben %(more)s Spielmarken, alle anderen %(marks)s.") % {
        "ranks": ranks,
        "more": marks + extra,
        "marks": marks,
    }


def final_carry(low: int, high: int) -> str:
    return _("Das Finale beginnt mit %(marks)s Spielmarken und dauert höchstens %(games)s.") % {
        "marks": _span(low, high),
        "games": games(high - 1),
    }


def final_fresh(size: int, each: int) -> str:
    total = size * each
    return _("Das Finale beginnt mit %(total)s Spielmarken und dauert höchstens %(games)s.") % {
        "total": total,
        "games": games(total - 1),
    }


def fees(n: int, fee: str, total: str) -> str:
    return _("%(people)s zu %(fee)s: %(total)s.") % {"people": people(n), "fee": fee, "total": total}


def no_fee() -> str:
    return _("Die Teilnahme kostet nichts.")


def deletion(day: Date) -> str:
    return _("Gelöscht wird ab dem %(day)s.") % {"day": date_format(day)}


def deckel_protocol(where: str) -> str:
    return {
        "none": _("Am Tisch zählt nur, wer verloren hat; Deckel zeigt die Halle nicht."),
        "final": _("Die Halle sieht im Finale Stock und Deckel, sobald am Tisch jemand mitschreibt."),
        "ko": _("Die Halle sieht an K.O.-Tischen und im Finale die Deckel, sobald dort jemand mitschreibt."),
        "all": _("Überall kann jemand mitschreiben; die Halle sieht davon K.O.-Tische und Finale."),
    }[where]
