"""Pages: their shells, under a prefix, and what the server writes of them itself."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings
from tests.web.support import Table


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/m/",
        "/analysis",
        "/tables",
        "/theory",
        "/learn",
        "/drill",
        "/investigate",
        "/class",
        "/worksheet",
        "/lab",
        "/privacy",
    ],
)
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


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/static/app.js", "/metrics"])
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"


@pytest.mark.slow
def test_the_modules_are_served_one_by_one_where_that_is_wanted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    with TestClient(create_app(Settings(database, serves_modules=True))) as client:
        page = client.get("/lab").text
        (script,) = re.findall(r'<script type="module" src="([^"]+)">', page)
        assert script == "/static/app.js"
        for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            assert client.get(path).headers["cache-control"] == "no-cache"


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


@pytest.mark.slow
def test_under_a_prefix(tmp_path: Path) -> None:
    """The proxy has taken it off the path; uvicorn puts it before the path again."""
    settings = Settings(f"sqlite:///{tmp_path / 'matches.db'}", root_path="/marienbad")
    with TestClient(create_app(settings), root_path="/marienbad") as client:
        page = client.get("/marienbad/analysis").text
        (script,) = re.findall(r'src="(/marienbad/static/\w{12}/app.js)"', page)
        assert re.findall(r'(?:src|href)="(?!(?:http://testserver)?/marienbad/)', page) == []
        for path in (script, "/marienbad/static/app.js"):
            assert client.get(path).status_code == 200
        assert client.get("/marienbad/api/health").json()["status"] == "ok"
        document = client.get("/marienbad/openapi.json")
        assert document.headers["content-type"] == "application/json"
        assert document.json()["servers"] == [{"url": "/marienbad"}]
        assert client.head("/marienbad/api/health").status_code == 200
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
