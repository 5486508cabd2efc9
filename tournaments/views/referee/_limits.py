"""Wrong codes slow down who tries them; they never lock the hall out (product.md §4)."""

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.http import HttpRequest

from scoring.errors import RuleViolation
from tournaments.access import DEVICE_COOKIE

WINDOW = 60  # seconds
OWN_LIMIT = 10
ALL_LIMIT = 100
PAUSE = 0.5  # seconds that every code takes while many wrong ones come in
# Waiting holds a thread of the one web process: two may wait, the others are told to.
_waiting = threading.BoundedSemaphore(2)


@contextmanager
def counted(request: HttpRequest) -> Iterator[None]:
    """Around looking up a code: `code_unknown` inside is counted against this device and all.

    Raises RuleViolation `code_wait` (ten wrong ones in a minute from this device) or `code_busy` (very
    many from everywhere, and no turn left). A cache that is away counts nothing and refuses nobody.
    """
    own, everybody = (f"codes:{who}:{_minute()}" for who in (_who(request), "all"))
    if _count(own) >= OWN_LIMIT:
        raise RuleViolation("code_wait", field="code")
    if _count(everybody) >= ALL_LIMIT:
        _pause()
    try:
        yield
    except RuleViolation as violation:
        if violation.code == "code_unknown":
            _raise(own)
            _raise(everybody)
        raise


def _minute() -> int:
    """Of the clock. Part of the name, because a cache keeps until a time: after the clock was put back by
    a day, a device would wait for a day."""
    return int(time.time() // WINDOW)


def _who(request: HttpRequest) -> str:
    """A device by its cookie; without one by address and browser, because a hall may share an address."""
    device = request.COOKIES.get(DEVICE_COOKIE, "")
    text = device or request.META.get("REMOTE_ADDR", "") + request.headers.get("User-Agent", "")
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _pause() -> None:
    if not _waiting.acquire(blocking=False):
        raise RuleViolation("code_busy", field="code")
    try:
        time.sleep(PAUSE)
    finally:
        _waiting.release()


def _count(key: str) -> int:
    try:
        return int(cache.get(key) or 0)
    except Exception:  # whatever the cache raises: the evening goes on
        return 0


def _raise(key: str) -> None:
    try:
        if not cache.add(key, 1, WINDOW):
            cache.incr(key)
    except Exception:  # also: expired between the two
        return
