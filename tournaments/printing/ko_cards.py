"""K.O. cards: one page a K.O. table, Spielmarken to cross out, room for who goes on (C5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override

from tournaments.messages import cards as say
from tournaments.messages import paper as words
from tournaments.messages.play import table_name
from tournaments.models import Stage
from tournaments.printing.cards import STYLE, CardData, context, title_of
from tournaments.printing.paper import Document, Sheet


@dataclass(frozen=True, slots=True)
class KoCardData(CardData):
    """`carry`: the Spielmarken left go on to the final with whoever holds them (C6.1)."""

    carry: bool = True


def document(cards: Sequence[KoCardData], *, language: str = "de") -> Document:
    """All cards in the order of the tables."""
    ordered = sorted(cards, key=lambda data: data.number)
    with override(language):
        title = title_of(ordered[0].tournament, words.KO_CARDS)
        sheets = tuple(Sheet("print/ko_karte.html", _context(data)) for data in ordered)
    return Document(title=title, style=STYLE, sheets=sheets, language=language)


def _context(data: KoCardData) -> dict[str, Any]:
    """A table with as many people as go on does not play (C4.1a)."""
    seated, name = len(data.seats), table_name(Stage.KO, data.number)
    line = [str(words.KO_STAGE), say.at_table(seated)]
    plays = data.most_games > 0
    if plays:
        line.append(say.go_on(data.survivors))
    each, wide = range(1, data.survivors + 1), 1 if data.survivors < 3 else 2
    return {
        **context(data, name, table=name),
        "line": ", ".join(line),
        "lives": say.lives(data.survivors) if plays else say.nobody_plays(),
        "through": [each[start : start + wide] for start in range(0, len(each), wide)],
    }
