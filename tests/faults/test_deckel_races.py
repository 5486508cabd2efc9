"""Two who write down the same game at once: one step each number, and a result ends it (R7)."""

from collections import Counter
from contextlib import nullcontext

import pytest

from scoring.acts import Settled, to_plain
from tests.builders import fresh
from tests.faults.test_races import at_once, code_of, sending
from tests.playing import make_device, table_of
from tests.tournaments.deckel.told import body, everywhere, game_of
from tournaments.models import DeckelStep, LogEntry
from tournaments.services import _act
from tournaments.services.deckel import add_step, undo_step

pytestmark = pytest.mark.django_db(transaction=True)


def telling(t, loser, name):
    """What a device does that has seen everything so far."""
    by, sent = make_device(name), body(t, to_plain(Settled(loser, 2)))
    return lambda: add_step(tournament_id=t.pk, by=by, **sent)


@pytest.mark.parametrize("queue", ["in turn", "all at once"])
def test_eight_devices_write_one_throwing_round(monkeypatch, queue):
    if queue == "all at once":
        monkeypatch.setattr(_act, "in_turn", nullcontext)
    t = everywhere()
    players, before = table_of(t).players, fresh(t).revision
    works = [telling(t, players[i % 4], f"device {i}") for i in range(8)]
    states = Counter(code_of(answer) for answer in at_once(works))
    assert states == {"recorded": 1, "same": 1, "step_taken": 6}
    assert DeckelStep.objects.count() == 1
    assert game_of(t).state.half.stock == 11
    assert fresh(t).revision == before + 1
    assert LogEntry.objects.filter(tournament=t, act="add_step").count() == 1


def test_two_take_back_one_throwing_round_once():
    t = everywhere()
    for _ in range(2):
        telling(t, table_of(t).players[0], "eins")()
    sent = {name: body(t, None)[name] for name in ("table_id", "draw_no", "game")} | {"number": 2}
    works = [lambda: undo_step(tournament_id=t.pk, by=make_device("eins"), **sent)] * 4
    states = Counter(code_of(answer) for answer in at_once(works))
    assert states == {"undone": 1, "step_taken": 3}
    assert game_of(t).number == 2


def test_a_result_and_a_throwing_round_at_once():
    t = everywhere()
    a, b, *_ = table_of(t).players
    result, step = at_once([sending(t, table_of(t), a, "eins"), telling(t, b, "zwei")])
    assert code_of(result) == "recorded"
    assert code_of(step) in ("recorded", "game_has_result")
    assert DeckelStep.objects.count() == (code_of(step) == "recorded")
