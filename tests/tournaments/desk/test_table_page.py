"""One table at the desk: absences, outcomes without a game, late arrivals, conflicts, each with its undo."""

import pytest

from tests.builders import HELFER, add_players, last_log
from tests.playing import (
    at_ko,
    current,
    facts,
    finish_ko_table,
    lose_ko,
    make_device,
    play_round,
    play_table,
    record,
    started,
    state,
    table_of,
)
from tests.tournaments.desk.asking import get, post, pressed_twice, refused, text, unchanged
from tournaments.models import Conflict, Pairing, Station
from tournaments.queries.standings import standings
from tournaments.services._act import SYSTEM
from tournaments.services.knockout import form_final

pytestmark = pytest.mark.django_db


def page(t, number: int = 1, role: str = "Leitung") -> str:
    return text(get(t, "table", table_of(t, number).id, role=role))


def same_but_versions(t, before) -> bool:
    """The same evening, but for versions of tables (they only rise)."""
    after = state(t)
    for old, new in zip(before.rounds, after.rounds, strict=True):
        for one, other in zip(old.tables, new.tables, strict=True):
            other.version = one.version
        new.protocol = old.protocol
    return after.rounds == before.rounds


def points(t):
    return {line.number: line.standing.points for line in standings(facts(t), running=True)}


def test_it_shows_seats_results_and_where_they_came_from():
    t = started(8)
    a, b, *_ = table_of(t).players
    assert "Tisch 1" in page(t)
    assert "spielt seit 0 Minuten" in page(t)
    record(t, table_of(t), a, b, a, by=make_device("Tablet"))
    found = page(t)
    assert "fertig" in found
    assert f"Anna Aalen {a} 0, Anna Aalen {b} 3, die anderen 5" in found
    assert f"Hälfte 1 Anna Aalen {a}, Hälfte 2 Anna Aalen {b}, Endkampf Anna Aalen {a}" in found
    assert "Tablet" in found


def test_what_else_can_be_done_goes_with_the_result():
    t = started(8)
    table = table_of(t)
    more = text(get(t, "table_part", table.id, "mehr"))
    assert "Jemanden hierher setzen" in more
    assert "Jemanden hierher setzen" in page(t)
    assert text(get(t, "table_part", table.id, "mehr", role=HELFER)).strip() == ""
    play_table(t, 1)
    assert "Jemanden hierher setzen" not in text(get(t, "table_part", table.id, "mehr"))
    assert "Ohne Wertung" in text(get(t, "table_part", table.id, "mehr"))


def test_a_taken_back_result_stays_visible_as_struck_out():
    t = started(8)
    a, *_ = table_of(t).players
    before = state(t)
    record(t, table_of(t), a, a)
    pressed_twice(t, "undo_game", table_of(t).id, version=table_of(t).version)
    html = get(t, "table", table_of(t).id).content.decode()
    assert f"<s>Hälfte 1 Anna Aalen {a}" in html
    assert same_but_versions(t, before)


def test_a_stale_undo_is_refused():
    t = started(8)
    play_table(t, 1)
    answer = unchanged(t, lambda: post(t, "undo_game", table_of(t).id, version=1))
    refused(answer, "inzwischen etwas geändert", status=409)
    refused(post(t, "undo_game", table_of(t).id, version="x"), "inzwischen etwas geändert", status=409)


def test_somebody_did_not_come_and_came_after_all():
    t = started(8)
    table = table_of(t)
    before = state(t)
    pressed_twice(t, "no_show", table.id, player=table.players[1])
    assert "nicht gekommen" in page(t)
    absence = table_of(t).absences[0]
    pressed_twice(t, "void_absence", table.id, absence.id)
    assert same_but_versions(t, before)
    answer = unchanged(t, lambda: post(t, "void_absence", table.id, absence.id))
    refused(answer, "schon zurückgenommen")


def test_somebody_leaves_in_the_middle_and_is_back():
    t = started(8)
    table = table_of(t)
    before = state(t)
    pressed_twice(t, "left", table.id, player=table.players[0])
    assert "gegangen" in page(t)
    post(t, "void_absence", table.id, table_of(t).absences[0].id)
    assert same_but_versions(t, before)


@pytest.mark.parametrize("player", ["", "99", "x", "9" * 20])
def test_only_somebody_of_this_table_can_be_missing(player):
    t = started(8)
    answer = unchanged(t, lambda: post(t, "no_show", table_of(t).id, player=player))
    refused(answer, "sitzt nicht an diesem Tisch")


def test_absences_end_with_the_round():
    t = started(4)
    table = table_of(t)
    post(t, "no_show", table.id, player=table.players[0])
    absence = table_of(t).absences[0].id
    play_table(t, 1)
    post(t, "close_round", 1)
    refused(unchanged(t, lambda: post(t, "void_absence", table.id, absence)), "geschlossen", status=409)
    refused(
        unchanged(t, lambda: post(t, "left", table.id, player=table.players[1])), "geschlossen", status=409
    )
    assert "nicht gekommen" in text(get(t, "table", table.id))
    assert "doch da" not in text(get(t, "table", table.id))


def test_one_who_is_left_wins_without_a_game_and_the_table_opens_again():
    t = started(4)
    table = table_of(t)
    assert "Kampflos eintragen" not in page(t)
    for player in table.players[1:]:
        post(t, "left", table.id, player=player)
    before = state(t)
    assert "Kampflos eintragen" in page(t)
    refused(unchanged(t, lambda: post(t, "walkover", table.id, reason="")), "Bitte einen Grund angeben")
    pressed_twice(t, "walkover", table.id, reason="alle müde")
    assert f"kampflos: Anna Aalen {table.players[0]} 5" in page(t)
    assert "alle müde" in page(t)
    assert points(t)[table.players[0]] == 5
    pressed_twice(t, "reopen_table", table.id)
    assert same_but_versions(t, before)


def test_a_table_without_points_and_back():
    t = started(8)
    table = table_of(t)
    play_table(t, 1)
    before = state(t)
    answer = unchanged(t, lambda: post(t, "void_table", table.id, reason="x" * 201))
    refused(answer, "201")
    assert "x" * 201 in answer.content.decode()
    pressed_twice(t, "void_table", table.id, reason="Bier über den Würfeln")
    assert "ohne Wertung: niemand bekommt Punkte" in page(t)
    refused(
        unchanged(t, lambda: post(t, "void_table", table.id, reason="noch einmal")), "ohne Spiel entschieden"
    )
    post(t, "reopen_table", table.id)
    assert same_but_versions(t, before)


def test_walkover_of_a_full_table_is_refused():
    t = started(8)
    answer = unchanged(t, lambda: post(t, "walkover", table_of(t).id, reason="darum"))
    refused(answer, "Hier sind es 4")


def test_a_late_guest_gets_a_seat_and_gives_it_back():
    t = started(8)
    (late,) = add_players(t, 1, first=9)
    before = state(t)
    assert "1 Person ist da und sitzt nirgends" in page(t)
    pressed_twice(t, "seat_late", table_of(t).id, player=late)
    assert table_of(t).players[-1] == late
    assert "wieder weg" in page(t)
    pressed_twice(t, "unseat_late", table_of(t).id, player=late)
    assert same_but_versions(t, before)


def test_a_sixth_seat_needs_a_word():
    t = started(5)
    (late,) = add_players(t, 1, first=6)
    table = table_of(t)
    assert "auch als Sechste" in page(t)
    answer = unchanged(t, lambda: post(t, "seat_late", table.id, player=late))
    refused(answer, "Ein sechster Platz geht nur mit")
    assert f'value="{late}"' in answer.content.decode()
    pressed_twice(t, "seat_late", table.id, player=late, six="on")
    assert len(table_of(t).players) == 6
    (seventh,) = add_players(t, 1, first=7)
    assert "Hierher setzen" not in page(t)
    refused(
        unchanged(t, lambda: post(t, "seat_late", table.id, player=seventh, six="on")), "mehr gehen nicht"
    )


def test_who_sits_elsewhere_moves():
    t = started(8)
    one, two = table_of(t, 1), table_of(t, 2)
    moved = two.players[0]
    pressed_twice(t, "seat_late", one.id, player=moved)
    assert moved in table_of(t, 1).players
    assert moved not in table_of(t, 2).players
    post(t, "seat_late", two.id, player=moved)
    assert set(table_of(t, 2).players) == set(two.players)


@pytest.mark.parametrize(
    ("player", "words"), [("99", "Startnummer 99"), ("", "unvollständig"), ("zwei", "unvollständig")]
)
def test_nobody_to_be_seated(player, words):
    t = started(8)
    answer = unchanged(t, lambda: post(t, "seat_late", table_of(t).id, player=player))
    refused(answer, words)


def test_seats_are_fixed_by_the_first_result():
    t = started(8)
    (late,) = add_players(t, 1, first=9)
    play_table(t, 1)
    assert "Hierher setzen" not in page(t)
    answer = unchanged(t, lambda: post(t, "seat_late", table_of(t).id, player=late))
    refused(answer, "gibt es schon ein Ergebnis")


def test_schock_aus_is_counted_by_a_helfer_and_taken_back():
    t = started(8)
    table = table_of(t)
    player = table.players[2]
    pressed_twice(t, "schock_aus", table.id, player=player, more="1")
    assert table_of(t).schock_aus == {player: 1}
    assert post(t, "schock_aus", table.id, role=HELFER, player=player, more="0").status_code == 302
    assert table_of(t).schock_aus == {}
    refused(unchanged(t, lambda: post(t, "schock_aus", table.id, player=player, more="0")), "kein Schock aus")


def test_the_leitung_puts_the_tally_of_a_closed_round_right():
    t = started(8)
    table = table_of(t)
    player = table.players[2]
    play_round(t)
    assert "ein Schock aus mehr" not in get(t, "table", table.id, role=HELFER).content.decode()
    assert post(t, "schock_aus", table.id, role=HELFER, player=player, more="1").status_code == 403
    assert "ein Schock aus mehr" in get(t, "table", table.id).content.decode()
    pressed_twice(t, "schock_aus", table.id, player=player, more="1")
    assert facts(t).rounds[0].tables[0].schock_aus == {player: 1}


def test_no_column_for_what_is_not_counted():
    t = started(8, schock_aus_counted=False)
    assert "Schock aus" not in page(t)


def disputed(t):
    table = table_of(t)
    a, b, *_ = table.players
    record(t, table, a, a, by=make_device("iPad"))
    record(t, table, b, b, by=make_device("Handy"))
    return a, b, Conflict.objects.get()


@pytest.mark.parametrize(("decision", "loser"), [("first", 0), ("second", 1)])
def test_a_conflict_shows_both_and_is_decided_once(decision, loser):
    t = started(8)
    a, b, conflict = disputed(t)
    found = page(t)
    assert "Tisch 1: zwei verschiedene Ergebnisse" in found
    assert "iPad an Tisch 1" in found
    assert "Handy an Tisch 1" in found
    assert "anders" in found
    assert "Erstes gilt" in found
    back = f"/leitung/{t.slug}/runde/1/"
    answer = pressed_twice(t, "decide_conflict", conflict.pk, decision=decision, back=back)
    assert answer["Location"] == back
    assert points(t)[(a, b)[loser]] == 0
    assert "zwei verschiedene" not in page(t)
    refused(unchanged(t, lambda: post(t, "decide_conflict", conflict.pk, decision="first")), "schon geklärt")


def test_a_conflict_needs_one_of_two_answers():
    t = started(8)
    conflict = disputed(t)[2]
    refused(unchanged(t, lambda: post(t, "decide_conflict", conflict.pk, decision="both")), "unvollständig")


def test_a_helfer_sees_the_conflict_and_no_decision():
    t = started(8)
    disputed(t)
    found = page(t, role=HELFER)
    assert "Das entscheidet die Leitung" in found
    assert "Erstes gilt" not in found


def test_the_conflict_stands_ready_on_the_page_of_the_round():
    t = started(8)
    conflict = disputed(t)[2]
    html = get(t, "round", 1).content.decode()
    assert f'<dialog id="widerspruch-{conflict.pk}"' in html
    assert f'data-dialog="widerspruch-{conflict.pk}"' in html


def test_a_helfer_sees_no_button_of_the_leitung():
    t = started(8)
    play_table(t, 2)
    html = get(t, "table", table_of(t).id, role=HELFER).content.decode()
    for word in ("nicht-gekommen", "gegangen/", "ohne-wertung", "setzen/", "berichtigen", "geraete/"):
        assert word not in html
    assert Station.objects.get(number=1).code not in html


def test_code_and_devices_of_the_table():
    t = started(8)
    station = Station.objects.get(tournament=t, number=1)
    device = make_device("Tablet am Tisch")
    Pairing.objects.create(device_id=device.device_id, station=station, code_no=1)
    answer = get(t, "table", table_of(t).id)
    assert station.code in text(answer)
    assert "Tablet am Tisch" in text(answer)
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="qr"' in answer.content.decode()
    back = f"/leitung/{t.slug}/tisch/{table_of(t).id}/"
    pressed_twice(t, "unpair", Pairing.objects.get().pk, back=back)
    assert "kein Gerät, kommt als Zettel" in page(t)
    pressed_twice(t, "replace_code", station.pk, back=back)
    assert station.code not in page(t)


def test_a_ko_table_shows_marks_scharf_and_who_leaves():
    t = at_ko()
    table = table_of(t, 1, "ko")
    found = text(get(t, "table", table.id))
    assert "Tisch A" in found
    assert found.count("3 von 3 Spielmarken") >= 4
    assert "Ohne Wertung" not in found
    pressed_twice(t, "scharf", on="1", tables="A", back=f"/leitung/{t.slug}/tisch/{table.id}/")
    assert table_of(t, 1, "ko").scharf_from == 2
    post(t, "scharf", on="0", tables="A")
    assert table_of(t, 1, "ko").scharf_from is None
    pressed_twice(t, "left", table.id, player=table.players[0])
    assert "0 von 3 Spielmarken" in text(get(t, "table", table.id))


def test_taking_back_a_ko_game_dissolves_the_final_after_a_word():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    table = facts(t).ko.tables[0]
    assert "löst das Finale auf" in text(get(t, "table", table.id))
    pressed_twice(t, "undo_game", table.id, version=table.version, confirmed="1")
    assert current(t).stage == "ko"


def test_a_table_of_the_final_that_has_begun_keeps_the_ko_as_it_is():
    t = at_ko()
    finish_ko_table(t, 1)
    finish_ko_table(t, 2)
    form_final(tournament_id=t.pk, by=SYSTEM)
    lose_ko(t, 1, current(t).tables[0].players[0])
    table = facts(t).ko.tables[0]
    assert "Zurücknehmen" not in text(get(t, "table", table.id))
    answer = unchanged(t, lambda: post(t, "undo_game", table.id, version=table.version, confirmed="1"))
    assert answer.status_code == 400


def test_a_table_that_is_gone():
    t = started(8)
    old = table_of(t).id
    post(t, "redraw", 1, reason="Versehen")
    post(t, "publish", 1)
    assert get(t, "table", old).status_code == 404
    refused(unchanged(t, lambda: post(t, "no_show", old, player=1)), "neu ausgelost", status=409)
    refused(unchanged(t, lambda: post(t, "void_table", old, reason="weg")), "neu ausgelost", status=409)


def test_the_log_names_nobody():
    t = started(8)
    post(t, "no_show", table_of(t).id, player=table_of(t).players[0])
    assert "Aalen" not in str(last_log(t).data)


def test_an_old_table_can_only_be_corrected():
    t = started(8)
    play_round(t)
    table = facts(t).rounds[0].tables[0]
    found = text(get(t, "table", table.id))
    assert "Berichtigen" in found
    assert "Zurücknehmen" not in found
    assert "Was sonst geht" not in found
    assert "Eingabe am Tisch" not in found
