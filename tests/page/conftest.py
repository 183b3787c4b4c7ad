"""A real Chromium and a real server, for the tests of the page."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from tests.page.browser import WIDE, Open, Player, hurry
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
    "--renderer-process-limit=1",  # the pages of a context share a process
)
MOST_WAITING = 2
"""How many visitors of a kind are kept for the next test."""
HAS_CLOCK = "() => '__pwClock' in globalThis"
"""Whether a test has changed the clock: it stays changed for all pages of the context."""

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
    with ServerProcess(f"sqlite:///{folder / 'page.sqlite'}") as server:
        yield server.address


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for the tests of this folder; while it is open no other test can run a loop."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        launched.close()


class Visitor:
    """A browser context that may serve one test after another: a new one starts new processes.

    Whoever gets it is a new visitor all the same: cookies, storage and pages of the one before are
    gone, and only files that may be cached are still there.
    """

    def __init__(self, browser: Browser, address: str, lang: str, **options: Any) -> None:
        self.is_usual = not options
        self.kind = address, lang
        self.origin = "/".join(address.split("/")[:3])
        settings = {"locale": lang, "reduced_motion": "reduce", "viewport": WIDE} | options
        # what passes a service worker could not be held up by a test
        settings.setdefault("service_workers", "block")
        self.context = browser.new_context(base_url=address, **settings)
        self.context.set_default_timeout(1000 * PATIENCE)
        hurry(self.context)
        self._keeper: Page | None = None
        self._session: CDPSession | None = None

    def forget(self) -> bool:
        """Forget all that was done; not where the clock was changed, which stays so."""
        context = self.context
        context.set_offline(False)
        if self._keeper is None:
            self._keeper = context.new_page()
            self._keeper.goto("/robots.txt")  # the process of the site is kept with its page
        for page in context.pages:
            if page is not self._keeper:
                page.close()
        if self._keeper.evaluate(HAS_CLOCK):
            return False
        context.clear_cookies()
        if self._session is None:
            self._session = context.new_cdp_session(self._keeper)
        everything = {"origin": self.origin, "storageTypes": "all"}
        self._session.send("Storage.clearDataForOrigin", everything)
        return True


class Visitors:
    """Those who come to a test, and wait for the next one."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: dict[tuple[str, str], list[Visitor]] = defaultdict(list)
        self._here: list[Visitor] = []

    def come(self, address: str, lang: str, **options: Any) -> Page:
        """A new page of a new visitor."""
        viewport, scheme = options.pop("viewport", WIDE), options.pop("color_scheme", None)
        waiting = [] if options else self._waiting[address, lang]
        visitor = waiting.pop() if waiting else Visitor(self._browser, address, lang, **options)
        self._here.append(visitor)
        page = visitor.context.new_page()
        if viewport != WIDE:
            page.set_viewport_size(viewport)
        if scheme:
            page.emulate_media(color_scheme=scheme)
        return page

    def go(self) -> None:
        for visitor in self._here:
            waiting = self._waiting[visitor.kind]
            if visitor.is_usual and len(waiting) < MOST_WAITING and visitor.forget():
                waiting.append(visitor)
            else:
                visitor.context.close()
        self._here.clear()

    def close(self) -> None:
        for waiting in self._waiting.values():
            for visitor in waiting:
                visitor.context.close()


@pytest.fixture(scope="package")
def visitors(browser: Browser) -> Iterator[Visitors]:
    found = Visitors(browser)
    yield found
    found.close()


@pytest.fixture
def visit(visitors: Visitors, address: str) -> Iterator[Open]:
    """Open a page as a new visitor; at the end nothing may have gone wrong or gone elsewhere."""
    players: list[Player] = []

    def open_page(path: str = "/", lang: str = "en", **options: Any) -> Player:
        player = Player(visitors.come(address, lang, **options), address)
        players.append(player)
        return player.go(path)

    yield open_page
    visitors.go()
    assert [problem for player in players for problem in player.problems] == []
    live = address.replace("http", "ws", 1)
    requests = [url for player in players for url in player.requests]
    assert [url for url in requests if not url.startswith((f"{address}/", live, "data:"))] == []
