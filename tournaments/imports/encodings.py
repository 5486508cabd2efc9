"""Bytes → text, for the encodings in which office programs on three systems save a list."""

import codecs
import re

from scoring.errors import RuleViolation

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with the same bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Excel's "CSV", "CSV (MS-DOS)" and "CSV (Macintosh)"; the first wins when two read equally well.
OLD_ENCODINGS = ("cp1252", "cp850", "mac-roman")
# Signs beyond ASCII that names and clubs here are made of; the wrong old encoding gives ³, ” or ┬ instead.
EXPECTED = frozenset("äöüÄÖÜßéèêëáàâãåæçíìîïñóòôõøœšúùûýžÉÈÁÅÆÇÑÓØŒŠÚÝŽ€–—„“”‚‘’«»°´·…\xa0")
DOUBLED = re.compile("Ã[\u0080-\u00bf\u0152-\u0192\u02c6-\u2122]")
CONTROL_SHARE = 0.01


def decode(data: bytes) -> tuple[str, str]:
    """(text without a byte order mark, encoding). Refuses: file_unreadable, file_not_a_table, file_empty."""
    text, encoding = _decode(data)
    text = _undoubled(text).lstrip("\ufeff").rstrip("\x00")
    if not text.strip():
        raise RuleViolation("file_empty")
    controls = sum(sign < " " and sign not in "\t\r\n\f\v\x1a" for sign in text)
    if controls > CONTROL_SHARE * len(text):
        raise RuleViolation("file_not_a_table")
    return text, encoding


def _undoubled(text: str) -> str:
    """UTF-8 that some program took for Windows-1252 and saved again (Ã¼ for ü), read back; else unchanged."""
    if not DOUBLED.search(text):
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def _decode(data: bytes) -> tuple[str, str]:
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], encoding), encoding
    wide = _wide_encoding(data)
    if wide:
        return _strict(data, wide), wide
    try:
        # Not the end of the data: a file cut within a character loses this character, not its umlauts.
        return codecs.getincrementaldecoder("utf-8")().decode(data), "utf-8"
    except UnicodeDecodeError:
        return _decode_old(data)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError as error:
        raise RuleViolation("file_unreadable") from error


def _wide_encoding(data: bytes) -> str:
    """UTF-16 without a mark shows itself by a zero in every other byte."""
    head = data[:4096]
    pairs = len(head) // 2
    if pairs < 2:
        return ""
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if odd > 0.4 * pairs and even < 0.05 * pairs:
        return "utf-16-le"
    if even > 0.4 * pairs and odd < 0.05 * pairs:
        return "utf-16-be"
    return ""


def _decode_old(data: bytes) -> tuple[str, str]:
    readings = []
    for position, encoding in enumerate(OLD_ENCODINGS):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue  # five bytes mean nothing in Windows-1252
        foreign = [sign for sign in text if sign > "\x7f"]
        expected = sum(sign in EXPECTED for sign in foreign)
        readings.append((-expected, position, text, encoding))
    _, _, text, encoding = min(readings)
    return text, encoding
