"""The head that most sheets share: the product's sign, the tournament, its date and place."""

from typing import Any, Protocol

from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.lettering import size_class


class Headed(Protocol):
    """What a document knows of its tournament."""

    @property
    def tournament(self) -> str: ...
    @property
    def place(self) -> str: ...


def head(data: Headed, sign_mm: float = 16) -> dict[str, Any]:
    """What a template with a head needs: `data`, `sign`, `where_class`; in the language that is set."""
    return {"data": data, "sign": marks.tally_mat(str(words.SIGN), sign_mm), "where_class": where_class(data)}


def where_class(data: Headed) -> str:
    """The class of the type size in which tournament and place both stay in their lines."""
    return size_class(max(data.tournament, data.place, key=len))
