"""Checks that RuleSet and Format share: each gives one RuleViolation or nothing."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from scoring.errors import RuleViolation


def whole(name: str, value: object, low: int, high: int) -> Iterator[RuleViolation]:
    """A whole number low…high; True and False are no numbers here."""
    if not isinstance(value, int) or isinstance(value, bool):
        yield RuleViolation("value_type", name, expected="int")
    elif not low <= value <= high:
        yield RuleViolation("value_range", name, value=value, low=low, high=high)


def switch(name: str, value: object) -> Iterator[RuleViolation]:
    if not isinstance(value, bool):
        yield RuleViolation("value_type", name, expected="bool")


def choice(name: str, value: object, choices: Collection[str]) -> Iterator[RuleViolation]:
    if not isinstance(value, str) or value not in choices:
        yield RuleViolation("value_choice", name, value=str(value), choices=tuple(choices))


def choices(name: str, value: object, allowed: Collection[str]) -> Iterator[RuleViolation]:
    """A tuple of different words out of `allowed`."""
    if not isinstance(value, tuple):
        yield RuleViolation("value_type", name, expected="list")
        return
    for word in value:
        yield from choice(name, word, allowed)
    if len({str(word) for word in value}) < len(value):
        yield RuleViolation("value_repeated", name)


def mix(code: str, first: str, second: str, **params: object) -> RuleViolation:
    """Two fields that cannot stand together: the first carries the sentence, both are named."""
    return RuleViolation(code, first, fields=(first, second), **params)


def to_plain(record: Any) -> dict[str, object]:
    """A dataclass as JSON values: tuples become lists."""
    plain: dict[str, object] = {}
    for item in fields(record):
        value = getattr(record, item.name)
        plain[item.name] = list(value) if isinstance(value, tuple) else value
    return plain


def from_plain(kind: Any, plain: Mapping[str, object]) -> dict[str, Any]:
    """Arguments for a dataclass out of JSON values.

    Unknown names are refused. A missing name takes its default: a value stored before a field
    existed stays readable, because a new field's default is what was done before.
    """
    if not isinstance(plain, Mapping):
        raise RuleViolation("value_type", expected="dict")
    known = {item.name: item for item in fields(kind)}
    for name in plain:
        if name not in known:
            raise RuleViolation("unknown_field", str(name))
    for name, item in known.items():
        if name not in plain and item.default is MISSING:
            raise RuleViolation("field_missing", name)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
