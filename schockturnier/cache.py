"""A cache that is allowed to be away: with Redis down every look-up misses and the evening goes on."""

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class OpenRedisCache(RedisCache):
    """Django's Redis cache; a connection that fails counts as a miss, never as an error page."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # Short, because a page waits for it: a server that does not answer at once is down.
        params.setdefault("OPTIONS", {}).update(socket_timeout=0.5, socket_connect_timeout=0.5)
        super().__init__(server, params)

    def _open(self, default: Any, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return call(*args, **kwargs)
        except (RedisError, OSError) as error:
            log.warning("cache away: %s", type(error).__name__)
            return default

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._open(True, super().add, *args, **kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._open(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._open(None, super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._open(False, super().touch, *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._open(False, super().delete, *args, **kwargs))

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return dict(self._open({}, super().get_many, keys, version))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return list(self._open([], super().set_many, *args, **kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._open(None, super().delete_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._open(False, super().has_key, *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._open(delta, super().incr, key, delta, version))

    def clear(self) -> None:
        self._open(None, super().clear)
