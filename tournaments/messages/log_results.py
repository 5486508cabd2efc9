"""Results, absences and corrections in the log; people by start number only."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    "record_game": _("Tisch %(table)s, Spiel %(game)s: verloren hat Startnummer %(loser)s"),
    "conflicting_game": _("Tisch %(table)s, Spiel %(game)s: ein zweites, anderes Ergebnis"),
    "undo_game": _("Tisch %(table)s, Spiel %(game)s: Ergebnis zurückgenommen"),
    "decide_conflict_first": _(
        "Tisch %(table)s, Spiel %(game)s: Widerspruch geklärt, das erste Ergebnis gilt"
    ),
    "decide_conflict_second": _(
        "Tisch %(table)s, Spiel %(game)s: Widerspruch geklärt, das zweite Ergebnis gilt"
    ),
    "correct_game": _("Tisch %(table)s, Spiel %(game)s: Ergebnis berichtigt"),
    "add_schock_aus": _("Tisch %(table)s: Schock aus von Startnummer %(player)s, jetzt %(count)s"),
    "take_back_schock_aus": _(
        "Tisch %(table)s: Schock aus von Startnummer %(player)s zurückgenommen, jetzt %(count)s"
    ),
    "mark_no_show": _("Tisch %(table)s: Startnummer %(player)s ist nicht gekommen"),
    "mark_left": _("Tisch %(table)s: Startnummer %(player)s ist in Spiel %(game)s gegangen"),
    "void_absence": _("Tisch %(table)s: Startnummer %(player)s ist doch da"),
    "give_walkover": _("Tisch %(table)s: kampflos"),
    "void_table": _("Tisch %(table)s: ohne Wertung"),
    "reopen_table": _("Tisch %(table)s: wieder geöffnet"),
}
