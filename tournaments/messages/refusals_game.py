"""Refusals at a table: results, absences, corrections."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "half1_missing": _("Es fehlt noch, wer Hälfte 1 verloren hat."),
    "half2_missing": _("Es fehlt noch, wer Hälfte 2 verloren hat."),
    "endkampf_missing": _("Es fehlt noch, wer den Endkampf verloren hat."),
    "endkampf_not_in_halves": _(
        "Im Endkampf spielen nur die beiden, die eine Hälfte verloren haben. Bitte eine von beiden wählen."
    ),
    "endkampf_not_allowed": _(
        "Wer beide Hälften verloren hat, hat das Spiel verloren: einen Endkampf gibt es dann nicht."
    ),
    "endkampf_after_leaving": _(
        "Startnummer %(player)s ist gegangen und hat damit den Endkampf verloren. Bitte so eintragen."
    ),
    "loser_not_seated": _("Startnummer %(player)s sitzt nicht an diesem Tisch. Bitte neu wählen."),
    "loser_absent": _("Startnummer %(player)s war bei diesem Spiel nicht da. Bitte neu wählen."),
    "loser_without_marks": _(
        "Startnummer %(player)s ist schon raus und kann nicht verlieren. Bitte neu wählen."
    ),
    "scharf_one_half": _(
        "An diesem Tisch wird scharf gespielt: Nur eine Hälfte zählt. Bitte nur eintragen, wer sie verloren hat."
    ),
    "walkover_not_alone": _(
        "Kampflos geht nur, wenn genau eine Person am Tisch übrig ist. Hier sind es %(present)s."
    ),
    "seated_twice": _("Am Tisch sitzt jemand doppelt. Bitte bei der Leitung melden."),
    "absent_not_seated": _("Startnummer %(player)s sitzt nicht an diesem Tisch."),
    "absent_twice": _("Startnummer %(player)s ist schon als fehlend eingetragen."),
    "unknown_outcome": _("Diesen Ausgang eines Spiels gibt es nicht."),
    "table_complete": _("Dieser Tisch ist fertig. Ein weiteres Ergebnis wird nicht gebraucht."),
    "table_decided": _(
        "Dieser Tisch ist ohne Spiel entschieden (kampflos oder ohne Wertung). Bitte zuerst wieder öffnen."
    ),
    "table_not_decided": _("An diesem Tisch wird gespielt, es gibt nichts zu öffnen."),
    "stale_version": _(
        "Am Tisch hat sich inzwischen etwas geändert. Bitte ansehen, was jetzt gilt, und noch einmal senden."
    ),
    "other_result": _(
        "Für dieses Spiel ist schon ein anderes Ergebnis da. Das erste zählt, die Leitung klärt es."
    ),
    "game_out_of_turn": _("An diesem Tisch ist Spiel %(next)s an der Reihe. Bitte die Seite neu laden."),
    "no_result": _("Für dieses Spiel gibt es kein Ergebnis."),
    "same_result": _("Genau so steht das Ergebnis schon da."),
    "table_has_results": _(
        "An Tisch %(table)s gibt es schon ein Ergebnis. Bitte zuerst dieses Ergebnis zurücknehmen."
    ),
    "player_not_seated": _("Startnummer %(player)s sitzt nicht an diesem Tisch."),
    "already_absent": _("Startnummer %(player)s ist schon als fehlend eingetragen."),
    "absence_gone": _("Dieser Eintrag wurde schon zurückgenommen."),
    "sent_home": _(
        "Startnummer %(player)s wurde von der Leitung zurückgezogen. Nur sie kann das zurücknehmen."
    ),
    "player_out": _("Startnummer %(player)s ist schon raus."),
    "only_vorrunde": _("Das gibt es nur in der Vorrunde."),
    "schock_aus_off": _("In diesem Turnier wird Schock aus nicht gezählt."),
    "no_schock_aus": _("Für Startnummer %(player)s ist hier kein Schock aus eingetragen."),
    "conflict_gone": _("Dieser Widerspruch ist schon geklärt. Bitte die Seite neu laden."),
    "correction_contradicts": _(
        "Das passt nicht zu dem, was danach an diesem Tisch gespielt wurde: Spiel %(games)s. Bitte zuerst "
        "diese Spiele klären. Gespeichert ist nichts."
    ),
    "final_contradicts": _(
        "Das passt nicht zu dem, was im Finale gespielt wurde: Spiel %(games)s. Bitte zuerst diese Spiele "
        "klären. Gespeichert ist nichts."
    ),
    "final_formed": _(
        "Das Finale sitzt schon. Die Leitung kann es auflösen, solange dort kein Ergebnis eingetragen ist."
    ),
    "throws_range": _("Für einen Wurf sind 1 bis %(high)s Versuche erlaubt."),
    "throws_beyond_starter": _(
        "Wer die Runde eröffnet, hat %(high)s-mal geworfen. Öfter wirft danach niemand."
    ),
    "single_throw_built": _("Ein einziger Versuch ist immer aus der Hand."),
    "reopen_first": _("Danach wäre das Turnier noch nicht zu Ende. Bitte es zuerst wieder öffnen."),
}
