"""Why an entry list or a name was refused, and what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

REFUSALS: dict[str, str | Promise] = {
    "name_missing": gettext_lazy("Bitte einen Namen mit Buchstaben eintragen."),
    "name_too_long": gettext_lazy(
        "Der Name hat %(length)s Zeichen, höchstens %(limit)s passen. Bitte kürzen."
    ),
    "name_unprintable": gettext_lazy(
        "Das Zeichen „%(sign)s“ kann nicht gedruckt werden. Bitte mit anderen Buchstaben schreiben."
    ),
    "file_empty": gettext_lazy(
        "Die Datei ist leer. Bitte die Liste im Tabellenprogramm öffnen, speichern und noch einmal wählen."
    ),
    "file_too_large": gettext_lazy(
        "Die Datei ist zu groß, höchstens %(limit)s MB werden gelesen. Bitte nur das Blatt mit den Namen als "
        "CSV oder XLSX speichern."
    ),
    "workbook_too_large": gettext_lazy(
        "In der Datei steckt mehr, als eine Liste von Leuten braucht, zum Beispiel Bilder, viele Blätter oder "
        "leere Zeilen mit Farben. Bitte nur die Namen in eine neue Datei kopieren und als CSV oder XLSX speichern."
    ),
    "too_many_rows": gettext_lazy(
        "Die Liste hat mehr als %(limit)s Zeilen. Bitte aufteilen oder überzählige Zeilen löschen."
    ),
    "file_unreadable": gettext_lazy(
        "Die Datei ist beschädigt oder unvollständig. Bitte im Tabellenprogramm öffnen, neu als XLSX oder "
        "CSV speichern und noch einmal wählen."
    ),
    "file_not_a_table": gettext_lazy(
        "Das ist keine Tabelle. Bitte eine Liste als CSV oder XLSX wählen, mit den Spalten Vorname, Nachname "
        "und Verein."
    ),
    "xls_not_supported": gettext_lazy(
        "Das ist eine ältere Excel-Datei oder eine mit Kennwort. Bitte in Excel ohne Kennwort als XLSX oder "
        "CSV speichern und noch einmal wählen."
    ),
    "ods_not_supported": gettext_lazy(
        "ODS-Dateien werden nicht gelesen. Bitte im Tabellenprogramm als XLSX oder CSV speichern und noch "
        "einmal wählen."
    ),
    "no_name_column": gettext_lazy(
        "Keine Spalte mit Namen gefunden. In der ersten Zeile der Liste sollte Vorname, Nachname, Verein "
        "stehen. Gelesen wurde: „%(found)s“."
    ),
    "no_rows": gettext_lazy(
        "Unter der Überschrift steht niemand. Bitte prüfen, ob die richtige Datei oder das richtige Blatt "
        "gewählt ist."
    ),
    "file_missing": gettext_lazy("Bitte zuerst eine Datei wählen."),
    "import_gone": gettext_lazy("Diese Liste wartet nicht mehr. Bitte die Datei noch einmal einlesen."),
    "import_done": gettext_lazy("Diese Liste ist schon übernommen. Die Leute stehen in der Anmeldung."),
    "nobody_chosen": gettext_lazy(
        "Niemand ist angekreuzt. Bitte jemanden auswählen oder „Nichts übernehmen“ nehmen."
    ),
    "entry_broken": gettext_lazy("Zeile %(line)s lässt sich so nicht übernehmen. Bitte den Namen eintragen."),
    "entry_twice": gettext_lazy(
        "Dieser Name steht schon in Zeile %(lines)s. Ist es jemand anders, „andere Person“ ankreuzen."
    ),
    "entry_known": gettext_lazy(
        "Diesen Namen gibt es schon: %(who)s. Ist es jemand anders, „andere Person“ ankreuzen."
    ),
}
