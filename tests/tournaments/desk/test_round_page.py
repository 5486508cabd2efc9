"""A running round at the desk: mats, slow tables, what comes next, closing, clock, scharf (C2.7, C7)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import HELFER, add_players, fresh
from tests.playing import (
    at_ko,
    current,
    facts,
    finish_ko_table,
    make_device,
    play_round,
    play_table,
    record,
    start_round,
    started,
    state,
    table_of,
)
from tests.tournaments.desk.asking import get, post, pressed_twice, refused, text, unchanged
from tournaments.models import Pairing, Result, Round, RoundState, Station
from tournaments.queries.overview import overview, paired_devices
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_left
from tournaments.services.players import withdraw_player
from tournaments.services.rounds import start_clock

pytestmark = pytest.mark.django_db


def begun(t, minutes: int) -> None:
    Round.objects.filter(tournament=t).update(published_at=timezone.now() - timedelta(minutes=minutes))


def seen(t, role="Leitung") -> str:
    return text(get(t, "round", 1, role=role))


def test_it_says_how_far_the_round_is():
    t = started(12)
    begun(t, 26)
    play_table(t, 2)
    page = seen(t)
    assert "Runde 1 von 5, läuft seit 26 Minuten" in page
    assert "1 von 3 Tischen fertig" in page
    assert "Zwei Tische spielen noch" in page
    assert "länger als üblich (23 Minuten)" in page
    assert page.count("26 min") == 2
    assert "im Rahmen" not in page
    assert page.count("kein Gerät, kommt als Zettel") == 2


def test_each_mat_leads_to_its_table_and_says_its_state():
    t = started(12)
    begun(t, 5)
    one, two = table_of(t, 1), table_of(t, 2)
    play_table(t, 1)
    first, second = two.players[:2]
    record(t, two, first, first, by=make_device("eins"))
    record(t, two, second, second, by=make_device("zwei"))
    html = get(t, "round", 1).content.decode()
    assert f'href="/leitung/{t.slug}/tisch/{one.id}/"' in html
    assert 'aria-label="Tisch 1: fertig"' in html
    for table in current(t).tables:
        assert f'<a class="plain" href="/leitung/{t.slug}/tisch/{table.id}/">' in html, table.number
    assert 'aria-label="Tisch 2: Widerspruch"' in html
    assert 'aria-label="Tisch 3: spielt noch, 5 Minuten"' in html


def test_the_slow_ones_stand_first_and_the_others_behind():
    t = started(8, games_per_round=2)
    begun(t, 40)
    play_table(t, 1)
    page = seen(t)
    assert page.index("länger als üblich") < page.index("40 min") < page.index("im Rahmen")
    assert page.index("im Rahmen") < page.index("0 min Spiel 2")


def test_what_is_usual_is_learned_this_evening():
    t = started(40)
    play_round(t)
    begin = timezone.now() - timedelta(minutes=60)
    Round.objects.filter(tournament=t).update(published_at=begin)
    for minutes, result in enumerate(Result.objects.order_by("id"), start=1):
        Result.objects.filter(pk=result.pk).update(created_at=begin + timedelta(minutes=minutes))
    round_ = start_round(t)
    assert overview(facts(t), round_, timezone.now(), {}).usual == 10
    Result.objects.update(created_at=begin)
    assert overview(facts(t), round_, timezone.now(), {}).usual == 1  # typed in at once, as in a Probelauf


def test_the_limit_of_a_round_is_told_once_its_clock_runs():
    t = started(8, round_minutes=20)
    assert "noch 20 Minuten" not in seen(t)
    pressed_twice(t, "start_clock", current(t).id, back=f"/leitung/{t.slug}/runde/1/")
    assert "noch 20 Minuten" in seen(t)
    Round.objects.filter(tournament=t).update(started_at=timezone.now() - timedelta(minutes=22))
    assert "seit 2 Minuten über der Zeit" in seen(t)
    assert "länger als üblich (20 Minuten)" in seen(t)


def test_a_device_that_is_silent_is_named():
    t = started(8)
    device = make_device("Tablet")
    station = Station.objects.get(tournament=t, number=1)
    Pairing.objects.create(device_id=device.device_id, station=station, code_no=station.code_no)
    assert seen(t).count("kein Gerät, kommt als Zettel") == 1
    station.tournament.refresh_from_db()
    paired = paired_devices(fresh(t), "vorrunde")
    assert paired[station.pk].count == 1
    Pairing.objects.get().device.__class__.objects.update(seen_at=timezone.now() - timedelta(minutes=9))
    assert "Gerät seit 9 Minuten nicht gesehen" in seen(t)
    Station.objects.filter(pk=station.pk).update(code_no=2)
    assert seen(t).count("kein Gerät, kommt als Zettel") == 2


def test_a_table_with_too_few_people_waits_for_the_leitung():
    t = started(4)
    table = table_of(t)
    for player in table.players[1:]:
        mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=player)
    page = seen(t)
    assert "zu wenige Leute, die Leitung entscheidet" in page
    assert "Tisch 1 entscheiden" in page


def test_closing_waits_for_every_table_then_shows_the_results():
    t = started(8)
    play_table(t, 1)
    refused(unchanged(t, lambda: post(t, "close_round", 1)), "Noch nicht fertig: Tisch 2")
    play_table(t, 2)
    assert "Runde 1 schließen" in seen(t)
    pressed_twice(t, "close_round", 1)
    page = seen(t)
    assert "geschlossen um" in page
    assert "Beide Tische fertig" in page
    assert page.count("0, die anderen 5") == 2
    assert "Zettel eingeben" not in page


def test_reopening_leaves_equal_pages_and_ends_with_the_next_draw():
    t = started(8)
    play_table(t, 1)
    play_table(t, 2)
    before = state(t)
    post(t, "close_round", 1)
    pressed_twice(t, "reopen_round", 1)
    after = state(t)
    after.rounds[0].standings_public_at = before.rounds[0].standings_public_at
    assert after.rounds == before.rounds
    post(t, "close_round", 1)
    post(t, "draw")
    assert "Wieder öffnen" not in seen(t)
    refused(unchanged(t, lambda: post(t, "reopen_round", 1)), "Runde 2 ist schon ausgelost")
    assert facts(t).vorrunde[0].state == RoundState.CLOSED


def test_a_published_round_is_drawn_again_with_a_reason_until_something_is_entered():
    t = started(8)
    answer = unchanged(t, lambda: post(t, "redraw", 1, reason="  "))
    refused(answer, "Bitte einen Grund angeben")
    assert '<details id="mehr" open>' in answer.content.decode()
    pressed_twice(t, "redraw", 1, reason="zwei Gäste vergessen")
    assert current(t).state == RoundState.DRAWN
    post(t, "publish", 1)
    play_table(t, 1)
    assert (
        'name="reason" autocomplete="off" data-limit="200" id="redraw_reason"'
        not in get(t, "round", 1).content.decode()
    )
    refused(unchanged(t, lambda: post(t, "redraw", 1, reason="doch nicht")), "schon etwas eingetragen")


def test_seats_are_swapped_while_two_tables_have_no_result():
    t = started(12)
    play_table(t, 1)
    two, three = table_of(t, 2), table_of(t, 3)
    assert "Plätze tauschen" in seen(t)
    pressed_twice(t, "swap", 1, first=two.players[0], second=three.players[0])
    one = table_of(t, 1)
    answer = post(t, "swap", 1, first=one.players[0], second=three.players[1])
    refused(answer, "An Tisch 1 gibt es schon ein Ergebnis")


def test_scharf_begins_with_the_next_round_and_can_be_taken_back():
    t = started(8)
    back = f"/leitung/{t.slug}/runde/1/"
    pressed_twice(t, "scharf", on="1", back=back)
    assert current(t).tables[0].scharf_from is None
    assert "Es wird scharf gespielt Jetzt gilt: scharf." in seen(t)
    refused(unchanged(t, lambda: post(t, "scharf", on="1", back=back)), "So ist es schon eingestellt")
    play_round(t)
    assert start_round(t).tables[0].scharf_from == 1
    post(t, "scharf", on="0", back=back)
    assert facts(t).rules.speed == "normal"


def test_the_keys_name_the_tables_there_are_and_one_that_waits():
    t = at_ko()
    page = text(get(t, "ko"))
    assert "A – B Tisch wählen" in page
    assert "Nur Tasten: A Enter" in page
    finish_ko_table(t, 1)
    assert "Nur Tasten: B Enter" in text(get(t, "ko"))
    assert "Jetzt gilt: zwei Hälften." in page


def test_a_helfer_sees_the_round_and_no_button_of_the_leitung():
    t = started(8)
    play_table(t, 1)
    play_table(t, 2)
    html = get(t, "round", 1, role=HELFER).content.decode()
    page = seen(t, HELFER)
    assert "Diesen Schritt nimmt die Leitung" in page
    assert "Mehr zu dieser Runde" not in page
    assert "/runde/1/schliessen/" not in html
    assert post(t, "close_round", 1, role=HELFER).status_code == 403


def test_a_part_tells_an_open_page_that_it_is_another_one():
    t = started(8)
    same = get(t, "round_part", 1, "kopf", stand="published-1")
    assert same.status_code == 200
    assert "X-Page-Changed" not in same
    assert same.content.decode().lstrip().startswith("<div")
    play_round(t)
    assert get(t, "round_part", 1, "liste", stand="published-1")["X-Page-Changed"] == "1"
    assert get(t, "round_part", 1, "anderes").status_code == 410
    assert get(t, "round_part", 7, "kopf").status_code == 410


def test_the_round_that_comes_next_has_a_page_and_no_other():
    t = started(8)
    assert get(t, "round", 2).status_code == 404
    play_round(t)
    assert "Noch keine Auslosung" in text(get(t, "round", 2))
    assert get(t, "round", 3).status_code == 404
    assert get(t, "round", 0).status_code == 404


def test_the_clock_of_the_ko_runs_too():
    t = at_ko()
    back = f"/leitung/{t.slug}/ko/"
    answer = post(t, "start_clock", current(t).id, back=back)
    assert answer["Location"] == back
    assert current(t).started_at is not None
    with_foreign_way = post(t, "start_clock", current(t).id, again="1", back="https://example.org/")
    assert with_foreign_way["Location"] == f"/leitung/{t.slug}/"


def test_a_clock_that_runs_is_named():
    t = started(8)
    start_clock(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id)
    assert "Die Uhr läuft seit" in seen(t)


def test_who_is_missing_at_a_table_is_named_before_and_after_its_result():
    t = started(8)
    gone, left = table_of(t).players[:2]
    client = Client()
    station = Station.objects.get(tournament=t, number=1)
    client.post(f"/t/{station.code}")
    body = {"key": str(uuid4()), "table": table_of(t).id, "player": gone, "kind": "no_show"}
    client.post(f"/t/tisch/{station.pk}/fehlt/", body)
    name = facts(t).players[gone].name
    assert f"\u2068{name}\u2069 fehlt" in seen(t)
    mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=left)
    play_table(t, 1)
    page = seen(t)
    assert f"\u2068{name}\u2069 fehlt" in page
    assert f"\u2068{facts(t).players[left].name}\u2069 ist gegangen" in page


def test_the_next_step_on_another_page_leads_to_the_round_that_runs():
    t = started(8)
    assert 'href="#tisch">Zettel eingeben' in get(t, "round", 1).content.decode()
    play_round(t)
    start_round(t)
    assert f'href="/leitung/{t.slug}/runde/2/#tisch">Zettel eingeben' in get(t, "round", 1).content.decode()


def test_a_round_that_begins_proposes_paper_and_tablets():
    t = started(8)
    page = get(t, "round", 1).content.decode()
    assert f'href="/leitung/{t.slug}/drucken/">Tischzettel drucken' in page
    assert "Tablets verbinden: Codes" in page
    assert "Tablets verbinden: Codes" not in seen(t, role="Helfer")
    begins = page.split('<div class="two">')[0]
    assert f'action="/leitung/{t.slug}/uhr/{current(t).id}/"' in begins
    start_clock(tournament_id=t.pk, by=SYSTEM, round_id=current(t).id)
    assert "Uhr starten" not in get(t, "round", 1).content.decode().split('<div class="two">')[0]
    play_table(t, 1)
    assert "Tablets verbinden: Codes" not in seen(t)


def test_who_is_there_without_a_seat_is_named():
    t = started(8)
    assert "nirgends" not in seen(t)
    add_players(t, 2, first=9)
    assert "2 Leute sind da und sitzen noch nirgends" in seen(t)
    assert f'href="/leitung/{t.slug}/runde/1/tauschen/?first=9"' in get(t, "round", 1).content.decode()
    helfer = get(t, "round", 1, role=HELFER).content.decode()
    assert f'href="/leitung/{t.slug}/anmeldung/9/"' in helfer


def test_who_went_in_the_middle_is_named_before_the_next_draw():
    t = started(8)
    gone = table_of(t).players[0]
    assert "gilt weiter als da" not in seen(t)
    mark_left(tournament_id=t.pk, by=SYSTEM, table_id=table_of(t).id, player=gone)
    play_round(t)
    assert "1 Person fehlt am Tisch und gilt weiter als da" in seen(t)
    assert f'href="/leitung/{t.slug}/anmeldung/{gone}/"' in get(t, "round", 1).content.decode()
    withdraw_player(tournament_id=t.pk, by=SYSTEM, player=gone)
    assert "gilt weiter als da" not in seen(t)
