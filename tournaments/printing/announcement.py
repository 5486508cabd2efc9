"""The Ausschreibung on two pages: the format in sentences; the plan of the evening and the rules in short."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.messages.rule_sheet import Rung
from tournaments.printing import marks
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
        large, small = (marks.tally_mat(str(words.SIGN), size) for size in (34, 16))
        ladder = rungs(data.ladder)
    frame = {
        "data": data,
        "name_class": size_class(name),
        "where_class": size_class(max(data.tournament, data.place, key=len)),
        "fact_width": f"{100 / max(1, len(data.facts)):.2f}",
    }
    sheets = (
        Sheet("print/ausschreibung.html", {**frame, "sign": large}),
        Sheet("print/ausschreibung_plan.html", {**frame, "sign": small, "ladder": ladder}),
    )
    return Document(title=title, style="print/ausschreibung.css", sheets=sheets, language=language)
