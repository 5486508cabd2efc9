"""A word after every commit, so that open pages follow at once: in this process, and over Redis in others.

Only speed hangs on it. The database is asked once a second besides, so a word that is lost costs a second
and never a result; and no write waits for Redis or fails with it.
"""

import logging
import os
import secrets
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.live.kept import revisions

log = logging.getLogger(__name__)

CHANNEL = "schockturnier.committed"
PAUSE = 1.0  # seconds until a Redis that was away is asked again
Hear = Callable[[str], None]

_ears: list[Hear] = []
_OURS = secrets.token_hex(8)


def after_commit(slug: str) -> None:
    """Something of this tournament is written: tell it once it is committed, whatever becomes of the telling.
    The transaction itself reads what it wrote."""
    revisions.hint(slug)
    transaction.on_commit(lambda: committed(slug), robust=True)


def committed(slug: str) -> None:
    """Something of this tournament was committed here."""
    heard(slug)
    if settings.REDIS_URL:
        teller.tell(slug)


def heard(slug: str) -> None:
    """Something of this tournament was committed somewhere."""
    revisions.hint(slug)
    for hear in _ears:
        hear(slug)


def listen(hear: Hear) -> None:
    """Call `hear(slug)` after every commit, in whatever thread learns of it; it must return at once.

    With Redis configured, commits of other processes are heard too, from now on.
    """
    if not _ears and settings.REDIS_URL:
        threading.Thread(target=_keep_listening, name="hints", daemon=True).start()
    _ears.append(hear)


def connect() -> Any:
    """A client of the configured Redis that gives up soon and tries nothing twice."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=2.0,
        socket_connect_timeout=1.0,
        retry=Retry(NoBackoff(), 0),
        health_check_interval=5,
    )


def _sender() -> str:
    """This process: what it says itself it has heard already. Numbers alone repeat on other machines, the
    random part in processes that were forked."""
    return f"{_OURS}.{os.getpid()}"


class Teller:
    """Tells the other processes, in a thread of its own, so that whoever wrote goes on at once.

    What waits is a set of slugs: a Redis that is away for an hour leaves nothing to catch up with.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: set[str] = set()
        self._some = threading.Event()
        self._thread: threading.Thread | None = None

    def tell(self, slug: str) -> None:
        with self._guard:
            self._waiting.add(slug)
            self._some.set()
            # Also false in a process of the worker's pool that was forked from one that had a thread.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._keep_telling, name="teller", daemon=True)
                self._thread.start()

    def _take(self) -> set[str]:
        self._some.wait()
        with self._guard:
            slugs, self._waiting = self._waiting, set()
            self._some.clear()
        return slugs

    def _keep_telling(self) -> None:
        redis, rest = connect(), threading.Event()
        while True:
            try:
                for slug in self._take():
                    redis.publish(CHANNEL, f"{_sender()} {slug}")
            except Exception as error:
                log.warning("hints do not leave: %s", type(error).__name__)
                rest.wait(PAUSE)


def _keep_listening() -> None:
    rest = threading.Event()
    while True:
        try:
            with connect().pubsub(ignore_subscribe_messages=True) as pubsub:
                pubsub.subscribe(CHANNEL)
                while True:
                    message = pubsub.get_message(timeout=PAUSE)
                    if message:
                        sender, _, slug = message["data"].decode().partition(" ")
                        if sender != _sender():
                            heard(slug)
        except Exception as error:
            log.warning("hints do not arrive: %s", type(error).__name__)
            rest.wait(PAUSE)


teller = Teller()
