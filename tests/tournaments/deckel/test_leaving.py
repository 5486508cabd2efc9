"""Somebody leaves, comes back, is moved or was never there while Deckel are written down (C2.5, C5.3)."""

from uuid import uuid4

import pytest

from scoring.acts import Settled, Thrown, to_plain
from tests.playing import at_ko, do, facts, lose_ko, record, refused, table_of
from tests.tournaments.deckel.told import body, everywhere, game_of, place, settle, take_back, tell
from tests.tournaments.finish.evenings import in_final
from tests.tournaments.referee.device import at, pair
from tournaments.models import DeckelStep
from tournaments.queries.deckel import found_result, load_steps
from tournaments.services.absences import give_walkover, mark_left, mark_no_show, void_absence
from tournaments.services.deckel import add_step

pytestmark = pytest.mark.django_db


def test_a_leaver_gives_his_deckel_back_where_he_left():
    t = everywhere(5)
    table = table_of(t)
    a, b, c, d, e = table.players
    for loser, deckel in ((a, 6), (b, 4), (c, 3)):
        settle(t, loser, deckel)
    assert game_of(t).state.half.safe == {d, e}
    absence = do(mark_left, t, table_id=table.id, player=a)["absence"]
    half = game_of(t).state.half
    assert (half.stock, half.deckel, half.safe, half.left) == (6, (0, 4, 3, 0, 0), {d, e}, {a})
    with refused("not_playing"):
        settle(t, a, 1)
    settle(t, b, 6)
    kinds = [step.data["act"] for step in load_steps({table.id: 1})[table.id]]
    assert kinds == ["settled"] * 3 + ["leave", "settled"]
    assert game_of(t).state.half.deckel == (0, 10, 3, 0, 0)
    take_back(t)
    assert game_of(t).state.half.stock == 6
    take_back(t)
    assert (game_of(t).state.half.stock, game_of(t).state.half.owns(a)) == (9, 0)
    settle(t, c, 3)
    do(void_absence, t, absence_id=absence)
    half = game_of(t).state.half
    assert (half.owns(a), half.owns(c), half.stock, half.left) == (6, 3, 0, frozenset())


def test_who_came_back_and_leaves_again_leaves_where_he_left_last():
    t = everywhere(5)
    table = table_of(t)
    a, b, *_ = table.players
    settle(t, a, 6)
    absence = do(mark_left, t, table_id=table.id, player=a)["absence"]
    settle(t, b, 2)
    do(void_absence, t, absence_id=absence)
    settle(t, a, 1)
    assert game_of(t).state.half.owns(a) == 7
    do(mark_left, t, table_id=table.id, player=a)
    half = game_of(t).state.half
    assert (half.owns(a), half.owns(b), half.stock) == (0, 2, 11)


def test_a_leaver_of_the_ko_is_out_and_the_offer_never_names_him():
    t = in_final()
    round_, table, game = place(t)
    a, b, c, *_ = table.players
    settle(t, a, None)
    do(mark_left, t, table_id=table.id, player=a)
    assert game_of(t).state.half.owns(a) == 0
    settle(t, b, None)
    state = game_of(t).state
    assert (state.stage, state.losers) == ("over", (a, b, a))
    assert found_result(facts(t), round_, table_of(t), game, state) is None
    assert record(t, table_of(t), b, b)["state"] == "recorded"


def test_the_game_after_one_that_a_leaver_lost_is_written_down(client):
    """C5.3: it has no result, and the next one is played under its number."""
    t = in_final()
    found = pair(client, t, stage="final")
    _, table, game = place(t)
    a, b, *_ = table.players
    settle(t, a, None)
    with refused("no_step"):
        take_back(t, whole=True)
    do(mark_left, t, table_id=table.id, player=a)
    settle(t, b, None)
    assert game_of(t).state.stage == "over"
    page = client.get(at("deckel", found)).content.decode()
    assert "Nächstes Spiel mitschreiben" in page
    last = game_of(t).number - 1
    asked = {"table": table.id, "draw_no": 1, "game": game, "number": last, "whole": 1, "key": str(uuid4())}
    for _ in range(2):
        assert client.post(at("undo_step", found), asked).status_code == 302
    told = game_of(t)
    assert (told.number, told.state.stage, told.state.left) == (1, "half1", {a})
    settle(t, b, None)
    assert game_of(t).state.losers == (b,)
    assert record(t, table_of(t), b, b)["state"] == "recorded"


def test_only_who_still_holds_spielmarken_plays():
    t = at_ko(deckel_protocol="ko", marks=1, survivors=2)
    table = table_of(t)
    *others, last = table.players
    settle(t, last, 1)
    lose_ko(t, 1, last)
    assert game_of(t).state.seats == tuple(others)
    assert game_of(t).state.half.starter == others[0], "his neighbour begins in his place"
    with refused("not_playing"):
        settle(t, last, 1)


def test_what_no_longer_fits_is_said_and_taken_back_in_one():
    t = everywhere(5)
    table = table_of(t)
    a, b, c, *_ = table.players
    settle(t, b, 2)
    settle(t, a, 3)
    settle(t, b, 1)
    do(mark_no_show, t, table_id=table.id, player=a)
    told = game_of(t)
    assert (told.broken.number, told.state.half.owns(b), told.state.half.stock) == (2, 2, 11)
    with refused("steps_broken"):
        settle(t, c, 1)
    take_back(t)
    assert game_of(t).broken is None
    settle(t, c, 1)
    assert game_of(t).number == 3


def test_one_alone_needs_no_protocol():
    t = everywhere(3)
    table = table_of(t)
    sent = body(t, to_plain(Settled(table.players[2], 1)))
    for player in table.players[:2]:
        do(mark_no_show, t, table_id=table.id, player=player)
    with refused("too_few_players"):
        do(add_step, t, **sent)
    do(give_walkover, t, table_id=table.id, reason="allein")


def test_throws_of_fewer_than_play_are_no_throwing_round(client):
    """Who had left is there after all: his throw is missing, so the step does not fit any more."""
    t = everywhere(5)
    found, table = pair(client, t), table_of(t)
    *others, last = table.players
    absence = do(mark_left, t, table_id=table.id, player=last)["absence"]
    tell(t, *(Thrown(player, (6, 5, 3), 1, True) for player in others))
    assert game_of(t).broken is None
    do(void_absence, t, absence_id=absence)
    told = game_of(t)
    assert (told.broken.number, told.state.half.rounds, told.state.half.running) == (2, 0, None)
    assert "passt" in client.get(at("deckel", found)).content.decode()
    with refused("steps_broken"):
        settle(t, last, 1)
    take_back(t)
    assert settle(t, last, 1)["state"] == "recorded"


def test_whatever_is_stored_no_page_breaks(client):
    t = in_final()
    found, table = pair(client, t, stage="final"), table_of(t)
    a, *_ = table.players
    thrown = {"act": "thrown", "player": a, "dice": [6, 5, 3], "throws": 1, "hand": True}
    leave = {"act": "leave", "player": a}
    stored = (
        5, "x", [], {}, {"act": ["leave"]}, {"act": "leave"}, leave, {"acts": [leave]}, {"acts": []},
        {"acts": None}, {"acts": 7}, thrown, {"acts": [thrown, thrown]}, thrown | {"dice": [2**70, 1, 1]},
        {"act": "stand"}, {"act": "cast", "dice": [6, 6, 6]}, {"act": "cast", "dice": [6, 6, 6, 6]},
        {"acts": [{"act": "cast", "dice": [6, 6, 1]}, {"act": "turn_sixes", "count": 10**20}]},
        {"act": "settled", "loser": a, "deckel": -3}, {"act": "settled", "loser": 10**50, "deckel": 1},
        {"acts": [{"act": "settled", "loser": a, "deckel": 1}] * 2},
    )  # fmt: skip
    for data in stored:
        DeckelStep.objects.all().delete()
        DeckelStep.objects.create(table_id=table.id, game=1, number=1, data=data)
        told = game_of(t)
        assert told.broken or told.idle, data
        for address in (at("deckel", found), at("throws", found), f"/{t.slug}/finale/"):
            assert client.get(address).status_code in (200, 302), data
        if told.broken:
            take_back(t)
        assert settle(t, a, 1)["state"] == "recorded", data


def test_who_never_came_to_a_ko_table_is_not_in_the_game():
    t = at_ko(deckel_protocol="ko")
    table = table_of(t)
    *others, last = table.players
    do(mark_no_show, t, table_id=table.id, player=last)
    assert game_of(t).state.seats == tuple(others)
    with refused("not_playing"):
        settle(t, last, 1)
