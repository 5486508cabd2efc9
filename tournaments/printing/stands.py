"""Table numbers to stand on the tables: an A4 sheet folded in the middle, the same on both sides."""

from dataclasses import dataclass

from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.printing import marks
from tournaments.printing.lettering import printable, size_class
from tournaments.printing.paper import Document, Sheet

STYLE = "print/aufsteller.css"
_MAT_MM, _QR_MM = 124.0, 50.0


@dataclass(frozen=True, slots=True)
class Stand:
    """One table. `sign` is on the mat, `name` what the table is called, `stage` said with it ("" in the
    Vorrunde); `code` is "" while the table has none: then no device can be paired, and nothing invites to."""

    sign: str
    name: str
    stage: str
    code: str
    entry_url: str


@dataclass(frozen=True, slots=True)
class StandsData:
    """`stands` in the order of printing; `entry_place` is what somebody types who cannot scan."""

    tournament: str
    entry_place: str
    stands: tuple[Stand, ...]


def document(data: StandsData, *, language: str = "de") -> Document:
    with override(language):
        title = str(words.STANDS) % {"tournament": printable(data.tournament)}
        pages = sheets(data)
    return Document(title=title, style=STYLE, sheets=pages, language=language)


def sheets(data: StandsData) -> tuple[Sheet, ...]:
    """One page a table, in the language that is set."""
    frame = {"data": data, "where_class": size_class(data.tournament)}
    return tuple(
        Sheet("print/aufsteller.html", {**frame, "stand": stand, **_drawn(stand)}, STYLE, folded=True)
        for stand in data.stands
    )


def _drawn(stand: Stand) -> dict[str, object]:
    code = str(words.QR_OF) % {"table": stand.name, "code": stand.code}
    return {
        "mat": marks.stand_mat(stand.sign, stand.name, _MAT_MM),
        "qr": marks.qr(stand.entry_url, code, _QR_MM) if stand.code else "",
    }
