"""Leaving at the K.O. tables and in the final (C5.3, C6.2), and what a return can still undo."""

import pytest

from tests.builders import by, player
from tests.playing import at_ko, facts, finish_ko_table, lose_ko, refused, sent_twice, state, table_of
from tournaments.models import Absence
from tournaments.services._act import SYSTEM
from tournaments.services.knockout import form_final
from tournaments.services.players import exclude_player, return_player, withdraw_player

pytestmark = pytest.mark.django_db


def marks(t, number, who):
    found = facts(t)
    return found.fold(found.current, table_of(t, number)).left[who]


def test_who_leaves_a_ko_table_loses_all_spielmarken_and_is_back_before_the_next_game():
    t = at_ko()
    who = table_of(t, 1).players[1]
    before = state(t)
    sent_twice(withdraw_player, t, player=who, reason="Bus")
    assert marks(t, 1, who) == 0
    return_player(tournament_id=t.pk, by=by(), player=who)
    after = state(t)
    assert after.players == before.players
    assert [x.absences for x in after.ko.tables] == [x.absences for x in before.ko.tables]
    assert marks(t, 1, who) == 3


def test_nobody_comes_back_from_the_dead_once_the_table_played_on():
    t = at_ko()
    table = table_of(t, 1)
    exclude_player(tournament_id=t.pk, by=by(), player=table.players[1], reason="gemogelt")
    lose_ko(t, 1, table.players[0])
    with refused("return_too_late"):
        return_player(tournament_id=t.pk, by=SYSTEM, player=table.players[1])
    assert player(t, table.players[1]).status == "excluded"
    assert Absence.objects.filter(voided_at=None).count() == 1


def test_who_is_out_already_leaves_nothing_behind():
    t = at_ko(marks=1)
    table = table_of(t, 1)
    lose_ko(t, 1, table.players[0])
    withdraw_player(tournament_id=t.pk, by=by(), player=table.players[0])
    assert not Absence.objects.exists()


def test_a_survivor_who_goes_empties_his_chair_in_the_final():
    t = at_ko()
    for number in (1, 2):
        finish_ko_table(t, number)
    found = facts(t)
    who = next(p for p, left in found.fold(found.ko, table_of(t, 1)).left.items() if left)
    withdraw_player(tournament_id=t.pk, by=by(), player=who)
    form_final(tournament_id=t.pk, by=SYSTEM)
    assert who not in facts(t).final.tables[0].players
    with refused("return_too_late"):
        return_player(tournament_id=t.pk, by=SYSTEM, player=who)


def test_a_finalist_who_goes_is_last_of_the_final():
    t = at_ko()
    for number in (1, 2):
        finish_ko_table(t, number)
    form_final(tournament_id=t.pk, by=SYSTEM)
    who = table_of(t, 1, "final").players[0]
    withdraw_player(tournament_id=t.pk, by=by(), player=who)
    found = facts(t)
    assert found.fold(found.final, found.final.tables[0]).left[who] == 0
    return_player(tournament_id=t.pk, by=by(), player=who)
    found = facts(t)
    assert found.fold(found.final, found.final.tables[0]).left[who] > 0
