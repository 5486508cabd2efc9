"""The page of a table in every state (product.md §4, C2, C5)."""

import re

import pytest
from django.test import Client

from tests.builders import add_players, make_tournament, make_user
from tests.playing import (
    at_ko,
    current,
    do,
    facts,
    finish_ko_table,
    lose_ko,
    play_round,
    play_table,
    record,
    started,
    table_of,
)
from tests.tournaments.referee.device import at, entry, page, pair, send, shown, station, words
from tournaments.models import Phase, Tournament
from tournaments.services._act import Actor
from tournaments.services.absences import give_walkover, mark_left, mark_no_show, void_table
from tournaments.services.cut import announce_cut, hide_cut, make_cut
from tournaments.services.knockout import form_final
from tournaments.services.players import edit_player, withdraw_player
from tournaments.services.rounds import close_round, draw_round, publish_draw
from tournaments.services.scharf import set_scharf
from tournaments.services.stations import prepare_stations

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=alert(1)>"


def test_before_the_first_draw_is_published_nothing_shows(client):
    t = make_tournament()
    add_players(t, 8)
    do(draw_round, t)
    found = pair(client, t)
    text = page(client, found)
    assert shown(text) == "rest"
    assert "Runde 1 beginnt gleich" in words(text)
    assert "Aalen" not in text
    before = client.get(at("stand", found)).content
    do(publish_draw, t)
    assert client.get(at("stand", found)).content != before
    assert "Wer hat Hälfte 1 verloren?" in words(page(client, found))


@pytest.mark.parametrize("open_", [False, True])
@pytest.mark.parametrize(("stage", "number"), [("vorrunde", 1), ("ko", 2), ("final", 1)])
def test_a_device_may_be_paired_before_anything_is_drawn(client, open_, stage, number):
    t = make_tournament(open_=open_)
    do(prepare_stations, t)
    found = pair(client, t, number, stage)
    assert shown(page(client, found)) == "rest"


def test_all_states_of_a_game_are_in_one_page(client):
    t = started(8)
    found = pair(client, t)
    text = page(client, found)
    assert re.findall(r'data-step="(\w+)"', text) == [
        "half1", "half2", "endkampf", "summary", "sending", "missing", "leaving", "strokes",
    ]  # fmt: skip
    assert text.count(" hidden>") >= 6
    names = [facts(t).players[p].name for p in table_of(t).players]
    positions = [text.index(name) for name in names]
    assert positions == sorted(positions)


def test_without_script_the_answers_travel_in_the_address(client):
    t = started(8)
    found = pair(client, t)
    a, b, _, d = table_of(t).players
    named = {p: facts(t).players[p].name for p in (a, b, d)}
    assert shown(page(client, found, f"?half1={b}")) == "half2"
    text = page(client, found, f"?half1={b}&half2={d}")
    assert shown(text) == "endkampf"
    third = re.search(r'data-step="endkampf".*?</main>', text, re.S)[0]
    assert len(re.findall(r"<li><button", third)) == 2
    text = page(client, found, f"?half1={b}&half2={d}&endkampf={b}")
    assert f"{named[b]} 0, {named[d]} 3, die anderen 5 – stimmt das?" in words(text)
    assert "Hälfte 1 und Endkampf verloren" in words(text)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', text.split('data-send="result"')[1]))
    answer = client.post(at("result", found), fields)
    assert answer["Location"] == at("table", found)
    text = page(client, found)
    assert "Tisch fertig" in words(text)
    assert re.search(r"gesendet, Stand \d\d:\d\d:\d\d", words(text))
    assert table_of(t).results[1].loser == b
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', text.split('/zurueck/"')[1]))
    client.post(at("undo", found), fields)
    assert not table_of(t).results


def test_blattschuss_is_summed_up_at_once(client):
    t = started(8)
    found = pair(client, t)
    a = table_of(t).players[0]
    text = page(client, found, f"?half1={a}&half2={a}")
    assert f"{facts(t).players[a].name} 0, die anderen 5, Blattschuss – stimmt das?" in words(text)


def test_answers_of_a_game_that_is_over_are_asked_again(client):
    """A tablet that came back from comparing throws keeps their address, and wakes up with it later."""
    t = started(8)
    found = pair(client, t)
    table = table_of(t)
    a = table.players[0]
    now = f"&spiel={table.id}.1.1"
    assert shown(page(client, found, f"?half1={a}{now}")) == "half2"
    assert f"half1={a}" in page(client, found, f"?half1={a}{now}")
    assert shown(page(client, found, f"?half1={a}&spiel={table.id}.1.2")) == "half1"
    assert shown(page(client, found, f"?half1={a}&spiel=%00")) == "half1"


@pytest.mark.parametrize("query", ["?half1=999", "?half1=x", "?half1=%00", "?zeigen=unsinn", "?wer=1"])
def test_nonsense_in_the_address_asks_again(client, query):
    t = started(8)
    text = page(client, pair(client, t), query.replace("wer=1", f"wer={table_of(t, 2).players[0]}"))
    assert shown(text) == "half1"


def test_a_leaver_may_have_lost_a_half_and_then_lost_the_endkampf(client):
    t = started(8)
    found = pair(client, t)
    a, b, *_ = table_of(t).players
    do(mark_left, t, table_id=table_of(t).id, player=b)
    text = page(client, found, f"?half1={b}&half2={a}")
    assert shown(text) == "summary"
    assert f"{facts(t).players[b].name} 0, {facts(t).players[a].name} 3" in words(text)


def test_who_did_not_come_cannot_be_tapped(client):
    t = started(8)
    found = pair(client, t)
    a = table_of(t).players[0]
    do(mark_no_show, t, table_id=table_of(t).id, player=a)
    text = page(client, found)
    assert "nicht da" in words(text)
    assert f'name="half1" value="{a}"' not in text


def test_a_closed_round_waits_for_the_next(client):
    t = started(8)
    found = pair(client, t)
    play_round(t)
    text = page(client, found)
    assert "Runde 2 beginnt gleich" in words(text)
    assert "Zurücknehmen" not in text
    do(draw_round, t)
    assert page(client, found).count("Aalen") == 0
    token = client.get(at("stand", found)).content
    do(publish_draw, t)
    assert client.get(at("stand", found)).content != token
    assert "Runde 2" in page(client, found)


def test_a_result_elsewhere_does_not_change_this_page(client):
    t = started(8)
    found = pair(client, t)
    before = client.get(at("stand", found)).content
    play_table(t, 2)
    assert client.get(at("stand", found)).content == before
    play_table(t, 1)
    assert client.get(at("stand", found)).content != before


def test_decided_unused_and_last_rounds_say_so(client):
    t = started(12, rounds=2)
    found = pair(client, t)
    third = Client()
    pair(third, t, 3)
    for player in table_of(t).players[1:]:
        do(mark_no_show, t, table_id=table_of(t).id, player=player)
    do(give_walkover, t, table_id=table_of(t).id, reason="allein")
    assert "Kampflos" in words(page(client, found))
    play_table(t, 2)
    do(void_table, t, table_id=table_of(t, 3).id, reason="gezinkt")
    assert "Ohne Wertung" in words(page(third, station(t, 3)))
    do(close_round, t)
    for number in (9, 10, 11, 12):
        do(withdraw_player, t, player=number)
    do(draw_round, t)
    do(publish_draw, t)
    assert "Dieser Tisch hat gerade Pause" in words(page(third, station(t, 3)))
    play_round(t)
    assert "Die Vorrunde ist gespielt" in words(page(client, found))


def test_a_cut_is_told_to_a_table_with_the_announcement(client):
    """Also by no token: an open page must not learn from it that there is a cut (C3.5)."""
    t = started(8, rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="chain")
    found = pair(client, t)
    play_round(t)

    def told():
        return client.get(at("stand", found)).content, words(page(client, found))

    before = told()
    do(make_cut, t)
    assert told() == before
    do(announce_cut, t)
    token, text = told()
    assert token != before[0]
    assert "ein anderer Code" in text
    do(hide_cut, t)
    assert told() == before


def test_after_the_vorrunde_the_way_to_the_next_table_is_a_code(client):
    t = started(8)
    found = pair(client, t)
    assert '<a class="button is-quiet" href="/t/">weiterer Tisch</a>' in page(client, found)
    Tournament.objects.filter(pk=t.pk).update(phase=Phase.KO)
    text = page(client, found)
    assert "gilt ein anderer Code. Er steht auf der Tischnummer; sonst sagt ihn die Leitung." in words(text)
    assert text.count('href="/t/"') == 1
    assert "Anderen Code eingeben" in words(text)


def test_what_the_desk_entered_is_not_said_to_be_sent(client):
    t = started(8, games_per_round=2)
    found = pair(client, t)
    desk = Actor(user_id=make_user().pk)
    first = table_of(t).players[0]
    record(t, table_of(t), first, first, by=desk)
    text = words(page(client, found))
    assert "von der Leitung eingetragen, Stand" in text
    assert "gesendet" not in text
    record(t, table_of(t), first, first, game=2, by=desk)
    text = words(page(client, found))
    assert "Tisch fertig" in text
    assert "von der Leitung eingetragen, Stand" in text


def test_who_is_there_after_all_leads_back_to_the_game(client):
    t = started(8)
    found = pair(client, t)
    do(mark_no_show, t, table_id=table_of(t).id, player=table_of(t).players[0])
    text = page(client, found, "?zeigen=fehlt")
    assert re.search(r'action="[^"]*/doch-da/" data-send="absence"', text)  # tisch.js closes "Wer fehlt?"


def test_several_games_come_one_after_the_other(client):
    t = started(4, games_per_round=2)
    found = pair(client, t)
    table = table_of(t)
    answer = send(client, found, "result", entry(t, table, table.players[0], table.players[0]))
    text = answer.json()["html"]
    assert shown(text) == "half1"
    assert "Spiel 2 von 2" in text
    assert re.search(r"Spiel 1 verlor .*, gesendet, Stand \d\d:\d\d:\d\d", words(text))
    assert "Spiel 1 zurücknehmen" in words(text)


def test_scharf_asks_once(client):
    t = started(8)
    play_round(t)
    do(set_scharf, t)
    do(draw_round, t)
    do(publish_draw, t)
    found = pair(client, t)
    text = page(client, found)
    assert "Wer hat verloren?" in words(text)
    assert 'data-step="half2"' not in text
    a = table_of(t).players[0]
    assert f"{facts(t).players[a].name} 0, die anderen 5 – stimmt das?" in words(
        page(client, found, f"?half1={a}")
    )
    assert send(client, found, "result", entry(t, table_of(t), a)).status_code == 200


def test_the_ko_shows_coins_and_out_is_out(client):
    t = at_ko(marks=1)
    found = pair(client, t, stage="ko")
    a, b, c, d = table_of(t).players
    text = page(client, found)
    assert "K.O.-Tisch A" in text
    assert "noch 4" in text
    assert words(text).count("1 von 1 Spielmarke ") == 4
    assert "gibt die letzte Spielmarke ab und ist raus" in words(page(client, found, f"?half1={a}&half2={a}"))
    lose_ko(t, 1, a)
    text = page(client, found)
    assert "raus, Platz 7 bis 8" in words(text)
    assert f'name="half1" value="{a}"' not in text
    lose_ko(t, 1, b)
    text = page(client, found)
    assert "Tisch fertig" in words(text)
    assert facts(t).players[c].name in words(text)
    assert "Zurücknehmen" in words(text)
    finish_ko_table(t, 2)
    do(form_final, t)
    text = page(client, found)
    assert "Die K.O.-Tische sind gespielt" in words(text)
    assert "Zurücknehmen" not in text


def test_the_final_is_played_to_the_last(client):
    t = at_ko(marks=1)
    final_waits = "Das Finale kommt noch"
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    do(form_final, t)
    found = pair(client, t, stage="final")
    assert final_waits not in page(client, found)
    *others, winner = table_of(t).players
    for player in others:
        lose_ko(t, 1, player)
    assert f"{facts(t).players[winner].name} gewinnt" in words(page(client, found))


def test_several_tables_of_a_device_are_tabs(client):
    t = started(8)
    one = pair(client, t, 1)
    assert "Tische dieses Geräts" not in page(client, one)
    pair(client, t, 2)
    text = page(client, one)
    assert "Tische dieses Geräts" in text
    assert text.count('aria-current="page"') == 1


def test_names_are_text_and_nothing_else(client):
    t = started(4)
    do(edit_player, t, player=1, first=HOSTILE, last="Ü")
    found = pair(client, t)
    text = page(client, found, "?half1=1&half2=1") + page(client, found, "?zeigen=fehlt&wer=1")
    assert "<img" not in text
    assert "&lt;img" in text


def test_any_page_costs_the_same_few_queries_at_any_size(client, django_assert_max_num_queries):
    counts = []
    for size in (12, 200):
        t = started(size, name=f"Mit {size}")
        found = pair(client, t)
        page(client, found)
        with django_assert_max_num_queries(15) as captured:
            page(client, found)
        counts.append(len(captured))
        client.get(at("stand", found))
        with django_assert_max_num_queries(4):
            client.get(at("stand", found))
    assert counts[0] == counts[1]


def test_nothing_is_kept_in_a_cache_of_the_browser(client):
    t = started(4)
    found = pair(client, t)
    for name in ("table", "part", "stand"):
        assert "no-store" in client.get(at(name, found))["Cache-Control"]
    assert len(current(t).tables) == 1


def test_everybody_is_told_that_the_next_round_is_drawn_anew(client):
    t = started(8, rounds=2)
    found = pair(client, t)
    play_table(t, 1)
    assert "Runde 2 wird neu ausgelost: Wo es weitergeht" in words(page(client, found))
