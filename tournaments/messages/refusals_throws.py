"""Refusals while a game is followed: throws, held dice, turned sixes, Deckel (R1–R5)."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    # Who is on turn and how often
    "not_on_turn": _("Startnummer %(next)s ist an der Reihe, nicht Startnummer %(player)s."),
    "turn_running": _("Startnummer %(player)s wirft gerade. Bitte diesen Wurf zuerst zu Ende eingeben."),
    "throws_used_up": _("Hier wird höchstens %(high)s-mal geworfen. Der Wurf bleibt so."),
    "nothing_thrown": _("Hier ist noch nicht geworfen worden."),
    "round_complete": _("In dieser Wurfrunde haben schon alle geworfen."),
    "laden_one_throw": _("Beim Laden wird nur einmal geworfen."),
    # Dice that lie
    "no_die_thrown": _("Wer weiter wirft, wirft mindestens einen Würfel."),
    "dice_not_there": _("Liegen bleiben kann nur, was gefallen ist."),
    "dice_lie_there": _("Was liegt, bleibt liegen. Es darf nicht zurück in den Becher."),
    "only_ones_held": _("Zwischen den Würfen dürfen nur Einsen liegen bleiben."),
    "built_without_one": _(
        "So kann der Wurf nicht gebaut sein: Liegen bleiben dürfen nur Einsen, und hier ist keine."
    ),
    # Turned sixes
    "sixes_not_turned": _("So werden Sechsen hier nicht gedreht."),
    "sixes_not_there": _("Dafür müssen in diesem Wurf %(need)s Sechsen gefallen sein."),
    "sixes_turned_already": _("In diesem Wurf sind schon Sechsen gedreht."),
    "sixes_last_throw": _("Im letzten Wurf werden keine Sechsen gedreht."),
    "sixes_throw_on": _("Wer Sechsen dreht, muss noch einmal werfen."),
    # Deckel of a throwing round
    "round_running": _("In dieser Wurfrunde ist schon geworfen worden. Bitte die übrigen Würfe eingeben."),
    "not_playing": _("Startnummer %(player)s spielt in dieser Hälfte nicht oder nicht mehr mit."),
    "not_a_worth": _("So viele Deckel ist nach diesen Regeln kein Wurf wert."),
    "best_missing": _("Bitte auch antippen, wer den besten Wurf hatte: Von dort kommen die Deckel."),
    "best_is_loser": _("Den besten und den schlechtesten Wurf kann nicht dieselbe Person haben."),
    "half_over": _("Diese Hälfte ist zu Ende."),
    "game_over": _("Dieses Spiel ist zu Ende."),
    # Who goes home
    "not_seated": _("Startnummer %(player)s sitzt nicht an diesem Tisch."),
    "left_already": _("Startnummer %(player)s ist schon gegangen."),
    # „Wer hat verloren?“
    "too_few_throws": _("Zum Vergleichen braucht es mindestens zwei Würfe."),
    "thrown_twice": _("Startnummer %(player)s steht hier zweimal."),
    "dice_missing": _("Hier fehlen noch Würfel: Zu einem Wurf gehören drei."),
    "hand_missing": _(
        "Bitte noch sagen, ob dieser Wurf aus der Hand kam oder gebaut ist: Hier kommt es darauf an."
    ),
    "table_not_playing": _("An diesem Tisch wird gerade nicht gespielt. Ohne Namen geht es weiter."),
    # What a device sends
    "act_unknown": _("Diese Eingabe gibt es nicht. Bitte die Seite neu laden."),
    "act_malformed": _("Diese Eingabe ist unvollständig. Bitte die Seite neu laden."),
    "act_not_here": _("Das geht an dieser Stelle nicht. Bitte die Seite neu laden."),
}
