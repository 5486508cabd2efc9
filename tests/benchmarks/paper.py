"""Tagged table sheets against trivial WeasyPrint pages: speed, growth, memory, two workers at once.

python tests/benchmarks/paper.py [--json]

Ratios are of processor time, but for the two workers, who are worth what the clock says.
"""

import json
import multiprocessing
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from measure import Report, set_up_django

SHEETS, ROUNDS = 100, 3
FEW, MANY = 25, 250
JOBS, TABLES = 4, 40  # printed by one worker, then by two
FLOOR_MB, SHEET_MB = 80, 1.2


def sheets_of(count: int) -> bytes:
    """Sheets of a round, four and five at a table, plain names and long ones, the rules of Düren."""
    from tests.tournaments.printing.examples import PLAIN_NAMES, sheet
    from tournaments.printing import render, sheets

    def people(table: int) -> tuple[str, ...]:
        return tuple(PLAIN_NAMES[(table + n) % len(PLAIN_NAMES)] for n in range(4 if table % 4 else 5))

    return render(sheets.document([sheet(table, people(table)) for table in range(1, count + 1)]))


def trivial(count: int) -> bytes:
    """As many pages of one line, in one document, without tags and without a style of their own."""
    from weasyprint import HTML

    pages = "".join(f"<p style='break-after: page'>Tisch {number}</p>" for number in range(count))
    pdf: bytes = HTML(string=f"<html lang='de'><title>Tische</title>{pages}").write_pdf()
    return pdf


def cpu(work: Callable[[int], bytes], count: int) -> float:
    """Milliseconds of processor time a page."""
    start = time.process_time()
    work(count)
    return (time.process_time() - start) / count * 1000


def speed(report: Report) -> None:
    sheets_of(FEW), trivial(FEW)
    pairs = [(cpu(sheets_of, SHEETS), cpu(trivial, SHEETS)) for _ in range(ROUNDS)]
    note = "({:.1f} ms to {:.1f} ms)".format(*(statistics.median(side) for side in zip(*pairs, strict=True)))
    report.at_most("sheet_to_trivial_page", statistics.median(a / b for a, b in pairs), 12, note)
    grown = [cpu(sheets_of, MANY) / cpu(sheets_of, FEW) for _ in range(ROUNDS)]
    report.at_most("sheet_of_250_to_one_of_25", statistics.median(grown), 1.2)


def alone(part: str, *arguments: object) -> float:
    """One figure from a fresh process."""
    command = [sys.executable, __file__, part, *map(str, arguments)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def peak(count: int) -> float:
    """Most MB this process ever held."""
    sheets_of(count)
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def first_sheet(warmed: bool) -> float:
    """Seconds until a fresh process has its first sheet, as a worker warms up and without."""
    from tournaments.printing import warm

    if warmed:
        warm()
    start = time.perf_counter()
    sheets_of(1)
    first = time.perf_counter() - start
    later = statistics.median(_clock(lambda: sheets_of(1)) for _ in range(5))
    return first / later


def _clock(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def memory(report: Report) -> None:
    for count in (SHEETS, MANY):
        found = statistics.median(alone("peak", count) for _ in range(ROUNDS))
        report.at_most(f"peak_mb_{count}_sheets", found, FLOOR_MB + SHEET_MB * count)
    cold = statistics.median(alone("first", 0) for _ in range(ROUNDS))
    warm = statistics.median(alone("first", 1) for _ in range(ROUNDS))
    report.at_most("first_sheet_to_a_later_one", warm, 2, f"(not warmed up: {cold:.1f})")


def start_django() -> None:
    """As a worker has it: no migrations, no views."""
    import django

    django.setup()


def ready() -> None:
    start_django()
    from tournaments.printing import warm

    warm()


def do(job_id: int) -> str:
    from tournaments.services.prints import print_job

    return print_job(job_id=job_id)


def ask_again(tournament: object, turn: int) -> list[int]:
    """Jobs nobody printed yet: each asks for another address on its sheets."""
    from tournaments.services._act import SYSTEM
    from tournaments.services.jobs import request_job

    return [
        request_job(
            tournament_id=tournament.pk, by=SYSTEM, kind="sheets",
            params={"round": 1, "language": "de", "base": f"http://192.168.178.{turn}:{8000 + n}"},
        )["job"]
        for n in range(JOBS)
    ]  # fmt: skip


def two_workers(report: Report) -> None:
    """The clock of the same jobs for one worker and for two, all warmed up."""
    from tests.playing import started

    evening = started(4 * TABLES)
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1, ready) as one, spawn.Pool(2, ready) as two:
        gains = []
        for turn in range(ROUNDS + 1):  # the first one also waits until everybody is warm
            took = []
            for side, pool in enumerate((one, two)):
                jobs = ask_again(evening, 2 * turn + side)
                start = time.perf_counter()
                assert pool.map(do, jobs, chunksize=1) == ["printed"] * JOBS
                took.append(time.perf_counter() - start)
            gains.append(took[0] / took[1])
    report.at_least("two_workers_to_one", statistics.median(gains[1:]), 1.6)


def main() -> None:
    if len(sys.argv) > 2:
        start_django()
        part, number = sys.argv[1], int(sys.argv[2])
        print(json.dumps(peak(number) if part == "peak" else first_sheet(bool(number))))
        return
    report = Report(__doc__ or "")
    set_up_django()
    speed(report)
    memory(report)
    two_workers(report)
    report.end()


if __name__ == "__main__":
    main()
