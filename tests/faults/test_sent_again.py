"""A form that is sent a second time, late: after what it did was taken back, or its table is gone."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import LEITUNG, as_user, fresh
from tests.playing import current, facts, record, started, table_of
from tournaments.models import Result, Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.results import undo_game
from tournaments.services.rounds import redraw_round

pytestmark = pytest.mark.django_db
SCRIPT = {"X-Requested-With": "fetch"}


def slip_of(t: Tournament) -> dict[str, object]:
    table = table_of(t)
    loser = table.players[0]
    return {
        "tisch": "1", "table": table.id, "draw_no": 1, "game": 1, "version": table.version,
        "half1": loser, "half2": loser, "key": str(uuid4()),
    }  # fmt: skip


def take_back(t: Tournament) -> None:
    table = table_of(t)
    undo_game(tournament_id=t.pk, by=SYSTEM, table_id=table.id, version=table.version)


def redraw(t: Tournament) -> None:
    redraw_round(tournament_id=t.pk, by=SYSTEM, reason="zwei vergessen")


@pytest.mark.parametrize("headers", [{}, SCRIPT])
@pytest.mark.parametrize("redrawn", [False, True])
def test_a_slip_that_was_taken_back_is_not_said_to_be_there(headers, redrawn):
    t, client = started(8), as_user(Client(), LEITUNG)
    address, slip = reverse("desk:slip", args=[t.slug]), slip_of(t)
    assert client.post(address, slip, headers=headers).status_code in (200, 302)
    take_back(t)
    if redrawn:
        redraw(t)
    before = fresh(t).revision
    answer = client.post(address, slip, headers=headers)
    assert answer.status_code == 409
    said = "neu ausgelost" if redrawn else "Am Tisch hat sich inzwischen etwas geändert"
    assert said in answer.content.decode()
    assert fresh(t).revision == before
    assert not Result.objects.filter(counts=True).exists()


@pytest.mark.parametrize("headers", [{}, SCRIPT])
def test_taking_back_twice_takes_back_once(headers):
    t, client = started(8), as_user(Client(), LEITUNG)
    table = table_of(t)
    record(t, table, table.players[0], table.players[0])
    address = reverse("desk:undo_game", args=[t.slug, table.id])
    body = {"version": table_of(t).version, "key": str(uuid4())}
    first = client.post(address, body, headers=headers).status_code
    record(t, table_of(t), table.players[1], table.players[1])
    assert client.post(address, body, headers=headers).status_code == first
    assert table_of(t).results[1].loser == table.players[1]


@pytest.mark.parametrize("headers", [{}, SCRIPT])
def test_taking_back_again_at_a_table_that_is_gone(headers):
    t, client = started(8), as_user(Client(), LEITUNG)
    table = table_of(t)
    record(t, table, table.players[0], table.players[0])
    address = reverse("desk:undo_game", args=[t.slug, table.id])
    body = {"version": table_of(t).version, "key": str(uuid4())}
    client.post(address, body, headers=headers)
    redraw(t)
    answer = client.post(address, body, headers=headers)
    assert answer.status_code == 409
    assert "neu ausgelost" in answer.content.decode()
    assert facts(t).current is not None
    assert not current(t).touched
