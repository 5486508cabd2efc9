"""The format in words: name and one sentence for each field (C1–C7.2), its choices, since when fixed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class FieldText:
    """`label` names the field, `help` says in one sentence what it does."""

    label: Words
    help: Words


FIELDS: Mapping[str, FieldText] = {
    "rounds": FieldText(
        _("Turnierrunden der Vorrunde"),
        _("So oft wird neu ausgelost und gespielt, bis die Besten feststehen."),
    ),
    "games_per_round": FieldText(
        _("Spiele je Turnierrunde"),
        _("So viele Spiele spielt jeder Tisch nach einer Auslosung."),
    ),
    "odd_tables": FieldText(
        _("Wenn es nicht durch vier geht"),
        _("Gespielt wird an Vierertischen; die übrigen Leute kommen an größere oder kleinere Tische."),
    ),
    "clubs_apart": FieldText(
        _("Vereine und Teams trennen"),
        _("Die Auslosung setzt Leute aus einem Verein oder Team an verschiedene Tische, so weit es geht."),
    ),
    "late_entry_until": FieldText(
        _("Nachmeldung bis zur Runde"),
        _("Wer später kommt, darf noch mitspielen, bis die Runde danach beginnt; 0 heißt: nur vor Runde 1."),
    ),
    "tie_breaks": FieldText(
        _("Bei gleichen Punkten der Reihe nach"),
        _("Danach ordnet die Tabelle, wer gleich viele Punkte hat."),
    ),
    "decide": FieldText(
        _("Gleichstand an einer Grenze"),
        _("Wie sich entscheidet, wer bei gleichen Punkten weiterkommt."),
    ),
    "freeze_rounds": FieldText(
        _("Geheime Runden am Schluss"),
        _("So viele Runden vor der Verkündung zeigt die Halle keinen neuen Stand."),
    ),
    "prize_places": FieldText(
        _("Preise der Vorrunde bis Platz"),
        _("Plätze, unter denen eine Preisgrenze verläuft, durch Komma getrennt; leer: keine."),
    ),
    "schock_aus_counted": FieldText(
        _("Schock aus zählen"),
        _("Jeder Schock aus wird am Tisch mit einem Strich festgehalten."),
    ),
    "ko_tables": FieldText(
        _("K.O.-Tische"),
        _("An so vielen Tischen spielen die Besten der Vorrunde; 0 heißt: gleich ins Finale."),
    ),
    "ko_seats": FieldText(
        _("Plätze je K.O.-Tisch"),
        _("So viele Leute sitzen an einem K.O.-Tisch."),
    ),
    "survivors": FieldText(
        _("Ins Finale je K.O.-Tisch"),
        _("Ein K.O.-Tisch hört auf, sobald nur noch so viele Leute Spielmarken haben."),
    ),
    "final_size": FieldText(
        _("Plätze im Finale ohne K.O.-Tische"),
        _("So viele der Besten setzen sich ohne K.O.-Tische gleich an den Finaltisch."),
    ),
    "ko_seeding": FieldText(
        _("Verteilung auf die K.O.-Tische"),
        _("Wie die Plätze der Vorrunde auf die K.O.-Tische kommen."),
    ),
    "marks": FieldText(
        _("Spielmarken"),
        _("So viele Spiele darf man verlieren, bis man ausscheidet."),
    ),
    "bonus_ranks": FieldText(
        _("Zusätzliche Spielmarken für die ersten"),
        _("So viele der Bestplatzierten bekommen mehr Spielmarken."),
    ),
    "bonus_marks": FieldText(
        _("Zusätzliche Spielmarken je Person"),
        _("So viele Spielmarken bekommen die Bestplatzierten zusätzlich."),
    ),
    "final_marks": FieldText(
        _("Spielmarken im Finale"),
        _("Ob die übrigen Spielmarken ins Finale mitgehen oder alle neu anfangen."),
    ),
    "round_minutes": FieldText(
        _("Zeitgrenze je Runde in Minuten"),
        _("Die Uhr zeigt die Grenze an; leer: die Uhr läuft ohne Grenze mit."),
    ),
    "entry_fee_cents": FieldText(
        _("Startgeld in Euro"),
        _("So viel zahlt jede Person; schon eingetragene Leute behalten ihren Betrag."),
    ),
    "deckel_protocol": FieldText(
        _("Deckel mitschreiben"),
        _("Wo ein Gerät am Tisch Wurfrunde für Wurfrunde festhalten darf, wer die Deckel nimmt."),
    ),
    "personal_data_days": FieldText(
        _("Namen löschen nach Tagen"),
        _("So viele Tage nach dem Turnier werden aus Namen Startnummern."),
    ),
}

GROUPS: tuple[tuple[str, Words, tuple[str, ...]], ...] = (
    (
        "vorrunde",
        _("Vorrunde"),
        ("rounds", "games_per_round", "odd_tables", "clubs_apart", "late_entry_until", "round_minutes"),
    ),
    (
        "tabelle",
        _("Tabelle"),
        ("tie_breaks", "decide", "freeze_rounds", "prize_places", "schock_aus_counted"),
    ),
    (
        "ko",
        _("K.O.-Tische und Finale"),
        (
            "ko_tables",
            "ko_seats",
            "survivors",
            "final_size",
            "ko_seeding",
            "marks",
            "bonus_ranks",
            "bonus_marks",
            "final_marks",
        ),
    ),
    ("rundherum", _("Rundherum"), ("deckel_protocol", "entry_fee_cents", "personal_data_days")),
)
"""Every field of the format in the order of the evening: (anchor, heading, fields)."""

CHOICES: Mapping[str, tuple[tuple[str, Words], ...]] = {
    "odd_tables": (("fives", _("Fünfertische")), ("threes", _("Dreiertische"))),
    "clubs_apart": (("yes", _("ja")), ("no", _("nein"))),
    "schock_aus_counted": (("yes", _("ja")), ("no", _("nein"))),
    "decide": (
        ("stechen", _("Stechen: ein offener Wurf")),
        ("chain", _("die Reihenfolge oben, erst dann Stechen")),
    ),
    "ko_seeding": (
        ("apart", _("die Ersten getrennt, der Rest gelost")),
        ("snake", _("reihum hin und zurück")),
        ("lot", _("alle gelost")),
    ),
    "deckel_protocol": (
        ("none", _("nirgends")),
        ("final", _("nur im Finale")),
        ("ko", _("an den K.O.-Tischen und im Finale")),
        ("all", _("an allen Tischen")),
    ),
    "tie_breaks": (
        ("fewer_lost_games", _("weniger verlorene Spiele")),
        ("more_wins", _("mehr gewonnene Spiele")),
        ("schock_aus", _("mehr Schock aus")),
        ("points_per_game", _("mehr Punkte je Spiel")),
    ),
}

CARRY: Words = _("mitnehmen, was übrig ist")
NOTHING_MORE: Words = _("nichts weiter")
TIE_BREAK_PLACES: tuple[Words, ...] = (_("zuerst"), _("dann"), _("danach"), _("zuletzt"))

PRESETS: Mapping[str, FieldText] = {
    "dueren": FieldText(
        _("Dürener Schockmeisterschaft"),
        _("Fünf Runden, die besten 15 an drei K.O.-Tischen, Finale mit sechs."),
    ),
    "klein": FieldText(
        _("Kleiner Abend"), _("Vier Runden, die besten 8 an zwei K.O.-Tischen, Finale mit vier.")
    ),
    "leer": FieldText(
        _("Ohne Zusätze"), _("Drei Runden, keine Vereinstrennung, keine zusätzlichen Spielmarken.")
    ),
}
"""Where the set-up starts."""

RULE_PRESETS: Mapping[str, FieldText] = {
    "dueren": FieldText(
        _("Dürener Regeln"), _("Straße und General nur aus einem Wurf, Schock 2 schlägt jeden General.")
    ),
    "dm": FieldText(_("Deutsche Meisterschaft"), _("Wie Düren, aber Schock 2 liegt unter jedem General.")),
    "typenclub": FieldText(_("Typen Club"), _("Gebautes zählt, Zurücklegen erlaubt, es wird nicht geladen.")),
    "gartengoetter": FieldText(_("Gartengötter"), _("Gebautes zählt, es wird geladen.")),
    "kneipe": FieldText(_("Kneipe"), _("Sechsen werden nicht gedreht, Gleichstand wird wiederholt.")),
}
"""R6: the published rule sets."""

SINCE: Mapping[str, Words] = {
    "round_published": _("Steht fest, seit Runde 1 veröffentlicht ist."),
    "cut_made": _("Steht fest, seit die Besten festgestellt sind."),
    "final_result": _("Steht fest, seit im Finale ein Spiel eingetragen ist."),
    "first_result": _("Stehen fest, seit das erste Ergebnis eingetragen ist."),
}
"""Since when a field is fixed (queries/fixed.py) and why it cannot be changed any more."""
