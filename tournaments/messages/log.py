"""What happened, for the log: act → German words (one file for each area), filled with numbers."""

import importlib
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments import messages


@cache
def sentences() -> Mapping[str, str | Promise]:
    """All acts: ACTS of every module log_<area>."""
    merged: dict[str, str | Promise] = {}
    for module in pkgutil.iter_modules(messages.__path__):
        if module.name.startswith("log_"):
            area = importlib.import_module(f"tournaments.messages.{module.name}")
            merged.update(area.ACTS)
    return merged


class _Unknown(int):
    """Several, nobody knows how many."""

    def __str__(self) -> str:
        return "–"


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> _Unknown:
        return _Unknown(2)


def log_text(act: str, data: Mapping[str, Any]) -> str:
    """The sentence of one log entry; a number that an old entry lacks shows as a dash."""
    sentence = str(sentences().get(act, act) % _Known(data))  # first filled: the number chooses its words
    if data.get("stage") == "final":
        # There is only one table of the final, and nobody calls it by its letter.
        sign = _("Tisch %(table)s") % {"table": data.get("table", "")}
        sentence = re.sub(rf"{re.escape(sign)}\b", _("Finaltisch"), sentence)
    return sentence
