"""What bad files, bad answers and people without a role get from the import of entry lists."""

import io

import openpyxl
import pytest

from tests.builders import HELFER, add_players, as_user, fresh, make_tournament, player
from tests.tournaments.registration.lists import confirm, page, preview, read, send, text_of, written
from tournaments.imports import BYTES_LIMIT
from tournaments.models import Import, Player
from tournaments.services._act import SYSTEM
from tournaments.services.rounds import draw_round, publish_draw

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def helfer(client):
    return as_user(client, HELFER)


def workbook(rows):
    book, target = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(target)
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Die Datei ist leer."),
        (b"\x00" * 5000, "Die Datei ist leer."),
        (b"%PDF-1.7 ...", "Das ist keine Tabelle."),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 99, "Das ist keine Tabelle."),
        (b"PK\x03\x04 kaputt", "Die Datei ist beschädigt"),
        (b"\xd0\xcf\x11\xe0 alt", "ältere Excel-Datei"),
        (b"Preis;Menge\n10;3\n", "Keine Spalte mit Namen gefunden."),
        (b"Vorname;Nachname\n", "Unter der Überschrift steht niemand."),
        (b"x" * (BYTES_LIMIT + 1), "Die Datei ist zu groß"),
        (b"Vorname;Nachname\n" + b"Eva;Lang\n" * 2001, "mehr als 2000 Zeilen"),
        (workbook([[None]]), "Die Datei ist leer."),
    ],
)
def test_a_file_that_cannot_be_read_gets_its_sentence_at_the_field(helfer, data, sentence):
    t = make_tournament()
    before = fresh(t).revision
    answer = send(helfer, t, data)
    assert answer.status_code == 400
    assert sentence in text_of(answer)
    assert 'aria-invalid="true"' in answer.content.decode()
    assert (Import.objects.count(), fresh(t).revision) == (0, before)


def test_no_file_at_all_is_said(helfer):
    t = make_tournament()
    for body in ({}, {"file": "kein Anhang"}):
        answer = helfer.post(page(t), body)
        assert answer.status_code == 400
        assert "Bitte zuerst eine Datei wählen." in text_of(answer)


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "a" * 300 + ".csv", "\u202egnp.csv", "Liste\x00.csv", HOSTILE]
)
def test_odd_file_names_are_only_names(helfer, name):
    t = make_tournament()
    answer = send(helfer, t, written("Eva;Lang;KG"), name or "x")
    assert answer.status_code in (302, 400)
    if answer.status_code == 302:
        assert b"<img" not in helfer.get(answer["Location"]).content


@pytest.mark.parametrize(
    "sent",
    [
        {"rows": "2 99"},
        {"take": ["99"]},
        {"rows": "2", "first-99": "Eva"},
        {"rows": "2", "namesake": ["1"]},
    ],
)
def test_lines_that_do_not_exist_are_bad_input(helfer, sent):
    t = make_tournament()
    preview(helfer, t, written("Eva;Lang;KG"))
    answer = helfer.post(page(t, f"{Import.objects.get().pk}/uebernehmen/"), sent)
    assert answer.status_code == 400
    assert "unvollständig" in text_of(answer)
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"rows": "x -1 2.5 99999999999"}, {"take": "'"}, {"first-": "a"}, {"key": "x"}]
)
def test_nonsense_takes_nobody(helfer, sent):
    t = make_tournament()
    preview(helfer, t, written("Eva;Lang;KG"))
    answer = helfer.post(page(t, f"{Import.objects.get().pk}/uebernehmen/"), sent)
    assert answer.status_code == 400
    assert "Niemand ist angekreuzt." in text_of(answer)


@pytest.mark.parametrize("number", [0, 4711, 10**18, 10**30])
def test_lists_that_do_not_exist_are_not_found(helfer, number):
    t = make_tournament()
    assert helfer.get(page(t, f"{number}/")).status_code == 404
    for act in ("uebernehmen", "verwerfen"):
        assert helfer.post(page(t, f"{number}/{act}/"), {"rows": "2"}).status_code == 404


def test_a_list_of_another_tournament_is_not_found(helfer):
    t, other = make_tournament(), make_tournament(name="Andere")
    number = read(other, written("Eva;Lang;KG"))
    assert helfer.get(page(t, f"{number}/")).status_code == 404
    assert helfer.post(page(t, f"{number}/uebernehmen/"), {"rows": "2"}).status_code == 404
    assert helfer.post(page(t, f"{number}/verwerfen/")).status_code == 404


def test_acting_addresses_take_no_get(helfer):
    t = make_tournament()
    number = read(t, written("Eva;Lang;KG"))
    assert helfer.get(page(t, f"{number}/uebernehmen/")).status_code == 405
    assert helfer.get(page(t, f"{number}/verwerfen/")).status_code == 405
    told = helfer.get(page(t, f"{number}/verwerfen/")).content.decode()
    assert "Hier ist nichts zu sehen" in told  # and not the browser's own empty page
    assert helfer.post(page(t, f"{number}/")).status_code == 405


def test_names_are_text_not_markup(helfer):
    t = make_tournament()
    rows = written(f"{HOSTILE};Lang;<b>KG</b>", f"{HOSTILE};Lang;<b>KG</b>", f";{HOSTILE};{HOSTILE}")
    answer = preview(helfer, t, rows)
    confirm(helfer, t, answer, namesake=["3"], **{"first-4": HOSTILE})
    assert Player.objects.count() == 3
    for url in ("", "?q=img", "1/"):
        answer = helfer.get(f"/leitung/{t.slug}/anmeldung/{url}")
        assert b"<img src" not in answer.content
    again = preview(helfer, t, rows + f"\n{HOSTILE};Anders;KG".encode())
    for shown in (answer, again):
        assert b"<img src" not in shown.content
        assert b"<b>KG</b>" not in shown.content


def test_strangers_read_nothing(client, django_user_model):
    t = make_tournament()
    number = read(t, written("Eva;Lang;KG"))
    for tail in ("", f"{number}/"):
        assert client.get(page(t, tail))["Location"].startswith("/leitung/anmelden/?next=")
    assert send(client, t, written("Udo;Klein;KG")).status_code == 302
    assert client.post(page(t, f"{number}/uebernehmen/"), {"rows": "2"}).status_code == 302
    client.force_login(django_user_model.objects.create_user("gast"))
    assert client.get(page(t, f"{number}/")).status_code == 403
    assert send(client, t, written("Udo;Klein;KG")).status_code == 403
    assert client.post(page(t, f"{number}/uebernehmen/"), {"rows": "2"}).status_code == 403
    assert client.post(page(t, f"{number}/verwerfen/")).status_code == 403
    assert (Import.objects.count(), Player.objects.count()) == (1, 0)


def test_gender_and_money_of_a_list_stay_at_the_desk(helfer, client):
    t = make_tournament(entry_fee_cents=1234)
    confirm(helfer, t, preview(helfer, t, written("Eva;Lang;KG;ja;w")))
    assert (player(t, 1).gender, player(t, 1).paid_at is not None) == ("w", True)
    helfer.logout()
    for path in ("/", f"/{t.slug}/", f"/{t.slug}/stand/", f"/{t.slug}/auslosung/", f"/{t.slug}/beamer/"):
        text = text_of(client.get(path, follow=True))
        assert "12,34" not in text
        assert "bezahlt" not in text
        assert "weiblich" not in text


def test_closed_late_entry_is_said_and_offers_nothing(helfer):
    t = make_tournament(late_entry_until=0)
    add_players(t, 8)
    number = read(t, written("Eva;Lang;KG"))
    draw_round(tournament_id=t.pk, by=SYSTEM)
    publish_draw(tournament_id=t.pk, by=SYSTEM)
    assert "Die Nachmeldung ist zu." in text_of(helfer.get(page(t)))
    assert "Die Nachmeldung ist zu" in text_of(send(helfer, t, written("Udo;Klein;KG")))
    answer = helfer.post(page(t, f"{number}/uebernehmen/"), {"rows": "2"})
    assert (answer.status_code, Player.objects.count()) == (400, 8)
    assert "Die Nachmeldung ist zu" in text_of(answer)
