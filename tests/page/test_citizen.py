"""The page among others on the web: installed, without a network, lost, printed, framed."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser import Open

READY = "() => navigator.serviceWorker.ready.then(() => caches.keys())"


@pytest.mark.parametrize(
    ("lang", "without", "again"),
    [("en", "Without a network", "Try again"), ("fr", "Sans réseau", "Réessayer")],
)
def test_the_page_opens_without_a_network_and_comes_back_by_itself(
    visit: Open, lang: str, without: str, again: str
) -> None:
    player = visit(lang=lang, service_workers="allow")
    player.wait_turn()
    (name,) = player.page.evaluate(READY)
    player.go("/tables")
    expect(player.find("td").first).to_be_visible()
    player.set_offline(True)
    player.go("/analysis")
    expect(player.find("h1")).to_have_text(without)
    expect(player.page.get_by_text(again)).to_be_visible()
    for width in (360, 768, 1280):
        player.page.set_viewport_size({"width": width, "height": 640})
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= width
    player.set_offline(False)
    expect(player.find(".board [data-heap]").first).to_be_visible()
    assert player.page.evaluate(READY) == [name]
    kept: list[str] = player.page.evaluate(KEPT)
    assert kept
    assert [url for url in kept if "/api/" in url or "/m/" in url] == []


KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}"""


@pytest.mark.parametrize(("lang", "sentence"), [("en", "There is"), ("fr", "Il n’y a")])
def test_a_page_that_is_not_there_says_so_in_the_frame_of_the_others(
    visit: Open, lang: str, sentence: str
) -> None:
    player = visit(lang=lang)
    player.refused.add(404)
    for path in ("/nowhere", "/m/nobody"):
        player.go(path)
        expect(player.find("nav a").first).to_be_attached()
        expect(player.find("h1")).to_contain_text(sentence)
        expect(player.status).not_to_be_empty()
    player.find("main a").click()
    player.wait_turn()
    assert player.page.url == f"{player.address}/"


def test_a_title_is_the_page_s_in_both_languages(visit: Open) -> None:
    player = visit("/tables")
    expect(player.find("td").first).to_be_visible()
    for path, titles in (
        ("/tables", {"fr": "Tables · Marienbad", "en": "Tables · Marienbad"}),
        ("/analysis", {"fr": "Analyse · Marienbad", "en": "Analysis · Marienbad"}),
    ):
        player.go(path)
        for lang, title in titles.items():
            player.find('[data-action="language"]').select_option(lang)
            expect(player.page).to_have_title(title)
            player.page.reload()
            expect(player.page).to_have_title(title)


def test_whoever_comes_back_is_where_he_was(visit: Open) -> None:
    player = visit("/tables?game=wythoff&rows=200")
    expect(player.find("td").nth(300)).to_be_visible()
    player.page.mouse.wheel(0, 900)
    player.wait_until(lambda: player.page.evaluate("() => scrollY") > 300)
    before = player.page.evaluate("() => scrollY")
    player.go("/privacy")
    player.page.go_back()
    player.wait_until(lambda: abs(player.page.evaluate("() => scrollY") - before) < 50)


def exports(player: Any) -> dict[str, list[str]]:
    """The modules that are put together, each with what it exports."""
    found: dict[str, list[str]] = player.page.evaluate(
        """async () => {
          const put = await import(document.querySelector("script").src);
          return Object.fromEntries(
            Object.entries(put).map(([name, module]) => [name, Object.keys(module).sort()]),
          );
        }"""
    )
    return found


def test_what_is_put_together_exports_what_the_modules_do(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    together = exports(player)
    assert len(together) > 20
    player.go("/robots.txt")  # where none of them has run
    for name, put in together.items():
        folder, _, file = name.partition("_")
        path = f"/static/{folder}/{file}.js" if file else f"/static/{folder}.js"
        own = player.page.evaluate("async (path) => Object.keys(await import(path)).sort()", path)
        assert put == own, name
