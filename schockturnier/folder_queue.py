"""The folder that carries messages to the print service where there is no Redis.

Kombu's own one loses its head over a file that was half written when the power went: a broken message ends
the worker, and a broken table of queues stops every print until somebody deletes it. Jobs are rows that are
sent again, so what cannot be read here is nothing and goes.
"""

import logging
import os
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Messages appear whole under their name, and are read where they lie."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"
        draft = folder / f".{name}"
        try:
            draft.write_text(dumps(payload))
            draft.rename(folder / name)
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add {name} to {folder}") from error

    def _get(self, queue: str, timeout: Any = None) -> Any:
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.startswith(".") or name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f".{name}-{os.getpid()}"
            try:
                (folder / name).rename(taken)  # of two workers one gets it
                text = taken.read_bytes()
                taken.unlink()
            except OSError:
                continue
            found = _read(text)
            if isinstance(found, dict) and {"body", "properties"} <= found.keys():
                return found
            log.warning("a message that cannot be read is gone: %s", name)
        raise Empty

    def get_table(self, exchange: str) -> list[Any]:
        try:
            return list(super().get_table(exchange))
        except (ValueError, TypeError):
            return []

    def _queue_bind(self, exchange: str, *args: Any) -> None:
        try:
            super()._queue_bind(exchange, *args)
        except (ValueError, TypeError):
            log.warning("the table of %s cannot be read and is made anew", exchange)
            self._exchange_file(exchange).unlink(missing_ok=True)
            super()._queue_bind(exchange, *args)


def _read(text: bytes) -> Any:
    try:
        return loads(text)
    except ValueError:
        return None


class Transport(filesystem.Transport):
    """A folder is on no host: none is missing in its address, and no log has to say so at every start."""

    Channel = Channel
    default_connection_params: dict[str, Any] = {}
