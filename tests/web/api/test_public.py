"""For those who find the page: the pictures of links, the installed page, crawlers."""

import json
import re
from struct import unpack
from typing import Any
from urllib.robotparser import RobotFileParser
from zlib import decompressobj

from starlette.testclient import TestClient

from marienbad.web.api.pictures import icons
from marienbad.web.site.assets import STATIC
from tests.web.support import Table, error_of


def points(png: bytes) -> bytes:
    """The rows of a picture, before they were pressed."""
    return decompressobj().decompress(png[png.index(b"IDAT") + 4 :])


def told(page: Any) -> dict[str, str]:
    """What a page says of itself."""
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page.text))


def test_a_link_that_is_passed_on_shows_the_position(client: TestClient) -> None:
    def named(path: str, lang: str = "en") -> dict[str, str]:
        return told(client.get(path, headers={"Accept-Language": lang}))

    study = named("/analysis?game=wythoff:a%3D2&position=3,5&theory=algebra", "fr")
    assert study["og:title"] == "Analyse · Marienbad"
    assert study["og:url"] == "http://testserver/analysis?game=wythoff:a=2&amp;position=3,5"
    assert study["og:image"] == "http://testserver/og.png?game=wythoff:a=2&amp;position=3,5"
    assert study["og:image:alt"] == "La position 3, 5"
    lab = named("/lab?rules=heaps+2%0Atake+n+from+one&position=3,3")
    assert lab["og:url"] == "http://testserver/lab?rules=heaps+2%0Atake+n+from+one&amp;position=3,3"
    assert "game=rules:heaps+2%0Atake+n+from+one" in lab["og:image"]
    assert named("/analysis?game=nim&position=abc")["og:url"] == "http://testserver/analysis"
    table = Table.laid(client, "marienbad")
    match = table.match["id"]
    shown = named(f"/m/{match}")
    assert (shown["og:url"], shown["robots"]) == (f"http://testserver/m/{match}", "noindex")
    assert "position=1,3,5,7" in shown["og:image"]
    assert all(str(token) not in str(shown) for token in table.seats)
    for text in ('"><script>', "9" * 900):
        page = client.get("/analysis", params={"game": "nim", "position": text})
        assert "<script>" not in page.text
    assert told(page)["og:image"] == "http://testserver/og.png"
    assert len(page.content) < 4000


def test_a_position_is_drawn(client: TestClient) -> None:
    def drawn(**query: str) -> Any:
        return client.get("/og.png", params=query, headers={"Accept": "text/html"})

    kinds: tuple[dict[str, str], ...]
    kinds = ({}, {"game": "wythoff", "position": "3,5"}, {"game": "nim", "position": f"{10**60},5"})
    pictures = [drawn(**query).content for query in kinds]
    assert len({*pictures}) == len(kinds)
    for content in pictures:
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert unpack(">II", content[16:24]) == (1200, 630)
        assert len(points(content)) == 630 * (1 + 3 * 1200)
    assert drawn(game="marienbad", position="1,3,5,7").content == pictures[0]
    assert error_of(drawn(game="nim", position="x"))[0] == 422
    assert error_of(drawn(game="go", position="1"))[0] == 422


def test_the_page_can_be_installed(client: TestClient) -> None:
    manifest = client.get("/manifest.webmanifest?lang=fr").json()
    assert manifest["lang"] == "fr"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).headers["content-type"] == icon["type"]
    worker = client.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    facts = json.loads(worker.text.splitlines()[0].removeprefix("const facts = ").removesuffix(";"))
    for path in (*facts["files"], facts["offline"], *facts["local"]):
        assert client.get(path).status_code == 200
    for path in facts["files"]:
        (cache,) = client.get(path).headers.get_list("cache-control")
        assert "immutable" in cache


def test_the_icons_are_those_that_are_drawn() -> None:
    for name, content in icons().items():
        kept = (STATIC / "icons" / name).read_bytes()
        drawn, found = (points(png) for png in (content, kept))
        assert drawn == found


def test_crawlers_may_see_the_pages_and_list_no_match(client: TestClient) -> None:
    robots = RobotFileParser()
    robots.parse(client.get("/robots.txt").text.splitlines())
    for path, is_open in {"/": True, "/analysis": True, "/m/x": False, "/api/games": False}.items():
        assert robots.can_fetch("*", path) == is_open
    assert robots.can_fetch("Twitterbot", "/m/x")
    assert robots.can_fetch("Twitterbot", "/og.png")
