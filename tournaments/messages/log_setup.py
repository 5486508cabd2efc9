"""The log of the set-up in words."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "create_tournament": _("Turnier angelegt"),
    "rename_tournament": _("Name, Datum oder Ort geändert"),
    "change_format": _("Format geändert"),
    "change_rounds": _("Zahl der Runden geändert"),
    "change_rules": _("Regeln geändert"),
    "open_registration": _("Anmeldung geöffnet"),
    "back_to_setup": _("zurück zur Vorbereitung"),
    "set_lot_number": _("Losnummer %(number)s gesetzt"),
}
