"""Memory of the embedded stack, idle, worker warm: `python tests/benchmarks/stack_memory.py --json`.

Proportional set size (shared pages counted once) in MB of supervisor, web process and worker; the median of
three stacks, each measured once it has answered pages and no longer grows.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.deploy.stack import processes, running, wait_until

TARGET = 260.0
PAGES = ("/", "/leitung/anmelden/", "/t/")


def memory(folder: Path) -> float:
    """MB of all processes that work on this folder."""
    total = 0
    for pid in processes(folder):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def settled(folder: Path) -> float:
    """Once it has not grown for three seconds."""
    seen = [memory(folder)]
    while len(seen) < 4 or max(seen[-4:]) - min(seen[-4:]) > 1:
        time.sleep(1)
        seen.append(memory(folder))
    return seen[-1]


def measure() -> float:
    with tempfile.TemporaryDirectory() as name, running(Path(name)) as stack:
        for path in PAGES * 20:
            stack.get(path)
        wait_until(lambda: sum("celery" in text for text in processes(Path(name)).values()) == 2)
        return settled(Path(name))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="only the line for machines")
    options = parser.parse_args()
    found = [measure() for _ in range(3)]
    value = round(statistics.median(found), 1)
    if not options.json:
        print("MB:", ", ".join(f"{one:.1f}" for one in found))
    print(json.dumps({"stack_memory_mb": {"value": value, "target": TARGET, "ok": value <= TARGET}}))
    return 0 if value <= TARGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
