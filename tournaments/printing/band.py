"""The organiser's own: a sponsor's logo and a line of text, in a band at the foot of every page.

The page above is drawn a little smaller instead of making room for it. So the band meets no QR code, no
number of a page and no signature, whatever the document, and every sheet holds as much as without it. A sheet
that is folded in its middle has the band on both sides, and its middle stays where it was.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import override

from tournaments.messages import paper as words
from tournaments.models import PaperStyle
from tournaments.printing.lettering import printable, size_class

LOGO_BAND_MM, TEXT_BAND_MM, EDGE_MM = 17.0, 12.5, 5.0
"""Height of the band with a logo and without one; its lowest part, which printers leave white."""
MARGIN_MM = 15.0
"""Left and right of the text of every document."""
MM = 96 / 25.4  # WeasyPrint counts in pixels of CSS


@dataclass(frozen=True, slots=True)
class Look:
    """logo: the picture as a data URI, "" without one · logo_text: what a screen reader says for it."""

    footer: str = ""
    logo: str = ""
    logo_text: str = ""

    @property
    def height_mm(self) -> float:
        return LOGO_BAND_MM if self.logo else TEXT_BAND_MM

    @property
    def size(self) -> str:
        return size_class(self.footer)


def look_of(style: PaperStyle | None, language: str) -> Look | None:
    """None where nothing was asked for."""
    if style is None or not (style.footer or style.logo):
        return None
    picture = base64.b64encode(style.logo).decode()
    with override(language):
        text = printable(style.logo_text) or str(words.LOGO)
    return Look(
        footer=printable(style.footer),
        logo=f"data:{style.logo_type};base64,{picture}" if picture else "",
        logo_text=text,
    )


def mark_of(style: PaperStyle | None) -> list[str]:
    """What of it makes older paper "veraltet"; nothing where nothing was asked for."""
    if style is None or not (style.footer or style.logo_digest):
        return []
    return [style.footer, style.logo_digest, style.logo_text]


class Band:
    """Puts the band below pages; it is laid out once for each width of page."""

    def __init__(self, look: Look | None, language: str, fonts: Any, fetcher: Any) -> None:
        self.look, self.language, self.fonts, self.fetcher = look, language, fonts, fetcher
        self._laid_out: dict[float, Any] = {}

    def below(self, page: Any, *, folded: bool = False) -> Any:
        """The page with the band, or the page alone where nobody asked for one."""
        if self.look is None:
            return page
        if page.width not in self._laid_out:
            self._laid_out[page.width] = self._lay_out(self.look, page.width / MM, page.height / MM)
        return _Framed(page, self._laid_out[page.width], self.look.height_mm * MM, folded)

    def _lay_out(self, look: Look, width: float, height: float) -> Any:
        """Sizes in millimetres. The band begins and ends where the text of the shrunk page does."""
        from weasyprint import CSS, HTML

        gone = look.height_mm / height
        sizes = {
            "width": width,
            "height": look.height_mm,
            "room": look.height_mm - EDGE_MM,
            "edge": EDGE_MM,
            "side": width * gone / 2 + MARGIN_MM * (1 - gone),
        }
        css = render_to_string("print/band.css", {name: f"{size:.3f}" for name, size in sizes.items()})
        style = CSS(string=css, font_config=self.fonts, url_fetcher=self.fetcher)
        html = render_to_string("print/_band.html", {"look": look, "language": self.language})
        laid_out = HTML(string=html, url_fetcher=self.fetcher)
        return laid_out.render(font_config=self.fonts, stylesheets=[style], pdf_tags=True).pages[0]


class _Framed:
    """A page of WeasyPrint with the band below it. Only `_page_box` is not public there: the tags are read
    from it, and here they are those of both parts, in the order of reading."""

    def __init__(self, page: Any, band: Any, height: float, folded: bool) -> None:
        self._page, self._band = page, band
        self._above = page.height - height
        self._top = height if folded else 0.0
        self._shrunk = (self._above - self._top) / page.height

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    @property
    def _page_box(self) -> Any:
        upper, lower = self._page._page_box, self._band._page_box
        return upper.copy_with_children([*upper.children, *lower.children])

    def paint(self, stream: Any, scale: float = 1) -> None:
        with stream.stacked():
            aside = self._page.width * (1 - self._shrunk) / 2
            stream.transform(a=self._shrunk, d=self._shrunk, e=aside * scale, f=self._top * scale)
            self._page.paint(stream, scale)
        with stream.stacked():
            stream.transform(f=self._above * scale)
            self._band.paint(stream, scale)
        if self._top:
            with _untold(stream):
                stream.transform(a=-1, d=-1, e=self._page.width * scale, f=self._top * scale)
                self._band.paint(stream, scale)


@contextmanager
def _untold(stream: Any) -> Iterator[None]:
    """What is painted here is there already for who has it read aloud: the same on the other side."""
    with stream.artifact(), stream.stacked():
        tags, stream._tags = stream._tags, None
        try:
            yield
        finally:
            stream._tags = tags
