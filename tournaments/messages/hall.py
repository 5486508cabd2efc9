"""Titles of the hall's pages."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, str | Promise] = {
    "jetzt": _("Jetzt"),
    "stand": _("Stand"),
    "auslosung": _("Auslosung"),
    "stechen": _("Stechen"),
    "ko": _("K.O."),
    "finale": _("Finale"),
    "plaetze": _("Plätze"),
    "statistik": _("Statistik"),
    "regeln": _("Regeln"),
    "losprotokoll": _("Losprotokoll"),
    "verlierer": _("Wer hat verloren?"),
    "namen": _("Mein Name"),
}


def title(name: str) -> str:
    return str(TITLES[name])


def phone_code() -> str:
    return str(_("QR-Code für die Seite auf dem Handy"))
