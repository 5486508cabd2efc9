"""Why nothing is printed."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "paper_unknown": _("Dieses Blatt gibt es nicht."),
    "nothing_to_print": _("Dafür gibt es jetzt nichts zu drucken. Unter „Drucken“ steht, was es gibt."),
    "logo_empty": _("Die Datei ist leer. Bitte ein Bild wählen."),
    "logo_too_large": _("Das Bild ist zu groß, höchstens %(limit)s MB passen. Bitte verkleinern."),
    "logo_not_a_picture": _("Das ist kein Bild, das sich lesen lässt. Bitte ein PNG oder JPEG wählen."),
    "logo_too_many_pixels": _(
        "Das Bild hat mehr als %(limit)s Bildpunkte in der Breite oder Höhe. Bitte verkleinern."
    ),
}
