"""What is declared at /openapi.json: nothing else is ever answered."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.support import PATIENCE
from tests.web.support import ServerProcess

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("declared")
    with (
        ServerProcess(f"sqlite:///{folder / 'matches.db'}") as server,
        httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as client,
    ):
        yield client


def test_the_contract_is_in_the_document(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path in ("/api/health", "/api/games", "/api/analysis", "/api/matches"):
        assert path in paths
    moves = paths["/api/matches/{key}/moves"]["post"]["responses"]
    assert {"200", "401", "403", "404", "409", "413", "422", "429", "503"} <= set(moves)


@pytest.mark.parametrize("is_right", [True, False], ids=["positive", "negative"])
def test_nothing_undeclared_is_answered(
    client: httpx.Client, is_right: bool, subtests: pytest.Subtests
) -> None:
    """Whatever is asked, rightly or wrongly, the answer is one of those declared."""
    from schemathesis import GenerationMode, openapi

    mode = GenerationMode.POSITIVE if is_right else GenerationMode.NEGATIVE
    schema: Any = openapi.from_dict(client.get("/openapi.json").json())
    for found in schema.get_all_operations():
        operation = found.ok()
        # a call without parameters cannot be asked wrongly
        if is_right or list(operation.query) or list(operation.body):
            with subtests.test(operation.label):
                ask(operation, mode, str(client.base_url))


def ask(operation: Any, mode: Any, address: str) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    conformance = (
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    )

    @seed(1961)
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=20,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any) -> None:
        case.call_and_validate(base_url=address, checks=conformance, timeout=PATIENCE)

    call()


def test_known_answers_fit_their_models(client: httpx.Client) -> None:
    """The fuzzing seldom hits a match that exists: these do."""
    document = client.get("/openapi.json").json()
    from jsonschema_rs import validator_for

    match = client.post(
        "/api/matches?lang=fr", json={"game": "nim", "players": ["human", "perfect"]}
    ).json()
    token = {"Authorization": f"Bearer {match['seats'][0]}"}
    path = f"/api/matches/{match['id']}"
    body = {"take": [1, 0, 0, 0], "ply": 0}
    answers = {
        "CreatedMatch": match,
        "Match": client.post(f"{path}/moves", json=body, headers=token).json(),
        "HeldSeat": client.get(f"{path}/seat", headers=token).json(),
        "Hint": client.get(f"{path}/hint?step=3").json(),
        "History": client.get(f"{path}/history").json(),
        "Error": client.post(f"{path}/moves").json(),
    }
    for name, answer in answers.items():
        model = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        validator_for(json.loads(json.dumps(model))).validate(answer)
