"""What the registry of papers is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.printing.paper import Document
from tournaments.queries.facts import Facts

Params = Mapping[str, Any]

EVENING, ROUND, STECHEN, KO, FINAL, HONOURS = "evening", "round", "stechen", "ko", "final", "honours"
"""The shelves of the print page."""

WHOLE = 0
"""The number of a paper of which there is one."""


class NothingToPrint(Exception):
    """The round is not drawn (any more), or nothing is played yet."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper.

    shelf: where the print page offers it · read: facts and the params of a job → what the paper says; raises
    NothingToPrint · lay_out(data, language=…) → its Document · numbers(facts, drafts): of which it is there
    now, `drafts` true for who may see a draw that is not published: rounds, on other shelves places, start
    numbers, or WHOLE alone · addressed: whether QR codes or addresses stand on it · coded: the codes of all
    tables do, and who asks for it wants them to be there · listed: false when the print page shows it only
    once it was asked for elsewhere · leads_only: for the Leitung alone, whatever there is · mark: what the
    digest is made from where reading all of it would take long.
    """

    kind: str
    shelf: str
    read: Callable[[Facts, Params], Any]
    lay_out: Callable[..., Document]
    numbers: Callable[[Facts, bool], Sequence[int]]
    addressed: bool = False
    coded: bool = False
    listed: bool = True
    leads_only: bool = False
    mark: Callable[[Facts, Params], Any] | None = None

    def open_to(self, facts: Facts, drafts: bool) -> Sequence[int]:
        """The numbers that may be asked for; `drafts` as in `numbers`."""
        return () if self.leads_only and not drafts else self.numbers(facts, drafts)
