"""The files of ``deploy/`` are tried, each with the program that it is written for."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.support import PATIENCE
from tests.web.proxies import HOST, PROXIES, Front, proxy
from tests.web.support import ServerProcess, Table, error_of

pytestmark = pytest.mark.slow

OPTIONS = ("--proxy", HOST, "--allowed-host", "games.example.org", "--rate-limit", "100/min")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'matches.db'}", *OPTIONS) as started:
        yield started


@pytest.fixture(scope="module", params=PROXIES)
def front(
    request: pytest.FixtureRequest, server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    with proxy(request.param, server.port, tmp_path_factory.mktemp(request.param)) as listening:
        yield listening


# Behind a proxy


def test_a_match_is_played_and_watched(front: Front) -> None:
    with front.client("127.0.0.11") as client:
        page = client.get("/")
        assert (page.status_code, "<noscript>" in page.text) == (200, True)
        assert client.get("/static/app.js").status_code == 200
        client.headers["Origin"] = front.address
        table = Table.laid(client, "nim", position=[3, 4])
        live = f"wss://{HOST}:{front.port}{table.path}/live"
        with connect(
            live, ssl=front.trust, origin=Origin(front.address), open_timeout=PATIENCE
        ) as seen:
            assert json.loads(seen.recv(PATIENCE)) == table.match
            assert json.loads(json.dumps(table.play([0, 1]))) == json.loads(seen.recv(PATIENCE))
        position = ",".join(["9" * 1000] * 63 + ["9" * 1001])
        long = client.get("/api/analysis", params={"game": "nim", "position": position})
        assert error_of(long) == (422, "server.digits")  # as long as it is, it came through


def test_each_client_has_its_own_share_whatever_it_says(front: Front) -> None:
    with front.client("127.0.0.12") as greedy, front.client("127.0.0.13") as other:
        answers = (greedy.get("/api/games") for _ in range(10_000))
        assert error_of(next(a for a in answers if a.status_code != 200)) == (429, "server.rate")
        for forged in ("192.0.2.1", "127.0.0.1", "192.0.2.1, 127.0.0.1"):
            headers = {"X-Forwarded-For": forged, "Forwarded": f"for={forged}", "X-Real-IP": forged}
            statuses = {greedy.get("/api/games", headers=headers).status_code for _ in range(5)}
            assert 429 in statuses  # at most one was saved up meanwhile
        assert other.get("/api/games").status_code == 200


def test_what_is_not_for_strangers(front: Front) -> None:
    with front.client("127.0.0.14") as client:
        assert client.get("/metrics").status_code == 404
        assert client.post("/api/records", content=b"x" * (2**20 + 1)).status_code == 413
        foreign = {"Origin": "https://elsewhere.example"}
        body = {"game": "nim", "players": ["human", "human"]}
        assert client.post("/api/matches", json=body, headers=foreign).status_code == 403
        assert "<script" not in client.get("/", headers={"Host": "elsewhere.example"}).text
    plain = httpx.get(f"http://{HOST}:{front.plain_port}/lab?rules=x", timeout=PATIENCE)
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith("https://")
    assert plain.headers["location"].endswith("/lab?rules=x")


def test_the_headers_are_graded_a_plus(front: Front) -> None:
    """The list of Mozilla's Observatory: from 100 points on the grade is A+."""
    with front.client("127.0.0.15") as client:
        page = client.get("/")
        headers = page.headers
        policy = headers["content-security-policy"]
        scripts = re.findall(r"<script\b[^>]*>", page.text)
        age = re.search(r"max-age=(\d+)", headers["strict-transport-security"])
        assert age is not None
        penalties = {
            "cookies": "set-cookie" in headers,
            "cross-origin resource sharing": "access-control-allow-origin" in headers,
            "policy of contents": "unsafe" in policy or "http:" in policy,
            "strict transport": int(age[1]) < 15_768_000,
            "scripts from elsewhere": any("//" in script for script in scripts),
            "types": headers["x-content-type-options"] != "nosniff",
        }
        bonuses = {
            "policy of contents": 10 * ("default-src 'none'" in policy),
            "referrer": 5 * (headers["referrer-policy"] == "no-referrer"),
            "frames": 5 * ("frame-ancestors 'none'" in policy),
            "resources": 10 * (headers["cross-origin-resource-policy"] == "same-origin"),
        }
        assert [name for name, is_so in penalties.items() if is_so] == []
        assert 100 + sum(bonuses.values()) == 130
        assert scripts
        assert "server" not in headers or not re.search(r"\d", headers["server"])


def test_nginx_has_shares_of_its_own(server: ServerProcess, tmp_path: Path) -> None:
    changes = {
        "rate=100r/s": "rate=1r/m",
        "burst=2000": "burst=9",
        "connections 400;": "connections 2;",
    }
    with (
        proxy("nginx", server.port, tmp_path, changes) as front,
        front.client("127.0.0.16") as greedy,
        front.client("127.0.0.17") as other,
        front.client() as neighbour,
    ):
        statuses = [greedy.get("/api/health").status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]
        table = Table.laid(other, "nim", position=[3])
        live = f"wss://{HOST}:{front.port}{table.path}/live"
        with ExitStack() as stack:
            for _ in range(2):
                seen = stack.enter_context(connect(live, ssl=front.trust, open_timeout=PATIENCE))
                seen.recv(PATIENCE)
            assert neighbour.get("/api/health").status_code == 429  # both sockets are its own
            assert other.get("/api/health").status_code == 200
