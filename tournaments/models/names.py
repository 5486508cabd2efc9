"""Names as people write them: what is kept, how they sort, how they are found, when two are the same.

Pure functions of strings (only whether a letter beyond the packaged fonts prints is asked of this machine);
the columns `sort_key` and `search_key` are computed here, so that SQLite, PostgreSQL and the browser see one
order (no database collation: see failures.md, Import, export, sorting).
"""

import re
import unicodedata

from scoring.errors import RuleViolation
from tournaments.models import letters

NAME_LENGTH = 80
SORT_KEY_LENGTH = 400
SEARCH_KEY_LENGTH = 800
MARKS_IN_A_ROW = 4  # more of them climb out of the line
MARKS_AT_ALL = 30  # Stream-Safe Text Format (UAX #15): putting them in order takes the square of their number

# First words of the Unicode names of letters that fonts-noto-core draws completely. Chinese, Japanese and
# Korean would need a hundred megabytes of fonts more: where nobody installed them, such a name is refused
# with a sentence instead of printed as boxes.
_SCRIPTS = """LATIN GREEK CYRILLIC ARABIC HEBREW ARMENIAN GEORGIAN DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL
    MALAYALAM SINHALA THAI KHMER MYANMAR DIGIT SUPERSCRIPT FEMININE MASCULINE COMBINING MODIFIER"""
SCRIPTS = frozenset(_SCRIPTS.split())
# Script words above whose later blocks the fonts lack: only these ranges of code points count.
LETTER_RANGES = (
    (0x0000, 0x05EE), (0x05F0, 0x086F), (0x0900, 0x1ABF), (0x1C80, 0x1CBF), (0x1D00, 0x1DF9),
    (0x1DFB, 0x209C), (0x2C60, 0x2C7F),
)  # fmt: skip
SIGN_RANGES = ((0x20, 0x7E), (0xA1, 0x36F), (0x37E, 0x3FF), (0x55A, 0x5F4), (0x600, 0x61C), (0x61E, 0x6ED))
MORE_SIGNS = ((0x964, 0x965), (0x2010, 0x2027), (0x2030, 0x205E), (0x20A0, 0x20BF), (0x2100, 0x214F))
EMOJI_RANGES = ((0x2190, 0x21FF), (0x2300, 0x23FF), (0x25A0, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))
JOINERS = "\u200c\u200d\ufe0f"  # shape Arabic and Indian letters, build family emoji

# A joiner says something only between signs beyond Latin; elsewhere it makes two equal names look different.
STRAY_JOINER = re.compile(r"(?<![^\x00-\u02ff\s])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\u02ff\s])")
STRAY_SELECTOR = re.compile(r"(?<![#*0-9\u00a9\u00ae\u203c-\u32ff\U0001f000-\U0001faff])\ufe0f+")
INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\ufe00-\ufe0e\U000e0100-\U000e01ef]"
)

LONG_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
# What Unicode does not decompose although people look it up under the plain letter.
PLAIN = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
        "ħ": "h", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ə": "e", "ƒ": "f", "ĳ": "ij", "ɨ": "i", "ʉ": "u",
        "'": "", "’": "", "‘": "", "ʼ": "", "ʻ": "", "`": "", "´": "", "′": "",
    }
)  # fmt: skip


def tidy(text: str) -> str:
    """The text without what nobody sees: NFC, control, bidi and invisible characters gone, spaces folded."""
    text = " ".join(text.split())
    kept = []
    for sign in text:
        category = unicodedata.category(sign)
        if category == "Cs":
            kept.append("\ufffd")  # half a character: cannot be stored, and must not vanish unseen
        elif sign in JOINERS or category not in ("Cc", "Cf"):
            kept.append(sign)
    text = INVISIBLE.sub("", "".join(kept))
    before = ""
    while before != text:  # taking one sign away can make its neighbour a stray
        before = text
        text = STRAY_SELECTOR.sub("", STRAY_JOINER.sub("", text))
        text = " ".join(unicodedata.normalize("NFC", _few_marks(text)).split())
    return text


def _few_marks(text: str) -> str:
    """Without what is more than MARKS_AT_ALL on one letter."""
    if text.isascii():
        return text
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MARKS_AT_ALL:
            kept.append(sign)
    return "".join(kept)


def clean_name(text: str, *, field: str | None = None, required: bool = True, known: str = "") -> str:
    """One part of a name (first, last, club, team) as it is stored.

    field: form field that a refusal points to. required: an empty part is refused, else returned as "".
    known: what is stored already and stays as it is, whatever the fonts of this machine.
    Refuses with RuleViolation: name_missing · name_too_long (length, limit) · name_unprintable (sign).
    """
    name = tidy(text)
    if name and name == known:
        return name
    if not any(says_something(sign) for sign in name):
        unknown = unprintable_sign(name)
        if unknown:
            raise RuleViolation("name_unprintable", field=field, sign=unknown)
        if required:
            raise RuleViolation("name_missing", field=field)
        return ""
    if len(name) > NAME_LENGTH:
        raise RuleViolation("name_too_long", field=field, length=len(name), limit=NAME_LENGTH)
    unknown = unprintable_sign(name)
    if unknown:
        raise RuleViolation("name_unprintable", field=field, sign=unknown)
    return name


def says_something(sign: str) -> bool:
    """A letter, a digit or a picture: a name of dashes and dots alone is an empty cell."""
    return unicodedata.category(sign)[0] in "LN" or is_emoji(sign)


def nameless(number: int) -> str:
    """What stands for a name that was deleted, in every language of the pages: it is stored."""
    return f"Nr. {number}"


def unprintable_sign(name: str) -> str:
    """The first character that no font draws, "" if there is none."""
    marks = 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") and sign not in JOINERS else 0
        if marks > MARKS_IN_A_ROW or not is_printable(sign):
            return sign
    return ""


def is_printable(sign: str) -> bool:
    """True for letters of the packaged scripts and other fonts here, punctuation around them, and emoji."""
    code = ord(sign)
    category = unicodedata.category(sign)
    if sign in JOINERS or is_emoji(sign):
        return True
    if code <= 0xFF:
        return category[0] != "C"
    if category[0] in "LMN":
        script = unicodedata.name(sign, "").split(" ")[0]
        return (script in SCRIPTS and _within(code, LETTER_RANGES)) or _drawn_here(sign)
    if category[0] in "PSZ" and (_within(code, SIGN_RANGES) or _within(code, MORE_SIGNS)):
        return True
    return category[0] == "P" and _drawn_here(sign)


def _drawn_here(sign: str) -> bool:
    """A letter of its own, no bold or wide copy of another one, that some font of this machine draws."""
    return unicodedata.normalize("NFKC", sign) == sign and letters.draws(sign)


def is_emoji(sign: str) -> bool:
    """Pictures: fine on every screen. Paper leaves out those that its fonts cannot draw."""
    code = ord(sign)
    if unicodedata.category(sign) in ("So", "Sk", "Sm"):
        return _within(code, EMOJI_RANGES)
    return code == 0x20E3


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in ranges)


def plain(text: str) -> str:
    """Lower case, accents off (ä = a, ß = ss, ø = o), everything that is no letter or digit a space."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).casefold())
    bare = "".join(sign for sign in folded if unicodedata.category(sign) != "Mn")
    # Once more: NFKD brings new capitals (ℌ) and the table new nothing, so the result is stable.
    bare = bare.casefold().translate(PLAIN)
    return " ".join("".join(s if unicodedata.category(s)[0] in "LNM" else " " for s in bare).split())


def spelled_out(text: str) -> str:
    """Like plain, umlauts written as two letters: ä = ae."""
    return plain(unicodedata.normalize("NFC", text).casefold().translate(LONG_UMLAUTS))


def sort_key(last: str, first: str = "") -> str:
    """DIN 5007-1 (ä = a, ß = ss), last name before first name, at most SORT_KEY_LENGTH characters.

    Only a–z, 0–9 and spaces: such keys have one order in SQLite, PostgreSQL (whatever its collation) and
    Python. Other scripts follow after Z in the order of their code points.
    """
    # Two spaces sort before one: "Adler, Zoe" before "Adler Weiß, Anna".
    return f"{_ascii(last)}  {_ascii(first)}".strip()[:SORT_KEY_LENGTH].rstrip()


def _ascii(text: str) -> str:
    words = plain(text) or tidy(text).replace(" ", "")
    return "".join(s if s == " " or (s.isascii() and s.isalnum()) else f"zz{ord(s):05x}" for s in words)


def search_key(*parts: str) -> str:
    """What a search looks in: every word with ä as a and as ae (and a written "ae" also as a).

    search_terms(query) gives the words that all must be contained. At most SEARCH_KEY_LENGTH characters.
    """
    text = " ".join(parts)
    long = spelled_out(text)
    short = long.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("aa", "a")
    words = dict.fromkeys(" ".join((plain(text), long, short)).split())
    return f" {' '.join(words)} "[:SEARCH_KEY_LENGTH]


def search_terms(query: str) -> tuple[str, ...]:
    """The words of a search, each to be looked for with `contains` in search_key; () finds everybody."""
    return tuple(dict.fromkeys(plain(query[:200]).split()))[:8]


def name_key(*parts: str) -> str:
    """Equal for spellings of one name: case, accents, spaces, hyphens and dots off, ä = ae.

    Müller = MUELLER, Hans-Josef = Hans Josef, TuS e. V. = TuS e.V.; but Muller is another name.
    """
    return "|".join(spelled_out(part).replace(" ", "") or tidy(part).casefold() for part in parts)
