"""The evening's steps in words, as the list on the left of the desk shows them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def registration() -> str:
    return _("Anmeldung")


def for_leitung() -> str:
    return _("Diesen Schritt nimmt die Leitung.")


def set_up() -> str:
    return _("Vorbereitung")


def people_here(n: int) -> str:
    return _("%(n)s da") % {"n": n}


def round_name(number: int, rounds: int, *, running: bool = False) -> str:
    if running:
        return _("Runde %(number)s von %(rounds)s") % {"number": number, "rounds": rounds}
    return _("Runde %(number)s") % {"number": number}


def cut_name(places: int) -> str:
    return ngettext("Die beste Person", "Die besten %(n)s", places) % {"n": places}


def ko_name() -> str:
    return _("K.O.-Tische")


def final_name() -> str:
    return _("Finale")


def winner_name() -> str:
    return _("Siegerehrung")


def drawn() -> str:
    return _("ausgelost")


def published() -> str:
    return _("veröffentlicht")


def collect() -> str:
    return _("Ergebnisse sammeln")


def close() -> str:
    return _("Runde schließen")


def stechen() -> str:
    return _("Stechen")


def made() -> str:
    return _("festgestellt")


def announced() -> str:
    return _("verkündet")


def check_in() -> str:
    return _("Einchecken")


def draw_tables() -> str:
    return _("Tische auslosen")
