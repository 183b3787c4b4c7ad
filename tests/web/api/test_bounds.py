"""Questions at the bounds: each is answered or refused with a sentence, and none is a failure."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from marienbad.analysis import Game
from marienbad.games.catalogue import FAMILIES
from marienbad.games.parameters import Parameter
from marienbad.play.players import LEVELS
from marienbad.registry import all_theory_names
from marienbad.study.tables import all_kinds, tables_of
from marienbad.text.data import LARGEST_JSON_INTEGER
from marienbad.web.app import create_app
from marienbad.web.settings import Settings
from marienbad.web.sizes import MOST_DIGITS, MOST_HEAPS
from marienbad.web.workers import pool

LARGEST = int("7" * MOST_DIGITS)
HALF = int("7" * (MOST_DIGITS // 2))
RULES = (
    "rules:heaps 2; take n from one; take n, n from two",
    "rules:heaps 1; take n from one where n in {1, 3, 4}",
    "rules:heaps 4; take a, b, c, d from all where a + b + c + d > 0",
    f"rules:let a = {10**12}; heaps 2; take n from one where n % a != 1",
)


def games() -> Iterator[str]:
    """Every family: its usual games, and those with parameters of as many digits as are read."""
    yield from RULES
    for family in FAMILIES:
        yield from family.examples
        numbers = [one for one in family.parameters if isinstance(one, Parameter)]
        names = [parameter.name for parameter in numbers if parameter.most is None]
        for values in product((1, LARGEST), repeat=len(names)):
            for ending in ("", ",misere") if any(value > 1 for value in values) else ():
                chosen = zip(names, values, strict=True)
                yield f"{family.name}:{','.join(f'{n}={v}' for n, v in chosen)}{ending}"


def positions(game: Game) -> list[str]:
    """Positions as large as are read, some beside a small heap, and one that is lost in Nim."""
    if game.heaps is None:
        heaps = [LARGEST - 3**k for k in range(MOST_HEAPS)]
        return [written(heaps), written([*heaps[:32], *heaps[:32]]), written([1] * MOST_HEAPS)]
    large = [LARGEST - 3**k for k in range(game.heaps)]
    return [
        written(large),
        written([99_998, *large[1:]]),
        written([99_999, 161_802, *large][: game.heaps]),
        written([150] * game.heaps),
    ]


def written(heaps: list[int]) -> str:
    return ",".join(map(str, heaps))


def check(answer: Any, expected: int = 200) -> None:
    """An answer, or a refusal that says something; every number is safe to read."""
    assert answer.status_code in (expected, 422), answer.text[:300]
    if answer.headers["content-type"] == "application/json":
        data = json.loads(answer.content, parse_int=bounded)
        if answer.status_code == 422:
            assert 0 < len(data["error"]["message"]) < 600


def bounded(digits: str) -> int:
    number = int(digits)
    assert abs(number) <= LARGEST_JSON_INTEGER
    return number


SECONDS = 0.3
"""Of a processor for a job: what takes longer is refused, and that is all right here."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a server whose workers end what takes long."""
    folder = tmp_path_factory.mktemp("bounds")
    short = tuple(limits.having(seconds=SECONDS) for limits in pool.QUEUES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "QUEUES", short)
        application = create_app(Settings(f"sqlite:///{folder / 'matches.db'}"))
        with TestClient(application, client=("127.0.0.1", 50000)) as client:
            yield client


@pytest.mark.slow
@pytest.mark.sample(8)
@pytest.mark.parametrize("name", list(games()), ids=lambda name: f"{name[:20]}-{len(name)}")
def test_a_question_at_the_bounds_is_answered_or_refused(client: TestClient, name: str) -> None:
    game = Game.named(name)
    for number, position in enumerate(positions(game)):
        about = {"game": name, "position": position}
        for theory in all_theory_names(game.definition):
            check(client.get("/api/analysis", params=about | {"theory": theory, "format": "html"}))
            check(client.get("/api/replies", params=about | {"theory": theory}))
            if number:
                check(client.get("/api/drawing", params=about | {"theory": theory}))
        take = written([1] * (position.count(",") + 1))
        check(client.get("/api/moves", params=about | {"values": "true"}))
        check(client.get("/api/check", params=about | {"take": take}))
    check(client.get("/api/map", params={"game": name, "size": 64}))
    for size in (LARGEST, 1024):
        check(client.get("/api/chance", params={"game": name, "size": size}))
    for kind in tables_of(game.definition):
        for base, rows in zip(kind.bases, (2_000, 20), strict=False):
            question: dict[str, Any] = {"kind": kind.name, "rows": rows, "base": base}
            check(client.get("/api/table", params=question | {"game": name}))
        if kind.takes_numbers:
            check(client.get("/api/table", params={"game": name, "of": f"{LARGEST},5"}))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_machine_replies_at_the_bounds(client: TestClient, level: str) -> None:
    for name in ("nim", "wythoff", f"wythoff:a={LARGEST}", f"wythoff:a=2,b={HALF}", "euclid"):
        heaps = positions(Game.named(name))[0].split(",")
        wish = {"game": name, "position": heaps, "players": [level, "human"]}
        check(client.post("/api/matches", json=wish), 201)


@pytest.mark.slow
def test_a_record_at_the_bounds_is_read(client: TestClient) -> None:
    start = ",".join(map(str, [LARGEST] * MOST_HEAPS))
    turns = "\n".join(f"{n}. {n % MOST_HEAPS + 1}:{n} 1:{n}" for n in range(1, 2_496))
    head = f'[Game "nim"]\n[Start "{start}"]\n[First "human"]\n[Second "human"]\n[Date ""]\n'
    headers = {"Content-Type": "text/plain"}
    record = f'{head}[Result "*"]\n\n{turns}\n'
    answer = client.post("/api/records", content=record, headers=headers)
    check(answer, 201)
    assert answer.json()["ply"] == 4_990
    check(client.get(f"/api/matches/{answer.json()['id']}/history"))
    for text in (
        ("9" * 999 + " ") * 1_048,
        f'[Game "{"x" * 2**20}"]'[: 2**20],
        record + "x" * 9_000,
    ):
        check(client.post("/api/records", content=text, headers=headers), 201)


EDGES = (2**53 - 1, 2**53, 2**63, 2**64, 10**40, HALF, LARGEST)
NUMBERS = st.one_of(st.integers(0, 300), st.sampled_from(EDGES), st.integers(0, LARGEST))
NAMES = st.one_of(
    st.sampled_from(["nim", "marienbad", "wythoff", "wythoff:misere", "euclid", "euclid:misere"]),
    st.builds("wythoff:a={},b={}".format, NUMBERS, NUMBERS),
    st.builds("wythoff:a={},misere".format, NUMBERS),
)
PATHS = ("analysis", "drawing", "moves", "check", "map", "chance", "table")


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck))
@given(st.sampled_from(PATHS), NAMES, st.lists(NUMBERS, min_size=2, max_size=2), st.data())
def test_no_number_is_too_much(
    client: TestClient, path: str, name: str, heaps: list[int], data: st.DataObject
) -> None:
    question = {"game": name, "position": written(heaps), "take": written([0, *heaps[1:]])}
    if path in ("analysis", "drawing"):
        theories = ("recurrence", "algebra", "arithmetic", "automaton", "ratio", "binary", "base4")
        question["theory"] = data.draw(st.sampled_from(theories))
    if path in ("map", "chance"):
        question["size"] = str(data.draw(NUMBERS))
    if path == "table":
        question["kind"] = data.draw(st.sampled_from(sorted(all_kinds())))
        question["of"] = written(heaps)
    check(client.get(f"/api/{path}", params=question))


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000,
        '{"game":' * 10_000,
        '{"game": "nim", "position": [%s], "players": ["human", "human"]}' % ("9" * 100_000),
        '{"game": "nim", "position": [-%s], "players": ["human", "human"]}' % ("9" * 4_000),
        '{"game": "nim", "position": [1e400], "players": ["human", "human"]}',
        '{"game": "nim", "position": [1], "players": [[%s], "human"]}' % ("9" * 4_290),
        '{"game": "\\ud800", "players": ["human", "human"]}',
    ],
    ids=lambda body: body[:24],
)
def test_no_body_is_too_much(client: TestClient, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post("/api/matches", content=body, headers=headers)
    assert answer.status_code == 422
    check(answer)


def test_no_query_is_too_much(client: TestClient) -> None:
    for query in ("&" * 60_000, "game=" + "%00" * 20_000, "game=nim&position=" + "," * 60_000):
        answer = client.get(f"/api/analysis?{query}")
        assert answer.status_code == 422
        check(answer)
