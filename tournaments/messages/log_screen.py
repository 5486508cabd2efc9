"""What the desk told the projector; never the words of a message."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "pin_page": _("Leinwand: eine Seite festgehalten"),
    "turn_page": _("Leinwand: eine Seite weitergeblättert"),
    "hold_pages": _("Leinwand: Blättern angehalten"),
    "let_pages_turn": _("Leinwand: blättert wieder"),
    "follow_evening": _("Leinwand: folgt wieder dem Abend"),
    "present_best": _("Leinwand: Die Besten werden einzeln aufgerufen"),
    "present_podium": _("Leinwand: Siegerehrung, Platz für Platz"),
    "call_next": _("Leinwand: Aufruf %(number)s"),
    "call_whole_list": _("Leinwand: Nach dem Aufruf die ganze Liste"),
    "show_message": _("Leinwand: Durchsage mit %(letters)s Zeichen"),
    "take_message": _("Leinwand: Durchsage weggenommen"),
    "ring_gong": _("Leinwand: Gong"),
}
