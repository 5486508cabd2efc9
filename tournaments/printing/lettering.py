"""How long a name is on paper, and which of its characters a font of this machine can draw."""

import unicodedata

from tournaments.models.letters import draws

# Letters of the widest common scripts: fonts-noto-core draws them all, so nobody needs to be asked.
_COVERED = ((0x20, 0x52F), (0x590, 0x6FF), (0x1E00, 0x1FFF), (0x2010, 0x2027), (0x2030, 0x205E))
_NARROW = frozenset("fijltrIJ.,:;'’‘`´|!()[]-‐ ·ıłĺļľíìîïj")
_WIDE = frozenset("mwMWÆŒæœ@%—ЖШЩЮФМжшщюфм")


def letters(text: str) -> int:
    """Estimated width of `text` in average letters of a bold sans (0.6 of the type size).

    Counting characters would give 27 W the room of 27 i. A combining mark takes none.
    """
    tenths = 0
    for char in text:
        category = unicodedata.category(char)
        if category in {"Mn", "Me", "Cf", "Cc"}:
            continue
        if char in _NARROW:
            tenths += 6
        elif char in _WIDE:
            tenths += 16
        elif unicodedata.east_asian_width(char) in {"W", "F"} or category == "So":
            tenths += 21
        elif category == "Lu" or ord(char) > 0x530:
            tenths += 12
        else:
            tenths += 10
    return -(-tenths // 10)


def size_class(text: str) -> str:
    """The class of the type size in which a name of this length stays in its box, "" for most of them."""
    width = letters(text)
    for limit, name in ((27, ""), (48, "is-long"), (80, "xlong"), (130, "xxlong")):
        if width <= limit:
            return name
    return "huge"


def text_height(width: int, type_pt: float, room_mm: float) -> int:
    """Height in tenths of a millimetre of a table row with `width` letters of bold sans, rather too much."""
    per_line = room_mm / (type_pt * 0.212)  # a letter is 0.6 of the type size, a point 0.353 mm
    lines = 1 if width <= per_line else int(width * 1.2 / per_line) + 1
    return int(lines * type_pt * 4.06) + 8  # line height 1.15


def printable(text: str) -> str:
    """`text` without the signs (emoji, mostly) that no installed font can draw: paper shows no empty boxes.

    Letters stay whatever the fonts are: an empty box in a name is better than another name. A name of such
    signs alone is a dash, not an empty line.
    """
    if all(_covered(char) for char in text):
        return text
    kept = "".join(
        char
        for place, char in enumerate(text)
        if _covered(char) or not _sign(char) or _has_glyph(char) or _joins_letters(text, place)
    )
    return " ".join(kept.split()) or "–"


def _covered(char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in _COVERED)


def _sign(char: str) -> bool:
    # So: emoji; Sk: skin tones; Co: private use; Cn: newer than this Python. Joiners go with them.
    return unicodedata.category(char) in {"So", "Sk", "Co", "Cn"} or char in "\u200d\ufe0e\ufe0f\u20e3"


def _joins_letters(text: str, place: int) -> bool:
    """A joiner inside a word of an Indian script belongs to its spelling."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    word = len(around) == 2 and all(unicodedata.category(char)[0] in "LM" for char in around)
    return word and text[place] == "\u200d"


def _has_glyph(char: str) -> bool:
    if char in "\u200d\ufe0e\ufe0f\u20e3":
        return False  # they only shape the sign before them
    return draws(char)
