"""The guide for the Leitung on one page, by the evening: the desk's "Hilfe" and the same on paper."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Chapter:
    """`code`: its anchor on the page. `lines`: what to do, in order."""

    code: str
    heading: Words
    lines: tuple[Words, ...]


CHAPTERS = (
    Chapter(
        "vorher",
        _("Vor dem Abend"),
        (
            _("Turnier anlegen, Format und Regeln durchsehen: Bei jedem Feld steht, was es bewirkt."),
            _("Einen Probelauf ansehen: ein erfundener Abend auf allen Seiten, mit einem Klick gelöscht."),
            _(
                "In der Halle, am eigenen Router: unter „Drucken“ die Tischnummern und das Notpaket erstellen."
            ),
        ),
    ),
    Chapter(
        "anmeldung",
        _("Anmeldung"),
        (
            _(
                "Liste einlesen oder Namen eintippen. Dieselbe Liste darf zweimal kommen, niemand steht doppelt da."
            ),
            _("Abhaken, wer da ist und wer bezahlt hat. Ausgelost wird unter allen, die da sind."),
            _(
                "Vor Runde 1 eine Zahl ziehen lassen und als Losnummer eintragen: So ist jede Auslosung prüfbar."
            ),
        ),
    ),
    Chapter(
        "runde",
        _("Jede Runde"),
        (
            _(
                "Auslosen, ansehen, veröffentlichen. Erst dann sieht die Halle die Tische. Zettel drucken, Uhr starten."
            ),
            _(
                "Die Tische geben selbst ein. Zettel tippt die Leitung ab: Tischnummer, Enter, je Hälfte der Sitz, Enter."
            ),
            _(
                "Wer nicht kommt oder geht: Tisch öffnen, Person wählen. Wer spät kommt: eintragen, dann an einen Tisch setzen."
            ),
            _("Sind alle Tische fertig: Runde schließen. Dabei wird alles gesichert."),
        ),
    ),
    Chapter(
        "stechen",
        _("Stand und Stechen"),
        (
            _(
                "Gleichstand am Strich entscheidet ein Stechen: Alle werfen einmal offen, die Augen werden eingetippt."
            ),
            _("Wer am Strich gleich gut wirft, wirft noch einmal. Wer nicht antritt, bekommt „nicht da“."),
        ),
    ),
    Chapter(
        "ko",
        _("Die Besten, K.O. und Finale"),
        (
            _("Die Besten feststellen, verkünden und einchecken. Wer absagt, für den rückt jemand nach."),
            _(
                "K.O.-Tische auslosen. Ein verlorenes Spiel kostet eine Spielmarke; der Tisch hört von selbst auf."
            ),
            _(
                "Finale bilden, spielen, Turnier abschließen. Danach liegen unter „Drucken“ Urkunden und die Liste für die Ansage."
            ),
        ),
    ),
    Chapter(
        "geraete",
        _("Geräte an den Tischen"),
        (
            _(
                "QR-Code scannen oder die Adresse öffnen und die sechs Zeichen eingeben, einmal je Tisch. K.O.-Tische und Finale haben eigene."
            ),
            _(
                "Steht da „wartet auf Netz“, bleibt der Eintrag im Gerät und geht von selbst hinaus. Die Seite offen lassen."
            ),
            _("Zwei Geräte sagen Verschiedenes: Das erste zählt, bis die Leitung den Widerspruch klärt."),
        ),
    ),
    Chapter(
        "falsch",
        _("Wenn etwas falsch war"),
        (
            _(
                "Jeder Schritt des Abends geht zurück, solange nichts darauf aufbaut: „Zurücknehmen“, „Wieder öffnen“, „Verbergen“, „Neu auslosen“."
            ),
            _(
                "Falsches Ergebnis: Tisch öffnen, berichtigen, Grund nennen. Vorher steht da, was sich dadurch ändert."
            ),
            _("Im Protokoll steht, wer was wann getan hat."),
            _("Gelöscht werden nur die Namen, so viele Tage nach dem Turnier, wie unter „Format“ steht."),
        ),
    ),
    Chapter(
        "ausfall",
        _("Wenn etwas ausfällt"),
        (
            _("Programm oder Rechner steht: neu starten wie am Anfang. Was bestätigt war, ist da."),
            _("Ohne Netz und ohne Drucker geht es weiter, mit Papier. Zettel werden später eingegeben."),
            _("Ohne Rechner: das Notpaket. Seine erste Seite sagt, wie der Abend damit weitergeht."),
        ),
    ),
)

KEYS = (
    ("/", _("suchen: Name, Startnummer, Tisch")),
    ("1–9", _("Tisch oder Sitz wählen")),
    ("Enter", _("bestätigen")),
    ("Z", _("letzten Eintrag zurücknehmen")),
    ("Esc", _("zurück")),
)

_AT = {
    "vorher": ("tournaments", "create", "describe", "format", "rules", "rehearsal", "rehearsal_start"),
    "anmeldung": ("registration", "import", "import_preview", "import_confirm", "player", "search"),
    "runde": ("round", "swap", "slip", "meetings", "table", "publish", "draw"),
    "stechen": ("standings", "stechen"),
    "ko": ("cut", "ko", "final", "winner"),
    "geraete": ("devices", "screen"),
    "falsch": ("log", "correct"),
}
_CHAPTER = {page: code for code, pages in _AT.items() for page in pages}


def chapters(days: int | None) -> tuple[Chapter, ...]:
    """The guide in the language of this moment; `days`: after how many the names go, None without a tournament."""
    if days is None:
        return CHAPTERS
    n = max(days, 1)  # services/deletion.py: never within a day of the end
    names = ngettext(
        "Gelöscht werden nur die Namen, %(n)s Tag nach dem Turnier.",
        "Gelöscht werden nur die Namen, %(n)s Tage nach dem Turnier.",
        n,
    ) % {"n": n}
    return tuple(
        replace(one, lines=(*one.lines[:-1], names)) if one.code == "falsch" else one for one in CHAPTERS
    )


def chapter_of(page: str) -> str:
    """The chapter that helps on a desk page (the name of its address), "" for the whole guide."""
    return _CHAPTER.get(page, "")
