"""Wer saß mit wem, in words."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.messages.play import table_size


def people() -> str:
    return _("Nach Namen")


def table() -> str:
    return _("Alle auf einen Blick")


def odd(sizes: Collection[int]) -> str:
    """Heading of the rounds at a table that is no four; empty where there is none."""
    if not sizes:
        return ""
    return table_size(next(iter(sizes))) if len(sizes) == 1 else _("kein Vierer")


def different(count: int, rounds: int) -> str:
    """How many people somebody met so far."""
    met = ngettext("%(n)s Person getroffen", "%(n)s verschiedene Leute getroffen", count) % {"n": count}
    after = ngettext("nach %(n)s Runde", "nach %(n)s Runden", rounds) % {"n": rounds}
    return f"{met}, {after}"
