"""Pages, headers and bounds."""

import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from marienbad.web.api import vocabulary
from marienbad.web.app import create_app
from marienbad.web.http.answers import JSON
from marienbad.web.http.limits import LONGEST_BODY
from marienbad.web.settings import Settings
from marienbad.web.site.assets import STATIC
from tests.web.support import error_of

# Pages and headers


@pytest.mark.parametrize("path", ["/", "/m/whatever", "/analysis", "/tables", "/lab", "/privacy"])
def test_a_page_is_a_small_shell(client: TestClient, path: str) -> None:
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


def test_nothing_here_and_not_so(client: TestClient) -> None:
    assert error_of(client.get("/nowhere")) == (404, "server.status.404")
    assert error_of(client.put("/api/matches")) == (405, "server.status.405")


# A prefix, a contact, a statement


def test_under_a_prefix_the_proxy_may_take_off(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'matches.db'}", root_path="/games")
    with TestClient(create_app(settings)) as client:
        for before in ("/games", ""):
            page = client.get(f"{before}/analysis").text
            assert re.search(r'src="/games/static/\w{12}/app.js"', page)
            assert re.findall(r'(?:src|href)="(?!/games/)', page) == []
            assert client.get(f"{before}/static/app.js").status_code == 200
            assert client.get(f"{before}/api/health").json()["status"] == "ok"
            document = client.get(f"{before}/openapi.json")
            assert document.headers["content-type"] == "application/json"
            assert document.json()["servers"] == [{"url": "/games"}]
            assert client.head(f"{before}/api/health").status_code == 200
        assert client.get("/games", follow_redirects=False).text == client.get("/games/").text
        assert client.get("/gamesome").status_code == client.get("/games/games/").status_code == 404


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
