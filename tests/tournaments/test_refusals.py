"""Every refusal has a German sentence, and every sentence gets what it wants to say."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tournaments.messages import log, refusals

ROOT = Path(__file__).resolve().parents[2]
WANTED = re.compile(r"%\((\w+)\)")


def refusals_in_code() -> Iterator[tuple[str, str, set[str]]]:
    """Place, code and parameters of every RuleViolation that is written with a literal code."""
    for file in [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournaments/**/*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
                continue
            given = {keyword.arg for keyword in node.keywords if keyword.arg} - {"field"}
            for code in refused_by(node):
                yield f"{file.relative_to(ROOT)}:{node.lineno}", code, given


def refused_by(node: ast.AST) -> list[str]:
    """The codes of a RuleViolation that is made here."""
    made = isinstance(node, ast.Call) and ast.unparse(node.func) == "RuleViolation" and node.args
    return codes_of(node.args[0]) if made else []


def codes_of(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return codes_of(node.body) + codes_of(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_refusal_has_a_sentence_and_its_numbers():
    sentences = refusals.sentences()
    wrong = []
    for place, code, given in refusals_in_code():
        wanted = set(WANTED.findall(str(sentences[code]))) if code in sentences else {"a sentence"}
        if wanted - given:
            wrong.append(f"{place} {code}: {sorted(wanted - given)}")
    assert wrong == []


def test_what_a_service_refuses_is_told_where_it_stands():
    """What a public function of the services raises itself, its docstring names."""
    silent = {}
    for file in ROOT.glob("tournaments/services/*.py"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                raised = {code for part in ast.walk(node) for code in refused_by(part)}
                told = set(re.findall(r"\w+", ast.get_docstring(node) or ""))
                silent |= {f"{file.name} {node.name}": sorted(raised - told)} if raised - told else {}
    assert silent == {}


def acts_in_code() -> set[str]:
    names = set()
    for file in ROOT.glob("tournaments/services/*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "act" and node.args:
                names.update(codes_of(node.args[0]))
            if isinstance(node, ast.keyword) and node.arg == "log_as":
                names.update(codes_of(node.value))
    return names


def test_every_act_has_its_line_in_the_log():
    # decide_conflict is written as first or second, set_scharf also as set_normal.
    assert acts_in_code() - set(log.sentences()) - {"decide_conflict"} == set()
