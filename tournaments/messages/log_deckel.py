"""The live Deckel protocol in the log; people by start number only."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "add_step": _("Tisch %(table)s, Spiel %(game)s: Deckel mitgeschrieben, Eintrag %(number)s"),
    "undo_step": _("Tisch %(table)s, Spiel %(game)s: Deckel zurückgenommen, Eintrag %(number)s"),
}
