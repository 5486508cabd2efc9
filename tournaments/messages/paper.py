"""What stands on paper outside the templates: titles, notes, and what a screen reader says for a drawing."""

from django.utils.translation import gettext_lazy as _

SHEETS = _("Tischzettel Runde %(round)s: %(tournament)s")
BLANK_SHEETS = _("Leere Tischzettel: %(tournament)s")
TABLE_TO_WRITE = _("Bierdeckel für die Tischnummer")
STANDINGS = _("Stand nach Runde %(round)s: %(tournament)s")
NAMES = _("Name und Tisch, Runde %(round)s: %(tournament)s")
RULES = _("Regeln: %(tournament)s")
ANNOUNCEMENT = _("Ausschreibung: %(tournament)s")
GUIDE = _("Hilfe für die Leitung: %(tournament)s")
LOTS = _("Losprotokoll: %(tournament)s")
TABLE = _("Tisch %(table)s")
STANDS = _("Tischnummern: %(tournament)s")
KO_STAGE = _("K.O.-Runde")
QR_OF = _("QR-Code für %(table)s, Code %(code)s")
QR = _("QR-Code für Tisch %(table)s, Code %(code)s")
WITHDRAWN = _("zurückgezogen")
EXCLUDED = _("ausgeschlossen")
NEXT_ROUND = _("weiter")
EXTRA_MARKS = _("Spielmarke mehr")
PRIZE = _("Preis")
SIGN = _("Bierdeckel mit fünf Strichen")
