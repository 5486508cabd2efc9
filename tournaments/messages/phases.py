"""The phases of a tournament in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHASES: Mapping[str, str | Promise] = {
    "setup": _("in Vorbereitung"),
    "registration": _("Anmeldung offen"),
    "vorrunde": _("Vorrunde läuft"),
    "cut": _("die Besten stehen fest"),
    "ko": _("K.O.-Tische spielen"),
    "final": _("Finale läuft"),
    "finished": _("abgeschlossen"),
}
