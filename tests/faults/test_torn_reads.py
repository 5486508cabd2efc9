"""Somebody writes between two queries of a reader: he sees everything before it or everything after it.

The writer is let in at a known query, so nothing here depends on who is faster.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.http import Http404

from tests.builders import fresh
from tests.playing import started, table_of
from tests.tournaments.finish.evenings import at_cut, in_final, in_ko
from tests.tournaments.referee.device import station
from tournaments.models import Tournament
from tournaments.queries.facts import load_facts
from tournaments.queries.next_step import next_step
from tournaments.queries.places import places
from tournaments.queries.standings import standings
from tournaments.queries.table_state import table_view
from tournaments.services._act import SYSTEM
from tournaments.services.cut import void_cut
from tournaments.services.knockout import dissolve_final, void_ko
from tournaments.services.results import record_game
from tournaments.services.rounds import redraw_round
from tournaments.services.tournaments import create_tournament, delete_rehearsal

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(write: Callable[[], Any]) -> None:
    """Do it in a thread of its own, with a connection of its own, and wait for it."""
    failed: list[Exception] = []

    def run() -> None:
        try:
            write()
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    assert failed == []


def read_around(write: Callable[[], Any], read: Callable[[], Any], after: int) -> tuple[Any, bool]:
    """What `read` answers when `write` is committed after its query number `after`, and whether it was."""
    asked = [0]

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        found = execute(sql, *rest)
        if sql.lstrip().upper().startswith("SELECT"):
            asked[0] += 1
            if asked[0] == after:
                elsewhere(write)
        return found

    with connection.execute_wrapper(count):
        answer = read()
    return answer, asked[0] >= after


def rows_of(t: Tournament) -> Callable[[], Any]:
    """Everything that pages are made of, as values."""

    def read() -> Any:
        found = load_facts(Tournament.objects.get(pk=t.pk))
        lines = [(line.number, line.rank, line.standing.points) for line in standings(found, running=True)]
        return (
            found.tournament.revision,
            found.tournament.phase,
            [(r.stage, r.draw_no, x.id, x.players, len(x.results)) for r in found.rounds for x in r.tables],
            lines,
            next_step(found),
            found.cut is None,
            [(line.player.number, line.place) for line in places(found)],
        )  # fmt: skip

    return read


def redraw(t: Tournament) -> Any:
    return redraw_round(tournament_id=t.pk, by=SYSTEM, reason="zwei vergessen")


def record(t: Tournament) -> Any:
    table = table_of(t, 1)
    loser, body = table.players[0], {"table_id": table.id, "draw_no": 1, "game": 1, "version": table.version}
    return record_game(tournament_id=t.pk, by=SYSTEM, half1=loser, half2=loser, **body)


def running() -> Tournament:
    return started(8)


WRITES = {
    "redraw": (running, redraw),
    "result": (running, record),
    "cut taken back": (at_cut, lambda t: void_cut(tournament_id=t.pk, by=SYSTEM)),
    "K.O. taken back": (in_ko, lambda t: void_ko(tournament_id=t.pk, by=SYSTEM)),
    "final dissolved": (in_final, lambda t: dissolve_final(tournament_id=t.pk, by=SYSTEM)),
}


@pytest.mark.parametrize("after", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("name", WRITES)
def test_a_page_is_of_one_moment(name: str, after: int) -> None:
    make, write = WRITES[name]
    t = make()
    before = rows_of(t)()
    shown, written = read_around(lambda: write(t), rows_of(t), after)
    assert written
    assert shown in (before, rows_of(t)())


def test_the_page_of_a_row_that_was_read_earlier_is_of_one_moment_too() -> None:
    """A view asks who may, then loads: what was committed in between is in the phase and in the rows."""
    t = at_cut()
    stale = fresh(t)
    void_cut(tournament_id=t.pk, by=SYSTEM)
    found = load_facts(stale)
    assert (found.tournament.phase, found.cut) == ("vorrunde", None)
    assert found.tournament.revision == fresh(t).revision


@pytest.mark.parametrize("after", range(1, 5))
def test_a_table_is_of_one_moment(after: int) -> None:
    t = started(8)
    before = table_view(station(t))
    shown, written = read_around(lambda: redraw(t), lambda: table_view(station(t)), after + 2)
    assert written
    assert shown.token in (before.token, table_view(station(t)).token)


def test_a_rehearsal_that_is_removed_meanwhile_is_not_found() -> None:
    made = create_tournament(by=SYSTEM, name="Probelauf", date="2026-11-29", rehearsal=True)
    stale = Tournament.objects.get(pk=made["tournament"])
    delete_rehearsal(tournament_id=stale.pk, by=SYSTEM)
    with pytest.raises(Http404):
        load_facts(stale)
