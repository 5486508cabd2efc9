"""The drawn parts of paper: beer mat, QR code, tick boxes.

Explicit SVG attributes, because WeasyPrint does not style inline SVG from the page's style sheet.
"""

import base64
from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

INK, FACE, CORK, CORK_DEEP, GO = "#231b12", "#fff8e8", "#b27f4a", "#7a4f28", "#1b6a40"
_SIZES = {1: 27, 2: 25, 3: 19}
_QR_MASK = 4  # a fixed mask: 0.4 instead of 3.6 ms, because segno need not weigh all eight


def mat(sign: str, title: str, size_mm: float = 34) -> SafeString:
    """The beer mat (round, green rim, cork edge) with a number; `title` is what a screen reader says."""
    return _mat(numeral(sign, _SIZES), title, size_mm)


def mat_number(sign: str, title: str, size_mm: float = 34) -> SafeString:
    """The number alone, to be drawn on a bare mat."""
    return _drawing(numeral(sign, _SIZES), title, size_mm)


def bare_mat(size_mm: float = 34) -> SafeString:
    """The beer mat without anything on it, as the data URI of a background."""
    return _uri(_drawing(_MAT, "", size_mm))


def stand_mat(sign: str, title: str, size_mm: float) -> SafeString:
    """A mat to be read across the hall: thin rim, and a number as large as the face takes."""
    size = {1: 50, 2: 38, 3: 27.5}.get(len(sign), 21)
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mat" viewBox="0 0 64 64" width="{size_mm}mm" '
        f'height="{size_mm}mm"><title>{escape(title)}</title>'
        f'<circle cx="32" cy="32.8" r="31" fill="{CORK_DEEP}"/>'
        f'<circle cx="32" cy="31.2" r="31" fill="{CORK}"/><circle cx="32" cy="31.2" r="29.6" fill="{GO}"/>'
        f'<circle cx="32" cy="31.2" r="26" fill="{FACE}"/>'
        f'<circle cx="32" cy="31.2" r="27.7" fill="none" stroke="{FACE}" stroke-opacity=".55" '
        f'stroke-width=".6"/><text x="32" y="{31.2 + size * 0.36:.2f}" text-anchor="middle" '
        f'font-family="Noto Sans, DejaVu Sans, sans-serif" font-weight="bold" font-size="{size}" '
        f'fill="{INK}">{escape(sign)}</text></svg>'
    )


def tally_mat(title: str, size_mm: float = 16) -> SafeString:
    """The mat with five strokes: the product's sign on lists."""
    strokes = (
        f'<path d="M23.5 22v17M29 22v17M34.5 22v17M40 22v17M19 36.5 45 24.5" fill="none" stroke="{INK}" '
        'stroke-width="2.6" stroke-linecap="round"/>'
    )
    return _mat(strokes, title, size_mm)


_MAT = (
    f'<circle cx="32" cy="33.5" r="30" fill="{CORK_DEEP}"/>'
    f'<circle cx="32" cy="30.5" r="30" fill="{CORK}"/><circle cx="32" cy="30.5" r="27.5" fill="{GO}"/>'
    f'<circle cx="32" cy="30.5" r="20.5" fill="{FACE}"/>'
    f'<circle cx="32" cy="30.5" r="24" fill="none" stroke="{FACE}" stroke-opacity=".55"/>'
)


def _mat(face: str, title: str, size_mm: float) -> SafeString:
    return _drawing(_MAT + face, title, size_mm)


def numeral(sign: str, sizes: Mapping[int, int]) -> str:
    """The number in the middle of a mat; `sizes` of its type by how many signs it has, 14 for more."""
    size = sizes.get(len(sign), 14)
    return (
        f'<text x="32" y="{30.5 + size * 0.36:.2f}" font-family="Noto Sans, DejaVu Sans, sans-serif" '
        f'font-weight="bold" font-size="{size}" text-anchor="middle" fill="{INK}">{escape(sign)}</text>'
    )


def _drawing(parts: str, title: str, size_mm: float) -> SafeString:
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mat" viewBox="0 0 64 64" width="{size_mm}mm" '
        f'height="{size_mm}mm"><title>{escape(title)}</title>{parts}</svg>'
    )


def _uri(svg: str) -> SafeString:
    return mark_safe("data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode())


_PIPS = {
    "1": ((20, 20),),
    "2": ((12, 12), (28, 28)),
    "3": ((11, 11), (20, 20), (29, 29)),
    "4": ((12, 12), (28, 12), (12, 28), (28, 28)),
    "5": ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    "6": ((12, 10.5), (12, 20), (12, 29.5), (28, 10.5), (28, 20), (28, 29.5)),
}


@lru_cache(maxsize=64)
def dice(digits: str, size_mm: float = 6.5) -> SafeString:
    """Dice in a row, "421" as 4-2-1: that is also what a screen reader says."""
    faces = "".join(
        f'<rect x="{44 * n + 2}" y="2" width="36" height="36" rx="9" fill="{FACE}" stroke="{CORK_DEEP}" '
        'stroke-width="2"/>'
        + "".join(f'<circle cx="{44 * n + x}" cy="{y}" r="4" fill="{INK}"/>' for x, y in _PIPS[digit])
        for n, digit in enumerate(digits)
    )
    wide = 44 * len(digits) - 4
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dice" viewBox="0 0 {wide} 40" '
        f'width="{size_mm * wide / 40:.2f}mm" height="{size_mm}mm"><title>{"-".join(digits)}</title>'
        f"{faces}</svg>"
    )


def qr(url: str, title: str, size_mm: float = 30) -> SafeString:
    """The QR code of `url` as one path, a thick line for each horizontal run of dark modules.

    An upper-case URL fits the alphanumeric mode and so a smaller code with larger modules. Lines, because
    WeasyPrint reads every path again for every page: a rectangle takes more than twice as many steps. Their
    ends are named, because a page gives its signs round ones, and then no camera reads the code.
    """
    import segno

    matrix = segno.make(url, micro=False, error="m", mask=_QR_MASK).matrix
    side = len(matrix)
    path = "".join(_runs(row, y) for y, row in enumerate(matrix))
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {side} {side}" width="{size_mm}mm" '
        f'height="{size_mm}mm"><title>{escape(title)}</title>'
        f'<path d="{path}" fill="none" stroke="#000" stroke-linecap="butt"/></svg>'
    )


def _runs(row: bytearray, y: int) -> str:
    parts, x = [], 0
    while x < len(row):
        start = x
        while x < len(row) and row[x]:
            x += 1
        if x > start:
            parts.append(f"M{start} {y}.5H{x}")
        x += 1
    return "".join(parts)


@lru_cache(maxsize=32)
def boxes(count: int, pitch_mm: float, box_mm: float) -> SafeString:
    """`count` tick boxes in a row as the data URI of one background.

    A cell for each box took 83 instead of 33 ms a page.
    """
    width, height = count * pitch_mm, box_mm + 2
    inset = (pitch_mm - box_mm) / 2
    path = "".join(
        f"M{inset + n * pitch_mm:.2f} 1h{box_mm:.2f}v{box_mm:.2f}h-{box_mm:.2f}z" for n in range(count)
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}" '
        f'width="{width:.2f}mm" '
        f'height="{height:.2f}mm"><path d="{path}" fill="#fff" stroke="{INK}" stroke-width=".7"/></svg>'
    )
    return _uri(svg)


@lru_cache(maxsize=64)
def coins(count: int, rows: int, pitch_mm: float, coin_mm: float) -> SafeString:
    """`count` Spielmarken to cross out, in `rows` rows, as the data URI of one background."""
    each = -(-count // rows)
    size = coin_mm / 64
    circles = (
        (33.5, 30, CORK_DEEP),
        (30.5, 30, CORK),
        (30.5, 27.5, GO),
        (30.5, 20.5, "#fff"),
        (30.5, 6, INK),
    )
    coin = "".join(f'<circle cx="32" cy="{y}" r="{r}" fill="{colour}"/>' for y, r, colour in circles)
    drawn = "".join(
        f'<g transform="translate({n % each * pitch_mm:.2f} {n // each * pitch_mm:.2f}) scale({size:.4f})">'
        f"{coin}</g>"
        for n in range(count)
    )
    width, height = each * pitch_mm, (rows - 1) * pitch_mm + coin_mm
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}" '
        f'width="{width:.2f}mm" height="{height:.2f}mm">{drawn}</svg>'
    )
    return _uri(svg)
