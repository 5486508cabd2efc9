"""Why something was refused and what to do: code → German sentence (one file for each area)."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import RuleViolation
from tournaments import messages

GENERAL: dict[str, str | Promise] = {
    "tournament_gone": gettext_lazy("Dieses Turnier gibt es nicht mehr."),
    "wrong_phase": gettext_lazy(
        "Das geht in diesem Abschnitt des Abends nicht. Bitte die Seite neu laden und den "
        "nächsten Schritt nehmen."
    ),
    "key_reused": gettext_lazy(
        "Diese Eingabe wurde schon mit anderem Inhalt gesendet. Bitte die Seite neu laden und "
        "noch einmal eingeben."
    ),
    "disk_full": gettext_lazy(
        "Nichts gespeichert: Die Festplatte des Turnierrechners ist voll. Bitte auf Papier festhalten. Die "
        "Leitung macht dort Platz (Papierkorb leeren, große Dateien löschen), danach noch einmal senden."
    ),
    "disk_read_only": gettext_lazy(
        "Nichts gespeichert: Auf die Festplatte des Turnierrechners lässt sich nicht mehr schreiben. Bitte "
        "auf Papier festhalten. Die Leitung startet den Rechner neu; danach noch einmal senden."
    ),
    "storage_gone": gettext_lazy(
        "Der Speicher mit den Daten des Turniers antwortet gerade nicht. Was gespeichert war, ist nicht "
        "verloren. Bitte auf Papier weitermachen."
    ),
    "field_changed": gettext_lazy(
        "Inzwischen hat jemand anders hier gespeichert: %(now)s. Gespeichert ist noch nichts von dieser Seite; "
        "noch einmal speichern, dann gilt, was im Feld steht."
    ),
    "reason_missing": gettext_lazy("Bitte einen Grund angeben."),
    "bad_input": gettext_lazy("Diese Eingabe ist unvollständig. Bitte noch einmal eingeben."),
}


@cache
def sentences() -> Mapping[str, str | Promise]:
    """All refusals: the general ones and REFUSALS of every module refusals_<area>."""
    merged = dict(GENERAL)
    for module in pkgutil.iter_modules(messages.__path__):
        if module.name.startswith("refusals_"):
            area = importlib.import_module(f"tournaments.messages.{module.name}")
            merged.update(area.REFUSALS)
    return merged


def refusal_text(violation: RuleViolation) -> str:
    """The sentence for a refusal, filled with its params, in the language of the request."""
    sentence = sentences().get(violation.code)
    if sentence is None:
        return _("Das geht so nicht (%(code)s).") % {"code": violation.code}
    values = {name: _listed(value) for name, value in violation.params.items()}
    return str(sentence) % values if values else str(sentence)


def _listed(value: object) -> object:
    """Several numbers or names as a person writes them: 3, 7, 12."""
    return ", ".join(str(one) for one in value) if isinstance(value, (tuple, list)) else value
