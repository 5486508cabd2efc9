"""Entry lists for the tests of the desk: small ones in words, the five of real evenings from their files."""

from tests.tournaments.imports.written import DATA
from tournaments.services._act import SYSTEM
from tournaments.services.entries import confirm_import, preview_import

# name, people, paid, clubs, taken by default (one line of the fourth is there twice)
FILES = [
    ("anmeldung_101_excel.csv", 101, 44, 7, 101),
    ("anmeldung_37_komma.csv", 37, 5, 7, 37),
    ("anmeldung_64.xlsx", 64, 20, 7, 64),
    ("anmeldung_doppelte_leere_zeilen.csv", 25, 12, 7, 24),
    ("anmeldung_windows1252.csv", 60, 20, 7, 60),
]


def content(name):
    return (DATA / name).read_bytes()


def written(*lines, header="Vorname;Nachname;Verein;Bezahlt;Geschlecht"):
    return "\n".join([header, *lines]).encode()


def read(t, data, name="liste.csv", **more):
    """The id of the preview."""
    return preview_import(tournament_id=t.pk, by=SYSTEM, filename=name, data=data, **more)["import"]


def take(t, import_id, lines, **more):
    return confirm_import(tournament_id=t.pk, by=SYSTEM, import_id=import_id, take=lines, **more)
