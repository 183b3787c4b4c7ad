"""A real Chromium and a real server, for the tests of the page."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.browser import WIDE, Open, Player
from tests.support import PATIENCE
from tests.web.support import ServerProcess

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no windows of its own to draw, and takes half the time."""


@pytest.fixture(scope="session")
def chromium() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail("the page is tested in Chromium: apt-get install chromium-headless-shell")
    return found


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'page.sqlite'}", is_patient=True) as server:
        yield server.address


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for the tests of this folder; while it is open no other test can run a loop."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Open a page as a new visitor; at the end nothing may have gone wrong or gone elsewhere."""
    visitors: list[Player] = []

    def open_page(path: str = "/", lang: str = "en", **options: Any) -> Player:
        settings = {"viewport": WIDE, "locale": lang, "reduced_motion": "reduce"} | options
        # what passes a service worker could not be held up by a test
        settings.setdefault("service_workers", "block")
        context = browser.new_context(base_url=address, **settings)
        context.set_default_timeout(1000 * PATIENCE)
        player = Player(context.new_page(), address)
        visitors.append(player)
        return player.go(path)

    yield open_page
    for player in visitors:
        player.page.context.close()
    assert [problem for player in visitors for problem in player.problems] == []
    live = address.replace("http", "ws", 1)
    requests = [url for player in visitors for url in player.requests]
    assert [url for url in requests if not url.startswith((f"{address}/", live, "data:"))] == []
