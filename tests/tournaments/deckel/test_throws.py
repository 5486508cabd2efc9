"""The throws of a throwing round instead of its end: judged by the rules, then one step like any other."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.half import throwing_round
from tests.playing import do, facts, table_of
from tests.tournaments.deckel.test_table import form, sent
from tests.tournaments.deckel.told import everywhere, game_of, settle
from tests.tournaments.finish.evenings import in_final
from tests.tournaments.referee.device import at, pair
from tournaments.models import DeckelStep
from tournaments.services.tournaments import change_rules

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def order(t):
    """Seat and start number of who throws, in turn."""
    seats = {seat.player: seat.number for seat in table_of(t).seats}
    return [(seats[player], player) for player in throwing_round(game_of(t).state.half).order]


def asked(client, found, throws, t, **over):
    """The page with these throws, (dice, how often) each, in the order of throwing."""
    query = {}
    for (seat, _), (dice, used) in zip(order(t), throws, strict=False):
        query |= {f"w{seat}": dice, f"n{seat}": used}
    return client.get(at("throws", found), query | over)


def test_throws_are_judged_and_written_down_as_one_step(client):
    t = everywhere(3, rules="typenclub")
    found = pair(client, t)
    (_, a), (_, b), (_, c) = order(t)
    answer = asked(client, found, [("653", 2), ("611", 2), ("421", 1)], t, urteil="1")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert f'<bdi class="n">{facts(t).players[c].name}</bdi>' in text
    throws = re.search(r'name="throws" value="([^"]+)"', text)[1]
    assert throws == f"{a}:653:2:1;{b}:611:2:1;{c}:421:1:1"
    fields = form(t) | {"throws": throws}
    for _ in range(2):
        assert client.post(at("step", found), fields)["Location"] == at("deckel", found)
    assert game_of(t).state.half.deckel == tuple(6 if p == c else 0 for p in table_of(t).players)
    assert [act["act"] for act in DeckelStep.objects.get().data["acts"]] == ["thrown"] * 3
    assert order(t)[0][1] == c


def test_what_cannot_be_is_said_at_the_throw(client):
    t = everywhere(3, rules="typenclub")
    found = pair(client, t)
    answer = asked(client, found, [("653", 1), ("421", 3), ("665", 1)], t, urteil="1")
    assert (answer.status_code, 'name="throws"' in answer.content.decode()) == (400, False)
    assert "Öfter wirft danach niemand" in answer.content.decode()
    answer = asked(client, found, [("653", 1), ("42", 1)], t, urteil="1")
    assert answer.status_code == 400
    for throws in ("1:653:1:1", "x", "1:999:1:1;2:653:1:1", "1:653:1:1;" * 9):
        assert sent(client, found, form(t) | {"throws": throws}).json()["error"] == "bad_input"
    a, b, c = (player for _, player in order(t))
    wrong = sent(client, found, form(t) | {"throws": f"{b}:653:1:1;{a}:653:1:1;{c}:421:1:1"})
    assert wrong.json()["error"] == "not_on_turn"
    short = sent(client, found, form(t) | {"throws": f"{a}:653:1:1;{b}:421:1:1"})
    assert short.json()["error"] == "throws_missing"
    assert not DeckelStep.objects.exists()


def test_laden_is_one_throw_each(client):
    t = everywhere(3)
    found = pair(client, t)
    text = client.get(at("throws", found)).content.decode()
    assert "Laden: alle werfen einmal" in text
    seat = order(t)[0][0]
    assert re.findall(rf'name="n{seat}" value="(\d)"', text) == ["1"]
    answer = asked(client, found, [("456", 1), ("222", 1), ("211", 1)], t, urteil="1")
    assert 'name="throws"' in answer.content.decode()


def test_a_repeat_is_a_step_that_moves_nothing(client):
    t = everywhere(3)
    do(change_rules, t, changes={"equal_throws": ["repeat"], "laden": "none"})
    found = pair(client, t)
    answer = asked(client, found, [("653", 1), ("421", 1), ("421", 1)], t, urteil="1")
    throws = re.search(r'name="throws" value="([^"]+)"', answer.content.decode())[1]
    assert "Noch einmal werfen" in answer.content.decode()
    told = sent(client, found, form(t) | {"throws": throws})
    assert "Gleichstand, sie wird wiederholt" in told.json()["html"]
    assert (game_of(t).state.half.stock, game_of(t).state.half.repeats) == (13, 1)


def test_only_who_plays_throws_and_a_game_that_is_over_needs_none(client):
    t = everywhere(3)
    found = pair(client, t)
    a, b, c = table_of(t).players
    settle(t, a, 6)
    settle(t, b, 6)
    settle(t, a, 1)
    text = client.get(at("throws", found)).content.decode()
    assert facts(t).players[c].name not in text
    for loser in (a, b, a):
        settle(t, loser, None)
    assert client.get(at("throws", found))["Location"] == at("deckel", found)


@pytest.mark.django_db(transaction=True)
def test_few_queries(client):
    t = in_final()
    found = pair(client, t, stage="final")
    settle(t, table_of(t).players[0], 1)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(at("throws", found)).status_code == 200
    assert len(queries) <= 15
