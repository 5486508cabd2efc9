"""The log with names put in, the devices of the evening, the way to the projector (C8.2, product.md §4)."""

import re

import pytest
from django.urls import reverse

from tests.builders import HELFER, add_players, fresh, make_tournament
from tests.playing import at_ko, facts, finish_ko_table, make_device, play_table, record, started, table_of
from tests.tournaments.desk.asking import get, post, pressed_twice, refused, text, unchanged
from tournaments.models import LogEntry, Pairing, Player, Station
from tournaments.queries.log import PER_PAGE, log_page
from tournaments.services._act import SYSTEM
from tournaments.services.knockout import form_final
from tournaments.services.players import set_paid

pytestmark = pytest.mark.django_db


def test_the_newest_stands_first_with_who_when_and_why():
    t = started(8)
    post(t, "void_table", table_of(t).id, reason="Bier über den Würfeln")
    page = text(get(t, "log"))
    assert page.index("Tisch 1: ohne Wertung") < page.index("Auslosung von Runde 1 veröffentlicht")
    assert "leitung Bier über den Würfeln" in page
    assert "von selbst" in page


def test_names_stand_beside_start_numbers_and_are_kept_nowhere():
    t = started(8)
    a, b, *_ = table_of(t).players
    record(t, table_of(t), a, b, a, by=make_device("Tablet"))
    page = text(get(t, "log")).replace("\u2068", "").replace("\u2069", "")
    assert f"verloren hat Startnummer {a} (Anna Aalen {a})" in page
    assert f"Hälfte 2: {b} (Anna Aalen {b})" in page
    assert "Tablet" in page
    assert not any("Aalen" in str(entry.data) for entry in LogEntry.objects.all())


def test_a_name_that_is_markup_is_shown_as_text():
    t = started(8)
    Player.objects.filter(tournament=t).update(last='<img src=x onerror="alert(1)">')
    play_table(t, 1)
    html = get(t, "log").content.decode()
    assert "<img" not in html
    assert "&lt;img" in html


def test_all_pages_together_hold_every_act_once():
    t = make_tournament()
    add_players(t, 60)
    for number in range(1, 61):
        set_paid(tournament_id=t.pk, by=SYSTEM, player=number, paid=True)
    found = []
    for number in range(1, log_page(facts(t), 1).pages + 1):
        lines = log_page(facts(t), number).lines
        assert len(lines) <= PER_PAGE
        found += [line.revision for line in lines]
    assert found == sorted(found, reverse=True)
    assert len(found) == LogEntry.objects.filter(tournament=t).count()
    assert "Seite 2 von 3" in text(get(t, "log", page=2))
    for beyond in ("99", "0", "-1", "x", "9" * 30):
        assert get(t, "log", page=beyond).status_code == 200


def test_a_log_of_another_evening_is_not_mixed_in():
    one, two = started(8), make_tournament(name="Zweiter Abend")
    assert log_page(facts(two), 1).total == LogEntry.objects.filter(tournament=two).count()
    assert log_page(facts(one), 1).total == LogEntry.objects.filter(tournament=one).count()


def pair(t, number: int = 1, stage: str = "vorrunde", label: str = "Tablet") -> Pairing:
    station = Station.objects.get(tournament=t, number=number, stage=stage)
    device = make_device(label)
    return Pairing.objects.create(device_id=device.device_id, station=station, code_no=station.code_no)


def test_every_station_is_listed_with_code_and_devices():
    t = at_ko()
    pair(t, 2, "ko", "Tablet der Bar")
    page = text(get(t, "devices"))
    assert "1 von 4 Tischen mit Gerät" in page
    assert "Vorrunde" in page
    assert "K.O." in page
    assert "Tablet der Bar" in page
    for code in Station.objects.filter(tournament=t).values_list("code", flat=True):
        assert code in page


@pytest.mark.parametrize(
    ("t_of", "order"), [(started, ["Vorrunde", "K.O.", "Finale"]), (at_ko, ["K.O.", "Finale", "Vorrunde"])]
)
def test_the_tables_that_play_now_come_first(t_of, order):
    t = t_of(8)
    for stage in ("final", "ko"):
        if not Station.objects.filter(tournament=t, stage=stage).exists():
            Station.objects.create(tournament=t, stage=stage, number=1, code=f"AAAA{stage[:2].upper()}")
    assert re.findall(r'<h2 id="stufe-\d">([^<]+)', get(t, "devices").content.decode()) == order


def test_no_stations_yet():
    assert "Noch keine Tische" in text(get(make_tournament(), "devices"))


def test_a_device_is_taken_off_one_table_only():
    t = started(8)
    one, two = pair(t, 1), pair(t, 2)
    pressed_twice(t, "unpair", one.pk)
    one.refresh_from_db()
    two.refresh_from_db()
    assert one.voided_at is not None
    assert two.voided_at is None
    refused(unchanged(t, lambda: post(t, "unpair", one.pk)), "schon von dem Tisch getrennt")


def test_a_new_code_ends_the_old_one_and_its_devices():
    t = started(8)
    pairing = pair(t, 1)
    station = pairing.station
    pressed_twice(t, "replace_code", station.pk)
    page = text(get(t, "devices"))
    assert station.code not in page
    assert "Tablet" not in page
    station.refresh_from_db()
    assert station.code in page
    refused(unchanged(t, lambda: post(t, "replace_code", 10**6)), "Diesen Tisch gibt es nicht mehr")


def test_devices_of_another_evening_stay_out():
    one, two = started(8), make_tournament(name="Zweiter Abend")
    pairing = pair(one, 1)
    refused(unchanged(two, lambda: post(two, "unpair", pairing.pk)), "schon von dem Tisch getrennt")
    assert "Noch keine Tische" in text(get(two, "devices"))


def test_the_search_leads_to_tables_and_people():
    t = started(8)
    assert get(t, "search", role=HELFER, q="Tisch 2")["Location"].endswith(f"/tisch/{table_of(t, 2).id}/")
    assert get(t, "search", role=HELFER, q="Aalen 7")["Location"].endswith("/anmeldung/7/")
    assert "Niemand gefunden" in text(get(t, "search", role=HELFER, q="Tisch 9"))
    ko = at_ko()
    assert get(ko, "search", q="tisch b")["Location"].endswith(f"/tisch/{table_of(ko, 2, 'ko').id}/")


def test_a_draft_is_not_found_by_searching():
    t = make_tournament()
    add_players(t, 8)
    post(t, "draw")
    assert "Niemand gefunden" in text(get(t, "search", role=HELFER, q="Tisch 1"))


def test_the_log_is_offered_to_the_leitung_only():
    t = started(8)
    log = reverse("desk:log", args=[t.slug])
    assert log in get(t, "round", 1).content.decode()
    assert log not in get(t, "round", 1, role=HELFER).content.decode()


def test_the_projector_is_one_click_away():
    t = started(8)
    html = get(t, "screen", role=HELFER).content.decode()
    assert f'href="/{fresh(t).slug}/beamer/"' in html


def test_a_new_code_is_asked_for_first():
    t = started(8)
    for html in (get(t, "devices"), get(t, "table", table_of(t).id)):
        found = re.findall(r"<dialog.*?</dialog>", html.content.decode(), re.S)
        asked = [dialog for dialog in found if "/geraete/code/" in dialog]
        assert asked
        assert "Tisch 1: neuer Code" in asked[0]
        assert "trennt alle Geräte" in asked[0]
        assert html.content.decode().count("/geraete/code/") == len(asked)
        opens = re.search(r'id="([^"]+)"', asked[0])[1]
        assert f'data-dialog="{opens}"' in html.content.decode()


def test_the_codes_of_the_ko_are_told_to_the_leitung_while_it_plays():
    t = at_ko(marks=1)
    stations = list(Station.objects.filter(tournament=t, stage="ko"))
    page = text(get(t, "ko"))
    for station in stations:
        assert f"Code {station.code} für ein Tablet" in page
    assert "für ein Tablet" not in text(get(t, "ko", role=HELFER))
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    code = Station.objects.get(tournament=t, stage="final").code
    assert f"Code {code} für ein Tablet" in text(get(t, "final"))
    assert "für ein Tablet" not in text(get(t, "ko"))
