"""Refusals of pairing and of what devices may."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "code_unknown": _(
        "Diesen Code gibt es nicht. Er steht auf dem Tischzettel, sechs Zeichen ohne 0, O, 1, I, L und U."
    ),
    "code_wait": _("Das waren zu viele falsche Codes. In einer Minute geht es weiter."),
    "code_busy": _("Gerade werden viele falsche Codes eingegeben. Bitte in einigen Sekunden noch einmal."),
    "pairing_gone": _("Dieses Gerät ist schon von dem Tisch getrennt."),
    "station_gone": _("Diesen Tisch gibt es nicht mehr."),
    "code_replaced": _(
        "Dieser Tisch hat inzwischen schon einen neuen Code. Soll auch der nicht mehr gelten: noch einmal ersetzen."
    ),
    "not_paired": _(
        "Dieses Gerät ist mit dem Tisch nicht mehr verbunden. Bitte den Code noch einmal eingeben."
    ),
    "no_game_here": _(
        "An diesem Tisch wird gerade nicht gespielt. Stimmt das nicht: bitte der Leitung sagen, wer verloren hat."
    ),
}
