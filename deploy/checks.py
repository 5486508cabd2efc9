"""`deploy/test` after the installation: every part runs, the summary tells which failed."""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import prepare
from installation import ROOT
from throwaway import postgresql, redis

LIMIT = 40 * 60  # seconds for one part; --long knows no limit
QUICK = "not browser and not slow"


@dataclass(frozen=True)
class Part:
    name: str
    argv: list[str]
    env: dict[str, str] = field(default_factory=dict)


def tool(name: str, *arguments: str) -> list[str]:
    return [str(Path(sys.executable).parent / name), *arguments]


def static_parts(folder: str) -> Iterator[Part]:
    manage, env = [sys.executable, "manage.py"], {"DATA_DIR": folder}
    yield Part("ruff", tool("ruff", "check", "."))
    yield Part("ruff format", tool("ruff", "format", "--check", "."))
    yield Part("mypy, strict core", tool("mypy", "--strict", "scoring", "tournaments/draw"), env)
    yield Part("mypy, all", tool("mypy", "schockturnier", "scoring", "tournaments"), env)
    yield Part("mypy, deploy", tool("mypy", "--strict", *map(str, sorted(ROOT.glob("deploy/*.py")))), env)
    yield Part("import-linter", tool("lint-imports"))
    messages = sorted(map(str, ROOT.glob("tournaments/locale/*/LC_MESSAGES/*.po")))
    yield Part("translations well-formed", ["msgfmt", "--check", "--output-file", "/dev/null", *messages])
    yield Part("migrations complete", [*manage, "makemigrations", "--check", "--dry-run"], env)
    deploy = [*manage, "check", "--deploy", "--fail-level", "WARNING"]
    yield Part("check --deploy", deploy, env | {"HTTPS": "1"})


def test_parts(database: str, redis_url: str, *, long: bool) -> Iterator[Part]:
    more = ["--long"] if long else []
    pytest = tool("pytest", "-q", "-n", "2", "--dist", "worksteal", "--tb=short", "--maxfail=50", *more)
    server = {"DATABASE_URL": database, "REDIS_URL": redis_url}
    yield Part("tests on SQLite", [*pytest, "-m", QUICK])
    yield Part("tests on PostgreSQL and Redis", [*pytest, "-m", QUICK], server)
    yield Part("whole stacks", [*pytest, "-m", "slow and not browser"])
    yield Part("browser", [*pytest, "-m", "browser"])


def run(part: Part, limit: float | None) -> bool:
    """Whether the part passed; whatever it started ends with it."""
    print(f"\n=== {part.name}: {' '.join(part.argv[:6])} …", flush=True)
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    process = subprocess.Popen(
        part.argv, cwd=ROOT, env=env | part.env, stdin=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        print(f"{part.name}: not done after {limit} s", flush=True)
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(prog="deploy/test", description=__doc__)
    parser.add_argument("--long", action="store_true", help="also what takes hours")
    parser.add_argument("--only", metavar="TEXT", help="only the parts whose name contains TEXT")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    prepare.compile_messages()
    results: list[tuple[Part, bool, float]] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database, redis_url = stack.enter_context(postgresql()), stack.enter_context(redis())
        parts = [*static_parts(folder), *test_parts(database, redis_url, long=options.long)]
        for part in parts:
            if options.only and options.only not in part.name:
                continue
            start = time.monotonic()
            passed = run(part, None if options.long else LIMIT)
            results.append((part, passed, time.monotonic() - start))
    print("\n=== Summary")
    for part, passed, seconds in results:
        print(f"{'ok    ' if passed else 'FAILED'} {seconds:7.1f} s  {part.name}")
    print(f"       {sum(seconds for *_, seconds in results):7.1f} s  in all")
    return 0 if results and all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
