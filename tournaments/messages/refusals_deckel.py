"""Refusals of the live Deckel protocol; what the rules say against a throw is in refusals_throws."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "protocol_off": _(
        "An diesem Tisch werden keine Deckel mitgeschrieben. Wer verloren hat, lässt sich immer eintragen."
    ),
    "game_has_result": _(
        "Spiel %(game)s hat schon ein Ergebnis. Mitgeschrieben wird wieder, wenn es zurückgenommen ist."
    ),
    "step_taken": _(
        "Ein anderes Gerät war schneller. Bitte ansehen, was jetzt dasteht, und weiterschreiben."
    ),
    "no_step": _("Hier ist noch keine Wurfrunde mitgeschrieben."),
    "steps_broken": _(
        "Am Tisch hat sich etwas geändert, die Deckel passen nicht mehr dazu. Bitte zuerst zurücknehmen."
    ),
    "throws_missing": _("Eine Wurfrunde ist erst fertig, wenn alle geworfen haben."),
    "loser_not_told": _("Bitte zuerst antippen, wer die Wurfrunde verloren hat."),
}
