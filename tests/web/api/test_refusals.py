"""What is refused or fails: told to programs as JSON, and shown to people as a page."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from marienbad.web.api.routes import JSON
from marienbad.web.app import create_app
from marienbad.web.calls import matches, pages
from marienbad.web.http.limits import LONGEST_BODY
from marienbad.web.settings import Settings
from tests.web.support import error_of


def test_nothing_here_and_not_so(client: TestClient) -> None:
    assert error_of(client.get("/nowhere")) == (404, "server.status.404")
    assert error_of(client.put("/api/matches")) == (405, "server.status.405")


@pytest.mark.parametrize("path", ["/nowhere", "/m/nobody", "/manifest.webmanifest"])
@pytest.mark.parametrize(("lang", "sentence"), [("en", "Not found"), ("fr", "Introuvable")])
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
    application = create_app(Settings(f"sqlite:///{tmp_path / 'matches.db'}", matches_a_day=1))
    with TestClient(application, client=("192.0.2.7", 1)) as stranger:
        monkeypatch.setattr(pages, "head", None)
        failed = stranger.get("/", headers=people)
        assert (failed.status_code, "Marienbad</title>" in failed.text) == (500, True)
        programs = stranger.get("/api/nothing", headers=people)
        assert error_of(programs) == (404, "server.status.404")
        assert {"en": "Try again", "fr": "Réessayer"}[lang] in failed.text


@pytest.mark.parametrize(("lang", "again"), [("en", "Try again"), ("fr", "Réessayer")])
def test_a_match_that_cannot_be_read_now_is_a_page_that_says_so(
    tmp_path: Path, lang: str, again: str
) -> None:
    file = tmp_path / "matches.db"
    with TestClient(create_app(Settings(f"sqlite:///{file}"))) as client:
        with closing(sqlite3.connect(file)) as other:
            other.execute("ALTER TABLE matches RENAME TO elsewhere")
        page = client.get("/m/any", headers={"Accept": "text/html", "Accept-Language": lang})
        told = client.get("/api/matches/any", headers={"Accept-Language": lang})
    assert error_of(told) == (503, "server.unavailable")
    assert (page.status_code, page.headers["content-language"]) == (503, lang)
    assert page.headers["retry-after"] == told.headers["retry-after"]
    assert told.json()["error"]["message"] in page.text
    assert f'href="">{again}</a>' in page.text


def test_a_failure_of_the_program_is_answered_and_logged_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("marienbad.web"), "propagate", True)
    monkeypatch.setattr(matches, "token_seat", None)
    answer = client.get("/api/matches/m/seat", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (500, "server.failure")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    (line,) = caplog.records
    assert vars(line)["facts"] == {"path": "/api/matches/m/seat"}
    assert line.exc_info is not None


def test_a_body_too_long_is_not_read(client: TestClient) -> None:
    def post(body: bytes | str) -> Any:
        return client.post("/api/matches", content=body, headers={"Content-Type": JSON})

    assert error_of(post(b"[" * (LONGEST_BODY + 1))) == (413, "server.status.413")
    assert error_of(post(b"[" * LONGEST_BODY)) == (422, "server.json")
    assert post(b'{"game": ' + b"1" * 5000 + b"}").status_code == 422
    for heap in ("9" * 5000, "9" * 1001, "-" + "9" * 5000, "1e400", "NaN"):
        body = f'{{"game": "nim", "players": ["human", "human"], "position": [{heap}]}}'
        assert post(body).status_code == 422


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
