"""The page in a browser: how soon it can be played on, against a page that only says hello."""

import shutil
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

from bench.harness import Line, in_turns
from bench.load import HOST
from bench.processes import databases
from bench.serving import server

READY = ".board:not([aria-busy]) [data-heap]:not([aria-disabled])"


def lines() -> Iterator[Line]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with (
        databases("sqlite") as source,
        server(source.new().address) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(base_url=f"http://{HOST}:{served.port}")

        def open_page() -> None:
            page.goto("/")
            page.wait_for_selector(READY)

        seconds, floor = in_turns(open_page, lambda: page.goto("/hello"))
        yield Line("the page, until it can be played on", seconds, "a page of one line", floor)
        browser.close()
