"""What stands in a cell: paid or not, which gender, no club at all."""

import re

from tournaments.models.names import name_key

_PAID = """ja j yes y x xx 1 true wahr bezahlt gezahlt paid ok okay bar paypal ueberwiesen ueberweisung
    erledigt vorkasse karte"""
PAID = frozenset(_PAID.split())
_UNPAID = "nein n no 0 00 false falsch unbezahlt nichtbezahlt offen nochoffen nochnicht unpaid"
UNPAID = frozenset(_UNPAID.split())
TICKS = frozenset("✓✔☑✅👍")
CROSSES = frozenset("✗✘❌☐")
SUM = re.compile(r"(?:€|eur|euro)?\s*(\d{1,4})(?:[.,](\d{1,2}|-+|–))?\s*(?:€|eur|euro)?", re.IGNORECASE)
DATE = re.compile(r"\d{1,2}\.\s?\d{1,2}\.(?:\d{2}|\d{4})?|\d{4}-\d\d-\d\d.*")
GENDERS = {
    "m": "m", "maennlich": "m", "mann": "m", "herr": "m", "male": "m", "man": "m",
    "w": "w", "weiblich": "w", "frau": "w", "f": "w", "female": "w", "woman": "w",
    "d": "d", "divers": "d", "diverse": "d",
}  # fmt: skip
_NO_CLUB = "ohne keiner kein keine keinverein vereinslos ohneverein parteilos na"
NO_CLUB = frozenset(_NO_CLUB.split())


def read_paid(text: str) -> bool | None:
    """True, False (also for an empty cell), None when nobody can tell. A sum or a date means: paid."""
    bare = text.strip()
    key = name_key(bare)
    if not bare or key in UNPAID or bare in CROSSES:
        return False
    if key in PAID or bare[0] in TICKS:
        return True
    amount = SUM.fullmatch(bare)
    if amount:
        return any(digit in "123456789" for digit in amount[1] + (amount[2] or ""))
    if DATE.fullmatch(bare):
        return True
    return False if not any(sign.isalnum() for sign in bare) else None


def is_paid_word(text: str) -> bool:
    """True for words only: a column of numbers without a heading may be anything."""
    key = name_key(text)
    return (key in PAID or key in UNPAID) and not key.isdigit()


def read_gender(text: str) -> str | None:
    """w · m · d, "" for an empty cell, None when nobody can tell."""
    if not any(sign.isalnum() for sign in text):
        return ""
    return GENDERS.get(name_key(text))


def read_club(text: str) -> str:
    """The club as written, "" for "ohne", a dash and the like."""
    return "" if name_key(text) in NO_CLUB else text
