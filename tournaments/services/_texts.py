"""One line of free text that is printed somewhere: reasons, titles, places, what stands at the foot."""

from scoring.errors import RuleViolation
from tournaments.models.names import tidy, unprintable_sign


def one_line(text: str, field: str, limit: int, *, known: str = "") -> str:
    """The text as it is stored, without what nobody sees; "" for an empty one.

    known: what is stored already and may stay, whatever the fonts of this machine.
    Refuses at `field`: text_too_long (length, limit) · name_unprintable (sign).
    """
    text = tidy(text)
    if len(text) > limit:
        raise RuleViolation("text_too_long", field=field, length=len(text), limit=limit)
    check_printable(text, field, known=known)
    return text


def check_printable(text: str, field: str, *, known: str = "") -> None:
    """Refuses at `field`: name_unprintable (sign), a letter that no font of this machine draws."""
    unknown = unprintable_sign(text)
    if unknown and text != known:
        raise RuleViolation("name_unprintable", field=field, sign=unknown)
