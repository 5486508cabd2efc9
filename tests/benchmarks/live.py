"""Streams of the hall to a bare write loop: the last page after a commit, memory a page, the cached part.

python tests/benchmarks/live.py [--json]

Product and floor are servers of their own; the same sockets' worth of pages listens to both and they push in
turn. The floor writes the bytes of one event to every socket in a loop on uvloop: nothing that pushes does
less. The second half is the same with two web processes on PostgreSQL and Redis.
"""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import listeners
from listeners import Crowd, Server
from measure import Report, set_up_django

STREAMS, MANY, ROUNDS = 2000, 10_000, 9
PROCESSES = int(os.environ.get("BENCH_PROCESSES", "1"))
PAUSE = 0.5  # seconds between two commits: the hub gathers those of 0.2 seconds
PLAYERS = 118  # their list of names and tables has 17 KB


class Act:
    """A commit in a web process that changes the part and not its length; and when it was."""

    def __init__(self) -> None:
        from django.test import Client
        from django.urls import reverse

        from tests.builders import LEITUNG, add_players, as_user, make_tournament
        from tests.playing import start_round

        self.tournament = make_tournament()
        add_players(self.tournament, PLAYERS)
        start_round(self.tournament)
        self.part = reverse("hall:part", args=[self.tournament.slug, "auslosung"])
        self.path = reverse("desk:player", args=[self.tournament.slug, 1])
        self.session = as_user(Client(), LEITUNG).cookies["sessionid"].value
        self.number = 0

    async def __call__(self, server: Server) -> float:
        self.number += 1
        await server.post(self.path, self.session, first="Anna", last=f"Ende{self.number:04}")
        return await asyncio.to_thread(server.committed)


@contextmanager
def products(act: Act) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        yield [stack.enter_context(listeners.product(MAX_STREAMS="12000")) for _ in range(PROCESSES)]


async def push(report: Report, act: Act, floor: Server, servers: list[Server]) -> None:
    """2,000 pages: the last one after the commit to the last one of the floor; and the memory of a page."""
    for server in servers:
        await server.get(act.part)
    empty = [server.memory() for server in servers]
    share = STREAMS // len(servers)
    crowds = [await Crowd.listen(server, share, act.part) for server in servers]
    await act(servers[0])
    await asyncio.sleep(2)
    length = crowds[0].length
    bare = await Crowd.sit(floor, STREAMS, length)
    ratios, mine, theirs = [], [], []
    for _ in range(ROUNDS):
        await asyncio.sleep(PAUSE)
        waits = [crowd.wait() for crowd in crowds]
        committed = await act(servers[0])
        last = max(max(times) for times in await asyncio.gather(*waits)) - committed
        base = max(await bare.push()) - bare.asked
        ratios.append(last / base)
        mine.append(last * 1000)
        theirs.append(base * 1000)
    note = f"{statistics.median(mine):.0f} ms to {statistics.median(theirs):.0f} ms, {length} bytes"
    report.at_most(f"last_of_{STREAMS}_to_bare_loop", statistics.median(ratios), 2.5, note)
    grown = sum(server.memory() for server in servers) - sum(empty)
    report.at_most("kib_a_stream", grown / STREAMS / 1024, 20)
    for crowd in [*crowds, bare]:
        crowd.close()


async def many(report: Report, act: Act, servers: list[Server]) -> None:
    """10,000 pages at one process: when the middle one has it."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if limit < MANY + 500:
        print(f"{MANY} streams: not measured, {limit} open files are allowed", file=sys.stderr)
        return
    crowd = await Crowd.listen(servers[0], MANY, act.part)
    await act(servers[0])
    await asyncio.sleep(3)
    middle, last = [], []
    for _ in range(5):
        await asyncio.sleep(PAUSE)
        wait = crowd.wait()
        committed = await act(servers[0])
        times = await wait
        middle.append(statistics.median(times) - committed)
        last.append(max(times) - committed)
    note = f"last {statistics.median(last):.2f} s"
    report.at_most(f"seconds_to_half_of_{MANY}", statistics.median(middle), 0.5, note)
    crowd.close()


async def cached(report: Report, act: Act, server: Server) -> None:
    """Requests a second of the cached part, and of a 304, to those of a view that answers two bytes."""
    answer = await server.get(act.part)
    tag = {"If-None-Match": answer.headers["etag"]}
    kinds = {"trivial": ("/nichts/", {}), "part": (act.part, {}), "same": (act.part, tag)}
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    for kind, (path, headers) in [*kinds.items()] * (ROUNDS + 1):
        rates[kind].append(await listeners.rate(server, path, headers))
    for kind, name, target in (("part", "cached_part", 0.4), ("same", "not_modified", 0.8)):
        ratio = statistics.median(a / b for a, b in zip(rates[kind][1:], rates["trivial"][1:], strict=True))
        note = f"{statistics.median(rates[kind]):.0f}/s to {statistics.median(rates['trivial']):.0f}/s"
        report.at_least(f"{name}_to_trivial_view", ratio, target, note)


def two_processes(report: Report) -> None:
    """This script once more, with a database server and Redis between two web processes."""
    from throwaway import postgresql, redis

    with postgresql() as database, redis() as cache:
        env = os.environ | {"DATABASE_URL": database, "REDIS_URL": cache, "BENCH_PROCESSES": "2"}
        env.pop("DJANGO_SETTINGS_MODULE")
        command = [sys.executable, __file__, "--json"]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    for name, figure in json.loads(done.stdout.splitlines()[-1]).items():
        report.at_most(f"two_processes_{name}", figure["value"], figure["target"])


async def measure(report: Report, act: Act) -> None:
    with products(act) as servers, listeners.floor() as floor:
        if PROCESSES == 1:
            await cached(report, act, servers[0])
        await push(report, act, floor, servers)
    if PROCESSES == 1:
        with products(act) as servers:
            await many(report, act, servers)


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report(__doc__ or "")
    set_up_django()
    listeners.run(measure(report, Act()))
    if PROCESSES == 1:
        two_processes(report)
    report.end()
