"""What is declared at /openapi.json: nothing else is ever answered."""

import json
from collections.abc import Mapping
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import booleans

from tests import support
from tests.support import PATIENCE, sample
from tests.web.support import how_many

pytestmark = pytest.mark.slow

LONGEST_ADDRESS = 60_000
GUARDS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


def test_the_contract_is_in_the_document(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path in ("/api/health", "/api/games", "/api/analysis", "/api/matches"):
        assert path in paths
    moves = paths["/api/matches/{key}/moves"]["post"]["responses"]
    assert {"200", "401", "403", "404", "409", "413", "422", "429", "503"} <= set(moves)


@pytest.fixture
def known(client: httpx.Client) -> dict[str, str]:
    """What a path may name: a match and a room, and the token of a seat at the match."""
    wish = {"game": "nim", "position": [30, 40], "players": ["human", "perfect"]}
    match = client.post("/api/matches", json=wish).json()
    room = {"game": "nim", "position": [3, 4], "opponent": "team", "begins": True}
    opened = client.post("/api/rooms", json=room).json()
    return {"key": match["id"], "code": opened["code"], "token": match["seats"][0]}


@pytest.mark.sample
@pytest.mark.parametrize("is_right", [True, False], ids=["positive", "negative"])
def test_nothing_undeclared_is_answered(
    client: httpx.Client, known: dict[str, str], is_right: bool, subtests: pytest.Subtests
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
            ask(operation, mode, str(client.base_url), known if is_right else {})


def ask(operation: Any, mode: Any, address: str, known: Mapping[str, str]) -> None:
    """Ask with what the schema allows, or does not; every second time of what is there."""
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
    @given(case=operation.as_strategy(generation_mode=mode), is_known=booleans())
    @settings(
        max_examples=how_many(8, in_verify=40),
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any, is_known: bool) -> None:
        headers = {}
        if is_known and known:
            named = {name: known[name] for name in case.path_parameters or () if name in known}
            case.path_parameters = {**(case.path_parameters or {}), **named}
            headers = {"Authorization": f"Bearer {known['token']}"}
        answer = case.call(base_url=address, headers=headers, timeout=PATIENCE)
        if len(answer.request.url) > LONGEST_ADDRESS and answer.status_code == 400:
            return  # uvicorn's parser of HTTP reads no longer one
        assert {*GUARDS} <= {name.lower() for name in answer.headers}
        case.validate_response(answer, checks=conformance)

    call()


@pytest.mark.parametrize(
    "value",
    [
        *("9" * 5_000, "-" + "9" * 1_200, "1e400", "NaN", "[" * 3_000 + "]" * 3_000, '"\\x"'),
        *('"\\ud800"', '"\\u0000"', "[1" + ",1" * 65_000 + "]", '{"a": 1', "\0", "\x1b"),
    ],
    ids=lambda value: value[:9],
)
def test_what_no_writer_of_json_writes_is_refused(client: httpx.Client, value: str) -> None:
    kind = {"Content-Type": "application/json"}
    for body in (value, f'{{"game": {value}}}', f'{{"position": [{value}], "game": "nim"}}'):
        for path in ("/api/matches", "/api/lab", "/api/matches/x/moves", "/api/rooms"):
            answer = client.post(path, content=body.encode(), headers=kind)
            assert answer.status_code in (401, 404, 413, 422), (path, answer.text)
            assert answer.json()["error"]["key"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("Authorization", value) for value in ("", "Bearer", "Basic YTpi", "Bearer \xe9")),
        *(("Accept-Language", value) for value in ("q", ";q=9", "fr;q=x,en;q=-1", "\xe9" * 90)),
        *(("Content-Type", value) for value in ("", "text/html", "application/json; charset=x")),
        *(("Origin", value) for value in ("null", "\xe9", "http://[", "http://evil.example")),
        *(("Host", value) for value in ("evil.example", "[::1", "a:b:c", "127.0.0.1:99999")),
        *(("If-None-Match", value) for value in ("*", '"', 'W/"x"')),
        *(("Accept-Encoding", value) for value in ("gzip;q=0", "*", ",;q", "gzip;q=x")),
        *(("Cookie", value) for value in ('lang="' + "\\" * 5_000, "theme=\xe9", "=;=;" * 50)),
        *(("Range", "bytes=5-2,-1"), ("X-Forwarded-For", "::1, \xe9"), ("Forwarded", "for=_x")),
    ],
)
def test_strange_headers_break_nothing(client: httpx.Client, name: str, value: str) -> None:
    given = {name.encode("ascii"): value.encode("latin-1")}
    said = given | {b"Accept": b"text/html"}
    for path in ("/", "/m/x", "/static/app.js", "/sw.js", "/api/games", "/api/matches/x/seat"):
        answer = client.get(path, headers=said)
        assert answer.status_code in (200, 304, 400, 401, 404, 416, 421), (path, answer.text)
        assert {*GUARDS} <= {*answer.headers}
    answer = client.post("/api/matches", content=b"{}", headers=given)
    assert answer.status_code in (403, 415, 421, 422), answer.text


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
