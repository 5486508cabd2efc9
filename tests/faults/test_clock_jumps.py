"""The laptop's clock is put right in the middle of the evening: what came first is still what came first."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import player
from tests.playing import current, facts, play_round, refused, start_round, started, table_of
from tournaments.models import Status, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.players import exclude_player, return_player, withdraw_player
from tournaments.services.rounds import discard_draw, draw_round, redraw_round

pytestmark = pytest.mark.django_db
JUMPS = [timedelta(hours=-3), timedelta(0), timedelta(hours=3)]
NOW = timezone.now


def do(service: Any, t: Tournament, **body: Any) -> Any:
    return service(tournament_id=t.pk, by=SYSTEM, **body)


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_returns_after_the_next_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    do(withdraw_player, t, player=1)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    start_round(t)
    with refused("return_too_late", player=1):
        do(return_player, t, player=1)


@pytest.mark.parametrize("jump", JUMPS)
def test_everybody_returns_before_the_next_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    do(withdraw_player, t, player=1)
    do(exclude_player, t, player=1, reason="Streit")
    monkeypatch.setattr(timezone, "now", NOW)
    do(draw_round, t)
    do(discard_draw, t)
    assert do(return_player, t, player=1)["status"] == Status.PRESENT


@pytest.mark.parametrize("jump", JUMPS)
def test_a_draw_that_was_taken_back_is_no_draw(monkeypatch, jump):
    t = started(9, rounds=3)
    play_round(t)
    do(withdraw_player, t, player=1)
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    start_round(t)
    do(redraw_round, t, reason="zwei vergessen")
    do(return_player, t, player=1)
    assert player(t, 1).status == Status.PRESENT


@pytest.mark.parametrize("jump", JUMPS)
def test_who_returns_sits_at_his_table_again(monkeypatch, jump):
    t = started(8)
    table = table_of(t)
    number = table.players[0]
    do(withdraw_player, t, player=number)
    assert [a.player for a in table_of(t).absences] == [number]
    monkeypatch.setattr(timezone, "now", lambda: NOW() + jump)
    do(return_player, t, player=number)
    assert table_of(t).absences == []
    assert facts(t).next_game(current(t), table_of(t)) == 1
