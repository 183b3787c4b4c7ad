"""Every answer has the best grade of Mozilla's HTTP Observatory."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.http.observatory import TESTS, grade
from tests.web.http.support import asking


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Someone who comes by https, through a proxy that is named."""
    proxy = "192.0.2.1"
    with asking(tmp_path_factory.mktemp("grade"), proxy, proxies=(proxy,)) as client:
        client.headers["X-Forwarded-Proto"] = "https"
        client.headers["X-Forwarded-For"] = "192.0.2.9"
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/m/x",
        "/analysis",
        "/lab",
        "/privacy",
        "/sw.js",
        "/api/games",
        "/static/app.js",
        "/none",
    ],
)
def test_every_answer_has_the_best_grade(client: TestClient, path: str) -> None:
    answer = client.get(path)
    page = answer.text if path != "/static/app.js" else ""
    verdicts = {name: test(answer.headers, page) for name, test in TESTS.items()}
    assert grade(answer.headers, page) == ("A+", 130), verdicts


def test_the_board_for_others_differs_only_in_that_it_may_be_framed(client: TestClient) -> None:
    own, framed = (client.get(path) for path in ("/", "/embed"))
    others = {name: test for name, test in TESTS.items() if name != "x-frame-options"}
    for name, test in others.items():
        assert test(framed.headers, framed.text) == test(own.headers, own.text), name
    assert TESTS["x-frame-options"](framed.headers, framed.text) == ("not implemented", -20)
    # the Observatory holds that against any page, and then gives no bonus
    assert grade(framed.headers, framed.text) == ("B+", 80)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("content-security-policy", "B"),
        ("strict-transport-security", "B+"),
        ("x-content-type-options", "A+"),
        ("referrer-policy", "A+"),
    ],
)
def test_a_header_less_is_noticed(client: TestClient, header: str, expected: str) -> None:
    answer = client.get("/")
    others = {name: value for name, value in answer.headers.items() if name != header}
    found, score = grade(others, answer.text)
    assert (found, score < 130) == (expected, True)


def test_whoever_comes_by_http_is_not_told_to_come_by_https(tmp_path: Path) -> None:
    """On this machine alone there is no https; and a proxy that is not named is not believed."""
    with asking(tmp_path) as client:
        for said in ({}, {"X-Forwarded-Proto": "https"}):
            assert "strict-transport-security" not in client.get("/", headers=said).headers
