"""The pages of the projector in words: what each is called at the desk and what stands on it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Words = str | Promise

TITLES: Mapping[str, Words] = {
    "anmeldung": gettext_lazy("Anmeldung"),
    "auslosung": gettext_lazy("Runde %(number)s: Name und Tisch"),
    "tische": gettext_lazy("Runde %(number)s: Uhr und Tische"),
    "stand": gettext_lazy("Stand"),
    "stechen": gettext_lazy("Stechen"),
    "besten": gettext_lazy("Die Besten, ganze Liste"),
    "vorstellung": gettext_lazy("Die Besten, einzeln aufgerufen"),
    "ko": gettext_lazy("K.O.-Tische"),
    "finale": gettext_lazy("Finale"),
    "siegerehrung": gettext_lazy("Siegerehrung, Platz für Platz"),
    "sieger": gettext_lazy("Siegerehrung"),
    "plaetze": gettext_lazy("Alle Plätze"),
    "regeln": gettext_lazy("Regeln in sechs Zeilen"),
    "durchsage": gettext_lazy("Durchsage"),
}

CONTENT: Mapping[str, Words] = {
    "anmeldung": gettext_lazy("Wie viele da sind, was das an Tischen gibt, Adresse für das Handy."),
    "auslosung": gettext_lazy("Alle Namen nach dem Alphabet mit ihrem Tisch."),
    "tische": gettext_lazy("Minuten der Runde und welche Tische noch spielen."),
    "stand": gettext_lazy("Plätze und Punkte, soweit veröffentlicht, mit dem Strich."),
    "stechen": gettext_lazy("Wer worum wirft, die Würfe, wer noch werfen muss."),
    "besten": gettext_lazy("Wer weiterkommt und wer davon schon eingecheckt ist."),
    "ko": gettext_lazy("Die K.O.-Tische nebeneinander mit allen Spielmarken."),
    "finale": gettext_lazy("Der Finaltisch mit Spielmarken und, wenn geführt, Deckeln."),
    "sieger": gettext_lazy("Wer gewonnen hat, die Nächsten und die Ehrungen."),
    "plaetze": gettext_lazy("Alle Leute vom ersten bis zum letzten Platz."),
    "regeln": gettext_lazy("Kurz, wie gespielt wird."),
}

DONE: Mapping[str, Words] = {
    "pin": gettext_lazy("Die Leinwand zeigt jetzt diese Seite."),
    "turn": gettext_lazy("Die Leinwand blättert weiter."),
    "hold": gettext_lazy("Die Leinwand blättert nicht mehr."),
    "let_turn": gettext_lazy("Die Leinwand blättert wieder."),
    "follow": gettext_lazy("Die Leinwand folgt wieder dem Abend."),
    "present": gettext_lazy("Der Aufruf der Besten ist vorbereitet."),
    "present_podium": gettext_lazy("Die Siegerehrung ist vorbereitet."),
    "call": gettext_lazy("Aufgerufen."),
    "message": gettext_lazy("Die Durchsage steht auf der Leinwand."),
    "take_message": gettext_lazy("Die Durchsage ist weg."),
    "gong": gettext_lazy("Gong."),
}


def title(name: str, number: int = 0) -> str:
    return str(TITLES[name]) % {"number": number}


def content(name: str) -> str:
    return str(CONTENT[name])


def done(act: str) -> str:
    return str(DONE[act])


def next_call(places: list[int]) -> str:
    """The button that calls out the next place; several places share a rank."""
    if len(places) > 1:
        return _("Platz %(first)s bis %(last)s aufrufen") % {"first": places[0], "last": places[-1]}
    return _("Platz %(place)s aufrufen") % {"place": places[0]}
