"""Streams that stay open through an evening: nothing comes before its time, and nothing is missing (C3.5)."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from django.test import Client

from tests.builders import add_players, make_tournament
from tests.playing import facts, play_table, table_of
from tests.tournaments.live.asking import Stream, local, outside, settle, stream
from tournaments.live import hub as module
from tournaments.live.hub import digest_of
from tournaments.models import Tournament
from tournaments.services._act import SYSTEM
from tournaments.services.absences import mark_no_show, void_table
from tournaments.services.cut import announce_cut, check_in_place, hide_cut, make_cut, void_cut
from tournaments.services.knockout import draw_ko
from tournaments.services.rounds import close_round, discard_draw, draw_round, publish_draw, reopen_round
from tournaments.services.tournaments import back_to_setup, change_format
from tournaments.views.hall import PARTS
from tournaments.views.stream import Streams

pytestmark = pytest.mark.django_db


class Evening:
    """A tournament and all of it that can be listened to; `told`: what anybody could fetch, in turn."""

    def __init__(self, tournament: Tournament, streams: Streams) -> None:
        self.tournament, self.streams = tournament, streams
        self.open: dict[str, Stream] = {}
        self.told: dict[str, list[str]] = {}

    async def listen(self, stack: AsyncExitStack) -> "Evening":
        tails = [*(f"teil/{part}/" for part in sorted(PARTS)), "beamer/0/", "beamer/1/"]
        for tail in tails:
            path = f"/{self.tournament.slug}/{tail}"
            self.open[path] = await stack.enter_async_context(stream(self.streams, f"/live{path}"))
        await self.check()
        return self

    async def do(self, service, **body) -> set[str]:
        """Acts; the parts that were sent anew."""
        before = {path: len(found.states) for path, found in self.open.items()}
        outside(service, tournament_id=self.tournament.pk, by=SYSTEM, **body)
        await self.check()
        return {path for path, found in self.open.items() if len(found.states) > before[path]}

    async def check(self) -> None:
        """Every stream shows what its view shows now; whatever was sent is what anybody could fetch."""
        self.streams.hub.look(self.tournament.slug)
        while self.streams.hub._looking:
            await asyncio.sleep(0.001)
        await settle()
        for path, found in self.open.items():
            shown = outside(Client().get, path).content.decode()
            assert found.id.partition("-")[2] == digest_of(shown), path
            told = self.told.setdefault(path, [])
            if not told or told[-1] != bare(shown):
                told.append(bare(shown))
            assert [bare(state) for state in found.states] == told, path


def bare(text: str) -> str:
    """Without the mark of what a page fetches beside the part."""
    return text.partition("<!--")[0]


def run(tournament: Tournament, monkeypatch: pytest.MonkeyPatch, scene) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)

    async def main() -> None:
        async with AsyncExitStack() as stack:
            await scene(await Evening(tournament, local()).listen(stack))

    asyncio.run(main())


def test_from_the_draft_to_the_published_round(monkeypatch: pytest.MonkeyPatch) -> None:
    t = make_tournament()
    add_players(t, 8)

    async def scene(evening: Evening) -> None:
        assert await evening.do(draw_round) == set()
        assert await evening.do(discard_draw) == set()
        assert await evening.do(draw_round) == set()
        sent = await evening.do(publish_draw)
        assert f"/{t.slug}/teil/auslosung/" in sent
        assert f"/{t.slug}/beamer/0/" in sent

    run(t, monkeypatch, scene)


def test_from_a_frozen_round_to_the_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    t = make_tournament(rounds=2, freeze_rounds=1, ko_tables=2, ko_seats=4, bonus_ranks=0, decide="chain")
    add_players(t, 8)
    ladder = f"/{t.slug}/teil/stand/"

    async def play_round(evening: Evening) -> None:
        await evening.do(draw_round)
        await evening.do(publish_draw)
        for number in outside(lambda: [table.number for table in facts(t).current.tables]):
            outside(play_table, t, number)
            await evening.check()
        await evening.do(close_round)

    async def scene(evening: Evening) -> None:
        await play_round(evening)
        await play_round(evening)
        assert "Stand nach Runde 1" in evening.open[ladder].state
        assert ladder not in await evening.do(make_cut)
        assert ladder in await evening.do(announce_cut)
        assert "Stand nach Runde 2" in evening.open[ladder].state
        assert ladder in await evening.do(hide_cut)
        assert ladder not in await evening.do(void_cut)
        await evening.do(make_cut)
        for player in outside(lambda: [place.player for place in facts(t).cut.places]):
            assert ladder not in await evening.do(check_in_place, player=player)
        assert ladder in await evening.do(draw_ko)

    run(t, monkeypatch, scene)


def test_what_the_desk_does_in_a_running_round(monkeypatch: pytest.MonkeyPatch) -> None:
    t = make_tournament(rounds=2)
    add_players(t, 8)

    async def scene(evening: Evening) -> None:
        await evening.do(draw_round)
        await evening.do(publish_draw)
        one, two = outside(table_of, t, 1), outside(table_of, t, 2)
        await evening.do(mark_no_show, table_id=one.id, player=one.players[0])
        await evening.do(void_table, table_id=two.id, reason="Streit am Tisch")
        outside(play_table, t, 1)
        await evening.check()
        assert all("Streit" not in text for found in evening.open.values() for text in found.texts)
        assert f"/{t.slug}/teil/stand/" in await evening.do(close_round)
        assert f"/{t.slug}/teil/stand/" in await evening.do(reopen_round)
        await evening.do(change_format, changes={"freeze_rounds": 2})

    run(t, monkeypatch, scene)


def test_a_tournament_that_leaves_the_hall_takes_its_streams_along(monkeypatch: pytest.MonkeyPatch) -> None:
    t = make_tournament()
    monkeypatch.setattr(module, "PAUSE", 0)
    streams = local()

    async def main() -> None:
        async with stream(streams, f"/live/{t.slug}/teil/stand/") as found:
            outside(back_to_setup, tournament_id=t.pk, by=SYSTEM)
            streams.hub.look(t.slug)
            await found.gone.wait()
            assert found.events[-1] == "event: gone\n"
            assert found.ended

    asyncio.run(main())
    assert streams.hub.count == 0
