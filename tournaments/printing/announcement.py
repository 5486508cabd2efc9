"""The Ausschreibung on two pages: the format in sentences; the plan of the evening and the rules in short."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.messages.rule_sheet import Rung
from tournaments.printing.head import head
from tournaments.printing.lettering import printable, size_class
from tournaments.printing.paper import Document, Sheet
from tournaments.printing.rulesheet import rungs
from tournaments.queries.announcement import Section, Stage


@dataclass(frozen=True, slots=True)
class AnnouncementData:
    """`facts`: (name, value) of what is read first; `rules`: (heading, rest) of each; `people`: with how
    many the `plan` is reckoned."""

    tournament: str
    date: date
    place: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    plan: tuple[Stage, ...]
    people: int
    rules: tuple[tuple[str, str], ...]
    based_on: str
    ladder: tuple[Rung, ...]


def document(data: AnnouncementData, *, language: str = "de") -> Document:
    name = printable(data.tournament)
    with override(language):
        title = str(words.ANNOUNCEMENT) % {"tournament": name}
        first, second = head(data, 34), head(data)
        ladder = rungs(data.ladder)
    frame = {
        "name_class": size_class(name),
        "fact_width": f"{100 / max(1, len(data.facts)):.2f}",
    }
    sheets = (
        Sheet("print/ausschreibung.html", {**first, **frame}),
        Sheet("print/ausschreibung_plan.html", {**second, **frame, "ladder": ladder}),
    )
    return Document(title=title, style="print/ausschreibung.css", sheets=sheets, language=language)
