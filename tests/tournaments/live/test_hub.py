"""The hub alone, with a tournament that is a number: who gets what, and who never waits for whom."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tournaments.live import hub as module
from tournaments.live.hub import Client, Hub, Key, Rendered

KEY = Key("t", "/t/teil/stand/", "de")


class World:
    """What marks and render see; `text` may be told apart from the revision."""

    def __init__(self) -> None:
        self.revision, self.text, self.rendered, self.fails = 1, "", 0, False
        self.go = threading.Event()
        self.go.set()

    def marks(self, slugs: Any) -> dict[str, tuple[int, int]]:
        if self.fails:
            raise OSError
        return {slug: (1, self.revision) for slug in slugs if self.revision}

    def render(self, key: Key) -> Rendered | None:
        self.rendered += 1
        revision, text = self.revision, self.text or f"stand {self.revision} {key.language}"
        assert self.go.wait(30)
        if self.fails:
            raise OSError
        return Rendered((1, revision), text) if revision else None


class Page:
    """An open page; `stuck` while its socket takes nothing."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.ended = False
        self.free = asyncio.Event()
        self.free.set()
        self.client: Client | None = None

    async def send(self, message: dict[str, Any]) -> None:
        await self.free.wait()
        assert not self.ended
        self.got.append(message["body"].decode())
        self.ended = not message["more_body"]

    async def open(self, hub: Hub, key: Key = KEY, seen: str = "") -> "Page":
        channel = await hub.open(key)
        assert channel
        self.client = hub.join(channel, self.send, seen, b"retry: 1\n\n")
        await self.until(lambda: self.got and not self.client.task)
        return self

    @property
    def states(self) -> list[str]:
        return [line[6:] for text in self.got for line in text.splitlines() if line.startswith("data: stand")]

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.005)


Play = Callable[[Callable[[Hub, World], Awaitable[None]]], None]


@pytest.fixture
def play() -> Play:
    """Runs a scene on a hub of its own."""

    def run(scene: Callable[[Hub, World], Awaitable[None]], limit: int = 100) -> None:
        async def main() -> None:
            world = World()
            hub = Hub(world.marks, world.render, limit)
            try:
                await scene(hub, world)
            finally:
                world.go.set()
                hub.close()

        asyncio.run(main())

    return run


def test_whoever_comes_gets_the_state_and_then_every_new_one(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        assert page.got[0].startswith("retry: 1\n\nevent: beat\ndata: 1")
        assert page.got[1].startswith("id: 1-")
        assert page.states == ["stand 1 de"]
        world.revision = 2
        hub.hear("t")
        await page.until(lambda: page.states[-1] == "stand 2 de")
        assert page.got[-1].startswith("id: 2-")
        assert page.got[-1].endswith("event: state\ndata: stand 2 de\n\n")

    play(scene)


def test_one_text_serves_all_and_each_language_has_its_own(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        pages = [await Page().open(hub) for _ in range(20)]
        english = await Page().open(hub, KEY._replace(language="en"))
        assert world.rendered == 2
        world.revision = 2
        hub.hear("t")
        for page in pages:
            await page.until(lambda page=page: page.states == ["stand 1 de", "stand 2 de"])
        await english.until(lambda: english.states == ["stand 1 en", "stand 2 en"])
        assert world.rendered == 4

    play(scene)


def test_whoever_comes_back_with_the_present_state_gets_a_sign_of_life(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        seen = (await Page().open(hub)).client.seen
        again = await Page().open(hub, seen=seen)
        assert again.states == []
        assert "event: beat" in again.got[0]
        world.revision = 2
        hub.hear("t")
        await again.until(lambda: again.states == ["stand 2 de"])

    play(scene)


def test_a_restored_backup_shows_although_its_revision_was_there_before(play: Play) -> None:
    """Lower, or the same with another content: both differ from what the page has."""

    async def scene(hub: Hub, world: World) -> None:
        world.revision = 7
        seen = (await Page().open(hub)).client.seen
        for revision, text in ((5, "stand five"), (7, "stand seven")):
            other = Hub(world.marks, world.render, 10)  # a process started on the restored data
            world.revision, world.text = revision, text
            assert (await Page().open(other, seen=seen)).states == [text]
            other.close()

    play(scene)


def test_a_commit_that_changes_nothing_here_sends_nothing(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        world.text = "stand same"
        page = await Page().open(hub)
        world.revision = 2
        hub.hear("t")
        await page.until(lambda: page.client.channel.mark == (1, 2))
        world.revision, world.text = 3, "stand other"
        hub.hear("t")
        await page.until(lambda: len(page.states) == 2)
        assert page.states == ["stand same", "stand other"]

    play(scene)


def test_another_mark_alone_is_a_word_for_those_who_have_the_part(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        world.text = "stand am Anfang<!--eins-->"
        has, slow = await Page().open(hub), await Page().open(hub)
        slow.free.clear()
        world.revision, world.text = 2, "stand am Anfang<!--zwei-->"
        hub.hear("t")
        await has.until(lambda: "event: beside" in has.got[-1])
        assert has.states == ["stand am Anfang<!--eins-->"]
        seen = has.got[-1].partition("id: ")[2].partition("\n")[0]
        back = await Page().open(hub, seen=seen.rpartition("-")[2])
        assert back.states == []
        fresh = await Page().open(hub)
        assert fresh.states == ["stand am Anfang<!--zwei-->"]
        world.revision, world.text = 3, "stand danach<!--drei-->"
        hub.hear("t")
        await has.until(lambda: has.states[-1] == world.text)
        slow.free.set()
        await slow.until(lambda: slow.states[-1] == world.text)

    play(scene)


def test_a_burst_of_commits_is_rendered_a_few_times(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        world.go.clear()
        for revision in range(2, 102):
            world.revision = revision
            hub.hear("t")
            await asyncio.sleep(0)
        world.go.set()
        await page.until(lambda: page.states[-1] == "stand 101 de")
        assert world.rendered <= 4

    play(scene)


def test_without_a_hint_the_poll_brings_it(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL", 0.01)

    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        world.revision = 2
        await page.until(lambda: page.states[-1] == "stand 2 de")

    play(scene)


def test_what_fails_is_made_up_for(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL", 0.01)

    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        world.fails, world.revision = True, 2
        hub.hear("t")
        await asyncio.sleep(0.1)
        assert page.states == ["stand 1 de"]
        world.fails = False
        await page.until(lambda: page.states[-1] == "stand 2 de")

    play(scene)


def test_no_sign_of_life_while_the_database_is_silent(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"POLL": 0.01, "BEAT": 0.01, "TRUSTED": 0.05}.items():
        monkeypatch.setattr(module, name, value)

    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        await page.until(lambda: sum("beat" in text for text in page.got) > 3)
        world.fails = True
        await asyncio.sleep(0.3)
        heard = len(page.got)
        await asyncio.sleep(0.3)
        assert len(page.got) == heard
        world.fails = False
        await page.until(lambda: len(page.got) > heard)

    play(scene)


def test_one_that_reads_nothing_holds_one_message_and_nobody_up(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        slow, quick = await Page().open(hub), await Page().open(hub)
        slow.free.clear()
        channel = slow.client.channel
        for revision in range(2, 202):
            world.revision = revision
            await hub._renew(channel)
            await hub._push(channel)
            await quick.until(lambda revision=revision: quick.states[-1] == f"stand {revision} de")
        assert len(quick.states) == 201
        assert len(slow.states) == 1
        slow.free.set()
        await slow.until(lambda: slow.states[-1] == "stand 201 de")
        assert slow.states == ["stand 1 de", "stand 2 de", "stand 201 de"]

    play(scene)


def test_a_tournament_that_is_gone_says_so_and_ends(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        world.revision = 0
        hub.hear("t")
        await page.until(lambda: page.ended)
        assert page.got[-1] == "event: gone\ndata: \n\n"
        hub.leave(page.client)
        assert await hub.open(KEY) is None
        assert hub.count == 0
        world.revision = 1  # a new one of the same address
        assert (await Page().open(hub)).states == ["stand 1 de"]

    play(scene)


def test_only_so_many_and_a_place_is_free_again(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        pages = [await Page().open(hub) for _ in range(3)]
        assert hub.full
        hub.leave(pages[0].client)
        assert not hub.full

    def three(hub_scene: Any) -> None:
        play(hub_scene, 3)

    three(scene)


def test_where_nobody_listens_nothing_is_kept_and_nothing_rendered(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        page = await Page().open(hub)
        hub.leave(page.client)
        assert (hub.count, hub._channels) == (0, {})
        world.revision = 2
        hub.look("t")
        assert (world.rendered, hub._looking) == (1, {})

    play(scene)


def test_the_end_of_the_process_ends_every_stream(play: Play) -> None:
    async def scene(hub: Hub, world: World) -> None:
        pages = [await Page().open(hub) for _ in range(5)]
        hub.close()
        for page in pages:
            await page.until(lambda page=page: page.ended)
            assert page.got[-1] == ""
        assert hub.full

    play(scene)
