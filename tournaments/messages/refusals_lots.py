"""Refusals of the lot protocol, read back from a file."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "lot_file_too_large": _("Diese Datei ist größer als %(limit)s MB; ein Losprotokoll ist viel kleiner."),
    "lot_file_unreadable": _("Diese Datei ist kein Losprotokoll oder beschädigt. Bitte auf der Seite des Turniers noch einmal speichern."),
    "lot_file_foreign": _("In dieser Datei steht etwas anderes als ein Losprotokoll. Bitte die Datei von der Seite „Losprotokoll“ nehmen."),
    "lot_file_early": _("Diese Datei ist vor der letzten Auslosung gespeichert, das geheime Los fehlt noch. Bitte nach der letzten Auslosung noch einmal speichern."),
    "lot_file_damaged": _("In dieser Datei steht an einer Stelle nicht, was dort stehen muss (%(place)s). Bitte auf der Seite des Turniers noch einmal speichern."),
    "lot_moves_wrong": _("Die Änderung von Hand Nummer %(step)s war so nicht möglich."),
    "lot_number_fixed": _("Mit dieser Losnummer ist Runde 1 schon veröffentlicht worden; sie steht für den ganzen Abend fest."),
}  # fmt: skip
