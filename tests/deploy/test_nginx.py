"""deploy/nginx.conf as it stands, in a real nginx before a real web process: streams, TLS, addresses."""

import http.client
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from throwaway import end, free_port, wait_for_port

from tests.builders import by
from tests.faults.real_worker import ROOT
from tests.faults.web import Web, web
from tests.playing import started
from tournaments.services.players import edit_player

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CONF = (ROOT / "deploy" / "nginx.conf").read_text()
NAME = "turnier.example.org"
LIMIT = 60.0
AS_ON_A_SERVER = {"HTTPS": "1", "ALLOWED_HOSTS": f"{NAME},localhost"}


def replaced(folder: Path, upstream: int, plain: int, tls: int) -> str:
    """The example with this machine's ports and files; each of them must be there to be replaced."""
    text = CONF
    for old, new in {
        "user www-data;": "daemon off;",
        "/run/nginx.pid": f"{folder}/nginx.pid",
        "/var/log/nginx/error.log": f"{folder}/error.log",
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{tls} ssl;",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{folder}/cert.pem",
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{folder}/key.pem",
    }.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


class Front:
    """nginx, asked over TLS as a browser does."""

    def __init__(self, plain: int, tls: int) -> None:
        self.plain, self.tls = plain, tls
        self.context = ssl.create_default_context()
        self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        line = http.client.HTTPSConnection("127.0.0.1", self.tls, timeout=LIMIT, context=self.context)
        line.request("GET", path, headers={"Host": NAME} | headers)
        return line.getresponse()


@contextmanager
def nginx(folder: Path, server: Web) -> Iterator[Front]:
    plain, tls = free_port(), free_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    conf = folder / "nginx.conf"
    conf.write_text(replaced(folder, server.port, plain, tls))
    process = subprocess.Popen(["/usr/sbin/nginx", "-c", conf, "-e", folder / "error.log"])
    try:
        wait_for_port(tls, process)
        yield Front(plain, tls)
    finally:
        end(process)


def until_says(answer: http.client.HTTPResponse, word: str) -> None:
    """Reads the stream until it says this; the socket gives up after a minute of silence."""
    while word not in (line := answer.readline().decode()):
        assert line, f"ended without {word}"


def test_streams_pages_and_addresses_pass_as_without_it(tmp_path: Path) -> None:
    t = started(101)
    with web(**AS_ON_A_SERVER) as server, nginx(tmp_path, server) as front:
        line = front.get(f"/live/{t.slug}/teil/auslosung/")
        assert (line.status, line.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        until_says(line, "Aalen 101")
        # Pushed while the answer goes on: a proxy that collects would hold it back for ever.
        for last in ("Beckmann", "Cremer"):
            edit_player(tournament_id=t.pk, by=by(), player=1, first="Anna", last=last)
            until_says(line, last)
        page = front.get(f"/{t.slug}/")
        assert page.status == 200
        assert "max-age" in page.headers["Strict-Transport-Security"]
        etag = front.get(f"/{t.slug}/teil/stand/", **{"Accept-Encoding": "gzip"}).headers["ETag"]
        assert front.get(f"/{t.slug}/teil/stand/", **{"If-None-Match": etag}).status == 304
        server.end()
        line.read()  # to its end: pages come back by themselves
        server.start()
        assert front.get(f"/{t.slug}/").status == 200
    # How many files are allowed is this machine's business.
    assert not re.search(r"\[(emerg|crit)\]", (tmp_path / "error.log").read_text())


def test_plain_http_leads_to_tls_and_nobody_lends_himself_an_address(tmp_path: Path) -> None:
    with web(**AS_ON_A_SERVER) as server, nginx(tmp_path, server) as front:
        line = http.client.HTTPConnection("127.0.0.1", front.plain, timeout=LIMIT)
        line.request("GET", "/leitung/", headers={"Host": NAME})
        moved = line.getresponse()
        assert (moved.status, moved.headers["Location"]) == (301, f"https://{NAME}/leitung/")
        assert "proxy_add_x_forwarded_for" not in CONF
        assert front.get("/T/ABCDEF").status in (200, 404)
        logs = [path for path in tmp_path.iterdir() if path.suffix == ".log"]
        assert not any("ABCDEF" in path.read_text() for path in logs)


def test_every_open_page_has_its_two_connections() -> None:
    connections = int(re.search(r"worker_connections (\d+);", CONF)[1])  # type: ignore[index]
    files = int(re.search(r"worker_rlimit_nofile (\d+);", CONF)[1])  # type: ignore[index]
    assert connections >= 2 * settings.MAX_STREAMS
    assert files >= connections
