"""Refusals of the set-up: tournament, format, rules."""

from django.utils.translation import gettext_lazy as _

REFUSALS = {
    "title_missing": _("Bitte einen Namen für das Turnier eintragen."),
    "text_too_long": _("Der Text ist mit %(length)s Zeichen zu lang, es passen %(limit)s."),
    "date_invalid": _("Bitte ein Datum wie 29.11.2026 eintragen."),
    "preset_unknown": _("Diese Vorlage gibt es nicht. Bitte eine der angebotenen wählen."),
    "slug_invalid": _("Die Adresse besteht aus Kleinbuchstaben, Ziffern und Bindestrichen."),
    "slug_reserved": _("„%(slug)s“ braucht das Programm selbst. Bitte eine andere Adresse wählen."),
    "slug_taken": _("Ein Turnier mit der Adresse „%(slug)s“ gibt es schon. Bitte eine andere wählen."),
    "table_url_invalid": _(
        "Bitte nur die Adresse ohne etwas dahinter eintragen, zum Beispiel http://192.168.1.20:8000."
    ),
    "table_url_unknown": _(
        "Unter „%(host)s“ antwortet dieser Rechner nicht. Bitte eine seiner Adressen eintragen, oder die neue "
        "beim Start erlauben (ALLOWED_HOSTS)."
    ),
    "no_rehearsal": _("Gelöscht werden nur Probeläufe. Dieses Turnier ist keiner."),
    "lot_number_invalid": _("Die Losnummer ist eine Zahl zwischen 0 und %(limit)s."),
    "lot_number_used": _(
        "Mit der bisherigen Losnummer ist schon ausgelost. Zuerst die Auslosung verwerfen, dann ändern."
    ),
    # What the format refuses, field by field
    "value_type": _("Dieser Wert passt nicht. Bitte einen der vorgesehenen Werte eintragen."),
    "value_range": _("Möglich ist %(low)s bis %(high)s."),
    "value_choice": _("Bitte eine der angebotenen Möglichkeiten wählen."),
    "value_repeated": _("Jede Möglichkeit kann nur einmal vorkommen."),
    "value_order": _("Bitte die Plätze aufsteigend und jeden nur einmal eintragen."),
    "unknown_field": _("Diese Angabe kennt das Format nicht. Bitte die Seite neu laden."),
    "field_missing": _("Bitte auch dieses Feld ausfüllen."),
    "number_invalid": _("Bitte eine ganze Zahl eintragen."),
    "money_invalid": _("Bitte einen Betrag wie 10 oder 7,50 eintragen."),
    "places_invalid": _("Bitte Plätze wie 1, 10 eintragen, durch Komma getrennt."),
    # Two fields that do not go together
    "late_entry_beyond_rounds": _(
        "Die Nachmeldung kann nicht länger offen sein, als Runden gespielt werden. Eines von beiden ändern."
    ),
    "freeze_beyond_rounds": _(
        "Es können nicht mehr Runden geheim bleiben, als gespielt werden. Eines von beiden ändern."
    ),
    "chain_empty": _(
        "Wenn die Reihenfolge entscheiden soll, braucht sie mindestens eine Angabe. Sonst Stechen wählen."
    ),
    "schock_aus_not_counted": _(
        "Nach Schock aus lässt sich nur ordnen, wenn sie gezählt werden. Eines von beiden ändern."
    ),
    "survivors_not_below_seats": _(
        "Ins Finale müssen weniger Leute kommen, als am K.O.-Tisch sitzen. Eines von beiden ändern."
    ),
    "final_too_large": _(
        "So kämen %(size)s Leute ins Finale, am Tisch ist Platz für %(high)s. Weniger Tische wählen oder "
        "weniger je Tisch."
    ),
    "final_too_small": _("So käme nur eine Person ins Finale. Mehr Tische oder mehr je Tisch."),
    "final_marks_without_ko": _(
        "Ohne K.O.-Tische gelten im Finale die Spielmarken von oben. Hier „mitnehmen“ wählen oder "
        "K.O.-Tische dazunehmen."
    ),
    "bonus_beyond_cut": _(
        "Es kommen nur %(high)s Leute weiter, so viele können höchstens zusätzliche Spielmarken bekommen."
    ),
    # What is fixed already
    "format_fixed": _(
        "Das steht schon fest und lässt sich heute Abend nicht mehr ändern. Die Seite bitte neu laden."
    ),
    "rounds_already_drawn": _(
        "Runde %(drawn)s ist schon ausgelost. Weniger als %(drawn)s Runden gehen nicht."
    ),
    "rules_fixed": _(
        "Seit dem ersten Ergebnis stehen die Regeln fest. Nur „scharf“ lässt sich je Tisch noch umstellen."
    ),
    # Rules
    "jule_from_hand_without_jule": _("Ohne Jule gibt es keine Jule aus der Hand. Eines von beiden ändern."),
    "equal_throws_open": _(
        "Zuletzt muss feststehen, wer besser ist: wer zuerst warf, oder noch einmal werfen."
    ),
    "equal_throws_order": _("Nach „wer zuerst warf“ oder „noch einmal“ kann nichts weiter kommen."),
    # Accounts
    "login_wrong": _("Name oder Kennwort stimmt nicht. Bitte noch einmal eingeben."),
    "login_slow": _(
        "Zu viele falsche Versuche. Bitte %(seconds)s Sek. warten und dann noch einmal eingeben."
    ),
    "account_name_invalid": _(
        "Der Name besteht aus 3 bis 30 Buchstaben, Ziffern, Punkten oder Bindestrichen."
    ),
    "account_taken": _("Ein Konto mit diesem Namen gibt es schon. Bitte einen anderen Namen wählen."),
    "password_renewed": _(
        "Für dieses Konto wurde inzwischen ein anderes Kennwort gemacht; nur wer es gemacht hat, hat es gesehen. "
        "Ist es verloren, unter „Konten“ noch ein neues machen."
    ),
    "account_closed": _(
        "Dieses Konto ist inzwischen geschlossen. Unter „Konten“ lässt es sich wieder öffnen."
    ),
    "account_unknown": _("Dieses Konto gibt es nicht mehr."),
}
