"""Streams of a real server: ended, restarted, not read, without Redis, from two processes."""

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import LazySettings
from throwaway import free_port

from tests.builders import by, fresh
from tests.faults.real_worker import redis, until
from tests.faults.web import Page, Web, web
from tests.playing import started
from tournaments.live import hints
from tournaments.models import Tournament
from tournaments.services.players import edit_player

NO_POLL = "import schockturnier.asgi, tournaments.live.hub as hub; hub.POLL = 3600"
pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def draw_of(tournament: Tournament) -> str:
    return f"/{tournament.slug}/teil/auslosung/"


def rename(tournament: Tournament, last: str) -> None:
    """An act of another process than the web's: this one."""
    edit_player(tournament_id=tournament.pk, by=by(), player=1, first="Anna", last=last)


def rename_at(process: Web, tournament: Tournament, last: str) -> None:
    process.post(f"/leitung/{tournament.slug}/anmeldung/1/", first="Anna", last=last)


def expect(pages: list[Page], word: str) -> None:
    for page in pages:
        page.expect(word)


def listeners(port: int) -> int:
    """How many processes hear hints over this Redis."""
    from redis import Redis

    with Redis(port=port) as client:
        return int(client.pubsub_numsub(hints.CHANNEL)[0][1])


def test_acts_of_this_and_of_another_process_arrive() -> None:
    t = started(8)
    with web() as server:
        page = Page(server, draw_of(t)).begin()
        page.expect("Aalen 8")
        rename_at(server, t, "Beckmann")
        page.expect("Beckmann")
        rename(t, "Cremer")
        page.expect("Cremer")
        assert page.id.startswith(f"{fresh(t).revision}-")


def test_after_a_restart_a_page_gets_what_it_missed_and_nothing_else() -> None:
    t = started(8)
    with web() as server:
        page = Page(server, draw_of(t)).begin()
        page.expect("Aalen 8")
        assert server.end() == -signal.SIGTERM
        assert page.next() == ""
        server.start()
        again = Page(server, draw_of(t), page.id).begin()
        assert again.kinds == ["beat"]
        server.end(signal.SIGKILL)
        rename(t, "Drews")
        server.start()
        late = Page(server, draw_of(t), page.id).begin()
        late.expect("Drews")
        assert late.kinds == ["beat", "state"]


def test_the_end_waits_for_no_stream_that_is_read_and_for_none_that_is_not() -> None:
    t = started(130)
    with web() as server:
        pages = [Page(server, draw_of(t)).begin() for _ in range(50)]
        deaf = [Page(server, draw_of(t), buffer=2048) for _ in range(10)]
        for page in pages:
            page.expect("Aalen 9")
        server.process.terminate()
        assert server.process.wait(60) == -signal.SIGTERM
        assert [page.next() for page in pages] == [""] * 50
        for page in deaf:
            page.close()
        assert "graceful shutdown exceeded" not in server.log.read_text()


def test_one_that_reads_nothing_costs_little_and_delays_nobody() -> None:
    """Two hundred revisions of 17 KB pass a hundred pages that do not read: 40 MB if all were kept."""
    t = started(101)
    with web() as server:
        deaf = [Page(server, draw_of(t), buffer=2048) for _ in range(100)]
        quick = Page(server, draw_of(t)).begin()
        quick.expect("Aalen 9")
        before = server.memory()
        for number in range(200):
            rename_at(server, t, f"Ende{number}")
        quick.expect("Ende199")
        assert server.memory() - before < 10 * 2**20
        slow = deaf[0].begin()
        slow.expect("Ende199")
        assert slow.kinds.count("state") < quick.kinds.count("state")
        for page in deaf:
            page.close()


def test_a_page_that_is_gone_is_forgotten() -> None:
    t = started(8)
    with web(MAX_STREAMS="2") as server:
        pages = [Page(server, draw_of(t)).begin() for _ in range(2)]
        refused = server.get(f"/live{draw_of(t)}")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
        assert server.get(draw_of(t)).status == 200
        pages[0].close()
        until(lambda: server.get(f"/live{draw_of(t)}").status == 200)


def test_redis_killed_fails_no_write_and_every_page_follows(tmp_path: Path, settings: LazySettings) -> None:
    t, port = started(8), free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    hints.teller = hints.Teller()
    with ExitStack() as stack:
        with redis(port, tmp_path):
            one, two = (stack.enter_context(web(REDIS_URL=settings.REDIS_URL)) for _ in range(2))
            pages = [Page(server, draw_of(t)).begin() for server in (one, two)]
            until(lambda: listeners(port) == 2)
            rename_at(one, t, "Evers")
            expect(pages, "Evers")
            rename(t, "Frings")
            expect(pages, "Frings")
        rename_at(two, t, "Gerhards")
        rename(t, "Hensen")
        expect(pages, "Hensen")
        with redis(port, tmp_path):
            until(lambda: listeners(port) == 2)
            rename_at(one, t, "Iven")
            expect(pages, "Iven")
    assert "Traceback" not in one.log.read_text() + two.log.read_text()


def test_hints_come_back_with_redis_also_without_the_poll(tmp_path: Path, settings: LazySettings) -> None:
    """The control: these processes ask the database once an hour, so what another one wrote while Redis was
    away is not seen, and whatever is seen afterwards came by a hint."""
    t, port = started(8), free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as stack:
        with redis(port, tmp_path):
            one, two = (stack.enter_context(web(NO_POLL, REDIS_URL=settings.REDIS_URL)) for _ in range(2))
            pages = [Page(server, draw_of(t)).begin() for server in (one, two)]
            until(lambda: listeners(port) == 2)
            rename_at(one, t, "Evers")
            expect(pages, "Evers")
        rename_at(one, t, "Gerhards")
        pages[0].expect("Gerhards")
        before = pages[1].kinds.count("state")
        with redis(port, tmp_path):
            until(lambda: listeners(port) == 2)
            rename_at(one, t, "Iven")
            expect(pages, "Iven")
            assert pages[1].kinds.count("state") == before + 1
            rename_at(two, t, "Janssen")
            expect(pages, "Janssen")


def test_a_deleted_rehearsal_ends_its_streams() -> None:
    from tournaments.services.tournaments import delete_rehearsal

    t = started(8)
    Tournament.objects.filter(pk=t.pk).update(rehearsal=True)
    with web() as server:
        page = Page(server, draw_of(t)).begin()
        page.expect("Aalen 8")
        delete_rehearsal(tournament_id=t.pk, by=by())
        while page.next() != "gone":
            pass
        assert page.next() == ""
        assert server.get(f"/live{draw_of(t)}").status == 404
