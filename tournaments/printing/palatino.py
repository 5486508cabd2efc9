"""How wide words are in P052 Bold and how they wrap: so large type fills its box and never leaves it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

EM = 0.3528  # mm: a point
_THOUSANDTHS = {
    227: "'", 250: " .,·:;", 278: "’!", 296: "/", 333: "ijlt-()łı", 389: "IJfr\"", 444: "cs?*",
    500: "aexz0123456789–„“”«»", 556: "Fgovyøð", 611: "ELPSbdhknpqußđþŁ+", 667: "BTXYZ", 722: "CR",
    778: "AKUVæ", 833: "DGHNOQw&œØĐ", 889: "m", 1000: "MWÆŒ",
}  # fmt: skip
_WIDTH = {letter: width for width, letters in _THOUSANDTHS.items() for letter in letters}
_OTHER = 800  # letters of other fonts, rather too much
_LINE = 1.12  # line height, of the type size
_BREAKS = re.compile(r"(?<=[\s\-–/])")


@dataclass(frozen=True, slots=True)
class Fitted:
    """`size`, `width`: points and millimetres as a style sheet has them · `tall`: millimetres."""

    text: str
    size: str
    width: str
    tall: float


def fitted(text: str, sizes: Sequence[tuple[float, int]], room: float) -> Fitted:
    """The largest of `sizes` in which `text` takes no more lines than stand beside it, about equally long."""
    size = next((size for size, most in sizes if lines(text, size, room) <= most), sizes[-1][0])
    tall = lines(text, size, room) * size * EM * _LINE if text else 0.0
    return Fitted(text, f"{size:g}", f"{even(text, size, room):.1f}", tall)


def known(letter: str) -> int:
    """Thousandths of the type size, of a letter with its accents; 0 for what is not in this table."""
    return _WIDTH.get(letter) or _WIDTH.get(unicodedata.normalize("NFD", letter)[0], 0)


def width(text: str, size: float) -> float:
    """Millimetres at `size` points."""
    return sum(_thousandths(char) for char in text) * size * EM / 1000


def lines(text: str, size: float, room: float) -> int:
    """How many lines of `room` mm `text` needs; a word is torn only where it is longer than a line."""
    count, used = 1, 0.0
    for part in _BREAKS.split(text):
        whole, bare = width(part, size), width(part.rstrip(), size)
        if used and used + bare > room:
            count, used = count + 1, 0.0
        while bare > room:
            count, whole, bare = count + 1, whole - room, bare - room * 0.94
        used += whole
    return count


def even(text: str, size: float, room: float) -> float:
    """The narrowest room in which `text` still takes no more lines: they become about equally long."""
    most = lines(text, size, room)
    if most == 1:
        return room
    narrow = [room * part / 40 for part in range(40, 15, -1)]
    return next((wider for wider, less in pairwise(narrow) if lines(text, size, less) > most), narrow[-1])


def _thousandths(char: str) -> int:
    category = unicodedata.category(char)
    if category in {"Mn", "Me", "Cf", "Cc"}:
        return 0
    wide = unicodedata.east_asian_width(char) in {"W", "F"} or category == "So"
    return known(char) or (1300 if wide else _OTHER)
