"""The interface without matches: answers, languages, bounds and headers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import marienbad
from marienbad.games.catalogue import EXAMPLES, FAMILIES
from marienbad.web.app import create_app
from marienbad.web.http.limits import LONGEST_BODY
from marienbad.web.settings import Settings

HUGE = 10**199 + 7


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("web")
    application = create_app(Settings(f"sqlite:///{folder / 'matches.db'}", rate_limit=None))
    with TestClient(application, client=("127.0.0.1", 50000)) as client:
        yield client


def get(client: TestClient, path: str, **parameters: Any) -> Any:
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["key"]


# Positions


@pytest.mark.parametrize("theory", [None, "recurrence", "algebra", "arithmetic", "table"])
def test_an_analysis_is_the_librarys(client: TestClient, theory: str | None) -> None:
    asked = {} if theory is None else {"theory": theory}
    found = get(client, "/api/analysis", game="wythoff:a=2", position="26,66", lang="fr", **asked)
    assert found == marienbad.game("wythoff:a=2").analyse((26, 66), theory).data("fr")


def test_two_hundred_digits_are_exact(client: TestClient) -> None:
    found = get(client, "/api/analysis", game="wythoff", position=f"{HUGE},{HUGE}", format="html")
    assert found["position"] == [str(HUGE), str(HUGE)]
    moves = marienbad.game("wythoff").analyse((HUGE, HUGE)).winning_moves
    taken = [tuple(map(int, move["take"])) for move in found["winning_moves"]]
    assert taken == list(moves)
    assert found["explanation_html"].startswith("<section")


@pytest.mark.parametrize(
    ("path", "parameters", "key"),
    [
        ("analysis", {"game": "wythoff"}, "server.missing"),
        ("analysis", {"game": "go", "position": "1"}, "errors.unknown_game"),
        ("analysis", {"game": "nim", "position": "1,x"}, "errors.heap"),
        ("analysis", {"game": "wythoff", "position": "1"}, "errors.heap_count"),
        ("analysis", {"game": "nim", "position": "1", "theory": "luck"}, "errors.unknown_theory"),
        ("analysis", {"game": "nim", "position": "1", "lang": "de"}, "server.one_of"),
        ("analysis", {"game": "nim", "position": "1", "format": "pdf"}, "server.one_of"),
        ("analysis", {"game": "nim", "position": "1" * 1001}, "server.digits"),
        ("analysis", {"game": "nim", "position": ",".join("1" * 65)}, "server.heaps"),
        ("analysis", {"game": "n" * 3000, "position": "1"}, "server.too_long"),
        (
            "analysis",
            {"game": "nim", "position": "99,99,99,99", "theory": "table"},
            "errors.table_too_large",
        ),
        (
            "analysis",
            {"game": "wythoff:a=9", "position": "3000,3000", "theory": "table"},
            "errors.table_too_large",
        ),
        ("analysis", {"game": "wythoff:a=9,b=2,misere", "position": "9999,9999"}, "errors.table"),
        ("drawing", {"game": "nim", "position": "99,99,99,99", "theory": "table"}, "errors.table"),
        ("chance", {"game": "wythoff:a=9,b=2,misere", "size": "3000"}, "errors.table"),
        ("moves", {"game": "wythoff:b=1000000000", "position": "1000000000,3"}, "lab.moves"),
        ("map", {"game": "wythoff", "size": "65"}, "server.at_most"),
        ("map", {"game": "wythoff", "size": "many"}, "server.whole_number"),
        ("table", {"game": "wythoff", "rows": "2001"}, "server.at_most"),
        ("table", {"game": "nim", "rows": "2000"}, "server.rows"),
        ("table", {"game": "wythoff:a=500,b=2,misere"}, "server.rows"),
        ("table", {"game": "wythoff", "kind": "sums"}, "server.one_of"),
        ("chance", {"game": "wythoff", "size": "0"}, "chance.size"),
    ],
)
def test_what_cannot_be_answered(
    client: TestClient, path: str, parameters: dict[str, str], key: str
) -> None:
    status, found = error_of(client.get(f"/api/{path}", params=parameters))
    assert (status, found.startswith(key)) == (422, True), found


def test_moves_are_listed_while_they_are_few(client: TestClient) -> None:
    few = get(client, "/api/moves", game="wythoff", position="1,2")
    assert (few["over"], few["moves"]) == (False, [[1, 0], [0, 1], [0, 2], [1, 1]])
    assert get(client, "/api/moves", game="nim", position="0,0")["over"] is True
    assert get(client, "/api/moves", game="nim", position="3001")["moves"] is None


def test_a_choice_is_checked_with_its_reason(client: TestClient) -> None:
    good = get(client, "/api/check", game="wythoff", position="5,7", take="2,2")
    assert good == {"legal": True, "reason": None, "leave": [3, 5]}
    bad = get(client, "/api/check", game="wythoff", position="5,7", take="1,2", lang="fr")
    assert (bad["legal"], bad["leave"]) == (False, None)
    assert "même" in bad["reason"]
    assert get(client, "/api/check", game="nim", position="5,7", take="1")["legal"] is False


NO_DRAWING = {"kind": "none"}


@pytest.mark.parametrize(
    ("question", "drawing"),
    [
        (
            {"game": "nim", "position": "1,3,5,6", "theory": "packets"},
            {
                "kind": "packets",
                "rows": [[1], [2, 1], [4, 1], [4, 2]],
                "unpaired": [1],
                "change": {"heap": 0, "left": 0},
            },
        ),
        (
            {"game": "marienbad", "position": "2,3", "theory": "binary"},
            {
                "kind": "binary",
                "columns": ["2", "1"],
                "digits": [[1, 0], [1, 1]],
                "odd": [1],
                "change": {"heap": 1, "left": 2},
            },
        ),
        (
            {"game": "wythoff", "position": "26,66", "theory": "arithmetic"},
            {
                "kind": "digits",
                "columns": [21, 13, 8, 5, 3, 2, 1],
                "rows": [
                    {"name": "R_F(26)", "digits": [1, 0, 0, 1, 0, 0, 0], "value": 26},
                    {"name": "R_F″(26)", "digits": [None, 1, 0, 0, 1, 0, 0], "value": 16},
                ],
                "pairs": [],
            },
        ),
        (
            {"game": "wythoff:a=2", "position": "2,7", "theory": "arithmetic"},
            {
                "kind": "digits",
                "columns": [3, 1],
                "rows": [
                    {"name": "Rₚ(2)", "digits": [None, 2], "value": 2},
                    {"name": "Rₚ′(2)", "digits": [2, 0], "value": 6},
                ],
                "pairs": [[0, 0], [1, 3], [2, 6]],
            },
        ),
        (
            {"game": "wythoff", "position": "6,9"},
            {"kind": "map", "pairs": [[0, 0], [1, 2], [3, 5], [4, 7]]},
        ),
        (
            {"game": "nim", "position": "5,5", "theory": "binary"},
            {
                "kind": "binary",
                "columns": ["4", "2", "1"],
                "digits": [[1, 0, 1], [1, 0, 1]],
                "odd": [],
                "change": None,
            },
        ),
        (
            {"game": "wythoff:misere", "position": "8,8", "theory": "arithmetic"},
            {
                "kind": "digits",
                "columns": [13, 8, 5, 3, 2, 1],
                "rows": [
                    {"name": "R_F(8)", "digits": [None, 1, 0, 0, 0, 0], "value": 8},
                    {"name": "R_F′(8)", "digits": [1, 0, 0, 0, 0, 0], "value": 13},
                ],
                "pairs": [[0, 1], [2, 2], [3, 5], [4, 7]],
            },
        ),
        (
            {"game": "wythoff:a=2,b=3", "position": "17,22", "theory": "arithmetic"},
            {
                "kind": "digits",
                "columns": [43, 7, 1],
                "rows": [
                    {"name": "Rₚ(17)", "digits": [None, 2, 3], "value": 17},
                    {"name": "Rₚ(103)", "digits": [2, 2, 3], "value": 103},
                ],
                "pairs": [
                    *([0, 0], [0, 1], [0, 2], [1, 7], [1, 8], [2, 10], [2, 14]),
                    *([3, 16], [3, 17], [3, 21]),
                ],
            },
        ),
        (
            {"game": "wythoff:b=4", "position": "0,7", "theory": "arithmetic"},
            {
                "kind": "map",
                "pairs": [[0, 0], [0, 1], [0, 2], [0, 3], [1, 5], [1, 6], [1, 7]],
            },
        ),
        (
            {"game": "wythoff:b=2,misere", "position": "5,3"},
            {"kind": "map", "pairs": [[0, 2], [0, 3], [1, 1], [1, 2], [3, 7]]},
        ),
        ({"game": "nim", "position": "5,5", "theory": "table"}, NO_DRAWING),
        ({"game": "nim", "position": "5,5", "theory": "automaton"}, NO_DRAWING),
        ({"game": "nim", "position": "5,4", "theory": "base4"}, NO_DRAWING),
        ({"game": "marienbad", "position": "1,1,5"}, NO_DRAWING),
        ({"game": "wythoff", "position": "6,900"}, NO_DRAWING),
        ({"game": "nim", "position": ""}, NO_DRAWING),
    ],
)
def test_what_can_be_drawn(
    client: TestClient, question: dict[str, str], drawing: dict[str, Any]
) -> None:
    found = get(client, "/api/drawing", **question)
    if found["kind"] == "digits":
        for row in found["rows"]:
            symbol = row.pop("symbol")
            assert row["name"].endswith(f"({symbol['argument']})")
    assert found == drawing


def test_the_names_of_digits_come_part_by_part(client: TestClient) -> None:
    question = {"game": "wythoff", "position": "26,66", "theory": "arithmetic"}
    symbols = [row["symbol"] for row in get(client, "/api/drawing", **question)["rows"]]
    first = {"base": "R", "subscript": "F", "primes": 0, "argument": 26}
    assert symbols == [first, first | {"primes": 2}]


def test_the_families_and_their_parameters(client: TestClient) -> None:
    found = {family["name"]: family for family in get(client, "/api/families", lang="fr")}
    assert list(found) == [family.name for family in FAMILIES]
    for family in FAMILIES:
        assert found[family.name]["from_text"] is (family.reader is not None)
        names = [parameter["name"] for parameter in found[family.name]["parameters"]]
        assert names == [parameter.name for parameter in family.parameters]


def test_parameters_of_any_size_are_exact(client: TestClient) -> None:
    facts = get(client, "/api/game", game=f"wythoff:b={2**60 + 1},a=1")
    assert facts["game"] == f"wythoff:b={2**60 + 1}"
    assert facts["parameters"] == {"a": 1, "b": str(2**60 + 1)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_says_which_tables_it_has(client: TestClient, name: str) -> None:
    for table in get(client, "/api/game", game=name)["tables"]:
        question = {"game": name, "kind": table["name"], "rows": table["usual_rows"]}
        assert get(client, "/api/table", **question)["kind"] == table["name"]
        assert table["usual_rows"] <= table["most_rows"]


def test_the_map_has_both_orders(client: TestClient) -> None:
    found = get(client, "/api/map", game="wythoff", size=6)
    assert found["positions"] == [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]


@pytest.mark.parametrize(
    ("form", "kind", "beginning"),
    [
        ("json", "application/json", '{"game": "wythoff:a=2"'),
        ("csv", "text/csv", "n,a,b\n0,0,0\n"),
        ("latex", "text/plain", "% \\usepackage"),
        ("bfile", "text/plain", "0 0\n1 0\n2 1\n"),
        ("text", "text/plain", "Positions to leave"),
    ],
)
def test_tables_in_every_form(client: TestClient, form: str, kind: str, beginning: str) -> None:
    answer = client.get("/api/table", params={"game": "wythoff:a=2", "rows": 3, "format": form})
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.text.startswith(beginning)


def test_the_chance_of_a_random_start(client: TestClient) -> None:
    found = get(client, "/api/chance", game="wythoff", size=str(10**30))
    assert found["lost"] == "763932022500210303590826331269"
    assert get(client, "/api/chance", game="nim", size="8", heaps="2")["lost"] == 8


# Words


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_sentence_of_the_page(client: TestClient, lang: str) -> None:
    answer = client.get("/api/words", params={"lang": lang})
    words = answer.json()["words"]
    source = Path(marienbad.__file__).parent / "text/locale/web.pot"
    keys = set(re.findall(r'^msgctxt "(web\..*)"$', source.read_text("utf-8"), re.MULTILINE))
    assert keys == {key for key in words if key.startswith("web.")}
    assert len(words["words.match"]) == 2
    again = client.get(
        "/api/words", params={"lang": lang}, headers={"If-None-Match": answer.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_games_with_their_words(client: TestClient) -> None:
    games = get(client, "/api/games", lang="fr")
    assert [game["game"] for game in games][:3] == ["nim", "marienbad", "wythoff"]
    game = get(client, "/api/game", game="wythoff:misere,a=2", lang="fr")
    assert (game["game"], game["misere"], game["heaps"]) == ("wythoff:a=2,misere", True, 2)
    assert game["nouns"] == {"heap": "heap", "object": "token"}
    assert game["theories"][0] == {"name": "recurrence", "title": "Récurrence"}
    assert [level["name"] for level in game["levels"]] == [
        "naive",
        "novice",
        "club",
        "expert",
        "perfect",
    ]
    assert get(client, "/api/game", game="nim")["levels"][-1]["name"] == "machine-004"


@pytest.mark.parametrize(
    ("query", "header", "lang"),
    [
        ("", None, "en"),
        ("", "fr", "fr"),
        ("", "de, fr-CH;q=0.9, en;q=0.8", "fr"),
        ("", "fr;q=0.1, en;q=0.2", "en"),
        ("", "fr;q=nonsense", "en"),
        ("&lang=fr", "en", "fr"),
    ],
)
def test_the_language_of_an_error(
    client: TestClient, query: str, header: str | None, lang: str
) -> None:
    headers = {"Accept-Language": header or ""}
    answer = client.get(f"/api/analysis?game=go&position=1{query}", headers=headers)
    message = answer.json()["error"]["message"]
    assert message.startswith("There is no game" if lang == "en" else "Il n’y a pas de jeu")


# Pages and headers


@pytest.mark.parametrize("path", ["/", "/m/whatever", "/analysis", "/tables"])
def test_a_page_is_a_small_shell(client: TestClient, path: str) -> None:
    page = client.get(path, headers={"Accept-Language": "fr"})
    assert page.status_code == 200
    assert '<html lang="fr">' in page.text
    assert "<noscript>" in page.text
    assert "style=" not in page.text
    client.cookies.set("lang", "en")
    assert '<html lang="en">' in client.get(path, headers={"Accept-Language": "fr"}).text
    client.cookies.clear()
    assert client.head(path).status_code == 200


@pytest.mark.parametrize(
    ("kept", "written"),
    [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("auto", ""), ("'>", "")],
)
def test_a_page_has_its_readers_colours_before_its_script_runs(
    client: TestClient, kept: str, written: str
) -> None:
    page = client.get("/", headers={"Cookie": f"theme={kept}", "Accept-Language": "en"})
    assert f'<html lang="en"{written}>' in page.text
    assert "Cookie" in page.headers["vary"]


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/static/app.js", "/metrics"])
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"


def test_static_files_do_not_leave_their_folder(client: TestClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/"):
        assert client.get(path).status_code == 404


def test_nothing_here_and_not_so(client: TestClient) -> None:
    assert error_of(client.get("/nowhere")) == (404, "server.status.404")
    assert error_of(client.put("/api/matches")) == (405, "server.status.405")


# Bounds


def test_a_body_too_long_is_not_read(client: TestClient) -> None:
    answer = client.post("/api/matches", content=b"[" * (LONGEST_BODY + 1))
    assert error_of(answer) == (413, "server.status.413")
    deep = client.post("/api/matches", content=b"[" * LONGEST_BODY)
    assert error_of(deep) == (422, "server.json")
    digits = client.post("/api/matches", content=b'{"game": ' + b"1" * 5000 + b"}")
    assert digits.status_code == 422
    for heap in ("9" * 5000, "9" * 1001, "-" + "9" * 5000, "1e400", "NaN"):
        body = f'{{"game": "nim", "players": ["human", "human"], "position": [{heap}]}}'
        assert client.post("/api/matches", content=body).status_code == 422


def test_too_many_requests_of_an_address(tmp_path: Path) -> None:
    application = create_app(Settings(f"sqlite:///{tmp_path / 'matches.db'}", rate_limit=3))
    with TestClient(application, client=("192.0.2.7", 1)) as stranger:
        statuses = [stranger.get("/api/health?lang=fr").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = stranger.get("/api/health?lang=fr")
        assert error_of(refused) == (429, "server.rate")
        assert "par minute" in refused.json()["error"]["message"]
        assert refused.headers["retry-after"]
    for host in ("127.0.0.1", "::1"):
        with TestClient(application, client=(host, 1)) as neighbour:
            assert all(neighbour.get("/api/health").status_code == 200 for _ in range(5))


def test_metrics_are_for_this_machine(client: TestClient, tmp_path: Path) -> None:
    client.get("/api/health")
    text = client.get("/metrics").text
    assert 'marienbad_requests_total{method="GET",route="/api/health",status="200"}' in text
    for is_public, status in ((False, 403), (True, 200)):
        application = create_app(
            Settings(f"sqlite:///{tmp_path / 'matches.db'}", public_metrics=is_public)
        )
        with TestClient(application, client=("192.0.2.7", 1)) as stranger:
            assert stranger.get("/metrics").status_code == status
