"""The evening's steps in words, as the list on the left of the desk shows them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Words = str | Promise


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


SUBS: Mapping[str, tuple[Words, Words]] = {
    "drawn": (gettext_lazy("auslosen"), gettext_lazy("ausgelost")),
    "published": (gettext_lazy("veröffentlichen"), gettext_lazy("veröffentlicht")),
    "collect": (gettext_lazy("Ergebnisse sammeln"), gettext_lazy("Ergebnisse sammeln")),
    "close": (gettext_lazy("Runde schließen"), gettext_lazy("Runde schließen")),
    "stechen": (gettext_lazy("Stechen"), gettext_lazy("Stechen")),
    "made": (gettext_lazy("feststellen"), gettext_lazy("festgestellt")),
    "announced": (gettext_lazy("verkünden"), gettext_lazy("verkündet")),
    "check_in": (gettext_lazy("Einchecken"), gettext_lazy("Einchecken")),
    "draw_tables": (gettext_lazy("Tische auslosen"), gettext_lazy("Tische auslosen")),
}
"""Part of a step → what is to be done, and the same when it is done."""


def sub(code: str, *, done: bool) -> str:
    return str(SUBS[code][done])
