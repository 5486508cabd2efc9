"""The card of the final: Spielmarken to cross out, and the places in the order of leaving (C6)."""

from typing import Any

from django.utils.translation import override

from tournaments.messages import cards as say
from tournaments.messages import paper as words
from tournaments.messages.play import table_name
from tournaments.models import Stage
from tournaments.printing.cards import STYLE, CardData, context, title_of
from tournaments.printing.paper import Document, Sheet


def document(data: CardData, *, language: str = "de") -> Document:
    with override(language):
        title = title_of(data.tournament, words.FINAL_CARD)
        sheets = (Sheet("print/finalkarte.html", _context(data)),)
    return Document(title=title, style=STYLE, sheets=sheets, language=language)


def _context(data: CardData) -> dict[str, Any]:
    seated = len(data.seats)
    line = say.at_table(seated)
    return {
        **context(data, str(words.FINAL), table=table_name(Stage.FINAL, 1)),
        "line": line[:1].upper() + line[1:],
        "lives": say.last_one(seated),
        "ranked": True,
    }
