"""The addresses that `deploy/run` prints are this machine's own."""

import re
from pathlib import Path

import lan
import pytest

from schockturnier.settings import lan_hosts


def test_addresses_belong_to_an_interface_and_are_no_loopback() -> None:
    routes = Path("/proc/net/fib_trie").read_text()
    for address in lan.addresses():
        assert re.search(rf"\|-- {re.escape(address)}\n\s+/32 host LOCAL", routes)
        assert not address.startswith("127.")


def test_works_without_any_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(lan.socket.socket, "connect", unreachable)
    monkeypatch.setattr(lan.socket, "if_nameindex", lambda: [(1, "lo")])
    assert lan.addresses() == []


def test_names_of_this_machine() -> None:
    names = lan.host_names()
    assert "localhost" in names
    assert all(name == name.lower() for name in names)


def test_a_start_by_hand_lets_in_the_same_names() -> None:
    """`deploy` runs before there is Django, and Django without `deploy`: the list stands in both."""
    assert lan_hosts()[: len(lan.host_names())] == lan.host_names()
