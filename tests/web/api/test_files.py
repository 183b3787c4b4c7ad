"""The files of the page: kept by browsers, compressed on their way, and none but them."""

import re

from starlette.testclient import TestClient

from marienbad.web.http.compression import GZIP
from marienbad.web.site.assets import STATIC


def test_the_bundle_is_kept_for_ever(client: TestClient) -> None:
    place = re.search(r'src="(/static/[^"]+/app.js)"', client.get("/").text)
    assert place is not None
    plain, compressed = (
        client.get(place[1], headers={"Accept-Encoding": coding}) for coding in ("identity", "gzip")
    )
    assert compressed.content == plain.content
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < len(plain.content) / 2
    for found in (plain, compressed):
        assert "immutable" in found.headers["cache-control"]
        assert found.headers["vary"] == "Accept-Encoding"
        assert found.headers["content-type"].partition(";")[0] == "text/javascript"
    assert client.post(place[1]).status_code == 405


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
        compressed = client.get(path)
        assert compressed.content == whole.content
        is_long = len(whole.content) >= GZIP["minimum_size"]
        assert ("content-encoding" in compressed.headers) == is_long
        for found in (whole, compressed):
            known = {**found.request.headers, "If-None-Match": f'"x", W/{found.headers["etag"]}'}
            again = client.get(path, headers=known)
            assert (again.status_code, again.content) == (304, b"")
        assert client.post(path).status_code == 405


def test_long_answers_are_compressed_for_those_who_can_read_that(client: TestClient) -> None:
    for path, is_compressed in {
        "/": True,
        "/api/table?game=wythoff&rows=300": True,
        "/api/health": False,
        "/og.png": False,
    }.items():
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        found = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert (found.headers.get("content-encoding") == "gzip") == is_compressed
        assert found.content == plain.content
        if is_compressed:
            assert int(found.headers["content-length"]) < len(plain.content) / 2
            assert "Accept-Encoding" in found.headers["vary"]
            assert "Accept-Encoding" in plain.headers["vary"]
