"""Refusals of the projector's steering."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "screen_page_gone": _("Diese Seite gibt es auf der Leinwand gerade nicht. Bitte eine andere wählen."),
    "one_page_only": _("Die Leinwand zeigt gerade nur eine Seite. Da gibt es nichts zu blättern."),
    "not_presenting": _("Gerade wird niemand einzeln aufgerufen. Bitte zuerst damit beginnen."),
    "not_finished": _("Das Turnier ist noch nicht abgeschlossen. Bis dahin wird niemand aufgerufen."),
    "message_missing": _("Bitte die Durchsage eintragen."),
    "message_long": _("Die Durchsage hat %(letters)s Zeichen. Bitte höchstens %(most)s nehmen."),
    "no_message": _("Auf der Leinwand steht keine Durchsage."),
}
