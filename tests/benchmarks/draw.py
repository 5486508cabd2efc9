"""The draw on one core: `python tests/benchmarks/draw.py [--json]`.

Milliseconds of processor time for all rounds planned at once (median of the seeds), repeats against the
bound, and in turn with it a plain draw, round by round: greedy, table by table, the best of some restarts.
"""

import statistics
import time
from random import Random

from measure import Report

from tests.draw import verifier
from tests.draw.evenings import field_of, next_input, play
from tournaments.draw import draw_round

SEEDS = 5
# players, rounds, most ms, restarts of the plain draw
CELLS = [
    (16, 5, 20, 20),
    (24, 7, 20, 20),
    (32, 7, 20, 20),
    (37, 7, 20, 20),
    (64, 7, 20, 20),
    (101, 7, 50, 20),
    (200, 7, 50, 5),
    (400, 7, 100, 2),
    (1000, 7, 300, 1),
]
TIGHT = [(17, 5), (22, 5), (23, 5), (26, 5), (27, 6), (31, 7)]
TIGHT_MS = 3000
NEXT_MS = 1000
NEXT_MET_MS = 100
"""Where nobody has to meet twice."""


def plain(n: int, rounds: int, restarts: int, chance: Random) -> int:
    """Repeats of a greedy draw round by round."""
    sizes = [5] * (n % 4) + [4] * (n // 4 - n % 4)
    met = [[0] * n for _ in range(n)]
    repeats = 0
    for _ in range(rounds):
        price, tables = min((_greedy(sizes, met, chance) for _ in range(restarts)), key=lambda one: one[0])
        repeats += price
        for table in tables:
            for one in table:
                for other in table:
                    met[one][other] += one != other
    return repeats


def _greedy(sizes: list[int], met: list[list[int]], chance: Random) -> tuple[int, list[list[int]]]:
    waiting = list(range(len(met)))
    chance.shuffle(waiting)
    price, tables = 0, []
    for size in sizes:
        table = [waiting.pop()]
        while len(table) < size:
            load = [sum(met[player][mate] > 0 for mate in table) for player in waiting]
            least = min(load)
            price += least
            table.append(waiting.pop(load.index(least)))
        tables.append(table)
    return price, tables


def planned(n: int, rounds: int, lot: int) -> tuple[float, int, int]:
    """(ms, repeats, bound of Q) of all rounds planned at once."""
    asked = next_input(field_of(n), rounds=rounds, lot=lot)
    start = time.process_time()
    draw = draw_round(asked)
    ms = (time.process_time() - start) * 1000
    return ms, verifier.repeats((draw.tables, *draw.plan)), draw.certificate.bound


def cell(report: Report, n: int, rounds: int, most: int, restarts: int) -> None:
    runs, others, their_ms = [], [], []
    for lot in range(SEEDS):
        runs.append(planned(n, rounds, lot))
        start = time.process_time()
        others.append(plain(n, rounds, restarts, Random(lot)))
        their_ms.append((time.process_time() - start) * 1000)
    ms, theirs = statistics.median(run[0] for run in runs), statistics.median(their_ms)
    note = f"(plain draw: {statistics.median(others):g} repeats in {theirs:.0f} ms, {theirs / ms:.1f} times)"
    report.at_most(f"draw_{n}_{rounds}_ms", ms, most, note)
    report.at_most(f"draw_{n}_{rounds}_repeats", max(run[1] for run in runs), runs[0][2], "(the bound)")


def tight(report: Report, n: int, rounds: int) -> None:
    runs = [planned(n, rounds, lot) for lot in range(SEEDS)]
    repeats, bound = [run[1] for run in runs], runs[0][2]
    note = f"({min(repeats)} to {max(repeats)} repeats, bound of Q {bound})"
    report.at_most(f"tight_{n}_{rounds}_ms", statistics.median(run[0] for run in runs), TIGHT_MS, note)


def following(report: Report, n: int, rounds: int) -> None:
    """The slowest next round of an evening in which one player leaves after every round."""
    players, history, plan, slowest = list(field_of(n)), (), (), 0.0
    for _ in range(rounds):
        asked = next_input(players, history, rounds=rounds, plan=plan)
        start = time.process_time()
        draw = draw_round(asked)
        slowest = max(slowest, (time.process_time() - start) * 1000)
        history, plan = (*history, draw.tables), draw.plan
        players.pop()
    repeats = verifier.repeats(history)
    most = NEXT_MS if repeats or n > 400 else NEXT_MET_MS
    report.at_most(f"next_round_{n}_{rounds}_ms", slowest, most, f"({repeats} repeats)")


def main() -> None:
    report = Report("the draw")
    play(field_of(8), 2)  # a warm-up
    for numbers in CELLS:
        cell(report, *numbers)
    for numbers in TIGHT:
        tight(report, *numbers)
    for n, rounds in [(20, 5), (28, 7), (64, 7), (101, 7), (1000, 7)]:
        following(report, n, rounds)
    report.end()


if __name__ == "__main__":
    main()
