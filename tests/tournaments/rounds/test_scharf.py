"""Scharf: for chosen tables or all, never inside a game (C7.2, R5.6)."""

import pytest

from tests.builders import add_players, fresh, make_tournament
from tests.playing import (
    at_ko,
    current,
    do,
    facts,
    lose_ko,
    play_round,
    play_table,
    record,
    refused,
    sent_twice,
    start_round,
    started,
    table_of,
)
from tournaments.services._act import SYSTEM
from tournaments.services.cut import check_in_place, make_cut
from tournaments.services.knockout import draw_ko
from tournaments.services.rounds import draw_round
from tournaments.services.scharf import set_scharf
from tournaments.services.tournaments import change_rules

pytestmark = pytest.mark.django_db


def test_in_the_vorrunde_it_holds_from_the_next_round():
    t = started(8)
    sent_twice(set_scharf, t)
    assert all(not table.is_scharf(1) for table in current(t).tables)
    play_round(t)
    start_round(t)
    assert all(table.is_scharf(1) for table in current(t).tables)
    table = table_of(t)
    loser = table.players[2]
    with refused("scharf_one_half"):
        record(t, table, loser, loser)
    record(t, table, loser)
    result = table_of(t).results[1]
    assert (result.scharf, result.half1, result.half2) == (True, loser, None)
    points = {line.number: line.each[1] for line in _standings(t)}
    assert [points[p] for p in table.players] == [5, 5, 0, 5]
    do(set_scharf, t, on=False)
    assert table_of(t).is_scharf(1)
    play_round(t)
    start_round(t)
    assert not table_of(t).is_scharf(1)


def _standings(t):
    from tournaments.queries.standings import standings

    return standings(facts(t), running=True)


def test_a_draft_is_already_the_next_round():
    t = make_tournament()
    add_players(t, 8)
    do(draw_round, t)
    do(set_scharf, t, table_ids=[table_of(t, 2).id])
    assert [table.scharf_from for table in current(t).tables] == [None, 1]
    assert fresh(t).rules.speed == "normal"
    do(set_scharf, t, table_ids=[table_of(t, 2).id], on=False)
    assert [table.scharf_from for table in current(t).tables] == [None, None]
    with refused("nothing_to_change"):
        do(set_scharf, t, on=False)
    with refused("round_redrawn"):
        do(set_scharf, t, table_ids=[0])


def test_single_tables_of_a_running_round_stay_normal():
    t = started(8)
    with refused("scharf_next_round"):
        do(set_scharf, t, table_ids=[table_of(t).id])
    play_table(t, 1)


def test_in_the_ko_it_holds_from_the_game_after_the_running_one():
    t = at_ko()
    one, two = table_of(t, 1), table_of(t, 2)
    lose_ko(t, 1, one.players[0])
    do(set_scharf, t, table_ids=[one.id])
    assert table_of(t, 1).scharf_from == 3
    assert table_of(t, 2).scharf_from is None
    lose_ko(t, 1, one.players[0])
    record(t, table_of(t, 1), one.players[1])
    assert [table_of(t, 1).results[game].scharf for game in (1, 2, 3)] == [False, False, True]
    with refused("scharf_in_force", table="A"):
        do(set_scharf, t, table_ids=[one.id], on=False)
    do(set_scharf, t)
    assert table_of(t, 2).scharf_from == 2
    do(set_scharf, t, table_ids=[two.id], on=False)
    assert table_of(t, 2).scharf_from is None


def test_what_is_scharf_for_all_is_scharf_at_the_next_stage_too():
    t = at_ko(rounds=1)
    assert [table.scharf_from for table in current(t).tables] == [None, None]
    fast = make_tournament(rounds=1, ko_tables=0, final_size=6, bonus_ranks=0, decide="chain")
    add_players(fast, 6)
    change_rules(tournament_id=fast.pk, by=SYSTEM, changes={"speed": "scharf"})
    play_round(fast)
    make_cut(tournament_id=fast.pk, by=SYSTEM)
    for place in facts(fast).cut.places:
        check_in_place(tournament_id=fast.pk, by=SYSTEM, player=place.player)
    draw_ko(tournament_id=fast.pk, by=SYSTEM)
    assert current(fast).tables[0].scharf_from == 1
