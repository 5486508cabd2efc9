"""The revision that screens poll for, and text rendered once for each revision.

The database column is the truth. What is cached here is finished text, never model instances.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, Generic, TypeVar

from tournaments.live.hub import Mark
from tournaments.models import Phase, Tournament

_KEPT = 64
Made = TypeVar("Made")


def revision_of(tournament_id: int) -> int | None:
    """The tournament's revision, None when it is gone. One indexed read."""
    return Tournament.objects.filter(pk=tournament_id).values_list("revision", flat=True).first()


def marks_of(slugs: Collection[str]) -> dict[str, Mark]:
    """Row and revision of the public ones among `slugs`, in one query. The row too: a tournament that is
    made anew at the same address counts its revisions from the start."""
    rows = Tournament.objects.filter(slug__in=slugs).exclude(phase=Phase.SETUP)
    return {slug: (pk, revision) for slug, pk, revision in rows.values_list("slug", "pk", "revision")}


class Revisions:
    """The revision of public tournaments by slug, as open pages ask for it every two seconds.

    Read from the database at most twice a second; a commit of this process is known at once (`hint`),
    one of another process half a second later. None: there is no such public tournament.
    """

    def __init__(self, seconds: float = 0.5) -> None:
        self._seconds = seconds
        self._known: dict[str, tuple[float, Mark]] = {}

    def of(self, slug: str) -> int | None:
        mark = self.mark(slug)
        return mark and mark[1]

    def mark(self, slug: str) -> Mark | None:
        now = time.monotonic()
        known = self._known.get(slug)
        if known is not None and now - known[0] < self._seconds:
            return known[1]
        mark = marks_of([slug]).get(slug)
        if mark is None:
            self._known.pop(slug, None)
        else:
            self._known[slug] = (now, mark)
        return mark

    def hint(self, slug: str) -> None:
        """Something was committed: the next one who asks reads it."""
        self._known.pop(slug, None)

    def clear(self) -> None:
        self._known.clear()


class Snapshots(Generic[Made]):
    """Rendered fragments by (tournament, revision, name, language): each made once a process.

    While one thread renders, others that want the same wait for it instead of rendering too. `most`: as
    many are kept, the latest asked for. Where a revision is asked for that is older than the last one, the
    database may have come back with an older state: it will count the same revisions again, for other things.
    """

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._texts: OrderedDict[tuple[Any, ...], Made] = OrderedDict()
        self._locks: dict[tuple[Any, ...], threading.Lock] = {}
        self._last: dict[int, int] = {}
        self._guard = threading.Lock()

    def get(self, key: tuple[Any, ...], render: Callable[[], Made]) -> Made:
        with self._guard:
            self._look_back(key)
            if key in self._texts:
                self._texts.move_to_end(key)
                return self._texts[key]
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            with self._guard:
                if key in self._texts:
                    return self._texts[key]
            text = render()
            with self._guard:
                self._texts[key] = text
                self._locks.pop(key, None)
                while len(self._texts) > self._most:
                    self._texts.popitem(last=False)
            return text

    def known(self, key: tuple[Any, ...]) -> Made | None:
        """What is there already."""
        with self._guard:
            self._look_back(key)
            return self._texts.get(key)

    def _look_back(self, key: tuple[Any, ...]) -> None:
        """Forget what is newer than what is asked for now."""
        row, revision = key[0], key[1] or 0
        if revision < self._last.get(row, 0):
            for newer in [old for old in self._texts if old[0] == row and (old[1] or 0) > revision]:
                del self._texts[newer]
        self._last[row] = revision

    def clear(self) -> None:
        with self._guard:
            self._texts.clear()
            self._last.clear()


snapshots: Snapshots[str] = Snapshots()
tokens: Snapshots[str] = Snapshots()
"""What devices at the tables poll, apart from the pages of the hall: thirty tables must not push them out."""
own_blocks: Snapshots[str] = Snapshots(1024)
"""The first block on phones, by start number too: three hundred must not push anything out."""
own_values: Snapshots[dict[int, Any]] = Snapshots(4)
"""What those blocks are made of: values of everybody, worked out once a revision."""
revisions = Revisions()
