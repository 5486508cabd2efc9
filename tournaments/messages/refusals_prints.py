"""Why nothing is printed."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "paper_unknown": _("Dieses Blatt gibt es nicht."),
    "nothing_to_print": _("Dafür gibt es noch nichts zu drucken. Bitte zuerst auslosen."),
    "print_gone": _("Dieses PDF ist nicht mehr da. Bitte noch einmal erstellen."),
}
