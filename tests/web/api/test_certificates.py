"""The certificates of proved games over HTTP."""

import pytest
from starlette.testclient import TestClient

from marienbad.checker import check
from tests.web.support import lane_metric


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nim", "wythoff:a=2", "wythoff:b=2,misere"])
def test_a_proved_game_gives_its_certificate(client: TestClient, game: str) -> None:
    before = lane_metric(client, "asked_total", "proof")
    answer = client.get("/api/certificate", params={"game": game})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    assert check(answer.text).game == game
    assert lane_metric(client, "asked_total", "proof") == before + 1


def test_a_name_is_read_as_everywhere(client: TestClient) -> None:
    answer = client.get("/api/certificate", params={"game": "nim:misere"})
    assert check(answer.text).game == "marienbad"


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("euclid", "prover.not_proved"),
        ("wythoff:a=98", "prover.not_proved"),
        ("rules:heaps 2; take n from one", "prover.not_proved"),
        ("../proved/nim", "errors.unknown_game"),
        ("x" * 5000, None),
    ],
)
def test_a_game_without_a_proof_has_none(client: TestClient, game: str, key: str | None) -> None:
    answer = client.get("/api/certificate", params={"game": game})
    assert answer.status_code == 422
    if key is not None:
        assert answer.json()["error"]["key"] == key


@pytest.mark.slow
def test_the_call_is_declared(client: TestClient) -> None:
    declared = client.get("/openapi.json").json()["paths"]["/api/certificate"]["get"]["responses"]
    assert {"200", "422", "429", "503"} <= declared.keys()
