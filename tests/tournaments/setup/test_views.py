"""The set-up assistant in the browser's words, for both roles and strangers."""

import json
import re
from uuid import uuid4

import pytest

from scoring.format import PRESETS_FORMAT, Format
from scoring.ruleset import PRESETS
from tests.builders import HELFER, LEITUNG, add_players, as_user, fresh, make_tournament
from tests.playing import started, table_of
from tournaments.models import Tournament
from tournaments.services import tournaments as acts
from tournaments.services._act import SYSTEM

pytestmark = pytest.mark.django_db

PAGES = ("format/", "regeln/", "angaben/")
BUTTONS = (
    "format/runden/",
    "format/losnummer/",
    "regeln/vorlage/",
    "anmeldung/oeffnen/",
    "anmeldung/zurueck/",
    "loeschen/",
)


def typed(plan: Format, **changes):
    """A format as the page sends it."""
    values = plan.to_dict()
    data = {name: "" if value is None else value for name, value in values.items()}
    for name in ("clubs_apart", "schock_aus_counted"):
        data[name] = "yes" if values[name] else "no"
    data["prize_places"] = ", ".join(str(place) for place in plan.prize_places)
    data["entry_fee_cents"] = f"{plan.entry_fee_cents / 100:.2f}".replace(".", ",")
    del data["tie_breaks"]
    for index in range(4):
        data[f"tie_breaks_{index}"] = plan.tie_breaks[index] if index < len(plan.tie_breaks) else ""
    return {**data, "seen": json.dumps(values), "key": str(uuid4()), **changes}


def typed_rules(rules, **changes):
    data = {
        name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        for name, value in rules.to_dict().items()
    }
    data["equal_throws"] = ",".join(rules.equal_throws)
    return {**data, "key": str(uuid4()), **changes}


@pytest.mark.parametrize("tail", PAGES)
def test_pages_are_for_the_leitung_only(client, tail):
    t = make_tournament(open_=False)
    url = f"/leitung/{t.slug}/{tail}"
    assert client.get(url).status_code == 302
    assert as_user(client, HELFER).get(url).status_code == 403
    assert as_user(client, LEITUNG).get(url).status_code == 200
    assert client.get(f"/leitung/gibtsnicht/{tail}").status_code == 404


@pytest.mark.parametrize("tail", BUTTONS)
def test_buttons_are_for_the_leitung_only_and_never_by_get(client, tail):
    t = make_tournament(open_=False)
    url = f"/leitung/{t.slug}/{tail}"
    assert client.post(url).status_code == 302
    assert as_user(client, HELFER).post(url).status_code == 403
    assert as_user(client, LEITUNG).get(url).status_code == 405
    assert fresh(t).revision == t.revision


def test_a_tournament_is_created_and_the_format_comes_next(client):
    desk = as_user(client)
    assert desk.get("/leitung/neu/").status_code == 200
    data = {
        "name": "Dürener Abend",
        "date": "2026-12-05",
        "place": "Halle",
        "preset": "klein",
        "rules": "dm",
        "key": str(uuid4()),
    }
    answer = desk.post("/leitung/neu/", data)
    assert answer["Location"] == "/leitung/duerener-abend/format/"
    t = Tournament.objects.get()
    assert (t.plan, t.rules) == (PRESETS_FORMAT["klein"], PRESETS["dm"])
    assert desk.post("/leitung/neu/", data)["Location"] == answer["Location"]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "Bitte einen Namen für das Turnier eintragen."),
        ({"date": "morgen"}, "Bitte ein Datum wie"),
        ({"date": ""}, "Bitte ein Datum wie"),
        ({"preset": "x"}, "x"),
        ({"name": "y" * 200}, "zu lang"),
    ],
)
def test_a_tournament_that_cannot_be_keeps_what_was_typed(client, changes, sentence):
    desk = as_user(client)
    data = {"name": "Abend", "date": "2026-12-05", "place": "Mein Ort", "preset": "dueren", "rules": "dueren"}
    answer = desk.post("/leitung/neu/", {**data, **changes})
    html = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in html
    assert 'value="Mein Ort"' in html
    assert not Tournament.objects.exists()


def test_helfer_create_nothing(client):
    assert client.get("/leitung/neu/").status_code == 302
    assert as_user(client, HELFER).post("/leitung/neu/", {"name": "X"}).status_code == 403


def test_the_format_page_explains_every_field_with_its_effect(client):
    t = make_tournament(open_=False)
    html = as_user(client).get(f"/leitung/{t.slug}/format/", {"people": "101"}).content.decode()
    for name in Format().to_dict():
        assert f'data-setting="{name}"' in html
        assert f'id="id_{name}_effect"' in html
    assert "15 von 101 kommen weiter: 3 Tische zu 5, Finale mit 6." in html
    assert "16 Spielmarken je Tisch" in html


def test_a_saved_format_is_the_typed_one(client):
    t = make_tournament(open_=False)
    changes = {
        "rounds": "7",
        "tie_breaks_0": "more_wins",
        "tie_breaks_1": "schock_aus",
        "prize_places": "10, 20",
        "entry_fee_cents": "7,50",
        "round_minutes": "40",
        "final_marks": "4",
        "clubs_apart": "no",
    }
    answer = as_user(client).post(f"/leitung/{t.slug}/format/", typed(t.plan, **changes))
    assert answer.status_code == 302
    plan = fresh(t).plan
    assert (plan.rounds, plan.tie_breaks, plan.prize_places) == (7, ("more_wins", "schock_aus"), (10, 20))
    assert (plan.entry_fee_cents, plan.round_minutes, plan.final_marks, plan.clubs_apart) == (
        750,
        40,
        4,
        False,
    )


def test_saving_without_a_change_changes_nothing(client):
    t = make_tournament(open_=False, preset="klein")
    assert as_user(client).post(f"/leitung/{t.slug}/format/", typed(t.plan)).status_code == 302
    assert fresh(t).revision == t.revision
    assert fresh(t).plan == t.plan


def test_a_refused_mix_marks_both_fields_and_saves_nothing(client):
    t = make_tournament(open_=False)
    data = typed(t.plan, ko_tables="4", survivors="3", rounds="9")
    answer = as_user(client).post(f"/leitung/{t.slug}/format/", data)
    html = answer.content.decode()
    assert answer.status_code == 400
    assert fresh(t).plan == t.plan
    for name in ("ko_tables", "survivors"):
        assert re.search(rf'<input[^>]*name="{name}"[^>]*aria-invalid="true"', html)
    assert html.count("So kämen 12 Leute ins Finale") == 2
    assert re.search(r'<input[^>]*name="rounds"[^>]*value="9"|<input[^>]*value="9"[^>]*name="rounds"', html)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rounds": "viele"}, "Bitte eine ganze Zahl eintragen."),
        ({"rounds": "99"}, "Möglich ist 1 bis 20."),
        ({"rounds": ""}, "Bitte eine ganze Zahl eintragen."),
        ({"prize_places": "20, 10"}, "aufsteigend"),
        ({"prize_places": "eins"}, "Bitte Plätze wie"),
        ({"entry_fee_cents": "zehn"}, "Bitte einen Betrag wie"),
        ({"odd_tables": "sixes"}, "Bitte eine der angebotenen Möglichkeiten wählen."),
        ({"tie_breaks_1": "fewer_lost_games"}, "nur einmal"),
        ({"tie_breaks_1": "luck"}, "Bitte eine der angebotenen Möglichkeiten wählen."),
        ({"final_marks": "77"}, "Bitte eine der angebotenen Möglichkeiten wählen."),
    ],
)
def test_impossible_values_get_their_sentence_and_stay_typed(client, changes, sentence):
    t = make_tournament(open_=False)
    answer = as_user(client).post(f"/leitung/{t.slug}/format/", typed(t.plan, **changes))
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert fresh(t).plan == t.plan


def test_reckoning_saves_nothing(client):
    t = make_tournament(open_=False)
    desk = as_user(client)
    data = typed(t.plan, marks="2", people="40", reckon="1")
    answer = desk.post(f"/leitung/{t.slug}/format/", data)
    assert answer.status_code == 200
    said = answer.content.decode().split('id="id_marks_effect" data-said>')[1].split("</p>")[0]
    assert "11 Spielmarken je Tisch" in said
    answer = desk.post(f"/leitung/{t.slug}/format/", typed(t.plan, survivors="5", reckon="1"))
    assert answer.status_code == 200
    html = answer.content.decode()
    for name in ("survivors", "ko_seats"):
        assert f'id="id_{name}_error" data-said><li>' in html
    assert 'id="id_marks_effect" data-said hidden>' in html  # no effect of what cannot be played
    assert fresh(t).plan == t.plan


def test_two_desks_change_different_fields(client):
    t = make_tournament(open_=False)
    desk = as_user(client)
    first, second = typed(t.plan, rounds="6"), typed(t.plan, marks="4")
    desk.post(f"/leitung/{t.slug}/format/", first)
    desk.post(f"/leitung/{t.slug}/format/", second)
    assert (fresh(t).plan.rounds, fresh(t).plan.marks) == (6, 4)


def test_what_is_fixed_is_shown_so_and_refused_from_an_old_page(client):
    from tests.tournaments.setup.test_tournaments import play_round

    t = make_tournament()
    add_players(t, 8)
    play_round(t, close=False)
    desk = as_user(client)
    html = desk.get(f"/leitung/{t.slug}/format/").content.decode()
    assert "Steht fest, seit Runde 1 veröffentlicht ist." in html
    assert re.search(r'<input[^>]*name="games_per_round"[^>]*disabled', html)
    answer = desk.post(f"/leitung/{t.slug}/format/", typed(t.plan, games_per_round="2"))
    assert answer.status_code == 400
    assert "Das steht schon fest" in answer.content.decode()
    sent = typed(t.plan, rounds="6")
    for name in ("games_per_round", "odd_tables", "clubs_apart"):
        del sent[name]
    assert desk.post(f"/leitung/{t.slug}/format/", sent).status_code == 302
    assert fresh(t).plan.rounds == 6
    html = desk.get(f"/leitung/{t.slug}/regeln/").content.decode()
    assert "seit das erste Ergebnis eingetragen ist" in html


def test_rules_by_preset_and_by_switch(client):
    t = make_tournament(open_=False)
    desk = as_user(client)
    html = desk.get(f"/leitung/{t.slug}/regeln/").content.decode()
    for name in t.rules.to_dict():
        assert f'data-setting="{name}"' in html
    assert "gilt jetzt" in html
    desk.post(f"/leitung/{t.slug}/regeln/vorlage/", {"preset": "kneipe"})
    assert fresh(t).rules == PRESETS["kneipe"]
    data = typed_rules(PRESETS["kneipe"], jule="seven", equal_throws="earlier", deckel_total="15")
    assert desk.post(f"/leitung/{t.slug}/regeln/", data).status_code == 302
    rules = fresh(t).rules
    assert (rules.jule, rules.equal_throws, rules.deckel_total) == ("seven", ("earlier",), 15)
    bad = typed_rules(rules, jule="none", jule_from_hand="yes")
    answer = desk.post(f"/leitung/{t.slug}/regeln/", bad)
    assert answer.status_code == 400
    assert answer.content.decode().count("Ohne Jule gibt es keine Jule aus der Hand.") == 2
    assert desk.post(f"/leitung/{t.slug}/regeln/vorlage/", {"preset": "skat"}).status_code == 400
    assert fresh(t).rules == rules


def test_name_date_and_place(client):
    t = make_tournament(name="Alt")
    desk = as_user(client)
    assert desk.post(f"/leitung/{t.slug}/angaben/", {"name": "Neu", "date": "2027-01-02"}).status_code == 302
    assert (fresh(t).name, fresh(t).slug) == ("Neu", "alt")
    answer = desk.post(f"/leitung/{t.slug}/angaben/", {"name": "", "date": "2027-01-02", "place": "Hier"})
    assert answer.status_code == 400
    assert 'value="Hier"' in answer.content.decode()


def test_the_address_in_the_qr_codes(client, settings):
    settings.ALLOWED_HOSTS = ["testserver", "192.168.7.1", "turnier.example.org", "[::1]"]
    settings.PUBLIC_URL = "http://192.168.7.1:8000"
    t = started(4)
    desk, where = as_user(client), f"/leitung/{t.slug}/angaben/"
    assert 'placeholder="http://192.168.7.1:8000"' in desk.get(where).content.decode()
    body = {"name": t.name, "date": "2026-11-29"}
    for typed, kept in (
        ("https://turnier.example.org/", "https://turnier.example.org"),
        ("http://192.168.7.1:8080", "http://192.168.7.1:8080"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("", ""),
        ("https://turnier.example.org", "https://turnier.example.org"),
    ):
        assert desk.post(where, body | {"table_url": typed}).status_code == 302, typed
        assert fresh(t).table_url == kept
    page = desk.get(f"/leitung/{t.slug}/tisch/{table_of(t).id}/").content.decode()
    assert f"https://turnier.example.org/t/{table_of(t).code}" in page


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("turnier.example.org", "ohne etwas dahinter"),
        ("ftp://192.168.7.1", "ohne etwas dahinter"),
        ("http://192.168.7.1/t/", "ohne etwas dahinter"),
        ("http://192.168.7.1?x", "ohne etwas dahinter"),
        ("http://a@192.168.7.1", "ohne etwas dahinter"),
        ("http://192.168.7.1:99999", "ohne etwas dahinter"),
        ("http://[::1", "ohne etwas dahinter"),
        ("http://evil.example", "antwortet dieser Rechner nicht"),
    ],
)
def test_an_address_that_no_tablet_could_use(client, settings, typed, words):
    settings.ALLOWED_HOSTS = ["testserver", "192.168.7.1"]
    t = make_tournament()
    body = {"name": t.name, "date": "2026-11-29", "table_url": typed}
    answer = as_user(client).post(f"/leitung/{t.slug}/angaben/", body)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert fresh(t).table_url == ""


def test_what_was_made_by_mistake_is_seen_by_no_guest(client):
    t = make_tournament(open_=False)
    nothing = client.get("/").content.decode()
    assert "Zurzeit läuft kein Turnier" in nothing
    assert '<use href="#striche"/>' in nothing
    assert not re.search('<use href="#(kreuz|leer)"/>', nothing)
    assert '<use href="#kreuz"/>' in client.get("/leitung/gibt-es-nicht/da/").content.decode()
    assert 'href="/leitung/"' in nothing
    assert 'href="/"' not in nothing
    assert client.get(f"/{t.slug}/").status_code == 404
    desk = as_user(client)
    assert "Gäste sehen es noch nicht" in desk.get("/leitung/").content.decode()
    assert "Aus Versehen angelegt?" in desk.get(f"/leitung/{t.slug}/angaben/").content.decode()
    other = make_tournament(name="Offen")
    assert "Aus Versehen geöffnet?" in desk.get(f"/leitung/{other.slug}/angaben/").content.decode()
    assert client.get("/")["Location"] == f"/{other.slug}/"
    desk.post(f"/leitung/{other.slug}/anmeldung/zurueck/")
    assert "Zurzeit läuft kein Turnier" in client.get("/").content.decode()


def test_the_doors_open_and_close(client):
    t = make_tournament(open_=False)
    desk = as_user(client)
    answer = desk.post(f"/leitung/{t.slug}/anmeldung/oeffnen/", {"key": uuid4()})
    assert answer["Location"] == f"/leitung/{t.slug}/anmeldung/"
    answer = desk.post(f"/leitung/{t.slug}/anmeldung/oeffnen/", {"key": uuid4()})
    assert answer.status_code == 409
    assert "in diesem Abschnitt des Abends nicht" in answer.content.decode()
    desk.post(f"/leitung/{t.slug}/anmeldung/zurueck/", {"key": uuid4()})
    assert fresh(t).phase == "setup"


def test_rounds_and_lot_number_by_button(client):
    t = make_tournament()
    desk = as_user(client)
    desk.post(f"/leitung/{t.slug}/format/runden/", {"rounds": "6"})
    desk.post(f"/leitung/{t.slug}/format/losnummer/", {"number": "4711"})
    assert (fresh(t).plan.rounds, fresh(t).lot_number) == (6, 4711)
    assert desk.post(f"/leitung/{t.slug}/format/runden/", {"rounds": "sechs"}).status_code == 400
    assert desk.post(f"/leitung/{t.slug}/format/runden/", {"rounds": "0"}).status_code == 400
    assert desk.post(f"/leitung/{t.slug}/format/losnummer/", {"number": "-1"}).status_code == 400
    elsewhere = desk.post(f"/leitung/{t.slug}/format/runden/", {"rounds": "7", "back": "https://böse.de/"})
    assert elsewhere["Location"] == f"/leitung/{t.slug}/format/"


def test_the_list_of_tournaments_and_the_way_in(client):
    desk = as_user(client)
    assert "Noch kein Turnier" in desk.get("/leitung/").content.decode()
    t = make_tournament(name="Echter Abend", open_=False)
    made = acts.create_tournament(by=SYSTEM, name="Probe", date="2026-11-29", rehearsal=True)
    html = desk.get("/leitung/").content.decode()
    assert "Echter Abend" in html
    assert "in Vorbereitung" in html
    assert "Probelauf" in html
    assert desk.get(f"/leitung/{t.slug}/")["Location"] == f"/leitung/{t.slug}/format/"
    assert as_user(client, HELFER).get(f"/leitung/{t.slug}/")["Location"] == f"/leitung/{t.slug}/anmeldung/"
    desk = as_user(client)
    assert desk.post(f"/leitung/{t.slug}/loeschen/").status_code == 400
    assert desk.post(f"/leitung/{made['slug']}/loeschen/").status_code == 302
    assert list(Tournament.objects.values_list("slug", flat=True)) == [t.slug]


def test_the_revision_as_text(client):
    t = make_tournament()
    assert client.get(f"/leitung/{t.slug}/revision/").status_code == 302
    assert as_user(client, HELFER).get(f"/leitung/{t.slug}/revision/").content == str(t.revision).encode()
