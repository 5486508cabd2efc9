"""Why a rehearsal cannot be played as it was asked for."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, str | Promise] = {
    "rehearsal_size": _("Ein Probelauf braucht %(least)s bis %(most)s Spieler, nicht %(players)s."),
    "rehearsal_rounds": _("Ein Probelauf hat %(least)s bis %(most)s Runden, nicht %(rounds)s."),
    "rehearsal_until": _(
        "„%(value)s“ ist kein Abschnitt dieses Probelaufs. Möglich sind registration, round:1 bis round:%(rounds)s, "
        "stechen, cut, ko und final."
    ),
    "rehearsal_stuck": _("Der Probelauf kommt nicht weiter. Am besten wird er gelöscht und neu begonnen."),
    "rehearsal_seed": _("Die Losnummer ist eine ganze Zahl von 0 bis %(most)s."),
    "rehearsal_speed": _("Dieses Tempo gibt es nicht."),
    "rehearsal_not_begun": _("Dieses Turnier spielt nicht von selbst."),
}
