"""The rules stand on the standard library alone, and on nothing that changes by itself."""

import ast
import sys
from pathlib import Path

import scoring

PACKAGE = Path(scoring.__file__).parent
RESTLESS = {
    "asyncio",
    "datetime",
    "os",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "threading",
    "time",
    "uuid",
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            yield str(node.module).partition(".")[0]


def test_nothing_but_the_standard_library_and_no_clock_or_chance():
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 5
    for path in files:
        names = set(imported(path))
        if path.name == "apps.py":
            assert names == {"django"}
            continue
        assert names <= (set(sys.stdlib_module_names) | {"scoring"}) - RESTLESS, path
