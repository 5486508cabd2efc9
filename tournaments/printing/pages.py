"""Pages as WeasyPrint takes them: without footnotes, watched while they are painted, or filled in as forms.

WeasyPrint publishes neither a page's boxes nor its own style sheet; its version is pinned.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

END, FOOT = "ende", "fuss"
"""Places of a form: below all that it says, and what stays free at the foot."""
SAME = 0.01  # pixels: as high as, but for rounding


@cache
def page_of() -> Any:
    """WeasyPrint's HTML without footnotes.

    Its own style sheet gives every element a marker, two footnotes and three notes: six computed styles for
    nothing, half the memory of a sheet.
    """
    from weasyprint import CSS, HTML

    own = (files("weasyprint.css") / "html5_ua.css").read_text("utf-8").splitlines()
    kept = [
        line.replace("::marker", "li::marker") for line in own if not line.startswith(("::foot", "::note"))
    ]
    defaults = CSS(string="\n".join(kept))

    def without_extras(page: Any, forms: bool = False) -> list[Any]:
        return [defaults]

    return type("Page", (HTML,), {"_ua_stylesheets": without_extras})


class Watched:
    """A page that reports when it is painted into the file and when its tags are read."""

    def __init__(self, page: Any, tick: Callable[[], None]) -> None:
        self._page, self._tick = page, tick

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    @property
    def _page_box(self) -> Any:
        self._tick()
        return self._page._page_box

    def paint(self, stream: Any, scale: float = 1) -> None:
        self._page.paint(stream, scale)
        self._tick()


class WatchedFile(BytesIO):
    """A file in memory that reports whenever something is written into it."""

    def __init__(self, tick: Callable[[], None]) -> None:
        super().__init__()
        self._tick = tick

    def write(self, some: Any, /) -> int:
        self._tick()
        return super().write(some)


class Form:
    """A page with empty places (`data-place`), laid out once for all sheets that write into it.

    Most of a table sheet is the same at every table; laying it out is what takes the time and the memory.
    What it paints is kept too: first on each page, so that its marks have the same numbers everywhere.
    """

    def __init__(self, page: Any, fit: int) -> None:
        self.page, self.fit = page, fit
        self.places = _places(page)
        self._painted: tuple[bytes, dict[Any, Any]] | None = None

    @property
    def fits(self) -> bool:
        """What it says ends above the foot of the page."""
        return _below(self.places[END]) <= _top(self.places[FOOT])

    @property
    def rooms(self) -> dict[str, dict[str, str]]:
        """Where in the page each place is and how large, as a style sheet takes it."""
        page = self.page._page_box
        left, top = page.content_box_x(), page.content_box_y()
        return {
            name: {
                "left": f"{box.border_box_x() - left:.3f}px",
                "top": f"{_top(box) - top:.3f}px",
                "width": f"{box.border_width():.3f}px",
                "height": f"{box.border_height():.3f}px",
            }
            for name, box in self.places.items()
        }

    def paint(self, stream: Any, scale: float) -> None:
        if self._painted is None:
            from pydyf import Array

            before = len(stream.stream)
            self.page.paint(stream, scale)
            self._painted = Array(stream.stream[before:]).data[1:-1], dict(stream._tags)
            del stream.stream[before:]
        drawn, tags = self._painted
        stream.stream.append(drawn)
        stream._tags.update(tags)


class Filled:
    """A form and what is written into it: an entry laid out apart, each part of it in the place of its name.

    `_page_box` and `_tags` are not public in WeasyPrint: the tags are read from the boxes of a page, and here
    they are those of the form with those of the entry at their places, in the order of reading.
    """

    def __init__(self, form: Form, entry: Any) -> None:
        self._form, self._entry = form, entry
        self._places = _places(entry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    @property
    def fits(self) -> bool:
        """What the form says ends above what is written at the foot."""
        return _below(self._form.places[END]) <= _top(self._places[FOOT])

    @property
    def inside(self) -> bool:
        """Nothing that is written is higher than its place."""
        rooms = self._form.places
        return all(
            box.border_height() <= rooms[name].border_height() + SAME
            for name, box in self._places.items()
            if name != FOOT
        )

    @property
    def _page_box(self) -> Any:
        for name, box in self._places.items():
            self._form.places[name].children = box.children
        return self._form.page._page_box

    def paint(self, stream: Any, scale: float = 1) -> None:
        self._form.paint(stream, scale)
        self._entry.paint(stream, scale)


def _places(page: Any) -> dict[str, Any]:
    return dict(_named(page._page_box))


def _named(box: Any) -> Iterator[tuple[str, Any]]:
    name = "" if box.element is None else box.element.get("data-place")
    if name:
        yield name, box
        return
    for child in box.children:
        yield from _named(child)


def _top(box: Any) -> float:
    return float(box.border_box_y())


def _below(box: Any) -> float:
    return float(box.border_box_y() + box.border_height())
