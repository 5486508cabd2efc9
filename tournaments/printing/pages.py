"""Pages as WeasyPrint takes them: without footnotes, watched while they are painted, or painted out of two.

WeasyPrint publishes neither a page's boxes nor its own style sheet; its version is pinned.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

END, START, FINISH, FOOT = "ende", "anfang", "schluss", "unten"
"""Ids, followed by the number of the page: where the upper part ends, where the lower part begins and is
over, what must stay free at the foot."""


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


class Stacked:
    """A page whose lower part was laid out once for many pages and is painted below the end of the upper one.

    Half the boxes of a table sheet are the same for every table; laying them out is what takes the time and
    the memory. Only `_page_box` is not public in WeasyPrint: the tags are read from it, and here they are
    those of both parts, in the order of reading.
    """

    anchors: dict[str, object] = {}  # noqa: RUF012 - they only place the parts, nothing links to them

    def __init__(self, upper: Any, lower: Any) -> None:
        self._upper, self._lower = upper, lower
        self._down = _height(upper, END) - _height(lower, START)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._upper, name)

    @property
    def fits(self) -> bool:
        """The lower part ends above the foot of the page."""
        return _height(self._lower, FINISH) + self._down <= _height(self._upper, FOOT)

    @property
    def _page_box(self) -> Any:
        upper, lower = self._upper._page_box, self._lower._page_box
        return upper.copy_with_children([*upper.children, *lower.children])

    def paint(self, stream: Any, scale: float = 1) -> None:
        self._upper.paint(stream, scale)
        with stream.stacked():
            stream.transform(f=self._down * scale)
            self._lower.paint(stream, scale)


def _height(page: Any, mark: str) -> float:
    return next(float(place[1]) for name, place in page.anchors.items() if name.startswith(mark))
