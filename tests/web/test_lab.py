"""The calls of the lab: maps as the library has them, mistakes with their place, and bounds."""

import csv
import gzip
import io
import os
import signal
from base64 import b64decode
from collections.abc import Iterator
from itertools import product
from threading import Thread
from typing import Any
from urllib.parse import quote

import httpx2 as httpx
import numpy as np
import pytest

import marienbad
from marienbad.solver.reachable import Reachable
from tests.support import PATIENCE, sample
from tests.web.support import ServerProcess, Table, client_of, how_many, queue_metric, workers_of

pytestmark = pytest.mark.slow

WYTHOFF = "heaps 2\ntake n from one\ntake n, n from two"
EUCLID = (
    "heaps 2; take n from x where x >= y and n % y == 0; take n from y where y >= x and n % x == 0"
)
NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
BILLIONS = "heaps 4; take a, b, c, d from all"


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that ends what takes too long."""
    folder = tmp_path_factory.mktemp("bounded")
    with (
        ServerProcess(f"sqlite:///{folder / 'matches.db'}", has_cpu_limit=True) as server,
        client_of(server) as client,
    ):
        yield client


def ask(client: httpx.Client, rules: str, lang: str = "en", **facts: Any) -> httpx.Response:
    return client.post("/api/lab", params={"lang": lang}, json={"rules": rules, **facts})


def table_of(found: dict[str, Any]) -> Any:
    octets = np.frombuffer(b64decode(found["table"]), np.uint8)
    count = int(np.prod(found["sizes"]))
    if found["bits"] == 1:
        values = np.unpackbits(octets, count=count, bitorder="little").astype(bool)
    else:
        values = octets.view(f"<u{found['bits'] // 8}")
    return values.reshape(found["sizes"])


# What is answered


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        (WYTHOFF, "wythoff"),
        ("heaps 2; take n from one; last loses", "marienbad"),
        ("heaps 3; take n from one", None),
        (f"{WYTHOFF}; take 1, 3 from two", None),
    ],
)
def test_rules_of_a_proved_game_say_so(client: httpx.Client, rules: str, game: str | None) -> None:
    assert ask(client, rules, size=8).json()["proved"] == game


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        (WYTHOFF, 130),
        (EUCLID, 40),
        (NIMOFF, 12),
        ("heaps 1; take n from one where n in {1, 3, 4}", 300),
        ("heaps 2; take c, d from two where gcd(c, d) == 1; take n from one; last loses", 30),
    ],
)
def test_a_map_is_the_librarys(client: httpx.Client, rules: str, size: int) -> None:
    game = marienbad.rules(rules)
    found = ask(client, rules, "fr", size=size).json()
    sizes = (size,) * len(game.start)
    assert (found["game"], found["rule"], found["sizes"]) == (game.name, game.rule("fr"), [*sizes])
    assert np.array_equal(table_of(found), game.solve(sizes).is_p)
    assert found["count"] == int(table_of(found).sum())
    if not found["misere"]:
        values = ask(client, rules, size=size, kind="grundy").json()
        expected = game.solve(sizes, grundy=True).grundy
        assert expected is not None
        assert np.array_equal(table_of(values), expected)


def test_what_there_is_to_notice_comes_in_the_readers_language(client: httpx.Client) -> None:
    assert "Equal to Wythoff’s game up to" in ask(client, WYTHOFF).json()["description"]
    assert "«\u202fJeu de Wythoff\u202f» jusqu" in ask(client, WYTHOFF, "fr").json()["description"]
    found = ask(client, "heaps 1; take n from one where n in {1, 3, 4}").json()
    assert found["period"] == {"start": 0, "length": 7}


def test_the_numbers_of_a_text_stand_apart(client: httpx.Client) -> None:
    text = "heaps 2 # 𝄞\nlet k = 007, j = k + 1, m = 2\ntake n from one where n <= k"
    pieces = ask(client, text, size=8).json()["pieces"]
    assert pieces == [
        "heaps 2 # 𝄞\nlet k = ",
        ["k", 7],
        ", j = k + 1, m = ",
        ["m", 2],
        "\ntake n from one where n <= k",
    ]
    assert "".join(ask(client, WYTHOFF, size=8).json()["pieces"]) == WYTHOFF


def test_a_question_is_made_to_fit_the_rules(client: httpx.Client) -> None:
    large = ask(client, NIMOFF, size=500, kind="grundy", fit=True).json()
    assert (large["sizes"], large["kind"]) == ([64] * 3, "grundy")
    misere = ask(client, f"{WYTHOFF}; last loses", size=20, kind="grundy", fit=True).json()
    assert (misere["sizes"], misere["kind"], misere["misere"]) == ([20, 20], "outcomes", True)


@pytest.mark.sample
def test_what_is_offered_can_be_asked_for(client: httpx.Client) -> None:
    offer = client.get("/api/lab").json()
    assert len(offer["examples"]) >= 10
    for rules in sample(offer["examples"].values(), 4, "examples"):
        heaps = len(marienbad.rules(rules).start)
        size = offer["sizes"][str(heaps)][0]
        assert ask(client, rules, size=size, fit=True).status_code == 200
    for heaps, sizes in sample(offer["sizes"].items(), 3, "sizes"):
        rules = f"heaps {heaps}; take 1 from one"
        assert ask(client, rules, size=sizes[-1]).status_code == 200
        assert ask(client, rules, size=sizes[-1] + 1).status_code == 422


@pytest.mark.parametrize(
    "name", ["fibonacci", "order", "call-number", "call-heap", "split", "octal"]
)
def test_where_positions_are_more_than_heaps_the_map_shows_starts(
    client: httpx.Client, name: str
) -> None:
    rules = client.get("/api/lab").json()["examples"][name]
    definition = marienbad.rules(rules).definition
    found = ask(client, rules, fit=True).json()
    assert [*map(len, (found["sizes"], found["start"]))] == [len(definition.start)] * 2
    assert "lab.starts." in found["description"]
    is_p = Reachable(definition).is_p
    expected = [is_p(position) for position in product(*map(range, found["sizes"]))]
    assert table_of(found).flatten().tolist() == expected
    values = ask(client, rules, fit=True, kind="grundy").json()
    assert values["kind"] == (
        "outcomes"
        if definition.ruleset.memory.has_calls or name in ("fibonacci", "order")
        else "grundy"
    )
    held = {"rules": rules, "held": ""}
    answer = client.get("/api/lab/tile", params=held)
    assert (answer.status_code, answer.json()["error"]["key"]) == (422, "lab.no_tiles")


def test_a_hostile_text_is_bounded(client: httpx.Client, bounded: httpx.Client) -> None:
    for rules in ("heaps 8; take n from one then split", "heaps 8; octal 0." + "7" * 32):
        assert ask(client, rules, fit=True).status_code == 200
        answer = ask(bounded, rules, size=4)
        assert answer.status_code in (200, 422), answer.text


def test_rules_are_written_from_choices(client: httpx.Client) -> None:
    choices: dict[str, list[Any]] = {
        "one": ["any", "bound", "multiple", "set", "none"],
        "both": ["same", "near", "ratio", "none"],
        "all": ["same", "none"],
        "heaps": [1, 2, 3, 4],
    }
    moves = {"without": "(2, 2); 0, 4; 1, 3", "added": "(1, 3)", "amounts": "1, 3 and 4"}
    for chosen in product(*choices.values()):
        wish = {**dict(zip(choices, chosen, strict=True)), **moves, "last_loses": True}
        text = client.post("/api/lab/text", json=wish).json()["rules"]
        if wish["one"] == "none" and wish["heaps"] == 1:
            continue  # no way to take is left
        game = marienbad.rules(text)
        assert game.definition.is_misere
        assert len(game.start) == wish["heaps"]
        if wish["heaps"] == 2:
            legal = {move for move in product(range(6), repeat=2) if game.is_legal((9, 9), move)}
            assert not legal & {(2, 2), (0, 4), (4, 0)}
            assert (1, 3) in legal  # added though it was left out


def test_an_answer_is_compressed_for_those_who_can_read_it(client: httpx.Client) -> None:
    body = {"rules": WYTHOFF, "size": 256}
    packed = client.post("/api/lab", json=body)
    plain = client.post("/api/lab", json=body, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(gzip.compress(plain.content)) < len(plain.content) // 4


def test_files_to_take_away(client: httpx.Client) -> None:
    def file(form: str, **facts: Any) -> httpx.Response:
        query = {"rules": WYTHOFF, "format": form, "size": 32, **facts}
        answer = client.get("/api/lab/file", params=query)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"].startswith("attachment")
        return answer

    assert file("png").content[1:4] == b"PNG"
    assert file("svg", kind="grundy", lang="fr").text.startswith("<svg")
    rows = list(csv.reader(io.StringIO(file("csv").text)))
    assert rows[:4] == [["x", "y"], ["0", "0"], ["1", "2"], ["2", "1"]]
    assert file("bfile").text.splitlines()[:6] == ["0 0", "1 0", "2 1", "3 2", "4 3", "5 5"]


# What is refused


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"rules": WYTHOFF, "size": 513}, "server.at_most"),
        ({"rules": NIMOFF, "size": 65}, "lab.size"),
        ({"rules": WYTHOFF, "size": 1}, "server.at_least"),
        ({"rules": WYTHOFF, "kind": "colours"}, "server.one_of"),
        ({"rules": "x" * 20_000}, "server.too_long"),
        ({"rules": WYTHOFF, "python": "import os"}, "server.unknown_field"),
        ({"rules": f"{WYTHOFF}\nlast loses", "kind": "grundy"}, "solver.misere_grundy"),
        ({"rules": ""}, "rules.error"),
        ({}, "server.missing"),
    ],
)
def test_a_question_that_cannot_be_used(
    client: httpx.Client, body: dict[str, Any], key: str
) -> None:
    answer = client.post("/api/lab", json=body)
    assert (answer.status_code, answer.json()["error"]["key"]) == (422, key)


def test_a_mistake_has_its_place_and_its_sentence(client: httpx.Client) -> None:
    error = ask(client, "heaps 2\ntake n frm one", "fr").json()["error"]
    assert (error["key"], error["line"], error["column"]) == ("rules.error", 2, 8)
    assert error["message"].startswith("Ligne 2, colonne 8\u202f:")


HOSTILE = [
    (BILLIONS, 20),
    ("heaps 4; take a, b, c, d from all where a * b * c * d % 999999999989 == 3", 20),
    ("heaps 2; take c, d from two where gcd(c * c + 1, d * d + 1) == 1", 512),
    (f"heaps 2; take n from one where {'(' * 200}n{')' * 200} == 1", 128),
    ("heaps 2; take n from one where n < 10000000000000000000000", 128),
    ("heaps 2; take n from one where n * 999999999999 * 999999999999 % 7 == 3", 512),
    (f"heaps 2; take n from one where {' or '.join(f'n == {k}' for k in range(140))}", 512),
]


@pytest.mark.parametrize(("rules", "size"), HOSTILE)
def test_a_hostile_rule_is_bounded(bounded: httpx.Client, rules: str, size: int) -> None:
    answer = ask(bounded, rules, size=size, kind="grundy")
    assert answer.status_code in (200, 422), answer.text


@pytest.mark.sample
def test_nobody_else_notices_a_greedy_rule(bounded: httpx.Client) -> None:
    statuses: list[int] = []

    def be_greedy(number: int) -> None:
        with httpx.Client(base_url=bounded.base_url, timeout=PATIENCE, trust_env=False) as own:
            rules = f"heaps 4; take a, b, c, d from all where a * b * c * d % 7 != {number}"
            statuses.append(ask(own, rules, size=12, kind="grundy").status_code)

    count = how_many(2, in_verify=4)
    crowd = [Thread(target=be_greedy, args=(number,)) for number in range(count)]
    for one in crowd:
        one.start()
    is_over = False
    while not is_over:
        is_over = not any(one.is_alive() for one in crowd)
        assert bounded.get("/api/health").status_code == 200
        assert bounded.get("/api/analysis?game=wythoff&position=26,66").status_code == 200
    # some machines finish such a map in its time
    assert len(statuses) == count
    assert set(statuses) <= {200, 422}
    # and the lab is there again
    assert ask(bounded, WYTHOFF, size=200).status_code == 200


def test_a_map_that_was_solved_is_remembered(client: httpx.Client) -> None:
    body = {"rules": EUCLID, "size": 300}
    first = client.post("/api/lab", json=body)
    asked = queue_metric(client, "jobs_total", "search")
    assert client.post("/api/lab", json=body).content == first.content
    assert queue_metric(client, "jobs_total", "search") == asked


# A game of one's own is a game like any other


@pytest.mark.parametrize("rules", [EUCLID, f"{NIMOFF}; last loses", "heaps 2; take 1, 2 from two"])
def test_every_call_knows_a_game_from_rules(client: httpx.Client, rules: str) -> None:
    game = marienbad.rules(rules)
    query = f"game={quote(game.name, safe='')}&position={','.join(map(str, game.start))}&lang=fr"
    analysis = client.get(f"/api/analysis?{query}").json()
    assert analysis == game.analyse(game.start).data("fr")
    moves = client.get(f"/api/moves?{query}").json()["moves"]
    assert moves == [list(move) for move in game.moves(game.start)]
    assert client.get(f"/api/drawing?{query}").status_code == 200
    squares = client.get(f"/api/map?{query}")
    assert squares.status_code == 200
    assert client.get(f"/api/game?{query}").json()["theories"][0]["name"] == "table"
    table = Table.laid(client, game.name, "human", "perfect")
    hint = client.get(f"{table.path}/hint?step=3&lang=fr").json()
    while not table.match["over"]:
        position = tuple(table.match["position"])
        winning = game.analyse(position).winning_moves
        table.play(list(winning[0] if winning else next(game.moves(position))))
    won = analysis["outcome"] == "N"
    assert table.match["winner"] == (0 if won else 1)
    assert hint["take"] is not None
    history = client.get(f"{table.path}/history?lang=fr").json()
    assert len(history["moves"]) == table.match["ply"]
    record = client.get(f"{table.path}/record").text
    again = client.post("/api/records", content=record, headers={"Content-Type": "text/plain"})
    assert again.status_code == 201
    assert again.json()["moves"] == table.match["moves"]


@pytest.mark.parametrize("players", [("human", "perfect"), ("human", "club"), ("human", "human")])
def test_a_match_on_hostile_rules_is_refused_or_bounded(
    bounded: httpx.Client, players: tuple[str, str]
) -> None:
    for rules, position in (
        (BILLIONS, [99] * 4),
        ("heaps 2; take c, d from two where c * d == 999999999989", [10**12] * 2),
        ("heaps 4; take a, b, c, d from all where a * b * c * d == 9999991", [7] * 4),
    ):
        body = {"game": f"rules:{rules}", "players": players, "position": position}
        answer = bounded.post("/api/matches", json=body)
        for path in ("moves", "analysis", "drawing"):
            query = {"game": f"rules:{rules}", "position": ",".join(map(str, position))}
            found = bounded.get(f"/api/{path}", params=query)
            assert found.status_code in (200, 422), found.text
        assert answer.status_code in (201, 422), answer.text


def test_a_record_of_hostile_rules_is_bounded(bounded: httpx.Client) -> None:
    greedy = "rules:heaps 4; take a, b, c, d from all where a * b * c * d % 7 != 3"
    record = bounded.get(f"{Table.laid(bounded, greedy, 'human', 'perfect').path}/record").text
    changed = record.replace("1,3,5,7", "19,19,19,19")
    assert changed != record
    answer = bounded.post("/api/records", content=changed, headers={"Content-Type": "text/plain"})
    error = answer.json()["error"]
    assert answer.status_code == 422
    assert error["key"] in ("server.takes_too_long", "errors.table_too_large")


def test_a_lost_process_is_begun_again(shared_server: ServerProcess, client: httpx.Client) -> None:
    os.kill(workers_of(shared_server)[0], signal.SIGKILL)
    assert ask(client, WYTHOFF, size=77).status_code == 200
