"""From sheets of HTML to one tagged PDF (PDF/UA-1), sheet by sheet: so progress and cancelling are honest.

Merging finished PDFs would lose tags and language; all sheets at once would say nothing for seconds.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from tournaments.printing.band import Band, Look
from tournaments.printing.pages import Stacked, Watched, WatchedFile, page_of

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
    style sheet of its own, for a page that comes from another kind of paper. `below`: the lower part of the
    page; sheets that name the same one share it (`pages.Stacked` tells the ids that place it)."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    style: str = ""
    below: "Sheet | None" = None


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets in the order of printing; `style` is the template of the style sheet they share.
    rehearsal: every page says that it counts for nothing. look: logo and line at the foot of every page.
    together: so many sheets of one style are laid out at once and share the computed styles."""

    title: str
    style: str
    sheets: tuple[Sheet, ...]
    language: str = "de"
    rehearsal: bool = False
    look: Look | None = None
    together: int = 1


def render(
    document: Document, *, progress: Progress | None = None, cancelled: Question | None = None
) -> bytes:
    """The PDF. `progress(done, total)` counts sheets; while the file is written it is called again and
    again with done = total, as a sign of life. `cancelled()` true raises `Cancelled`.
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
        self.lower: dict[tuple[int, int], Any] = {}
        self.first: Any = None

    def run(self, tick: Callable[[int], None]) -> bytes:
        tick(0)
        pages: list[Any] = []
        every = self.document.sheets

        def alive() -> None:
            tick(len(every))

        for start in range(0, len(every), self.document.together):
            for page in self.lay_out(every[start : start + self.document.together], start + 1):
                pages.append(Watched(self.band.below(page), alive))
                tick(len(pages))
        if self.first is None:
            raise ValueError("a document without sheets")
        file = WatchedFile(alive)
        self.first.copy(pages).write_pdf(file, pdf_variant="pdf/ua-1")
        return file.getvalue()

    def lay_out(self, sheets: Sequence[Sheet], number: int) -> list[Any]:
        """A page for each sheet, of which the first has this number: all at once where every one is a page at
        its full size, else each alone and shrunk a step at a time while it is longer."""
        if len(sheets) > 1:
            pages = self._pages(sheets, number, ROOMY)
            return pages or [self.lay_out([s], n)[0] for n, s in enumerate(sheets, start=number)]
        for fit in range(ROOMY, TIGHT + 1):
            if pages := self._pages(sheets, number, fit):
                return pages
        raise DoesNotFit(f"sheet {number} of {self.document.title}")

    def _pages(self, sheets: Sequence[Sheet], number: int, fit: int) -> list[Any]:
        """As many pages as sheets, none when one of them is longer."""
        laid_out = self._laid_out(sheets, number, fit)
        if len(laid_out) != len(sheets):
            return []
        whole = [
            Stacked(page, self._below(sheet, sheet.below, fit)) if sheet.below else page
            for page, sheet in zip(laid_out, sheets, strict=True)
        ]
        return whole if all(page.fits for page in whole if isinstance(page, Stacked)) else []

    def _below(self, sheet: Sheet, below: Sheet, fit: int) -> Any:
        key = (id(below), fit)
        if key not in self.lower:
            part = replace(below, style=below.style or sheet.style)
            self.lower[key] = self._laid_out([part], 0, fit)[0]
        return self.lower[key]

    def style(self, template: str) -> Any:
        from weasyprint import CSS

        if template not in self.styles:
            css = render_to_string(template)
            self.styles[template] = CSS(string=css, font_config=self.fonts, url_fetcher=self.fetcher)
        return self.styles[template]

    def _laid_out(self, sheets: Sequence[Sheet], number: int, fit: int) -> list[Any]:
        texts = [
            render_to_string(sheet.template, {**sheet.context, **self._frame(n, fit), "among": n > number})
            for n, sheet in enumerate(sheets, start=number)
        ]
        html = page_of()(string="".join(texts), url_fetcher=self.fetcher)
        laid_out = html.render(
            font_config=self.fonts,
            stylesheets=[self.style(sheets[0].style or self.document.style)],
            pdf_tags=True,
            cache=self.images,
        )
        self.first = self.first or laid_out
        return list(laid_out.pages)

    def _frame(self, number: int, fit: int) -> dict[str, object]:
        return {
            "title": self.document.title,
            "language": self.document.language,
            "page": number,
            "pages": len(self.document.sheets),
            "fit": fit,
            "rehearsal": self.document.rehearsal and number > 0,
        }


@cache
def _fetcher() -> Any:
    """Paper is made in a hall without Internet and from names typed by strangers: nothing is ever fetched."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"}, allow_redirects=False)
