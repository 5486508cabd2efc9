"""Entry lists for the tests of the desk: in words, from files, through the services and through the pages."""

import html as markup
import re
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.imports.written import DATA
from tournaments.models import Import
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


# As the browser meets them


def page(t, tail=""):
    return f"/leitung/{t.slug}/anmeldung/liste/{tail}"


def send(desk, t, data, name="liste.csv", **more):
    return desk.post(page(t), {"file": SimpleUploadedFile(name, data), "key": uuid4(), **more})


def text_of(answer):
    plain = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(markup.unescape(plain).split())


def numbers_of(answer):
    """neu, schon angemeldet, zu klären, unvollständig."""
    return [int(n) for n in re.findall(r"<dd[^>]*>(\d+)</dd>", answer.content.decode())]


def form_of(answer):
    """What the browser would send without anybody touching the form."""
    text = answer.content.decode().split("uebernehmen/", 1)[1].split("</form>", 1)[0]
    sent = {}
    for field in re.findall(r"<input[^>]*>", text):
        pairs = dict(re.findall(r'([\w-]+)="([^"]*)"', field))
        name, value = pairs["name"], markup.unescape(pairs.get("value", ""))
        if pairs.get("type") != "checkbox":
            sent[name] = value
        elif field.endswith(" checked>"):
            sent.setdefault(name, []).append(value)
    return sent


def preview(desk, t, data):
    answer = send(desk, t, data)
    assert answer.status_code == 302
    return desk.get(answer["Location"])


def confirm(desk, t, answer, **changes):
    return desk.post(
        page(t, f"{Import.objects.latest('id').pk}/uebernehmen/"), {**form_of(answer), **changes}
    )
