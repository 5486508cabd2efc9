"""Refusals of Stechen, cut, K.O. and final."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "rounds_open": _(
        "Geschlossene Runden: %(closed)s von %(rounds)s. Bitte zuerst die Vorrunde zu Ende spielen."
    ),
    "not_tied": _("Diese Leute liegen nicht mehr gleichauf an einer Grenze. Bitte die Seite neu laden."),
    "stechen_open": _("Dieses Stechen läuft schon."),
    "stechen_gone": _("Dieses Stechen wurde zurückgenommen. Bitte die Seite neu laden."),
    "stechen_decided": _(
        "Die Besten stehen schon fest. Wer am Stechen etwas ändern will, nimmt zuerst die Feststellung zurück."
    ),
    "not_in_stechen": _("Startnummer %(player)s wirft in diesem Stechen nicht mit."),
    "not_asked": _("Von Startnummer %(player)s fehlt gerade kein Wurf."),
    "throw_there": _("Diesen Wurf von Startnummer %(player)s hat schon jemand eingetragen."),
    "throw_missing": _("Bitte drei Ziffern, einen Platz oder „nicht da“ angeben."),
    "throw_gone": _("Dieser Wurf wurde schon zurückgenommen."),
    "throw_mixed": _(
        "In diesem Durchgang wurden Würfel und Plätze gemischt. Bitte bei einer Art bleiben oder die "
        "anderen Einträge zurücknehmen."
    ),
    "dice_invalid": _("Bitte drei Ziffern von 1 bis 6 eingeben, zum Beispiel 653."),
    "dice_count": _("Ein Wurf hat drei Würfel."),
    "dice_range": _("Auf einem Würfel stehen nur 1 bis 6."),
    "place_range": _("Ein Platz ist eine Zahl ab 1."),
    "boundary_open": _(
        "%(people)s Leute liegen noch gleichauf an einer Grenze. Bitte zuerst das Stechen eintragen."
    ),
    "no_cut": _("Die Besten stehen noch nicht fest."),
    "already_announced": _("Die Besten sind schon verkündet."),
    "not_announced": _("Die Besten sind noch nicht verkündet."),
    "not_in_cut": _(
        "Startnummer %(player)s steht nicht in der Tabelle, auf der die Besten festgestellt wurden."
    ),
    "declined_already": _("Startnummer %(player)s hat abgesagt. Bitte zuerst die Absage zurücknehmen."),
    "checked_in_already": _("Startnummer %(player)s ist schon eingecheckt."),
    "not_checked_in": _("Startnummer %(player)s ist nicht eingecheckt."),
    "not_declined": _("Startnummer %(player)s hat nicht abgesagt."),
    "not_qualified": _("Startnummer %(player)s ist noch nicht an der Reihe."),
    "chair_taken": _(
        "Der Platz von Startnummer %(player)s ist schon vergeben. Bitte zuerst das Nachrücken zurücknehmen."
    ),
    "no_chair": _("An den K.O.-Tischen ist kein Platz frei."),
    "ko_has_result": _(
        "An den K.O.-Tischen gibt es schon ein Ergebnis. Bitte zuerst dieses Ergebnis zurücknehmen."
    ),
    "move_up_open": _(
        "%(people)s Leute teilen sich den nächsten Platz. Bitte zuerst das Stechen ums Nachrücken eintragen."
    ),
    "bonus_open": _(
        "%(people)s Leute teilen sich den letzten Platz mit weiteren Spielmarken. Bitte zuerst das Stechen "
        "darum eintragen."
    ),
    "bonus_waits": _(
        "%(people)s Leute teilen sich den letzten Platz mit weiteren Spielmarken. Bitte zuerst alle "
        "einchecken oder absagen, dann darum stechen."
    ),
    "nobody_checked_in": _(
        "Niemand ist eingecheckt. Bitte erst einchecken oder die Feststellung zurücknehmen."
    ),
    "nobody_left": _("An den K.O.-Tischen ist niemand mehr übrig. Bitte einen Abgang dort zurücknehmen."),
    "nobody_eligible": _(
        "Es ist niemand mehr dabei, der weiterkommen kann. Bitte zuerst in der Anmeldung jemanden zurückholen."
    ),
    "not_all_checked_in": _(
        "Noch nicht eingecheckt: %(waiting)s von denen, die weiter sind. Entweder einchecken, absagen oder mit "
        "kleineren Tischen auslosen."
    ),
    "tables_open": _("K.O.-Tische, die noch spielen: %(count)s."),
    "conflict_open": _("Ein Widerspruch ist noch offen. Bitte ihn zuerst klären."),
    "no_final": _("Es gibt noch kein Finale."),
    "final_has_result": _("Im Finale gibt es schon ein Ergebnis. Bitte zuerst dieses Ergebnis zurücknehmen."),
    "names_deleted": _("Die Namen dieses Turniers sind gelöscht. Es bleibt, wie es ist."),
    "not_confirmed": _("Bitte zuerst ankreuzen: Zurücknehmen lässt sich das nicht."),
    "final_open": _("Im Finale haben noch mehrere Leute Spielmarken."),
}
