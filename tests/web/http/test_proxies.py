"""For whom a proxy asks: believed only of the proxies that were named."""

import json
import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from marienbad.text.problems import InputError
from marienbad.web.http.addresses import trusted
from tests.web.http.support import asking

HERE = {"X-Forwarded-For": "127.0.0.1"}
WISH = {"game": "nim", "players": ["human", "human"]}


def statuses(client: TestClient, addresses: list[str]) -> list[int]:
    """The answers to new matches, of which an address may make a number a day."""
    said = [{"X-Forwarded-For": address} if address else {} for address in addresses]
    return [client.post("/api/matches", json=WISH, headers=one).status_code for one in said]


def test_a_client_is_whom_a_named_proxy_asks_for(tmp_path: Path) -> None:
    """On this machine too; an address of IPv6 counts with its network."""
    named = ("127.0.0.1", "10.0.0.0/8")
    with asking(tmp_path, "127.0.0.1", matches_a_day=2, proxies=named) as proxy:
        assert statuses(proxy, ["192.0.2.1"] * 3) == [201, 201, 429]
        assert statuses(proxy, ["192.0.2.2"]) == [201]
        # what the client wrote itself stands to the left of what the proxies wrote
        forged = ["127.0.0.1, 192.0.2.1", "192.0.2.77, 192.0.2.1, 10.1.2.3"]
        assert statuses(proxy, forged) == [429, 429]
        assert statuses(proxy, [f"2001:db8:0:1::{n}" for n in range(3)]) == [201, 201, 429]
        assert statuses(proxy, ["", "", ""]) == [201, 201, 429]  # the proxy's own
    with asking(tmp_path, "::ffff:10.0.0.1", matches_a_day=1, proxies=named) as proxy:
        assert statuses(proxy, ["192.0.2.1", "192.0.2.2"]) == [201, 201]


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    with asking(tmp_path, "192.0.2.1", matches_a_day=2, proxies=("127.0.0.1",)) as stranger:
        assert statuses(stranger, ["192.0.2.2", "192.0.2.3", "192.0.2.4"]) == [201, 201, 429]
    with asking(tmp_path, "192.0.2.1", matches_a_day=2) as stranger:
        assert statuses(stranger, ["127.0.0.1"] * 3) == [201, 201, 429]


def test_this_machine_is_not_counted_without_a_proxy(tmp_path: Path) -> None:
    with asking(tmp_path, "127.0.0.1", matches_a_day=2) as neighbour:
        assert statuses(neighbour, ["", "", ""]) == [201, 201, 201]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("peer", "proxies", "shown", "hidden"),
    [
        ("127.0.0.1", (), [{}], [{"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=x"}]),
        ("127.0.0.1", ("127.0.0.1",), [{}], [{"X-Forwarded-For": "192.0.2.1"}, HERE]),
        ("10.0.0.1", ("10.0.0.1",), [], [{}, HERE]),
        ("192.0.2.1", (), [], [{}, HERE]),
        ("::ffff:127.0.0.1", (), [{}], [HERE]),
    ],
)
def test_metrics_are_not_shown_through_a_proxy(
    tmp_path: Path,
    peer: str,
    proxies: tuple[str, ...],
    shown: list[dict[str, str]],
    hidden: list[dict[str, str]],
) -> None:
    with asking(tmp_path, peer, proxies=proxies) as client:
        for said, status in [(said, 200) for said in shown] + [(said, 403) for said in hidden]:
            assert client.get("/metrics", headers=said).status_code == status, said


def test_a_proxy_that_was_not_named_is_named_in_the_log_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("marienbad.web"), "propagate", True)
    with asking(tmp_path, "127.0.0.1") as client:
        statuses(client, ["192.0.2.1", "192.0.2.2"])
    (warning,) = [record for record in caplog.records if "proxy" in record.getMessage()]
    assert "--proxy 127.0.0.1" in json.dumps(vars(warning)["facts"])


def test_what_is_no_address_cannot_be_named() -> None:
    with pytest.raises(InputError, match=r"“example\.org” is not the address of a proxy"):
        [*trusted(["example.org"])]
