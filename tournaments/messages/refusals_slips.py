"""Refusals of what is typed in at the desk while tables play."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "table_unknown": _(
        "„%(text)s“ ist kein Tisch dieser Runde, es sind %(tables)s. Bitte die Nummer prüfen."
    ),
    "strokes_invalid": _("Schock aus ist eine Zahl von 0 bis %(limit)s. Bitte noch einmal eingeben."),
}
