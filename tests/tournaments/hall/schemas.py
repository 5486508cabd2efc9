"""A small check of JSON against the schemas that the description of the API uses, stricter than it promises:
what is not described fails too."""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
KNOWN = {
    "type", "description", "required", "properties", "items", "enum", "minimum", "format", "anyOf", "$ref",
}  # fmt: skip


def exact(text: str) -> Any:
    """JSON without a single number that is not whole."""

    def refuse(number: str) -> Any:
        raise AssertionError(f"{number} is no whole number")

    return json.loads(text, parse_float=refuse, parse_constant=refuse)


def resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """The schema that a reference means, with what is said beside it."""
    if "$ref" not in schema:
        return schema
    found: Any = document
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def wrong(value: Any, schema: dict[str, Any], document: dict[str, Any], at: str = "$") -> Iterator[str]:
    """Every place at which the value is not what the schema says."""
    schema = resolved(schema, document)
    assert set(schema) <= KNOWN, f"{at}: the check does not know {set(schema) - KNOWN}"
    if "anyOf" in schema:
        if not any(not list(wrong(value, one, document)) for one in schema["anyOf"]):
            yield f"{at}: {value!r} is none of these"
        return
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(TYPES[name](value) for name in types):
        yield f"{at}: {value!r} is no {types}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not in {schema['enum']}"
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{at}: {value!r} is too small"
    if schema.get("format") == "date":
        date.fromisoformat(value)
    if schema.get("format") == "uri-reference" and not re.fullmatch(r"/[\w./-]+", value):
        yield f"{at}: {value!r} is no address"
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from wrong(one, schema["items"], document, f"{at}[{index}]")
    if isinstance(value, dict):
        yield from _wrong_record(value, schema, document, at)


def _wrong_record(value: Any, schema: dict[str, Any], document: dict[str, Any], at: str) -> Iterator[str]:
    if list(value) != list(schema["properties"]):
        yield f"{at}: {list(value)} instead of {list(schema['properties'])}"
    if set(schema["required"]) != set(schema["properties"]):
        yield f"{at}: not all is required"
    for name, one in value.items():
        yield from wrong(one, schema["properties"].get(name, {"type": []}), document, f"{at}.{name}")


def undescribed(schema: dict[str, Any], at: str) -> Iterator[str]:
    """Every schema without a sentence; what a reference leads to is told there, items by their list."""
    if not schema.get("description") and "$ref" not in schema:
        yield at
    for name, one in schema.get("properties", {}).items():
        yield from undescribed(one, f"{at}.{name}")
