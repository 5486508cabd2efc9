"""The rule sheet on one page: throws by rank, every rule, what was added and what is contested (R1–R5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.messages.rule_sheet import MARKS, RuleSheet, Rung
from tournaments.printing import marks
from tournaments.printing.head import head
from tournaments.printing.lettering import printable
from tournaments.printing.paper import Document, Sheet

_LEFT = ("throws", "game")
"""Groups in the left column, below the throws; all others stand right."""


@dataclass(frozen=True, slots=True)
class RuleSheetData:
    tournament: str
    date: date
    place: str
    rules: RuleSheet


def document(data: RuleSheetData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.RULES) % {"tournament": printable(data.tournament)}
        frame = head(data, 20)
        ladder = rungs(data.rules.ladder)
    groups = data.rules.groups
    context = {
        **frame,
        "marks": MARKS,
        "ladder": ladder,
        "columns": (
            [group for group in groups if group[0] in _LEFT],
            [group for group in groups if group[0] not in _LEFT],
        ),
    }
    sheets = (Sheet("print/regeln.html", context),)
    return Document(title=title, style="print/regeln.css", sheets=sheets, language=language)


def rungs(ladder: Sequence[Rung]) -> tuple[dict[str, object], ...]:
    """The classes of throws with their dice drawn."""
    return tuple(
        {"dice": marks.dice(rung.dice), "name": rung.name, "span": rung.span, "deckel": rung.deckel}
        for rung in ladder
    )
