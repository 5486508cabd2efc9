"""Codes on a screen are there to be scanned: a camera reads them at the desk and on the projector."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.looking import listen, sign_in
from tests.builders import LEITUNG, add_players, make_tournament
from tests.playing import started, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def scanned(page: Page, folder: Path) -> str:
    """What a camera reads off the page's code, in lower case."""
    shot = folder / "code.png"
    page.locator("svg.qr").screenshot(path=shot)
    order = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(shot)]
    return subprocess.run(order, capture_output=True, text=True, check=False).stdout.strip().lower()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_tablet_scans_the_code_from_the_desk(context: BrowserContext, live_server, tmp_path, colours):
    t = started(8)
    page = sign_in(context, live_server.url, LEITUNG)
    page.emulate_media(color_scheme=colours)
    page.goto(f"{live_server.url}/leitung/{t.slug}/tisch/{table_of(t).id}/")
    place = page.get_by_role("link", name="/t/").inner_text()
    assert scanned(page, tmp_path) == place.lower()


def test_a_guest_scans_the_code_from_the_projector(context: BrowserContext, live_server, tmp_path, settings):
    settings.PUBLIC_URL = "http://192.168.178.20:8000"
    t = make_tournament()
    add_players(t, 8)
    page = listen(context.new_page())
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}/{t.slug}/beamer/")
    assert scanned(page, tmp_path) == f"http://192.168.178.20:8000/{t.slug}/"
