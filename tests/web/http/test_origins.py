"""Who may ask for what: names of the server, pages of elsewhere, kinds of bodies."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from tests.web.http.support import asking
from tests.web.support import Table, error_of

WISH = {"game": "nim", "players": ["human", "human"]}
CHANGES = ("/api/matches", "/api/records", "/api/lab", "/api/lab/text", "/api/matches/x/undo")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asking(tmp_path_factory.mktemp("gate")) as client:
        yield client


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for this machine alone."""
    with asking(tmp_path_factory.mktemp("local"), is_local=True) as client:
        yield client


# Pages of elsewhere


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver:81"},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": "file://testserver"},
        {"Origin": "http://[testserver"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://www.testserver"},
    ],
)
def test_a_page_of_elsewhere_changes_nothing(client: TestClient, said: dict[str, str]) -> None:
    for path in CHANGES:
        assert error_of(client.post(path, json=WISH, headers=said)) == (403, "server.origin")


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"Origin": "http://testserver"},
        {"Origin": "http://TestServer", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_our_own_page_and_programs_do(client: TestClient, said: dict[str, str]) -> None:
    assert client.post("/api/matches", json=WISH, headers=said).status_code == 201


def test_a_page_of_elsewhere_may_read_what_is_public_and_not_watch(client: TestClient) -> None:
    foreign = {"Origin": "http://evil.example"}
    assert client.get("/api/health", headers=foreign).status_code == 200
    table = Table.laid(client, "nim")
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(f"{table.path}/live", headers=foreign),
    ):
        pass
    assert refused.value.status_code == 403
    own = {"Origin": "http://testserver"}
    with client.websocket_connect(f"{table.path}/live", headers=own) as socket:
        assert socket.receive_json() == table.match


# Names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8000", True),
        ("127.1.2.3", True),
        ("[::1]:8000", True),
        ("evil.example", False),
        ("localhost.evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("192.0.2.1", False),
        ("", False),
    ],
)
def test_a_server_for_this_machine_has_this_machines_names(
    local: TestClient, host: str, is_allowed: bool
) -> None:
    """A name of elsewhere that was made to lead here would make its pages ours."""
    said = {"Host": host, "Origin": f"http://{host}"}
    answer = local.post("/api/matches", json=WISH, headers=said)
    expected = (201, None) if is_allowed else (421, "server.host")
    assert (answer.status_code, answer.json().get("error", {}).get("key")) == expected
    assert (local.get("/", headers=said).status_code == 200) == is_allowed


@pytest.mark.slow
def test_allowed_hosts(tmp_path: Path) -> None:
    with asking(tmp_path, allowed_hosts=("nim.example:8443", "play.example.")) as client:
        for host, status in (
            ("nim.example", 200),
            ("nim.example:8443", 200),
            ("Play.Example:8000", 200),
            ("127.0.0.1", 200),
            ("evil.example", 421),
        ):
            assert client.get("/api/health", headers={"Host": host}).status_code == status
        # a proxy that calls us by another name than the page's
        for origin in ("https://nim.example:8443", "https://play.example"):
            said = {"Host": "127.0.0.1:8000", "Origin": origin}
            assert client.post("/api/matches", json=WISH, headers=said).status_code == 201
    with asking(tmp_path) as client:
        assert client.get("/api/health", headers={"Host": "any.example"}).status_code == 200


@pytest.mark.slow
def test_the_scheme_of_a_named_proxy_is_that_of_our_pages(tmp_path: Path) -> None:
    with asking(tmp_path, proxies=("127.0.0.1",)) as client:
        behind = {"Host": "nim.example", "X-Forwarded-Proto": "https"}
        for origin, status in (("https://nim.example", 201), ("http://nim.example", 403)):
            said = {**behind, "Origin": origin}
            assert client.post("/api/matches", json=WISH, headers=said).status_code == status


def test_host_leads_nowhere(client: TestClient) -> None:
    for path in ("/analysis/", "/api/health/", "/api/matches/", "/static", "/m/x/"):
        answer = client.get(path, headers={"Host": "evil.example"}, follow_redirects=False)
        assert answer.status_code in (404, 405)
        assert "location" not in answer.headers


# Kinds of bodies


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "x", None])
def test_a_body_that_is_not_declared_as_json_is_not_read(
    client: TestClient, kind: str | None
) -> None:
    said = {} if kind is None else {"Content-Type": kind}
    for path in ("/api/matches", "/api/lab", "/api/matches/x/moves", "/api/matches/x/undo"):
        answer = client.post(path, content='{"game": "nim"}', headers=said)
        assert error_of(answer) == (415, "server.kind")
    assert "application/json" in answer.json()["error"]["message"]


def test_a_charset_may_be_said_and_nothing_needs_no_kind(client: TestClient) -> None:
    said = {"Content-Type": "Application/JSON; charset=utf-8"}
    body = '{"game": "nim", "players": ["human", "human"]}'
    assert client.post("/api/matches", content=body, headers=said).status_code == 201
    table = Table.laid(client, "nim", position=[3])
    table.play([1])
    assert client.post(f"{table.path}/undo", headers=table.token(0)).status_code == 200
    assert client.post("/api/matches").status_code == 422


def test_a_record_is_text(client: TestClient) -> None:
    record = client.get(f"{Table.laid(client, 'nim').path}/record").text
    for kind, status in (("text/plain; charset=utf-8", 201), ("application/json", 415)):
        said = {"Content-Type": kind}
        answer = client.post("/api/records", content=record, headers=said)
        assert answer.status_code == status


def test_an_answer_with_a_token_is_kept_by_nobody(client: TestClient) -> None:
    made = client.post("/api/matches", json=WISH)
    assert made.headers["cache-control"] == "no-store"
    again = {"Authorization": f"Bearer {made.json()['seats'][0]}"}
    path = f"/api/matches/{made.json()['id']}"
    rematch = client.post(f"{path}/rematch", headers=again)
    assert (rematch.status_code, rematch.headers["cache-control"]) == (201, "no-store")
    record = client.get(f"{path}/record")
    assert record.headers["cache-control"] == "no-cache"
    copied = client.post("/api/records", content=record.text)
    assert (copied.status_code, copied.headers["cache-control"]) == (201, "no-store")
