"""Every page asks the database equally often at 12 and at 101 guests, and rarely."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import HELFER, LEITUNG
from tests.playing import (
    at_ko,
    current,
    facts,
    make_device,
    play_round,
    play_table,
    record,
    start_round,
    started,
)
from tests.tournaments.desk.asking import address, desk
from tournaments.models import Pairing, Station, Tournament

pytestmark = pytest.mark.django_db
MOST = 15


def running(players: int) -> Tournament:
    """Round 2 runs: one table done, one in conflict, one with a device."""
    t = started(players)
    play_round(t)
    start_round(t)
    play_table(t, 1)
    table = current(t).table(2)
    a, b, *_ = table.players
    first, second = make_device("eins"), make_device("zwei")
    record(t, table, a, a, by=first)
    record(t, table, b, b, by=second)
    station = Station.objects.get(tournament=t, number=2)
    Pairing.objects.create(device_id=first.device_id, station=station, code_no=1)
    return t


PAGES: dict[str, Callable[[Tournament], tuple[object, ...]]] = {
    "round": lambda t: (2,),
    "round closed": lambda t: (1,),
    "round_part": lambda t: (2, "kopf"),
    "table": lambda t: (current(t).tables[1].id,),
    "table closed": lambda t: (facts(t).rounds[0].tables[0].id,),
    "table_part": lambda t: (current(t).tables[1].id, "stand"),
    "correct": lambda t: (facts(t).rounds[0].tables[0].id, 1),
    "slip": lambda t: (),
    "log": lambda t: (),
    "devices": lambda t: (),
    "screen": lambda t: (),
}


def asked(t: Tournament, name: str, args: tuple, role: str, **query: str) -> int:
    client, path = desk(role), address(t, name.split()[0], *args)
    client.get(path, query)
    with CaptureQueriesContext(connection) as found:
        answer = client.get(path, query)
    assert answer.status_code == 200, path
    return len(found)


def test_few_queries_and_the_same_for_a_large_field() -> None:
    evenings = (running(12), running(101))
    counts = {name: [asked(t, name, PAGES[name](t), LEITUNG) for t in evenings] for name in PAGES}
    assert {name: few for name, few in counts.items() if few[0] != few[1] or few[0] > MOST} == {}


def test_an_open_slip_asks_no_more() -> None:
    counts = [asked(running(n), "slip", (), HELFER, tisch="3") for n in (12, 101)]
    assert counts[0] == counts[1] <= MOST


def test_a_draft_is_as_cheap() -> None:
    counts = []
    for players in (12, 101):
        t = started(players)
        play_round(t)
        desk().post(address(t, "draw"))
        counts.append(asked(t, "round", (2,), LEITUNG))
    assert counts[0] == counts[1] <= MOST


@pytest.mark.parametrize("name", ["table", "devices", "log", "slip"])
def test_so_are_the_pages_while_the_ko_runs(name: str) -> None:
    t = at_ko()
    args = (current(t).tables[0].id,) if name == "table" else ()
    assert asked(t, name, args, LEITUNG) <= MOST
