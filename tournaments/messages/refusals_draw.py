"""Refusals of the draw."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "too_few_players": _(
        "Dafür sind es zu wenige: %(present)s. Für eine Auslosung erst weitere Leute auf „da“ setzen, an "
        "einem Tisch „kampflos“ oder „ohne Wertung“ wählen."
    ),
    "odd_tables_unknown": _("Bitte Fünfer- oder Dreiertische wählen."),
    "player_twice": _("Startnummer %(numbers)s steht doppelt in der Liste. Bitte nur einmal aufnehmen."),
    "start_number_invalid": _("Startnummern sind ganze Zahlen ab 1, nicht %(numbers)s."),
    "round_out_of_range": _(
        "Runde %(round)s gibt es nicht, geplant: %(rounds)s. Weitere Runden stehen im Format."
    ),
    "draw_history_invalid": _(
        "Die früheren Tische passen nicht zu Runde %(round)s. Bitte zuerst die Tische der Runden prüfen."
    ),
    "seed_out_of_range": _("Die Zahl der Auslosung ist ungültig. Bitte noch einmal auslosen."),
    "fixed_table_missing": _(
        "Startnummer %(numbers)s hat einen festen Tisch, den es in dieser Runde nicht gibt. "
        "Tische dieser Runde: %(tables)s. Bitte den festen Tisch ändern."
    ),
    "fixed_table_full": _(
        "An Tisch %(table)s passen %(seats)s Leute, fest sitzen dort Startnummer %(numbers)s. Bitte bei "
        "jemandem den festen Tisch ändern."
    ),
    "protocol_unreadable": _("Dieses Protokoll der Auslosung ist nicht lesbar."),
    "ko_seeding_unknown": _("Bitte eine der angebotenen Arten wählen, wie die K.O.-Tische besetzt werden."),
    "ko_tables_invalid": _("Für die K.O.-Tische braucht es mindestens einen Tisch und einen Platz."),
    "ko_too_many": _("%(present)s Leute passen nicht auf %(places)s Plätze der K.O.-Tische."),
}
