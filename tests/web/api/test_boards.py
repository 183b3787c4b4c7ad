"""What the page can draw of a position."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.support import get

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
        (
            {"game": "nim", "position": "2,2", "theory": "automaton"},
            {
                "kind": "path",
                "columns": [2, 1],
                "digits": [[1, 0], [1, 0]],
                "states": [1, 1, 1],
                "accepts": True,
                "pairs": [],
            },
        ),
        ({"game": "nim", "position": "5,4", "theory": "base4"}, NO_DRAWING),
        ({"game": "marienbad", "position": "1,1,5"}, NO_DRAWING),
        ({"game": "wythoff", "position": "6,900"}, NO_DRAWING),
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
