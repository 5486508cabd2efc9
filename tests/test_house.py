"""The walls that no tool checks: sizes, the one write door, nothing inline, nothing from elsewhere."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES, MAX_FUNCTION = 400, 40
STATIC = ROOT / "tournaments" / "static" / "tournaments"
WRITES = {"save", "create", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
INLINE = re.compile(r"<style|\sstyle=[\"']|\son[a-z]+=[\"']|javascript:|<script(?![^>]*\ssrc=)", re.I)
SPEAKING = {"messages", "forms", "listings.py", "templatetags"}  # what people read, through gettext
UNHEARD = {"imports", "management", "migrations", "rehearsal"}  # names of lists, an invented evening
GERMAN = re.compile(
    r"\b(?:das|dem|den|der|ein|eine|ist|kein|keine|mit|nicht|noch|sind|und|von|wird|zu)\b", re.I
)
ELSEWHERE = re.compile(r"(?:src|href)=[\"'](?:https?:)?//|@import|url\(\s*[\"']?(?:https?:)?//", re.I)


def tracked(pattern: str) -> list[Path]:
    """Files of the repository that match, the forgotten ones included, the ignored ones not."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", pattern],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.splitlines()
    return [ROOT / name for name in listed if (ROOT / name).exists()]


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> Iterator[str]:
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            if pattern.search(line):
                yield f"{file.relative_to(ROOT)}:{number}: {line.strip()}"


def imported(file: Path) -> set[str]:
    """Names of the modules that a file imports; relative imports stay inside the package and are left out."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


def test_no_file_is_too_long() -> None:
    files = [file for file in tracked("*.py") if "migrations" not in file.parts]
    long = {str(f.relative_to(ROOT)): n for f in files if (n := len(f.read_text().splitlines())) > MAX_LINES}
    assert long == {}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from the signature to the end: what has to be read without scrolling."""
    return (function.end_lineno or 0) - function.lineno + 1


def test_no_function_is_too_long() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
        for file in tracked("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > MAX_FUNCTION
    ]
    assert long == []


def is_write(call: ast.Call) -> bool:
    """`rows.update(a=1)` and the like; `digest.update(b"")` and `book.save(path)` write no row."""
    if not isinstance(call.func, ast.Attribute):
        return False
    name, receiver = call.func.attr, ast.unparse(call.func.value)
    if name in ("update", "create"):
        return bool(call.keywords)
    return name in WRITES and not (name == "save" and call.args) and not receiver.endswith("cache")


def test_only_services_write() -> None:
    found = []
    for file in tracked("tournaments/*.py"):
        if {"services", "migrations"} & set(file.relative_to(ROOT).parts):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and is_write(node):
                found.append(f"{file.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


def test_the_draw_imports_numpy_and_refusals_only() -> None:
    for file in tracked("tournaments/draw/*.py"):
        foreign = {name for name in imported(file) if name.split(".")[0] not in sys.stdlib_module_names}
        others = {name for name in foreign if not name.startswith(("tournaments.draw", "numpy"))}
        assert others <= {"scoring.errors"}, file


def test_pages_hold_nothing_inline_and_load_nothing_from_elsewhere() -> None:
    pages = [file for file in tracked("*.html") if "print" not in file.parts]
    assert list(lines_with(INLINE, pages)) == []
    assert list(lines_with(ELSEWHERE, pages + tracked("tournaments/static/*.css"))) == []


@pytest.mark.parametrize(("suffix", "limit"), [("js", 30 * 1024), ("css", 40 * 1024)])
def test_browser_code_stays_small(suffix: str, limit: int) -> None:
    assert sum(file.stat().st_size for file in STATIC.rglob(f"*.{suffix}")) <= limit


def test_every_refusal_has_one_sentence() -> None:
    """A code said twice would get whichever sentence is read last."""
    codes = [
        key.value
        for file in tracked("tournaments/messages/refusals*.py")
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict)
        for key in node.value.keys
        if isinstance(key, ast.Constant)
    ]
    assert {code for code in codes if codes.count(code) > 1} == set()


def test_every_switch_is_explained() -> None:
    read = re.compile(r"(?:env_\w+|environ\.get|os\.getenv)\(\"([A-Z_]+)\"|\$\{([A-Z]+):-")
    sources = [*tracked("schockturnier/*.py"), *tracked("deploy/*.py"), ROOT / "deploy" / "lib.sh"]
    names = {name for file in sources for pair in read.findall(file.read_text()) for name in pair if name}
    explained = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / "deploy" / "env.example").read_text(), re.MULTILINE))
    assert names - explained == set()
    assert explained - names == set()


def test_every_requirement_is_pinned() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            assert not line or line.startswith(("#", "-r ")) or "==" in line, line


TOOLS = {"lint-imports": "import-linter"}
LOADED_BY_NAME = {"psycopg"}  # the driver that Django takes when DATABASE_URL names a server


def pinned(name: str) -> set[str]:
    """Distributions of a file of requirements, as they are compared."""
    lines = (ROOT / name).read_text().splitlines()
    return {canonical(line.split("==")[0]) for line in lines if "==" in line}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed_by(distributions: set[str]) -> set[str]:
    """What these ask for themselves, their extras included."""
    asked = (line for name in distributions for line in requires(name) or ())
    return {canonical(re.split(r"[\s\[(<>=!~;]", line, maxsplit=1)[0]) for line in asked}


def third_party(files: list[Path]) -> set[str]:
    """Distributions of the modules that these files import, and that settings name."""
    ours = {"deploy", "schockturnier", "scoring", "tests", "tournaments", *sys.stdlib_module_names}
    ours |= {file.stem for file in [*tracked("deploy/*.py"), *tracked("tests/benchmarks/*.py")]}
    modules = {name.split(".")[0] for file in files for name in imported(file)} - ours
    where = packages_distributions()
    return {canonical(name) for module in modules for name in where.get(module, [f"missing: {module}"])}


def test_every_requirement_is_used_and_nothing_else_is_imported() -> None:
    runtime, tools = pinned("requirements.txt"), pinned("requirements-dev.txt")
    product = [*tracked("scoring/*.py"), *tracked("tournaments/*.py"), *tracked("schockturnier/*.py")]
    product += tracked("deploy/*.py")
    imports = third_party(product)
    assert imports - runtime == set()
    settings = (ROOT / "schockturnier" / "settings.py").read_text()
    named = {name for name in runtime if re.search(rf"[\"']{name.replace('-', '_')}\.", settings)}
    assert runtime - imports - named - needed_by(runtime) - LOADED_BY_NAME == set()
    tests = third_party(tracked("tests/*.py"))
    assert tests - runtime - tools == set()
    called = set(re.findall(r"tool\(\"([\w-]+)\"", (ROOT / "deploy" / "checks.py").read_text()))
    assert tools - tests - needed_by(tools | runtime) - {TOOLS.get(name, name) for name in called} == set()


def strings(file: Path) -> Iterator[tuple[int, str]]:
    """(line, text) of every string that is no docstring, the pieces of f-strings too."""
    tree = ast.parse(file.read_text())
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_sentences_stand_where_they_are_translated() -> None:
    found = []
    for file in tracked("tournaments/*.py"):
        parts = set(file.relative_to(ROOT).parts)
        if parts & SPEAKING:
            continue
        text = file.read_text()
        if re.search(r"^from django\.utils\.translation import .*gettext", text, re.MULTILINE):
            found.append(f"{file.relative_to(ROOT)}: gettext")
        if not parts & UNHEARD:
            said = [
                (line, text) for line, text in strings(file) if " " in text.strip() and GERMAN.search(text)
            ]
            found += [f"{file.relative_to(ROOT)}:{line}: {text}" for line, text in said]
    assert found == []


def test_nothing_computed_once_is_locked_for_the_whole_process() -> None:
    """`functools.cached_property` of Python 3.11 lets one thread at a time compute it, for all objects of the
    class: a page would wait for a query of another page. Django's has no such lock."""
    files = [*tracked("scoring/*.py"), *tracked("tournaments/*.py"), *tracked("schockturnier/*.py")]
    assert list(lines_with(re.compile(r"from functools import .*\bcached_property\b"), files)) == []
