"""The log of the registration in words; people by start number only."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "add_player": _("Startnummer %(player)s eingetragen"),
    "edit_player": _("Startnummer %(player)s: Angaben geändert"),
    "check_in": _("Startnummer %(player)s: Anwesenheit geändert"),
    "set_paid": _("Startnummer %(player)s: Startgeld geändert"),
    "check_in_paid": _("Startnummer %(player)s: da und bezahlt"),
    "undo_check_in_paid": _("Startnummer %(player)s: „da und bezahlt“ zurückgenommen"),
    "withdraw_player": _("Startnummer %(player)s zurückgezogen"),
    "exclude_player": _("Startnummer %(player)s ausgeschlossen"),
    "return_player": _("Startnummer %(player)s wieder dabei"),
}
