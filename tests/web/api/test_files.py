"""The files of the page: kept by browsers, pressed on their way, and none but them."""

import re

from starlette.testclient import TestClient

from marienbad.web.site.assets import STATIC


def test_a_file_that_has_not_changed_may_still_be_kept_for_ever(client: TestClient) -> None:
    place = re.search(r'src="(/static/[^"]+/app.js)"', client.get("/").text)
    assert place is not None
    whole = client.get(place[1])
    again = client.get(place[1], headers={"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("cache-control", "vary", "etag", "x-content-type-options"):
        assert again.headers[name] == whole.headers[name]


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
