"""The large mat with words around its rim, as the projector shows it to the champion.

WeasyPrint sets no text on a path: the letters are placed one by one, by the widths of P052 Bold.
"""

import math
import unicodedata

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.printing.marks import CORK, CORK_DEEP, FACE, GO, INK, numeral
from tournaments.printing.palatino import known

_BASE, _LARGE, _SMALL = 22.5, 4.3, 2.7  # radius of the base line and sizes of type, in units of the drawing
_ROUND = 2 * math.pi * _BASE
_AIR = 0.1  # of a letter's size, at least, between two of them

LANTERN = (
    f'<path d="M27.5 18.5a4.5 4.5 0 019 0" fill="none" stroke="{INK}" stroke-width="1.8"/>'
    f'<path d="M25 19h14l2 4H23zM24 39h16l1.5 4.5h-19z" fill="{INK}"/>'
    f'<path d="M25.5 23h13l1 16h-15z" fill="#c1271b" stroke="{INK}" stroke-width="1.4"/>'
    '<path d="M32 26c3 3.4 3.6 5.6 3.6 7.4a3.6 3.6 0 01-7.2 0C28.4 31.6 29 29.4 32 26z" fill="#fbd36b"/>'
)
STAR = '<path d="{}z" fill="#c98a1b" stroke="#7a4f28" stroke-width="1" stroke-linejoin="round"/>'.format(
    "M"
    + "L".join(
        f"{32 + radius * math.sin(step * math.pi / 5):.2f} {31.5 - radius * math.cos(step * math.pi / 5):.2f}"
        for step, radius in enumerate([15.5, 6.4] * 5)
    )
)
ACES = "".join(
    f'<rect x="{x}" y="{y}" width="13" height="13" rx="3" fill="#fff" stroke="{CORK_DEEP}" '
    f'stroke-width=".9"/><circle cx="{x + 6.5}" cy="{y + 6.5}" r="2" fill="{INK}"/>'
    for x, y in ((25.5, 16), (17.5, 31), (33.5, 31))
)


def number(sign: str) -> str:
    """A place for the face of the mat, a little smaller than alone: words go around it."""
    return numeral(sign, {1: 27, 2: 23, 3: 18})


def mat(face: str, words: str, instead: str, title: str, size_mm: float) -> SafeString:
    """`face`: what is drawn on it; `words` go around the rim, `instead` where they cannot; `title` is what a
    screen reader says."""
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mat" viewBox="0 0 64 64" width="{size_mm}mm" '
        f'height="{size_mm}mm"><title>{escape(title)}</title>'
        f'<circle cx="32" cy="33.5" r="30" fill="{CORK_DEEP}"/>'
        f'<circle cx="32" cy="30.5" r="30" fill="{CORK}"/><circle cx="32" cy="30.5" r="28" fill="{GO}"/>'
        f'<circle cx="32" cy="30.5" r="20" fill="{FACE}"/>{_letters(words, instead)}{face}</svg>'
    )


def _letters(words: str, instead: str) -> str:
    text, size = _once_around(_fitting(words) or _fitting(instead) or "·")
    widths = [known(letter) * size / 1000 for letter in text]
    air = (_ROUND - sum(widths)) / len(text)
    found, at = [], 0.0
    for letter, width in zip(text, widths, strict=True):
        angle = (at + width / 2) / _ROUND * 360
        at += width + air
        if letter != " ":
            found.append(
                f'<text x="32" y="{30.5 - _BASE}" transform="rotate({angle:.1f} 32 30.5)" '
                'text-anchor="middle" font-family="P052, Palatino, serif" font-weight="bold" '
                f'font-size="{size:.2f}" fill="{FACE}">{escape(letter)}</text>'
            )
    return "".join(found)


def _once_around(words: str) -> tuple[str, float]:
    """Short words are repeated, long ones set smaller: (what goes around, the size of its type)."""
    text = f"{words} · "
    text *= max(1, int(_ROUND // _room(text, _LARGE)))
    return text, min(_LARGE, _LARGE * _ROUND / _room(text, _LARGE))


def _fitting(words: str) -> str:
    """Capitals that have room on the rim, "" where they have none or must not stand apart."""
    text = unicodedata.normalize("NFC", " ".join(words.split())).upper()
    if not all(known(letter) for letter in text) or _room(f"{text} · ", _SMALL) > _ROUND:
        return ""
    return text


def _room(text: str, size: float) -> float:
    return sum(known(letter) / 1000 + _AIR for letter in text) * size
