"""Results from forty tables at twenty a second: `python tests/benchmarks/writes.py [--json]`.

The embedded default as deploy/run starts it, each request over a connection of its own; each table sends a
result and takes it back, by turns. Latency as the device sees it, in milliseconds.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from uuid import uuid4

from measure import Report

from tests.deploy.stack import running
from tests.faults.hall import Device, make_round

TABLES, RATE, SECONDS = 40, 20, 30
FACTOR = 4


async def one(device: Device, state: dict[str, int]) -> float:
    """A result, or its undo when there is one; milliseconds until the answer."""
    body: dict[str, object] = {"key": str(uuid4()), "table": device.table, "version": state["version"]}
    path = "zurueck"
    if not state["played"]:
        loser = device.players[0]
        body |= {"draw_no": 1, "game": 1, "half1": loser, "half2": loser}
        path = "ergebnis"
    start = time.perf_counter()
    told = await device.post(path, body)
    taken = (time.perf_counter() - start) * 1000
    state["version"], state["played"] = int(told["version"]), 1 - state["played"]
    return taken


async def play(devices: list[Device]) -> list[float]:
    """The latencies of SECONDS · RATE writes, begun evenly whether the last one is answered or not."""
    states = [{"version": 1, "played": 0} for _ in devices]
    begun = time.perf_counter()
    tasks = []
    for number in range(SECONDS * RATE):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
        place = number % len(devices)
        tasks.append(asyncio.create_task(one(devices[place], states[place])))
    return await asyncio.gather(*tasks)


async def evening(devices: list[Device]) -> list[float]:
    for device in devices:
        await device.pair()
    await one(devices[0], {"version": 1, "played": 0})  # a warm-up
    return await play(devices[1:])


def main() -> None:
    report = Report("results at twenty a second")
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as stack:
        _, tables = make_round(Path(folder), 4 * TABLES)
        devices = [Device(stack.port, t["station"], t["code"], t["table"], t["players"]) for t in tables]
        taken = asyncio.run(evening(devices))
    p50, p99 = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
    report.at_most("writes_p99_to_p50", p99 / p50, FACTOR, f"(p50 {p50:.0f} ms, p99 {p99:.0f} ms)")
    report.end()


if __name__ == "__main__":
    main()
