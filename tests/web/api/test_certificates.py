"""The certificates of proved games over HTTP."""

import pytest
from starlette.testclient import TestClient

from marienbad.checker import check
from tests.web.support import queue_metric


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nim", "wythoff:a=2", "wythoff:b=2,misere"])
def test_a_proved_game_gives_its_certificate(client: TestClient, game: str) -> None:
    before = queue_metric(client, "jobs_total", "proof")
    answer = client.get("/api/certificate", params={"game": game})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    assert check(answer.text).game == game
    assert queue_metric(client, "jobs_total", "proof") == before + 1


def test_a_name_is_read_as_everywhere(client: TestClient) -> None:
    answer = client.get("/api/certificate", params={"game": "nim:misere"})
    assert check(answer.text).game == "marienbad"


@pytest.mark.slow
def test_the_call_is_declared(client: TestClient) -> None:
    declared = client.get("/openapi.json").json()["paths"]["/api/certificate"]["get"]["responses"]
    assert {"200", "422", "429", "503"} <= declared.keys()
