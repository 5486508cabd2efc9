"""A table that falls under three before it starts, and whom a sentence is about (C2.5, C2.6)."""

import pytest

from tests.builders import HELFER, add_players
from tests.playing import facts, play_table, started, table_of
from tests.tournaments.desk.asking import address, desk, get, text
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show

pytestmark = pytest.mark.django_db


def missing(t, *players: int) -> None:
    for player in players:
        table = next(x for x in facts(t).current.tables if player in x.players)
        mark_no_show(tournament_id=t.pk, by=SYSTEM, table_id=table.id, player=player)


def test_a_table_of_two_is_offered_a_third():
    t = started(9)
    four, five = table_of(t, 2), table_of(t, 1)
    if len(four.players) == 5:
        four, five = five, four
    missing(t, four.players[0])
    assert "Nur noch" not in text(get(t, "table", four.id))
    missing(t, four.players[1])
    found = text(get(t, "table", four.id))
    assert "Nur noch 2 Leute sind hier; auch so kann gespielt werden." in found
    assert f"Zu fünft ist Tisch {five.number}." in found
    assert "Jemanden hierher setzen" in text(get(t, "table_part", four.id, "kopf"))
    assert "Jemanden hierher setzen" not in text(get(t, "table", four.id, role=HELFER))
    missing(t, four.players[2])
    assert "Nur noch 1 Person ist hier." in text(get(t, "table", four.id))


def test_no_third_is_offered_once_there_is_a_result_or_when_nobody_is_missing():
    t = started(8)
    table = table_of(t, 1)
    missing(t, *table.players[:2])
    play_table(t, 1)
    assert "Nur noch" not in text(get(t, "table", table.id))
    small = started(3)
    assert "Nur noch" not in text(get(small, "table", table_of(small, 1).id))


def test_who_is_seated_and_taken_away_again_is_named():
    t = started(8)
    add_players(t, 1, first=9)
    table, client = table_of(t, 1), desk()
    client.post(address(t, "seat_late", table.id), {"player": 9})
    assert "Anna Aalen 9 sitzt jetzt hier." in text(client.get(address(t, "table", table.id)))
    client.post(address(t, "unseat_late", table.id), {"player": 9})
    assert "Anna Aalen 9 ist wieder vom Tisch genommen." in text(client.get(address(t, "table", table.id)))
