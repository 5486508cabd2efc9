"""The log of entry lists in words."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "preview_import": _("Liste %(import)s eingelesen, Zeilen: %(lines)s, noch nicht übernommen"),
    "discard_import": _("Liste %(import)s verworfen, niemand übernommen"),
    "confirm_import": _("Liste %(import)s übernommen, Leute: %(added)s, Startnummer %(first)s bis %(last)s"),
}
