"""Refusals at the registration desk."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "player_unknown": _("Die Startnummer %(player)s gibt es in diesem Turnier nicht."),
    "gender_unknown": _("Bitte eine der angebotenen Möglichkeiten wählen."),
    "station_invalid": _("Ein fester Tisch hat eine Nummer zwischen 1 und %(limit)s."),
    "duplicate_player": _(
        "%(name)s gibt es schon: %(who)s. Ist es dieselbe Person, dort „da“ antippen; sonst „andere Person“."
    ),
    "late_entry_closed": _(
        "Die Nachmeldung ist zu, seit Runde %(round)s begonnen hat. Ändern lässt sich das unter „Format und "
        "Regeln“: Nachmeldung bis zur Runde."
    ),
    "player_gone": _(
        "Startnummer %(player)s ist nicht mehr dabei. Zuerst auf der Seite der Person „wieder dabei“ wählen."
    ),
    "player_seated": _(
        "Startnummer %(player)s sitzt schon an einem Tisch. Wer geht, wird auf der Seite der Person "
        "zurückgezogen."
    ),
    "changed_since": _("Das hat sich inzwischen geändert und bleibt, wie es ist."),
    "player_not_gone": _("Startnummer %(player)s ist noch dabei."),
    "return_too_late": _(
        "Startnummer %(player)s kann nicht mehr zurückkommen: Seitdem ist ohne sie ausgelost worden."
    ),
}
