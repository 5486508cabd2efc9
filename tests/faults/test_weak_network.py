"""The hall on its worst evening: a slow network that loses answers, a server that is killed, many at once."""

import asyncio
from pathlib import Path

import pytest

from tests.deploy.stack import running
from tests.faults.hall import Device, counting_results, make_round, read_along
from tests.faults.weak_network import weak_network

pytestmark = pytest.mark.slow
TABLES, READERS, GAMES = 40, 500, 3


def devices_of(tables: list[dict], port: int) -> list[Device]:
    return [Device(port, t["station"], t["code"], t["table"], t["players"]) for t in tables]


async def play_all(devices: list[Device], games: int) -> None:
    async def one(device: Device) -> None:
        await device.pair()
        version = 1
        for game in range(1, games + 1):
            version = await device.play(game, version)

    await asyncio.gather(*(one(device) for device in devices))


def assert_all_there_once(folder: Path, devices: list[Device], games: int) -> None:
    assert [device.refused for device in devices if device.refused] == []
    assert {state for device in devices for state in device.states} <= {"recorded", "same"}
    expected = sorted((device.table, game) for device in devices for game in range(1, games + 1))
    assert counting_results(folder) == expected


def test_forty_tables_on_a_weak_network_with_five_hundred_readers(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        slug, tables = make_round(tmp_path, 4 * TABLES)
        with weak_network(stack.port) as (network, port):
            devices, errors = devices_of(tables, port), []

            async def evening() -> None:
                stop = asyncio.Event()
                readers = [read_along(stack.port, slug, stop, errors) for _ in range(READERS)]
                reading = asyncio.gather(*readers)
                await play_all(devices, 1)
                stop.set()
                await reading

            asyncio.run(evening())
            assert network.dropped
        assert errors == []
        assert_all_there_once(tmp_path, devices, 1)


def test_what_was_acknowledged_is_there_after_the_web_process_was_killed(tmp_path: Path) -> None:
    """Three times in the middle of it; the others get in again by themselves."""
    with running(tmp_path) as stack:
        _, tables = make_round(tmp_path, 4 * TABLES, GAMES)
        devices = devices_of(tables, stack.port)

        async def evening() -> None:
            playing = asyncio.gather(play_all(devices, GAMES))
            for share in (0.2, 0.4, 0.6):
                while sum(len(device.answered) for device in devices) < share * TABLES * GAMES:
                    await asyncio.sleep(0.01)
                assert not playing.done()
                acknowledged = {(device.table, game) for device in devices for game in device.answered}
                await asyncio.to_thread(stack.kill_web)
                assert acknowledged <= set(counting_results(tmp_path))
            await playing

        asyncio.run(evening())
        assert_all_there_once(tmp_path, devices, GAMES)


@pytest.mark.long
def test_a_network_that_is_away_for_half_a_minute_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as stack:
        _, tables = make_round(tmp_path, 16)
        with weak_network(stack.port, delay=0, loss=0) as (network, port):
            devices = devices_of(tables, port)

            async def evening() -> None:
                for device in devices:
                    await device.pair()
                network.dead = True
                playing = asyncio.gather(*(device.play(1, 1) for device in devices))
                await asyncio.sleep(30)
                assert counting_results(tmp_path) == []
                network.dead = False
                await playing

            asyncio.run(evening())
        assert_all_there_once(tmp_path, devices, 1)
