"""What was changed about paper, for the log; never the words on it."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "style_paper": _("Logo oder Fußzeile für Papier geändert"),
    "remove_logo": _("Logo für Papier entfernt"),
}
