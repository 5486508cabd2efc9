"""What the benchmarks share: floor and subject in turn in one run, the median of the ratios.

Each benchmark prints its figures and ends with one JSON line {"name": {"value", "target", "ok"}, …}.
"""

import argparse
import atexit
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

Work = Callable[[], object]
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def set_up_django() -> None:
    """The product's settings over an empty SQLite file of its own (as the embedded start has it)."""
    folder = os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="schockturnier-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.setdefault("ALLOWED_HOSTS", "testserver")
    os.environ["STATIC_HASHED"] = "0"
    os.environ["DJANGO_SETTINGS_MODULE"] = "schockturnier.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def seconds(work: Work, times: int) -> float:
    """Mean seconds of one call."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def ratio(subject: Work, floor: Work, *, times: int, rounds: int = 5) -> tuple[float, float, float]:
    """(subject / floor, subject in ms, floor in ms), medians over `rounds` alternations after a warm-up."""
    subject(), floor()
    pairs = [(seconds(subject, times), seconds(floor, times)) for _ in range(rounds)]
    return (
        statistics.median(a / b for a, b in pairs),
        statistics.median(a for a, _ in pairs) * 1000,
        statistics.median(b for _, b in pairs) * 1000,
    )


class Report:
    """Collects figures; `end` prints the JSON line."""

    def __init__(self, title: str) -> None:
        parser = argparse.ArgumentParser(description=title)
        parser.add_argument("--json", action="store_true", help="only the JSON line")
        self.quiet: bool = parser.parse_args().json
        self.figures: dict[str, dict[str, object]] = {}

    def at_most(self, name: str, value: float, target: float, note: str = "") -> None:
        self.figures[name] = {"value": round(value, 2), "target": target, "ok": value <= target}
        if not self.quiet:
            print(f"{name}: {value:.2f} (at most {target}) {note}", flush=True)

    def at_least(self, name: str, value: float, target: float, note: str = "") -> None:
        self.figures[name] = {"value": round(value, 2), "target": target, "ok": value >= target}
        if not self.quiet:
            print(f"{name}: {value:.2f} (at least {target}) {note}", flush=True)

    def end(self) -> None:
        print(json.dumps(self.figures))
