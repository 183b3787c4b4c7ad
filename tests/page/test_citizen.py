"""The page among others on the web: installed, without a network, lost, framed."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browser import Open
from tests.support import PATIENCE

SPOKEN = "async () => (await (await caches.match('/offline?spoken'))?.text()) ?? null"
READY = "() => navigator.serviceWorker.ready.then(() => caches.keys())"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "without", "again"),
    [("en", "No connection", "Try again"), ("fr", "Pas de connexion", "Réessayer")],
)
def test_the_page_opens_without_a_network_and_comes_back_by_itself(
    visit: Open, lang: str, without: str, again: str
) -> None:
    other = {"en": "fr", "fr": "en"}[lang]
    player = visit(lang=other, service_workers="allow")
    player.wait_turn()
    (name,) = player.page.evaluate(READY)
    player.go("/tables")
    expect(player.find("td").first).to_be_visible()
    # the language is that of the reader's choice, whatever the browser would like
    player.find('[data-action="language"]').select_option(lang)
    player.wait_until(lambda: player.page.evaluate(SPOKEN) == lang)
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


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "sentence"), [("en", "Not found"), ("fr", "Introuvable")])
def test_a_page_that_is_not_there_says_so_in_the_frame_of_the_others(
    visit: Open, lang: str, sentence: str
) -> None:
    player = visit(lang=lang)
    player.refused.add(404)
    for path in ("/nowhere", "/m/nobody"):
        player.go(path)
        expect(player.find("nav a").first).to_be_attached()
        expect(player.find("h1")).to_have_text(sentence)
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


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "before", "after"),
    [
        ("en", "Your turn · Marienbad", "Your turn · Wythoff’s game"),
        ("fr", "À vous · Marienbad", "À vous · Jeu de Wythoff"),
    ],
)
def test_the_title_is_that_of_the_game_as_soon_as_it_is_on_the_board(
    visit: Open, lang: str, before: str, after: str
) -> None:
    player = visit(lang=lang)
    player.wait_turn()
    assert player.page.title() == before
    player.take((0, 0, 0, 1))
    player.set_up("wythoff")
    assert re.search(r"/m/[^/]+$", player.page.url)
    assert player.page.title() == after
    player.page.go_back()
    expect(player.page).to_have_title(before)


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


class Neighbour(BaseHTTPRequestHandler):
    """A page of somebody else, with a frame for the address after its question mark."""

    def do_GET(self) -> None:
        source = self.path.partition("?")[2]
        frame = f'<iframe src="{source}" title="x" width="340" height="680"></iframe>'
        page = f'<!doctype html><link rel="icon" href="data:,">{frame}'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, format: str, *values: Any) -> None:  # noqa: A002 (so it is called)
        pass


@pytest.fixture
def neighbour() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Neighbour)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "turn"), [("en", "Your turn."), ("fr", "À vous de jouer.")])
def test_a_board_is_played_on_in_the_page_of_somebody_else(
    browser: Browser, address: str, neighbour: str, lang: str, turn: str
) -> None:
    """Nothing is left in the browser, and any other page cannot be framed."""
    context = browser.new_context(locale=lang, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(f"{neighbour}?{address}/embed?game=marienbad&position=1,3,5,7")
    frame = page.frame_locator("iframe")
    status = frame.get_by_role("status")
    expect(status).to_have_text(turn)
    frame.locator('[data-heap="3"][data-index="4"]').click()
    frame.locator('[data-action="take"]').click()
    expect(frame.locator("[data-heap]").nth(13)).to_have_count(0)
    expect(status).to_contain_text(turn)
    own = page.frames[1]
    assert own.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert own.evaluate("() => [document.cookie, Object.values(localStorage).join('')]") == ["", ""]
    back = frame.get_by_role("link").get_attribute("href") or ""
    assert back.startswith("/analysis?game=marienbad&position=")
    page.goto(f"{neighbour}?{address}/")
    page.wait_for_load_state()
    assert [one.url for one in page.frames if one.url.startswith(address)] == []
    context.close()


def test_a_small_frame_shows_the_board_and_its_button(visit: Open) -> None:
    player = visit("/embed")
    player.wait_turn()  # until then the line below the board says something else
    last, act = player.find('[data-index="6"]'), player.find(".act")
    for width, height in ((740, 360), (400, 300), (320, 240)):
        player.page.set_viewport_size({"width": width, "height": height})
        expect(last).to_be_in_viewport(ratio=1)
        expect(player.find('[data-action="take"]')).to_be_in_viewport(ratio=1)
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= width
        lowest, line = last.bounding_box(), act.bounding_box()
        assert lowest
        assert line
        is_beside = lowest["x"] + lowest["width"] <= line["x"]
        assert is_beside or lowest["y"] + lowest["height"] <= line["y"]


def test_what_comes_late_or_not_at_all_moves_nothing_in_a_frame(visit: Open) -> None:
    player = visit("/embed")
    expect(player.status).to_have_text("Your turn.")
    # a move of the machine that comes after a new game was begun is not made in it
    held = player.hold("**/api/reply?*")
    player.choose((0, 0, 0, 1))
    player.act("take")
    late = held()
    player.act("new-game")
    expect(player.find("[data-heap]")).to_have_count(16)
    with player.page.expect_response("**/api/reply?*"):
        late.continue_()
    expect(player.status).to_have_text("Your turn.")
    # where the moves do not come after the machine's, it does not move again
    player.choose((0, 0, 0, 1))
    player.act("take")
    moves = player.hold("**/api/moves?*")
    held().continue_()
    player.refuse(moves())
    expect(player.status).to_contain_text("Not now.")
    left = player.position
    player.act("again")
    moves().continue_()
    expect(player.status).to_contain_text("Your turn.")
    assert player.position == left


def test_a_snippet_for_one_s_own_page_is_shared(visit: Open) -> None:
    player = visit()
    player.wait_turn()
    player.act("share")
    snippet = player.find('[data-link="embed"]').input_value()
    assert snippet.startswith(f'<iframe src="{player.address}/embed?game=marienbad&amp;position=1')
