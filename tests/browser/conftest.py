"""Chromium for tests that look at pages as people do."""

import os
import shutil
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.at_table import Pair, open_table

# deploy/test names one that starts.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"

# Playwright keeps an event loop in the test's thread; the database is not used from inside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The whole evening first: it takes longest, and the others fit beside it."""
    items.sort(key=lambda item: item.path.name != "test_evening.py")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own for one test: no cookies from another one."""
    fresh = browser.new_context(locale="de-DE", reduced_motion="reduce")
    yield fresh
    fresh.close()


@pytest.fixture
def pair(context: BrowserContext, live_server: LiveServer) -> Pair:
    """Opens the page of a table on a device that is paired with it."""
    context.set_default_timeout(10_000)
    return partial(open_table, context, live_server.url)
