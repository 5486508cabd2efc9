"""The print page in words: documents, states, and why something could not be printed."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

DOCUMENTS: Mapping[str, Words] = {
    "sheets": _("Tischzettel"),
    "names": _("Name und Tisch"),
    "standings": _("Stand nach Runde %(round)s"),
    "ko_cards": _("K.O.-Karten"),
    "final_card": _("Finalkarte"),
    "stechen": _("Stechen"),
    "log": _("Protokoll"),
    "lots": _("Losprotokoll"),
    "rules": _("Regelblatt"),
    "guide": _("Hilfe für die Leitung"),
    "announcement": _("Ausschreibung"),
    "stands": _("Tischnummern"),
    "blank_sheets": _("Leere Tischzettel"),
    "prizes": _("Liste für die Ansage"),
    "certificates": _("Urkunden"),
    "places": _("Alle Plätze"),
    "certificates_all": _("Urkunden für alle"),
    "certificate": _("Urkunde, Startnummer %(round)s"),
    "package": _("Notpaket"),
}
WHAT_FOR: Mapping[str, Words] = {
    "sheets": _("Ein Blatt für jeden Tisch, zum Ankreuzen und Unterschreiben."),
    "names": _("Zum Aushängen: wer an welchem Tisch sitzt."),
    "standings": _("Alle Plätze mit den Punkten jeder Runde und dem Strich."),
    "ko_cards": _("Eine Karte für jeden K.O.-Tisch, mit Spielmarken zum Durchkreuzen."),
    "final_card": _("Die Karte für den Finaltisch, mit Spielmarken und den Plätzen zum Eintragen."),
    "stechen": _("Zum Rufen und Aufschreiben: wer wirft, und was geworfen wurde."),
    "log": _("Alles, was an diesem Abend eingetragen wurde, das Älteste zuerst."),
    "lots": _("Jede veröffentlichte Auslosung mit allen Plätzen, und wie sich das Los nachprüfen lässt."),
    "rules": _("Zum Aushängen: alle Regeln auf einer Seite."),
    "guide": _("Der Abend auf einer Seite, zum Danebenlegen."),
    "announcement": _("Zum Einladen: Format, Ablauf und Regeln auf zwei Seiten."),
    "stands": _(
        "Zum Falten und Aufstellen: Nummer, QR-Code und Code jedes Tischs bis zum Finale. Vor der ersten Auslosung ist eine Reserve dabei."
    ),
    "blank_sheets": _("Zum Kopieren: ein Zettel für jede Tischgröße, Namen und Tisch von Hand."),
    "prizes": _("Ehrungen und Plätze, die letzten zuerst, groß gedruckt, mit einer Spalte für die Preise."),
    "places": _("Zum Aushängen: wer gewonnen hat, und alle Plätze."),
    "certificates": _(
        "Für Rote Laterne, Schock-aus-König, Beste Dame, Preise der Vorrunde und alle im Finale, in der Reihenfolge der Ansage. Keine für eine Ehrung, die sich mehr als vier teilen."
    ),
    "certificates_all": _("Für jede Person eine, vom letzten zum ersten Platz."),
    "certificate": _("Eine einzelne, mit dem Platz am Ende."),
    "package": _(
        "Für den Abend ohne Rechner: alle Blätter zum Ausfüllen, und auf der ersten Seite, wie es geht."
    ),
}
FILES: Mapping[str, Words] = {
    "sheets": _("Tischzettel Runde %(round)s.pdf"),
    "names": _("Name und Tisch Runde %(round)s.pdf"),
    "standings": _("Stand nach Runde %(round)s.pdf"),
    "ko_cards": _("K.O.-Karten.pdf"),
    "final_card": _("Finalkarte.pdf"),
    "stechen": _("Stechen.pdf"),
    "log": _("Protokoll.pdf"),
    "lots": _("Losprotokoll.pdf"),
    "rules": _("Regelblatt.pdf"),
    "guide": _("Hilfe.pdf"),
    "announcement": _("Ausschreibung.pdf"),
    "stands": _("Tischnummern.pdf"),
    "blank_sheets": _("Leere Tischzettel.pdf"),
    "prizes": _("Liste für die Ansage.pdf"),
    "places": _("Alle Plätze.pdf"),
    "certificates": _("Urkunden.pdf"),
    "certificates_all": _("Urkunden für alle.pdf"),
    "certificate": _("Urkunde Startnummer %(round)s.pdf"),
    "package": _("Notpaket.pdf"),
}
SHELVES: Mapping[str, Words] = {
    "honours": _("Für die Siegerehrung"),
    "final": _("Finale"),
    "ko": _("K.O.-Runde"),
    "stechen": _("Stechen"),
    "round": _("Runde %(number)s"),
    "evening": _("Für den ganzen Abend"),
}
STATES: Mapping[str, Words] = {
    "waiting": _("wartet"),
    "away": _("wartet auf den Druckdienst"),
    "running": _("wird erstellt"),
    "done": _("fertig"),
    "stale": _("veraltet"),
    "failed": _("nicht gelungen"),
    "cancelled": _("abgebrochen"),
}
STALE: Mapping[str, Words] = {
    "log": _("Was gedruckt ist, stimmt; hier fehlt, was seither geschah."),
}
"""Why a paper is called old, where it is not wrong."""
ERRORS: Mapping[str, Words] = {
    "nothing_to_print": _("Das gibt es nicht mehr: Seither wurde etwas zurückgenommen."),
    "does_not_fit": _("Ein Blatt ist länger als eine Seite. Bitte die Namen oder die Regeln kürzen."),
    "disk_full": _("Die Festplatte ist voll. Bitte Platz schaffen und das PDF noch einmal erstellen."),
    "not_writable": _("Der Ordner für fertige Drucke ist nicht beschreibbar."),
    "library_missing": _(
        "Auf diesem Rechner fehlt Pango. Das Programm bitte neu starten, es richtet es ein."
    ),
    "gave_up": _("Der Druckdienst ist daran mehrmals abgebrochen."),
    "print_failed": _("Das Blatt ließ sich nicht setzen."),
}
CANCELLED = _("Abgebrochen, es wird kein PDF erstellt.")


def document_name(kind: str, number: int) -> str:
    return str(DOCUMENTS[kind]) % {"round": number}


def file_name(kind: str, number: int) -> str:
    return str(FILES[kind]) % {"round": number}


def shelf_name(name: str, number: int) -> str:
    return str(SHELVES[name]) % {"number": number}


def error_text(code: str) -> str:
    return str(ERRORS.get(code, ERRORS["print_failed"]))


def state_text(state: str) -> str:
    return str(STATES.get(state, ""))


def stale_text(kind: str) -> str:
    return str(STALE.get(kind, _("Seither hat sich etwas geändert.")))
