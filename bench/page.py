"""The page in a browser: how soon it can be played on, from near and from far away.

Far away is slow 3G: 400 kbit/s and 400 ms for every answer, given by Chromium itself to a browser
that comes for the first time. Usable means that the board is drawn and a match may be chosen.
How much jumps is Chromium's own measure, the layout shift, of everything: also of what follows
a click.
"""

import shutil
from collections.abc import Callable, Iterator
from statistics import median

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.harness import Line, in_turns, whole
from bench.load import HOST
from bench.processes import databases
from bench.serving import server

Network = dict[str, float] | None
READY = ".board:not([aria-busy]) [data-heap]:not([aria-disabled])"
SLOW = {"latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
SLOW_SECONDS = 3.0
MOST_BYTES = 100_000
MOST_REQUESTS = 10
VISITS = 3
MOST_SHIFT = 0.01
NO_SHIFT = 0.0001
"""Less than can be seen: with nothing one cannot compare."""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
USABLE = """(ready) => new Promise((resolve) => {
  const look = () => {
    if (document.querySelector(ready)) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""

SHIFTS = """() => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifted += value;
  }).observe({ type: "layout-shift" });
}"""


def kilobytes(octets: float) -> str:
    """What goes over a wire."""
    return f"{octets / 1000:.1f} kB"


shift: Callable[[float], str] = "{:.4f}".format
"""A part of the screen times how far it moved, both from 0 to 1."""


def lines() -> Iterator[Line]:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = next(filter(None, map(shutil.which, names)), None)
    with (
        databases("sqlite") as new,
        server(new()) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        address = f"http://{HOST}:{served.port}"
        yield from first_visits(browser, address)
        yield from jumps(browser, address)
        page = browser.new_page(base_url=address)

        def open_page() -> None:
            page.goto("/")
            page.wait_for_selector(READY)

        seconds, floor = in_turns(open_page, lambda: page.goto("/hello"))
        yield Line("the page, until it can be played on", seconds, "a page of one line", floor)
        browser.close()


def first_visits(browser: Browser, address: str) -> Iterator[Line]:
    """From near and from far away, as the middle of several visits."""
    visit(browser, address)  # the first one is the server's too
    near = [visit(browser, address) for _ in range(VISITS)]
    far = [visit(browser, address, SLOW) for _ in range(VISITS)]
    # from near some of what comes afterwards is there too before it is counted
    _, octets, requests = far[0]
    yield Line("bytes before it can be played on", octets, "at most", MOST_BYTES, 1, unit=kilobytes)
    yield Line(
        "requests before it can be played on", requests, "at most", MOST_REQUESTS, 1, unit=whole
    )
    usable = median(seconds for seconds, *_ in far)
    yield Line("usable on slow 3G", usable, "at most", SLOW_SECONDS, 1)
    yield Line("usable on a desktop", median(seconds for seconds, *_ in near), "on slow 3G", usable)


def jumps(browser: Browser, address: str) -> Iterator[Line]:
    """What moves under the eyes of someone who asks the coach everything, then plays to the end."""
    context = browser.new_context(base_url=address, viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(READY)
    page.evaluate(SHIFTS)
    for door in range(1, 5):
        page.click(f'[data-step="{door}"]')
        page.wait_for_selector(f".doors li:nth-child({door}).open")
    page.wait_for_selector(".reason .explanation")
    opening = shifted(page)
    while not page.query_selector(".status.final"):
        page.click('[data-action="take"]:not([aria-disabled])')
        page.wait_for_selector(f"{READY}, .status.final")
        if not page.query_selector(".status.final"):
            page.click(f"{READY} >> nth=-1")
    yield Line("layout shift, the coach opens", opening, "none", NO_SHIFT, 1, unit=shift)
    game = shifted(page)
    yield Line("layout shift, a whole game", game, "at most", MOST_SHIFT, 1, unit=shift)
    context.close()


def shifted(page: Page) -> float:
    """The sum until now, when all has been painted."""
    painted = "() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 50)))"
    page.evaluate(painted)
    found: float = page.evaluate("() => shifted")
    return found


def visit(browser: Browser, address: str, network: Network = None) -> tuple[float, float, int]:
    """Seconds, bytes and requests of a first visit, until a match may be chosen."""
    context = browser.new_context(base_url=address, locale="fr")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if network:
        session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto("/", wait_until="commit")
    milliseconds = page.evaluate(USABLE, READY)
    context.close()
    return milliseconds / 1000, sum(sizes), len(sizes)
