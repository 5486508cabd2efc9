"""The Probelauf in words: how fast, how far, and why it does not play."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Words = str | Promise

SPEEDS: Mapping[str, Words] = {
    "slow": _("langsam"),
    "normal": _("normal"),
    "fast": _("schnell"),
    "now": _("sofort"),
}
SPEED_HELP: Mapping[str, Words] = {
    "slow": _("Alle zwei bis drei Sekunden geschieht etwas: zum Zuschauen und Üben."),
    "normal": _("Etwa eines in der Sekunde: Ein Abend mit 40 Leuten dauert sechs Minuten."),
    "fast": _("Ein Abend in etwa einer Minute."),
    "now": _("So schnell der Rechner kann."),
}
STATES: Mapping[str, Words] = {
    "playing": _("spielt von selbst"),
    "away": _("wartet auf den Dienst im Hintergrund"),
    "held": _("angehalten"),
    "done": _("zu Ende gespielt"),
    "failed": _("stehen geblieben"),
}
SENTENCES: Mapping[str, Words] = {
    "playing": _(
        "Die Bildschirme, die Leinwand und die Geräte an den Tischen zeigen ihn wie einen echten Abend."
    ),
    "away": _(
        "Der Dienst, der auch druckt, antwortet nicht. Sobald er da ist, geht der Probelauf von selbst weiter."
    ),
    "held": _("Alles bleibt, wie es ist. In der Zwischenzeit kann die Leitung selbst Schritte nehmen."),
    "done": _("Der Abend hat einen Sieger. Er kann noch angesehen oder gelöscht werden."),
    "failed": _("Er kann noch einmal weiterspielen, wo er stehen geblieben ist."),
    "": _(
        "Dieser Probelauf spielt nicht von selbst. Die Leitung nimmt seine Schritte, oder er wird gelöscht."
    ),
}
ERRORS: Mapping[str, Words] = {
    "gave_up": _("Der Dienst im Hintergrund ist mehrmals abgebrochen."),
    "rehearsal_stuck": _("Es ändert sich nichts mehr."),
    "rehearsal_desk": _("Der nächste Schritt ist Sache der Leitung."),
    "rehearsal_failed": _("Ein Schritt ist nicht gelungen."),
}
HELD = _("Der Probelauf ist angehalten.")
GOES_ON = _("Der Probelauf spielt weiter.")


def sentence(state: str, error: str = "") -> str:
    """What the state means; for a failed one first why."""
    why = f"{ERRORS[error]} " if error in ERRORS else ""
    return f"{why}{SENTENCES[state]}"


def seed_text(seed: int) -> str:
    return gettext("Losnummer %(seed)s: Mit derselben Zahl wird derselbe Abend gespielt.") % {"seed": seed}
