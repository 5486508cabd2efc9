"""The folder of messages after a power cut: what was half written goes, and prints go on."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError
from kombu.transport import virtual

import schockturnier.celery  # noqa: F401 knows the address folder://
from schockturnier import folder_queue

PRINTS = Queue("prints", Exchange("prints", type="direct"), routing_key="prints")
HALF = [b"", b"{", b"\xff\xfe\x00", b"[]", b"5", b'{"body": "x"}']


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "control").mkdir()
    return tmp_path


@pytest.fixture
def broker(folder: Path) -> Iterator[Connection]:
    with connect(folder) as connection:
        yield connection


def connect(folder: Path) -> Connection:
    """As a process that was just started: it has declared nothing yet."""
    folder_queue.Transport.global_state = virtual.BrokerState()
    where = {"data_folder_in": str(folder), "data_folder_out": str(folder)}
    return Connection("folder://", transport_options=where | {"control_folder": str(folder / "control")})


def send(broker: Connection, number: int) -> None:
    """As whoever wants a print does it."""
    with broker.Producer() as producer:
        producer.publish({"number": number}, exchange=PRINTS.exchange, routing_key="prints", declare=[PRINTS])


def received(broker: Connection) -> list[Any]:
    queue = PRINTS(broker.default_channel)
    return [message.payload["number"] for message in iter(lambda: queue.get(no_ack=True), None)]


def test_messages_come_in_order_and_once(broker: Connection, folder: Path) -> None:
    for number in range(3):
        send(broker, number)
    assert received(broker) == [0, 1, 2]
    assert received(broker) == []
    assert [path.name for path in folder.iterdir()] == ["control"]


def test_an_address_without_a_host_is_nothing_to_warn_of(
    broker: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """Every start of the service and every print looks at it."""
    broker.info()
    assert caplog.messages == []


@pytest.mark.parametrize("half", HALF)
def test_a_broken_message_is_none_and_the_next_one_comes(
    broker: Connection, folder: Path, half: bytes
) -> None:
    (folder / "0_x.prints.msg").write_bytes(half)
    send(broker, 7)
    assert received(broker) == [7]
    assert [path.name for path in folder.iterdir()] == ["control"]


@pytest.mark.parametrize("half", HALF[:-1])
def test_a_broken_table_of_queues_is_made_anew(folder: Path, half: bytes) -> None:
    with connect(folder) as before:
        send(before, 1)
    (table,) = (folder / "control").iterdir()
    table.write_bytes(half)
    with connect(folder) as after:
        send(after, 2)
        assert received(after) == [1, 2]


def test_a_message_never_lies_there_half(broker: Connection, folder: Path, monkeypatch: Any) -> None:
    def full(path: Path, text: str) -> None:
        path.write_bytes(text.encode()[:9])
        seen.append(received(broker))
        raise OSError(28, "No space left on device")

    seen: list[Any] = []
    PRINTS(broker.default_channel).declare()
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(ChannelError):
        broker.default_channel._put("prints", {"body": "", "properties": {}})
    assert seen == [[]]
    assert [path.name for path in folder.iterdir()] == ["control"]


def test_of_two_readers_one_gets_it(broker: Connection, folder: Path, monkeypatch: Any) -> None:
    send(broker, 1)
    listed = os.listdir(folder)
    assert received(broker) == [1]
    monkeypatch.setattr(folder_queue.os, "listdir", lambda path: listed)  # the other one looked before
    assert received(broker) == []
