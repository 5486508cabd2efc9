"""What the first block on a phone says: what comes next for one player, and how far it is to the cut."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.messages import finish
from tournaments.messages.effects import listed


class Said(NamedTuple):
    """`state` and `sign` as `pill` takes them; `sentence` may be empty."""

    state: str
    sign: str
    headline: str
    sentence: str = ""


def next_step(
    code: str, *, about: tuple[str, int], round_: int, qualifiers: int, place: str, table: str, seat: int
) -> Said:
    """The sentence of a code of queries/own.py. `place`: the place as far as it is known, in words;
    `table`: its name."""
    at = _("Sitz %(seat)s") % {"seat": seat}
    return (
        _stechen(code, *about)
        or _at_table(code, table, f"{_round(round_)}, {at}", at)
        or _of_round(code, round_, qualifiers)
        or _of_finals(code, place)
    )


def _round(number: int) -> str:
    return _("Runde %(number)s") % {"number": number}


def _stechen(code: str, kind: str, count: int) -> Said | None:
    what = finish.about(kind, count)
    return {
        "throw": Said("wait", "wait", _("%(about)s: bitte werfen") % {"about": what}, _come()),
        "thrown": Said(
            "wait",
            "wait",
            _("%(about)s: geworfen") % {"about": what},
            _("Es geht weiter, sobald alle geworfen haben."),
        ),
        "stechen": Said("wait", "wait", _("Noch offen: %(about)s") % {"about": what}, _come()),
    }.get(code)


def _come() -> str:
    return _("Bitte jetzt zur Turnierleitung kommen.")


def _at_table(code: str, table: str, where: str, seat: str) -> Said | None:
    return {
        "play": Said("go", "next", _("Jetzt an %(table)s") % {"table": table}, where),
        "table_done": Said(
            "go",
            "check",
            _("%(table)s ist fertig") % {"table": table},
            _("Es geht weiter, sobald alle Tische fertig sind."),
        ),
        "ko": Said("go", "next", _("K.O., %(table)s") % {"table": table}, seat),
        "final": Said("go", "next", _("Am Finaltisch"), seat),
    }.get(code)


def _of_round(code: str, round_: int, qualifiers: int) -> Said | None:
    asked = _("Wer mitspielen möchte, meldet sich bei der Turnierleitung.")
    return {
        "sit_out": Said("wait", "warn", _("In Runde %(n)s an keinem Tisch") % {"n": round_}, asked),
        "pause": Said("soft", "wait", _("Runde %(n)s wird bald ausgelost") % {"n": round_ + 1}),
        "secret": Said(
            "soft",
            "wait",
            _("Die Vorrunde ist gespielt"),
            _("Wer weiterkommt, bleibt geheim, bis die Besten verkündet werden."),
        ),
        "above": Said("go", "check", _("Weiter"), _("Bitte dableiben, bald werden die Besten aufgerufen.")),
        "below": Said("soft", "x", _("Nicht unter den besten %(n)s") % {"n": qualifiers}),
        "withdrawn": Said("soft", "x", _("Zurückgezogen"), asked),
        "excluded": Said("soft", "x", _("Ausgeschlossen")),
    }.get(code)


def _of_finals(code: str, place: str) -> Said:
    return {
        "report": Said("wait", "wait", _("Unter den Besten"), _("Bitte bei der Turnierleitung melden.")),
        "reported": Said(
            "go", "check", _("Unter den Besten und gemeldet"), _("Gleich werden die Tische ausgelost.")
        ),
        "declined": Said("soft", "x", _("Abgesagt"), place),
        "beaten": Said("soft", "x", place or _("Nicht unter den Besten")),
        "to_final": Said(
            "go", "check", _("Im Finale"), _("Es beginnt, sobald alle K.O.-Tische fertig sind.")
        ),
        "champion": Said("go", "check", _("Gewonnen")),
        "winner": Said("go", "check", _("Gewonnen"), place),
        "out": Said("soft", "x", place or _("Ausgeschieden")),
        "place": Said("soft", "check", place),
    }[code]


def place(number: int | None, shared: bool, span: tuple[int, int] | None) -> str:
    """The place in the whole tournament, or between which two it will be; "" while nothing is known."""
    if number is not None:
        words = _("Platz %(n)s, geteilt") if shared else _("Platz %(n)s")
        return words % {"n": number}
    if span and span[0] == span[1]:
        return _("Platz %(n)s") % {"n": span[0]}
    return _("Platz %(first)s bis %(last)s") % {"first": span[0], "last": span[1]} if span else ""


def rank(number: int, others: int) -> str:
    """Platz 11, geteilt mit 12 anderen."""
    if not others:
        return _("Platz %(n)s") % {"n": number}
    return ngettext(
        "Platz %(rank)s, geteilt mit noch %(n)s Person",
        "Platz %(rank)s, geteilt mit %(n)s anderen",
        others,
    ) % {"rank": number, "n": others}


def of_vorrunde(rank: str) -> str:
    return _("Vorrunde: %(rank)s") % {"rank": rank}


def gap(ahead: int, place: int) -> str:
    """How far it is to the last place that goes on."""
    if not ahead:
        return _("Punktgleich am Strich, %(place)s kommen weiter") % {"place": place}
    if ahead < 0:
        return ngettext("%(n)s Punkt bis Platz %(place)s", "%(n)s Punkte bis Platz %(place)s", -ahead) % {
            "n": -ahead,
            "place": place,
        }
    return ngettext(
        "%(n)s Punkt Vorsprung auf Platz %(place)s", "%(n)s Punkte Vorsprung auf Platz %(place)s", ahead
    ) % {"n": ahead, "place": place + 1}


def met(rounds: tuple[int, ...]) -> str:
    """Whether one met before."""
    if not rounds:
        return _("zum ersten Mal")
    return ngettext("schon in Runde %(rounds)s", "schon in den Runden %(rounds)s", len(rounds)) % {
        "rounds": listed(rounds)
    }
