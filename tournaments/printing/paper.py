"""From sheets of HTML to one tagged PDF (PDF/UA-1), sheet by sheet: so progress and cancelling are honest.

Merging finished PDFs would lose tags and language; all sheets at once would say nothing for seconds.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import translation

from tournaments.printing.band import Band, Look
from tournaments.printing.pages import Filled, Form, Watched, WatchedFile, page_of

ROOMY, TIGHT = 0, 3  # how far a sheet may shrink until it is one page
TOGETHER = 8  # entries laid out at once: a fifth of a second between two heartbeats, styles shared by most

Progress = Callable[[int, int], object]
Question = Callable[[], bool]


class Cancelled(Exception):
    """Whoever asked for the paper does not want it any more."""


class DoesNotFit(Exception):
    """A sheet is longer than a page even at its smallest size."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a template of `templates/print/` and what it is filled with. `style`: the template of a
    style sheet of its own, for a page that comes from another kind of paper. `entry`: what is written into
    the places of the page, laid out apart (`pages.Form`). `shared`: the same page with more places, which all
    sheets that name it have in common; the page itself is for an entry that does not fit there. `folded`: in
    its middle, to be read from both sides."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    style: str = ""
    entry: "Sheet | None" = None
    shared: "Sheet | None" = None
    folded: bool = False


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


class _Part(NamedTuple):
    """Something to be laid out as one page. rooms: of an entry, where its places are."""

    sheet: Sheet
    number: int
    fit: int
    rooms: Mapping[str, object] = MappingProxyType({})


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
        self.forms: dict[int, Form | None] = {}
        self.first: Any = None

    def run(self, tick: Callable[[int], None]) -> bytes:
        tick(0)
        pages: list[Any] = []
        every = self.document.sheets

        def alive() -> None:
            tick(len(every))

        for start in range(0, len(every), TOGETHER):
            for page in self.lay_out(every[start : start + TOGETHER], start + 1):
                page = self.band.below(page, folded=every[len(pages)].folded)
                pages.append(Watched(page, alive))
                tick(len(pages))
        if self.first is None:
            raise ValueError("a document without sheets")
        file = WatchedFile(alive)
        self.first.copy(pages).write_pdf(file, pdf_variant="pdf/ua-1")
        return file.getvalue()

    def lay_out(self, sheets: Sequence[Sheet], number: int) -> Iterator[Any]:
        """A page for each sheet, of which the first has this number."""
        filled = self._filled(sheets, number)
        for n, sheet in enumerate(sheets, start=number):
            yield filled.get(n) or self._whole(sheet, n)

    def _filled(self, sheets: Sequence[Sheet], number: int) -> dict[int, Filled]:
        """By number, the pages of those that share a form with room for their entry."""
        numbered = [(n, sheet, self._form(sheet)) for n, sheet in enumerate(sheets, start=number)]
        written = self._written([(n, sheet, form) for n, sheet, form in numbered if form])
        return {n: page for n, page in written.items() if page.fits and page.inside}

    def _whole(self, sheet: Sheet, number: int) -> Any:
        """Laid out for itself, and shrunk a step at a time while it is longer than a page."""
        for fit in range(ROOMY, TIGHT + 1):
            laid_out = self._laid_out([_Part(sheet, number, fit)])
            if len(laid_out) > 1:
                continue
            if not sheet.entry:
                return laid_out[0]
            written = self._written([(number, sheet, Form(laid_out[0], fit))])
            if written and written[number].fits:
                return written[number]
        raise DoesNotFit(f"sheet {number} of {self.document.title}")

    def _form(self, sheet: Sheet) -> Form | None:
        """What it shares, as large as it fits; None where it does not."""
        shared = sheet.shared
        if shared and id(shared) not in self.forms:
            tried = ((fit, self._laid_out([_Part(shared, 0, fit)])) for fit in range(ROOMY, TIGHT + 1))
            forms = (Form(laid_out[0], fit) for fit, laid_out in tried if len(laid_out) == 1)
            self.forms[id(shared)] = next((form for form in forms if form.fits), None)
        return self.forms.get(id(shared))

    def _written(self, sheets: Sequence[tuple[int, Sheet, Form]]) -> dict[int, Filled]:
        """Their entries in their forms; none at all where one is longer than a page."""
        parts = [_Part(sheet.entry, n, form.fit, form.rooms) for n, sheet, form in sheets if sheet.entry]
        pages = self._laid_out(parts) if parts else []
        if len(pages) != len(sheets):
            return {}
        return {n: Filled(form, page) for (n, _sheet, form), page in zip(sheets, pages, strict=True)}

    def style(self, template: str) -> Any:
        from weasyprint import CSS

        if template not in self.styles:
            css = render_to_string(template)
            self.styles[template] = CSS(string=css, font_config=self.fonts, url_fetcher=self.fetcher)
        return self.styles[template]

    def _laid_out(self, parts: Sequence[_Part]) -> list[Any]:
        texts = [
            render_to_string(part.sheet.template, {**part.sheet.context, **self._frame(part), "among": n > 0})
            for n, part in enumerate(parts)
        ]
        html = page_of()(string="".join(texts), url_fetcher=self.fetcher)
        laid_out = html.render(
            font_config=self.fonts,
            stylesheets=[self.style(parts[0].sheet.style or self.document.style)],
            pdf_tags=True,
            cache=self.images,
        )
        self.first = self.first or laid_out
        return list(laid_out.pages)

    def _frame(self, part: _Part) -> dict[str, object]:
        return {
            "title": self.document.title,
            "language": self.document.language,
            "page": part.number,
            "pages": len(self.document.sheets),
            "fit": part.fit,
            "rooms": part.rooms,
            "rehearsal": self.document.rehearsal and not part.rooms,
        }


@cache
def _fetcher() -> Any:
    """Paper is made in a hall without Internet and from names typed by strangers: nothing is ever fetched."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"}, allow_redirects=False)
