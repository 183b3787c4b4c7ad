"""Pages, headers and bounds."""

import json
import logging
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from struct import unpack
from typing import Any
from urllib.robotparser import RobotFileParser
from zlib import decompressobj

import pytest
from starlette.testclient import TestClient

from marienbad.web.api import pages, vocabulary
from marienbad.web.app import create_app
from marienbad.web.http.answers import JSON
from marienbad.web.http.limits import LONGEST_BODY
from marienbad.web.settings import Settings
from marienbad.web.site.assets import STATIC
from marienbad.web.site.icons import icons
from tests.web.support import Table, error_of

# Pages and headers


@pytest.mark.parametrize("path", ["/", "/m/", "/analysis", "/tables", "/lab", "/privacy"])
def test_a_page_is_a_small_shell(client: TestClient, path: str) -> None:
    if path == "/m/":
        path += Table.laid(client, "marienbad").match["id"]
    page = client.get(path, headers={"Accept-Language": "fr"})
    assert page.status_code == 200
    assert '<html lang="fr">' in page.text
    assert ("<noscript>" in page.text) != (path == "/privacy")  # which can be read as it is
    assert "style=" not in page.text
    client.cookies.set("lang", "en")
    assert '<html lang="en">' in client.get(path, headers={"Accept-Language": "fr"}).text
    client.cookies.clear()
    assert client.head(path).status_code == 200


@pytest.mark.parametrize(
    ("kept", "written"),
    [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("auto", ""), ("'>", "")],
)
def test_a_page_has_its_readers_colours_before_its_script_runs(
    client: TestClient, kept: str, written: str
) -> None:
    page = client.get("/", headers={"Cookie": f"theme={kept}", "Accept-Language": "en"})
    assert f'<html lang="en"{written}>' in page.text
    assert "Cookie" in page.headers["vary"]


def test_a_cookie_is_read_without_what_takes_seconds_over_a_long_one(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("http.cookies._unquote", None)  # whose time grows with the square
    said = {"Cookie": 'lang="' + "\\" * 60_000 + '"; theme=dark', "Accept": "text/html"}
    for path, status in (("/", 200), ("/m/nothing", 404), ("/sw.js", 200), ("/api/games", 200)):
        answer = client.get(path, headers=said)
        assert answer.status_code == status
        assert (' data-theme="dark">' in answer.text) == ("<html" in answer.text)


def test_a_file_that_has_not_changed_may_still_be_kept_for_ever(client: TestClient) -> None:
    place = re.search(r'src="(/static/[^"]+/app.js)"', client.get("/").text)
    assert place is not None
    whole = client.get(place[1])
    again = client.get(place[1], headers={"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("cache-control", "vary", "etag", "x-content-type-options"):
        assert again.headers[name] == whole.headers[name]


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/static/app.js", "/metrics"])
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"


def test_a_failure_of_the_program_is_answered_and_logged_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("marienbad.web"), "propagate", True)
    monkeypatch.setattr(vocabulary, "choices", None)
    answer = client.get("/api/families", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (500, "server.failure")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    (line,) = caplog.records
    assert vars(line)["facts"] == {"path": "/api/families"}
    assert line.exc_info is not None


def test_static_files_do_not_leave_their_folder(client: TestClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/"):
        assert client.get(path).status_code == 404


def test_a_file_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    for path, kind in (
        ("/static/app.js", "text/javascript"),
        ("/static/style/base.css", "text/css"),
        ("/static/icon.svg", "image/svg+xml"),
    ):
        whole = client.get(path, headers={"Accept-Encoding": "identity"})
        assert whole.headers["content-type"].partition(";")[0] == kind
        assert whole.content == (STATIC / path.removeprefix("/static/")).read_bytes()
        pressed = client.get(path)
        assert (pressed.headers["content-encoding"], pressed.content) == ("gzip", whole.content)
        for found in (whole, pressed):
            assert found.headers["vary"] == "Accept-Encoding"
            known = {**found.request.headers, "If-None-Match": f'"x", W/{found.headers["etag"]}'}
            again = client.get(path, headers=known)
            assert (again.status_code, again.content) == (304, b"")
        sizes = [
            int(client.head(path, headers={"Accept-Encoding": coding}).headers["content-length"])
            for coding in ("identity", "gzip;q=0", "br, gzip")
        ]
        assert sizes[0] == sizes[1] == len(whole.content) > sizes[2]
        assert client.post(path).status_code == 405


def test_long_answers_are_pressed_for_those_who_can_read_that(client: TestClient) -> None:
    for path, is_pressed in {
        "/": True,
        "/api/table?game=wythoff&rows=300": True,
        "/api/health": False,
        "/og.png": False,
    }.items():
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        found = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert (found.headers.get("content-encoding") == "gzip") == is_pressed
        assert found.content == plain.content
        if is_pressed:
            assert int(found.headers["content-length"]) < len(plain.content) / 2
            assert "Accept-Encoding" in found.headers["vary"]
            assert "Accept-Encoding" in plain.headers["vary"]
    made = client.post(
        "/api/matches",
        json={"game": "nim", "position": [90, 90], "players": ["human", "human"]},
        headers={"Accept-Encoding": "gzip"},
    )
    assert len(made.content) > 1000
    assert "content-encoding" not in made.headers


def test_the_modules_are_served_one_by_one_where_that_is_wanted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    with TestClient(create_app(Settings(database, serves_modules=True))) as client:
        page = client.get("/lab").text
        (script,) = re.findall(r'<script type="module" src="([^"]+)">', page)
        assert script == "/static/app.js"
        for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            assert client.get(path).headers["cache-control"] == "no-cache"


def test_nothing_here_and_not_so(client: TestClient) -> None:
    assert error_of(client.get("/nowhere")) == (404, "server.status.404")
    assert error_of(client.put("/api/matches")) == (405, "server.status.405")


@pytest.mark.parametrize("path", ["/nowhere", "/m/nobody", "/manifest.webmanifest"])
@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "There is nothing here"), ("fr", "Il n’y a rien ici")]
)
def test_people_are_shown_a_page_and_programs_are_told(
    client: TestClient, path: str, lang: str, sentence: str
) -> None:
    people = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": lang}
    method = "POST" if path.startswith("/manifest") else "GET"
    page = client.request(method, path, headers=people)
    told = client.request(method, path)
    assert page.status_code == told.status_code == (405 if method == "POST" else 404)
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-language"] == lang
    if method == "GET":
        assert f"<title>{sentence} · Marienbad</title>" in page.text
    else:
        assert page.headers["allow"]
    assert told.json()["error"]["message"]
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_too_much_or_fails_is_a_page_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    people = {"Accept": "text/html", "Accept-Language": lang}
    application = create_app(Settings(f"sqlite:///{tmp_path / 'matches.db'}", rate_limit=2))
    with TestClient(application, client=("192.0.2.7", 1)) as stranger:
        monkeypatch.setattr(pages, "head", None)
        failed = stranger.get("/", headers=people)
        assert (failed.status_code, "Marienbad</title>" in failed.text) == (500, True)
        programs = stranger.get("/api/nothing", headers=people)
        assert error_of(programs) == (404, "server.status.404")
        refused = stranger.get("/", headers=people)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert {"en": "Try again", "fr": "Réessayer"}[lang] in refused.text


@pytest.mark.parametrize(("lang", "again"), [("en", "Try again"), ("fr", "Réessayer")])
def test_a_match_that_cannot_be_read_now_is_a_page_that_says_so(
    tmp_path: Path, lang: str, again: str
) -> None:
    file = tmp_path / "matches.db"
    with TestClient(create_app(Settings(f"sqlite:///{file}", rate_limit=None))) as client:
        with closing(sqlite3.connect(file)) as other:
            other.execute("ALTER TABLE matches RENAME TO elsewhere")
        page = client.get("/m/any", headers={"Accept": "text/html", "Accept-Language": lang})
        told = client.get("/api/matches/any", headers={"Accept-Language": lang})
    assert error_of(told) == (503, "server.unavailable")
    assert (page.status_code, page.headers["content-language"]) == (503, lang)
    assert page.headers["retry-after"] == told.headers["retry-after"]
    assert told.json()["error"]["message"] in page.text
    assert f'href="">{again}</a>' in page.text


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
        assert "immutable" in client.get(path).headers["cache-control"]


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


def test_only_the_board_for_others_may_be_framed(client: TestClient) -> None:
    board = client.get("/embed?game=nim&position=1,2").headers
    assert "frame-ancestors *" in board["content-security-policy"]
    assert "default-src 'none'" in board["content-security-policy"]
    assert "x-frame-options" not in board
    assert "set-cookie" not in board
    for path in ("/", "/analysis", "/nowhere", "/api/games", "/embedded"):
        others = client.get(path).headers
        assert others["x-frame-options"] == "DENY"
        assert others["content-security-policy"].count("frame-ancestors 'none'") == 1


# A prefix, a contact, a statement


def test_under_a_prefix_the_proxy_may_take_off(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'matches.db'}", root_path="/marienbad")
    with TestClient(create_app(settings)) as client:
        for before in ("/marienbad", ""):
            page = client.get(f"{before}/analysis").text
            assert re.search(r'src="/marienbad/static/\w{12}/app.js"', page)
            assert re.findall(r'(?:src|href)="(?!(?:http://testserver)?/marienbad/)', page) == []
            assert client.get(f"{before}/static/app.js").status_code == 200
            assert client.get(f"{before}/api/health").json()["status"] == "ok"
            document = client.get(f"{before}/openapi.json")
            assert document.headers["content-type"] == "application/json"
            assert document.json()["servers"] == [{"url": "/marienbad"}]
            assert client.head(f"{before}/api/health").status_code == 200
        bare = client.get("/marienbad", follow_redirects=False)
        assert bare.text == client.get("/marienbad/").text
        for path in ("/marienbadly", "/marienbad/marienbad/"):
            assert client.get(path).status_code == 404


def test_the_contact_is_told_and_good_for_some_time(client: TestClient, tmp_path: Path) -> None:
    path = "/.well-known/security.txt"
    assert client.get(path).status_code == 404
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    settings = Settings(database, contact="games@example.org")
    with TestClient(create_app(settings)) as other:
        answer = other.get(path)
        assert "games@example.org" in other.get("/privacy").text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:games@example.org"
    assert datetime.fromisoformat(fields["Expires"]) > datetime.now(UTC) + timedelta(days=30)


def test_the_statement_on_privacy_says_what_is_set(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    expected = {
        Settings(database, expire_days=1, expire_unfinished=7, logs_requests=True): (
            ("en", "deleted 1 day after", "touched for 7 days", "a line for each request"),
            ("fr", "effacée 1 jour après", "pendant 7 jours", "une ligne pour chaque demande"),
        ),
        Settings(database, expire_days=None): (("en", "Other matches stay", "what went wrong"),),
    }
    for settings, sentences in expected.items():
        with TestClient(create_app(settings)) as client:
            for lang, *parts in sentences:
                page = client.get("/privacy", params={"lang": lang})
                assert page.headers["content-language"] == lang
                assert [part for part in parts if part not in page.text] == []


# Bounds


def test_a_body_too_long_is_not_read(client: TestClient) -> None:
    def post(body: bytes | str) -> Any:
        return client.post("/api/matches", content=body, headers={"Content-Type": JSON})

    assert error_of(post(b"[" * (LONGEST_BODY + 1))) == (413, "server.status.413")
    assert error_of(post(b"[" * LONGEST_BODY)) == (422, "server.json")
    assert post(b'{"game": ' + b"1" * 5000 + b"}").status_code == 422
    for heap in ("9" * 5000, "9" * 1001, "-" + "9" * 5000, "1e400", "NaN"):
        body = f'{{"game": "nim", "players": ["human", "human"], "position": [{heap}]}}'
        assert post(body).status_code == 422


def test_too_many_requests_of_an_address(tmp_path: Path) -> None:
    application = create_app(Settings(f"sqlite:///{tmp_path / 'matches.db'}", rate_limit=3))
    with TestClient(application, client=("192.0.2.7", 1)) as stranger:
        statuses = [stranger.get("/api/health?lang=fr").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = stranger.get("/api/health?lang=fr")
        assert error_of(refused) == (429, "server.rate")
        assert "par minute" in refused.json()["error"]["message"]
        assert refused.headers["retry-after"]
    for host in ("127.0.0.1", "::1"):
        with TestClient(application, client=(host, 1)) as neighbour:
            assert all(neighbour.get("/api/health").status_code == 200 for _ in range(5))


def test_metrics_are_for_this_machine(client: TestClient, tmp_path: Path) -> None:
    client.get("/api/health")
    text = client.get("/metrics").text
    assert 'marienbad_requests_total{method="GET",route="/api/health",status="200"}' in text
    for is_public, status in ((False, 403), (True, 200)):
        application = create_app(
            Settings(f"sqlite:///{tmp_path / 'matches.db'}", public_metrics=is_public)
        )
        with TestClient(application, client=("192.0.2.7", 1)) as stranger:
            assert stranger.get("/metrics").status_code == status
