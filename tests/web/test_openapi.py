"""What is declared at /openapi.json: nothing else is ever answered."""

import json
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests import support
from tests.support import PATIENCE, sample
from tests.web.support import how_many

pytestmark = pytest.mark.slow


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


def test_the_contract_is_in_the_document(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path in ("/api/health", "/api/games", "/api/analysis", "/api/matches"):
        assert path in paths
    moves = paths["/api/matches/{key}/moves"]["post"]["responses"]
    assert {"200", "401", "403", "404", "409", "413", "422", "429", "503"} <= set(moves)


@pytest.mark.sample
@pytest.mark.parametrize("is_right", [True, False], ids=["positive", "negative"])
def test_nothing_undeclared_is_answered(
    client: httpx.Client, is_right: bool, subtests: pytest.Subtests
) -> None:
    """Whatever is asked, rightly or wrongly, the answer is one of those declared."""
    from schemathesis import GenerationMode, openapi

    mode = GenerationMode.POSITIVE if is_right else GenerationMode.NEGATIVE
    schema: Any = openapi.from_dict(client.get("/openapi.json").json())
    operations = [found.ok() for found in schema.get_all_operations()]
    if not is_right:  # a call without parameters cannot be asked wrongly
        operations = [one for one in operations if list(one.query) or list(one.body)]
    for operation in sample(operations, 8, f"operations {mode.value}"):
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

    @seed(support.SEED)
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=how_many(8, in_verify=20),
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
