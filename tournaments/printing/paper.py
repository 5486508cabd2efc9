"""From sheets of HTML to one tagged PDF (PDF/UA-1), sheet by sheet: so progress and cancelling are honest.

Merging finished PDFs would lose tags and language; all sheets at once would say nothing for seconds.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from tournaments.printing.band import Band, Look

ROOMY, TIGHT = 0, 3  # how far a sheet may shrink until it is one page

Progress = Callable[[int, int], object]
Question = Callable[[], bool]


class Cancelled(Exception):
    """Whoever asked for the paper does not want it any more."""


class DoesNotFit(Exception):
    """A sheet is longer than a page even at its smallest size."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a template of `templates/print/` and what it is filled with. `style`: the template of a
    style sheet of its own, for a page that comes from another kind of paper."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    style: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets in the order of printing; `style` is the template of the style sheet they share.
    rehearsal: every page says that it counts for nothing. look: logo and line at the foot of every page."""

    title: str
    style: str
    sheets: tuple[Sheet, ...]
    language: str = "de"
    rehearsal: bool = False
    look: Look | None = None


def render(
    document: Document, *, progress: Progress | None = None, cancelled: Question | None = None
) -> bytes:
    """The PDF. `progress(done, total)` counts sheets; while the file is written it is called again with
    done = total for each page, as a sign of life. `cancelled()` true raises `Cancelled`.
    """
    total = len(document.sheets)

    def tick(done: int) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled
        if progress is not None:
            progress(done, total)

    with translation.override(document.language), _nothing_collected():
        return _Press(document).run(tick)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """All that is laid out stays until the file is written: looking through it for garbage again and again
    took a quarter of the time and found none."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def warm() -> None:
    """Print one empty sheet: the first costs a second for fonts and imports, better before anyone waits."""
    render(Document(title="…", style="print/papier.css", sheets=(Sheet("print/leer.html"),)))


class _Press:
    """What all sheets of a document share: fonts, parsed style, cached images."""

    def __init__(self, document: Document) -> None:
        from weasyprint.text.fonts import FontConfiguration

        self.document = document
        self.fonts = FontConfiguration()
        self.fetcher = _fetcher()
        self.images: dict[str, object] = {}
        self.styles: dict[str, Any] = {}
        self.band = Band(document.look, document.language, self.fonts, self.fetcher)

    def run(self, tick: Callable[[int], None]) -> bytes:
        tick(0)
        first: Any = None
        pages: list[Any] = []
        for number, sheet in enumerate(self.document.sheets, start=1):
            laid_out = self.lay_out(sheet, number)
            first = first or laid_out
            page = self.band.below(laid_out.pages[0])
            pages.append(_Watched(page, lambda: tick(len(self.document.sheets))))
            tick(number)
        if first is None:
            raise ValueError("a document without sheets")
        pdf: bytes = first.copy(pages).write_pdf(pdf_variant="pdf/ua-1")
        return pdf

    def lay_out(self, sheet: Sheet, number: int) -> Any:
        """The sheet as a document of exactly one page, shrunk a step at a time while it is longer."""
        for fit in range(ROOMY, TIGHT + 1):
            laid_out = self._page(sheet, number, fit)
            if len(laid_out.pages) == 1:
                return laid_out
        raise DoesNotFit(f"sheet {number} of {self.document.title}")

    def style(self, template: str) -> Any:
        from weasyprint import CSS

        if template not in self.styles:
            css = render_to_string(template)
            self.styles[template] = CSS(string=css, font_config=self.fonts, url_fetcher=self.fetcher)
        return self.styles[template]

    def _page(self, sheet: Sheet, number: int, fit: int) -> Any:
        from weasyprint import HTML

        frame = {
            "title": self.document.title,
            "language": self.document.language,
            "page": number,
            "pages": len(self.document.sheets),
            "fit": fit,
            "rehearsal": self.document.rehearsal,
        }
        html = HTML(
            string=render_to_string(sheet.template, {**sheet.context, **frame}), url_fetcher=self.fetcher
        )
        style = self.style(sheet.style or self.document.style)
        return html.render(font_config=self.fonts, stylesheets=[style], pdf_tags=True, cache=self.images)


class _Watched:
    """A page that reports when it is painted into the file."""

    def __init__(self, page: Any, tick: Callable[[], None]) -> None:
        self._page, self._tick = page, tick

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def paint(self, stream: Any, scale: float = 1) -> None:
        self._page.paint(stream, scale)
        self._tick()


@cache
def _fetcher() -> Any:
    """Paper is made in a hall without Internet and from names typed by strangers: nothing is ever fetched."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"}, allow_redirects=False)
