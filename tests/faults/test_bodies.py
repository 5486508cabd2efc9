"""What a request says of itself, and bodies that never end: answered in words, and nobody waits for them."""

import asyncio
import http.client
import socket
from collections.abc import Iterator
from contextlib import closing
from itertools import product

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from schockturnier.bodies import WholeBodies
from schockturnier.readable import in_utf_8
from tests.builders import LEITUNG, as_user, make_tournament
from tests.faults.web import TOKEN, web
from tournaments.models import Player

THREADS = 8
POLICY = {b"content-security-policy", b"x-frame-options", b"x-content-type-options", b"referrer-policy"}
CHARSETS = ("charset=utf-16", "CharSet=zlib", "charset = hex", "charset*=utf-8''idna", "charset=utf8")
"""What Python calls an encoding; some of them make no text at all."""


@pytest.fixture
def half_sent() -> Iterator[list[socket.socket]]:
    sockets: list[socket.socket] = []
    yield sockets
    for one in sockets:
        one.close()


@pytest.mark.django_db(transaction=True)
def test_who_stops_in_the_middle_of_sending_holds_up_nobody(half_sent):
    make_tournament()
    head = (
        "POST /leitung/anmelden/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Cookie: csrftoken={TOKEN}\r\nX-CSRFToken: {TOKEN}\r\nContent-Length: 1000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=lei"
    )
    with web() as found:
        for _ in range(2 * THREADS):
            half_sent.append(socket.create_connection(("127.0.0.1", found.port)))
            half_sent[-1].sendall(head.encode())
        assert found.get("/t/").status == 200
        assert found.get("/probe/").status == 200


@pytest.mark.django_db(transaction=True)
def test_whatever_a_request_says_of_its_letters_it_is_read_as_utf_8():
    t = make_tournament()
    session = as_user(Client(), LEITUNG).cookies["sessionid"].value
    address = reverse("desk:add_player", args=[t.slug])
    body = b'--x\r\nContent-Disposition: form-data; name="first"\r\n\r\nJ\xc3\xb6rg %d\r\n--x--\r\n'
    forms = {
        "multipart/form-data; boundary=x": body,
        "application/x-www-form-urlencoded": b"first=J%%C3%%B6rg %d",
    }
    head = {"Host": "localhost", "Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    with web() as found:
        for index, (charset, kind) in enumerate(product(CHARSETS, forms)):
            said = {"Content-Type": f"{kind}; {charset}"}
            with closing(http.client.HTTPConnection("127.0.0.1", found.port)) as line:
                line.request("POST", f"{address}?q=%5Cud800", forms[kind] % index, head | said)
                assert line.getresponse().status == 302, said
    assert {p.first for p in Player.objects.all()} == {f"Jörg {n}" for n in range(len(CHARSETS) * len(forms))}


def test_a_sign_that_postgresql_does_not_take_is_in_no_cookie():
    read: list[str] = []

    def page(environ, start_response):
        read.append(environ["HTTP_COOKIE"])
        return []

    cookies = ('sessionid="\\000abc\\000\\0\\00000"', "sessionid=abc")
    for cookie in cookies:
        in_utf_8(page)({"HTTP_COOKIE": cookie}, None)
    assert read == ['sessionid="abc"', "sessionid=abc"]


def asked(parts: list[bytes], length: bytes, most: int = 100) -> tuple[list[bytes], list[int]]:
    """(bodies that arrive behind it, statuses told). The parts come one by one, then nothing more."""
    arrived, told = [], []

    async def app(scope, receive, send):
        message = await receive()
        arrived.append(message["body"])
        assert not message["more_body"]

    async def receive():
        if not parts:
            await asyncio.Event().wait()
        body = parts.pop(0)
        return {"type": "http.request", "body": body, "more_body": body != b"."}

    async def send(message):
        if "status" in message:
            told.append(message["status"])
            assert {name for name, _ in message["headers"]} >= POLICY

    scope = {"type": "http", "headers": [(b"content-length", length)]}
    asyncio.run(WholeBodies(app, most, patience=0.01)(scope, receive, send))
    return arrived, told


def test_a_body_arrives_in_one_piece_or_is_given_up():
    assert asked([b"ab", b"cd", b"."], b"5") == ([b"abcd."], [])
    assert asked([b"ab"], b"5") == ([], [408])


@pytest.mark.django_db
def test_what_is_too_long_is_refused_before_it_is_read():
    length = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    answer = Client().generic("POST", "/leitung/anmelden/", b"name=a", CONTENT_LENGTH=str(length))
    assert answer.status_code == 413
    assert "Mehr als 10 MB" in answer.content.decode()


@pytest.mark.django_db
def test_a_picture_of_a_format_that_is_nested_without_end_is_none():
    t, client = make_tournament(open_=False), as_user(Client(), LEITUNG)
    answer = client.post(reverse("desk:format", args=[t.slug]), {"seen": "[" * 100_000, "reckon": "1"})
    assert answer.status_code == 200
