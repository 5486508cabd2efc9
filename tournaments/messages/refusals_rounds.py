"""Refusals of drawing, publishing, closing and of seats by hand."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "round_gone": _("Diese Runde gibt es nicht mehr. Bitte die Seite neu laden."),
    "round_open": _("Runde %(number)s läuft noch. Bitte sie zuerst schließen."),
    "round_closed": _(
        "Runde %(round)s ist geschlossen. Bitte bei der Leitung melden, sie kann das Ergebnis berichtigen."
    ),
    "round_not_published": _("Die Auslosung ist noch nicht veröffentlicht."),
    "clock_runs": _("Die Uhr läuft schon."),
    "round_redrawn": _(
        "Diese Runde wurde inzwischen neu ausgelost, die Plätze haben sich geändert. Bitte die Seite neu laden."
    ),
    "round_touched": _(
        "In Runde %(number)s ist schon etwas eingetragen. Neu auslosen geht nicht mehr, Plätze tauschen schon."
    ),
    "no_open_round": _("Gerade ist keine Runde offen. Bitte die Seite neu laden."),
    "no_closed_round": _("Es gibt keine geschlossene Runde, die wieder geöffnet werden könnte."),
    "next_round_drawn": _(
        "Runde %(number)s ist schon ausgelost. Bitte zuerst diese Auslosung verwerfen, dann geht es."
    ),
    "all_rounds_drawn": _(
        "Alle geplanten Runden (%(rounds)s) sind gespielt. Wer noch eine möchte, erhöht zuerst die Zahl der Runden."
    ),
    "draw_published": _(
        "Die Auslosung von Runde %(number)s ist schon veröffentlicht. Jetzt geht nur noch „neu auslosen“."
    ),
    "draw_stale": _(
        "Seit der Auslosung ist jemand gekommen oder gegangen. Bitte Runde %(number)s neu auslosen."
    ),
    "round_incomplete": _(
        "Noch nicht fertig: Tisch %(tables)s. Bitte die Ergebnisse eintragen oder „ohne Wertung“ wählen."
    ),
    "conflicts_open": _("Noch offen ist ein Widerspruch an Tisch %(tables)s. Bitte ihn zuerst klären."),
    "player_not_present": _("Startnummer %(player)s ist noch nicht als anwesend eingetragen."),
    "player_seated_here": _("Startnummer %(player)s sitzt in dieser Runde schon an Tisch %(table)s."),
    "player_absent": _(
        "Startnummer %(player)s ist am Tisch als fehlend eingetragen. Bitte das zuerst zurücknehmen."
    ),
    "player_not_drawn": _("Startnummer %(player)s ist in dieser Runde nicht ausgelost."),
    "not_seated_late": _("Startnummer %(player)s wurde hier nicht nachträglich gesetzt."),
    "same_table": _("Startnummer %(player)s sitzt schon an Tisch %(table)s."),
    "same_player": _("Zum Tauschen braucht es zwei verschiedene Leute."),
    "six_seats": _(
        "An diesem Tisch sitzen schon %(seats)s. Ein sechster Platz geht nur mit ausdrücklicher Bestätigung."
    ),
    "table_full": _("An diesem Tisch sitzen schon %(seats)s, mehr gehen nicht."),
    "scharf_next_round": _(
        "An diesen Tischen läuft schon ein Spiel. In der Vorrunde gilt scharf erst ab der nächsten Runde."
    ),
    "scharf_in_force": _(
        "An Tisch %(table)s läuft schon ein scharfes Spiel, mittendrin wird nicht umgestellt."
    ),
    "nothing_to_change": _("So ist es schon eingestellt."),
}
