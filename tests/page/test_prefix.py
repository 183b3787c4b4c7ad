"""The whole page under a prefix of a host, behind nginx: nothing is asked for outside of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from bench.load import HOST
from bench.proxies import proxy
from tests.page.browser import Open
from tests.support import sample
from tests.web.support import ServerProcess

PREFIX = "/marienbad"
PAGES = {
    "/analysis": "[role=status]:not(:empty)",
    "/tables": "td",
    "/theory": ".entries a",
    "/investigate": ".layers details",
    "/class": '[data-input="opponent"]',
    "/worksheet": ".sheet-page svg",
    "/lab": "canvas",
}
"""Pages that every page links to, each with something that it shows."""
WHOLE = "location / {\n        proxy_pass http://marienbad;"
UNDER_PREFIX = f"location {PREFIX}/ {{\n        proxy_pass http://marienbad/;"
LEARNING = {"/learn": 'a[href$="/drill"]', "/drill": ".drill-asked:not(:empty)"}
"""Only the first links to the second."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address with its prefix: ``visit`` wants every request to begin with it."""
    folder = tmp_path_factory.mktemp("prefix")
    database = f"sqlite:///{folder / 'matches.db'}"
    with (
        ServerProcess(database, "--root-path", PREFIX, "--proxy", HOST) as server,
        proxy("nginx", server.port, folder, {WHOLE: UNDER_PREFIX}) as front,
    ):
        yield front.address + PREFIX


@pytest.mark.sample
def test_friends_play_and_every_page_is_found(visit: Open, address: str) -> None:
    first = visit(f"{address}/", ignore_https_errors=True)
    first.wait_turn()
    first.act("setup")
    first.find("dialog").get_by_label("a friend, by a link").check()
    first.act("begin")
    expect(first.find('[data-link="invite"]')).to_be_visible()
    links = first.find("[data-link]").evaluate_all("links => links.map((link) => link.value)")
    framed = '<iframe src="'
    assert [link for link in links if not link.removeprefix(framed).startswith(f"{address}/")] == []
    with first.page.expect_download() as download:
        first.act("record")
    assert "[Game " in download.value.path().read_text("utf-8")
    first.page.keyboard.press("Escape")
    second = visit(links[0], ignore_https_errors=True)
    expect(second.status).to_contain_text("Waiting for your friend.")
    first.choose((0, 0, 0, 4))
    first.act("take")
    expect(second.find("[data-heap]")).to_have_count(12)

    drawn = sample(PAGES.items(), 2, "pages")
    for path, content in (*drawn, *LEARNING.items(), ("/privacy", "h2")):
        second.find(f'a[href="{PREFIX}{path}"]').first.click()
        expect(second.find(content).first).to_be_visible()
        expect(second.find(":is(nav, footer) [aria-current]")).to_have_count(int(path != "/drill"))
    second.find('[data-action="language"]').select_option("fr")
    expect(second.find("main h1")).to_have_text("Confidentialité")
    second.find('[data-action="theme"]').select_option("dark")
    kept = {cookie["name"]: cookie for cookie in second.page.context.cookies()}
    assert {name: cookie["path"] for name, cookie in kept.items()} == dict.fromkeys(
        ("lang", "theme"), PREFIX
    )
    assert all(cookie["secure"] for cookie in kept.values())
    second.find(".brand").click()
    second.wait_turn()
    assert second.page.url == f"{address}/"
