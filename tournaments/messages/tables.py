"""One table in words: who sent what, who is missing, what a correction moves."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def device_name(label: str) -> str:
    """A device by what its browser told: a thing that one sees lying on the table."""
    return {
        "iPad": _("iPad"), "iPhone": _("iPhone"), "Handy": _("Handy"), "Android": _("Tablet"),
        "Windows": _("Laptop"), "Macintosh": _("Mac oder iPad"), "Linux": _("Laptop"),
    }.get(label, label) or _("Gerät")  # fmt: skip


def sender(table: str, device_id: int | None, label: str = "", user: str = "") -> str:
    """Where an entry came from: Tablet an Tisch 7 · Turnierleitung (Anna). `table`: its number or letter,
    F for the final."""
    if device_id is None:
        return _("Turnierleitung (%(user)s)") % {"user": user} if user else _("Turnierleitung")
    if table == "F":
        return _("%(device)s am Finaltisch") % {"device": device_name(label)}
    return _("%(device)s an Tisch %(table)s") % {"device": device_name(label), "table": table}


def other_one(sender: str) -> str:
    """The second of two that are called the same."""
    return _("noch ein Gerät: %(sender)s") % {"sender": sender}


def done(act: str, name: str = "") -> str:
    """The sentence after a button; `name`: whom it is about."""
    return {
        "no_show": _("%(name)s ist nicht gekommen. Die anderen spielen weiter."),
        "left": _("%(name)s ist gegangen. Die anderen spielen zu Ende."),
        "void_absence": _("Zurückgenommen."),
        "walkover": _("Als kampflos eingetragen."),
        "void_table": _("Der Tisch bleibt ohne Wertung."),
        "reopen_table": _("Der Tisch spielt wieder."),
        "seat": _("%(name)s sitzt jetzt hier."),
        "unseat_late": _("%(name)s ist wieder vom Tisch genommen."),
        "correct": _("Das Ergebnis ist berichtigt."),
        "conflict": _("Der Widerspruch ist geklärt."),
        "unpair": _("Das Gerät ist vom Tisch getrennt."),
        "replace_code": _(
            "Der Tisch hat einen neuen Code. Gedruckte Zettel mit dem alten gelten nicht mehr."
        ),
    }[act] % {"name": name}


def games(numbers: tuple[int, ...]) -> str:
    listed = ", ".join(str(number) for number in numbers)
    return ngettext("Spiel %(games)s", "Spiele %(games)s", len(numbers)) % {"games": listed}


def qr_title(code: str) -> str:
    return _("QR-Code für die Eingabe, Code %(code)s") % {"code": code}


def stage(stage: str) -> str:
    return {"vorrunde": _("Vorrunde"), "ko": _("K.O."), "final": _("Finale")}[stage]
