"""What is doubtful about a line of an entry list, and how the file was understood: code → sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Tells of the parts of a person in the sentences below (params["part"]).
PARTS: dict[str, str | Promise] = {
    "first": gettext_lazy("Vorname"),
    "last": gettext_lazy("Nachname"),
    "full": gettext_lazy("Name"),
    "club": gettext_lazy("Verein"),
    "team": gettext_lazy("Mannschaft"),
    "paid": gettext_lazy("Bezahlt"),
    "gender": gettext_lazy("Geschlecht"),
    "": gettext_lazy("nicht gebraucht"),
}

# A few words beside the line ("fällt auf").
SHORT: dict[str, str | Promise] = {
    "name_missing": gettext_lazy("Name fehlt"),
    "first_missing": gettext_lazy("Vorname fehlt"),
    "last_missing": gettext_lazy("Nachname fehlt"),
    "name_too_long": gettext_lazy("%(part)s zu lang"),
    "name_unprintable": gettext_lazy("Zeichen nicht druckbar"),
    "formula_error": gettext_lazy("Formel mit Fehler"),
    "quote_open": gettext_lazy("Zelle über mehrere Zeilen"),
    "one_name": gettext_lazy("nur ein Name"),
    "name_split_guessed": gettext_lazy("Vor- und Nachname geraten"),
    "letters_damaged": gettext_lazy("Umlaute beschädigt"),
    "extra_cells": gettext_lazy("Zelle zu viel"),
    "paid_unclear": gettext_lazy("bezahlt oder nicht?"),
    "gender_unclear": gettext_lazy("Geschlecht unklar"),
    "formula_empty": gettext_lazy("Formel ohne Wert"),
    "empty_line": gettext_lazy("leere Zeile"),
    "title_line": gettext_lazy("Titel"),
    "header_again": gettext_lazy("Überschrift noch einmal"),
    "header_missing": gettext_lazy("keine Überschrift"),
    "last_name_first": gettext_lazy("Nachname zuerst"),
    "names_swapped": gettext_lazy("Namen getauscht"),
    "column_twice": gettext_lazy("Spalte doppelt"),
    "other_sheets": gettext_lazy("weitere Blätter"),
    "hidden_sheet": gettext_lazy("verstecktes Blatt"),
}

# What happened and what to do.
PROBLEMS: dict[str, str | Promise] = {
    "name_missing": gettext_lazy(
        "In dieser Zeile steht kein Name. Bitte eintragen oder die Zeile auslassen."
    ),
    "first_missing": gettext_lazy("Der Vorname fehlt. Bitte eintragen oder die Zeile auslassen."),
    "last_missing": gettext_lazy("Der Nachname fehlt. Bitte eintragen oder die Zeile auslassen."),
    "name_too_long": gettext_lazy(
        "%(part)s hat %(length)s Zeichen, höchstens %(limit)s passen. Bitte kürzen oder die Zeile auslassen."
    ),
    "name_unprintable": gettext_lazy(
        "%(part)s: Das Zeichen „%(sign)s“ kann nicht gedruckt werden. Bitte mit anderen Buchstaben eintragen."
    ),
    "formula_error": gettext_lazy(
        "In der Zelle steht der Formelfehler %(text)s. Bitte den Namen eintragen oder die Zeile auslassen."
    ),
    "quote_open": gettext_lazy(
        "Eine Zelle reicht hier über mehrere Zeilen der Datei. Fehlen dadurch Leute, das überzählige "
        "Anführungszeichen in der Datei löschen und sie noch einmal einlesen."
    ),
    "one_name": gettext_lazy("Hier steht nur ein Name. Er wird als Vorname übernommen."),
    "name_split_guessed": gettext_lazy(
        "Wo der Nachname beginnt, ist geraten. Bitte ansehen; sicher ist „Nachname, Vorname“ mit Komma."
    ),
    "letters_damaged": gettext_lazy(
        "Umlaute sind schon in der Datei beschädigt. Bitte den Namen nach dem Einlesen berichtigen."
    ),
    "extra_cells": gettext_lazy(
        "Rechts stehen mehr Zellen als Überschriften (%(count)s). Bitte ansehen, ob etwas verrutscht ist."
    ),
    "paid_unclear": gettext_lazy("„%(text)s“ sagt nicht, ob bezahlt ist. Es gilt: nicht bezahlt."),
    "gender_unclear": gettext_lazy("„%(text)s“ ist kein bekanntes Geschlecht. Es bleibt leer."),
    "formula_empty": gettext_lazy(
        "%(part)s ist eine Formel ohne gespeicherten Wert. Bitte die Datei im Tabellenprogramm öffnen, "
        "speichern und noch einmal einlesen."
    ),
    "empty_line": gettext_lazy("Die Zeile ist leer und wird ausgelassen."),
    "title_line": gettext_lazy("Über der Liste steht „%(text)s“. Die Zeile wird ausgelassen."),
    "header_again": gettext_lazy("Hier steht die Überschrift noch einmal. Die Zeile wird ausgelassen."),
    "header_missing": gettext_lazy(
        "Die Spalten haben keine Überschrift. Bitte prüfen, ob Vor- und Nachname richtig stehen; wenn nicht, "
        "„Vor- und Nachname tauschen“ wählen."
    ),
    "last_name_first": gettext_lazy(
        "Die Namen werden als „Nachname Vorname“ gelesen. Wenn das nicht stimmt, "
        "„Vor- und Nachname tauschen“ wählen."
    ),
    "names_swapped": gettext_lazy("Vor- und Nachname sind getauscht."),
    "column_twice": gettext_lazy("Die Spalte „%(title)s“ kommt mehrmals vor. Nur die erste wird gelesen."),
    "other_sheets": gettext_lazy("Gelesen wird das Blatt „%(sheet)s“. Nicht gelesen: %(others)s."),
    "hidden_sheet": gettext_lazy(
        "Das gelesene Blatt „%(sheet)s“ ist in der Datei ausgeblendet. Bitte prüfen."
    ),
}

ENCODINGS: dict[str, str | Promise] = {
    "utf-8": gettext_lazy("Unicode-Zeichen"),
    "utf-16-le": gettext_lazy("Unicode-Zeichen"),
    "utf-16-be": gettext_lazy("Unicode-Zeichen"),
    "utf-32-le": gettext_lazy("Unicode-Zeichen"),
    "utf-32-be": gettext_lazy("Unicode-Zeichen"),
    "cp1252": gettext_lazy("Windows-Zeichen"),
    "cp850": gettext_lazy("alte Windows-Zeichen"),
    "mac-roman": gettext_lazy("Macintosh-Zeichen"),
}
SEPARATORS: dict[str, str | Promise] = {
    ";": gettext_lazy("Semikolon"),
    ",": gettext_lazy("Komma"),
    "\t": gettext_lazy("Tabulator"),
    "|": gettext_lazy("senkrechter Strich"),
    "": gettext_lazy("eine Spalte"),
}


def problem_text(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of a problem, in the language of the request."""
    return _filled(PROBLEMS[code], params)


def problem_tag(code: str, params: Mapping[str, Any]) -> str:
    """The few words of a problem, in the language of the request."""
    return _filled(SHORT[code], params)


def _filled(sentence: str | Promise, params: Mapping[str, Any]) -> str:
    words = dict(params)
    if "part" in words:
        words["part"] = str(PARTS[words["part"]])
    return str(sentence) % words


def reading_text(kind: str, encoding: str, separator: str, sheet: str, header_line: int | None) -> str:
    """How a file was understood: "Überschrift in Zeile 3, Semikolon, Windows-Zeichen"."""
    header = _("keine Überschrift") if header_line is None else _("Überschrift in Zeile %d") % header_line
    if kind == "xlsx":
        read = _("Blatt „%s“") % sheet
        return f"{header}, {read}"
    return f"{header}, {SEPARATORS[separator]}, {ENCODINGS[encoding]}"
