"""The file of an automaton, read again, and files that are damaged."""

import json
from typing import Any

import pytest

from marienbad.prover.automata.diagram import Diagram, read, written
from marienbad.prover.systems.linear import BINARY
from marienbad.text.problems import InputError

EQUAL = Diagram(BINARY, ("x", "y"), ((), (((0, 0), 1), ((1, 1), 1))), (1,))
DAMAGED: dict[str, list[Any]] = {
    "format": ["marienbad automaton 2", None, 1],
    "game": [],
    "system": [{}, [], None, {"name": "base 2"}],
    "tracks": [1, None, ["x"], []],
    "accepting": [None, 1, [0], [2], ["1"], [[1]], [1.5], [{}]],
    "edges": [
        None,
        [],
        [[[0, 0, 1]], []],
        [[], [[0, 1]]],
        [[], [[0, 2, 1]]],
        [[], [[0, 0, 2]]],
        [[], [[0, 0, -1]]],
        [[], [[0, "0", 1]]],
        [[], [[0, 0, "1"]]],
        [[], [[0, 0.5, 1]]],
        [[], [[0, [0], 1]]],
        [[], [[0, {}, 1]]],
        [[], [[]]],
        [[], [0]],
    ],
}


def test_a_file_is_read_as_it_was_written() -> None:
    assert read(written("nim", EQUAL)) == ("nim", EQUAL)


@pytest.mark.parametrize("field", DAMAGED)
def test_a_damaged_file_is_refused(field: str) -> None:
    data = json.loads(written("nim", EQUAL))
    for value in DAMAGED[field]:
        with pytest.raises(InputError) as caught:
            read(json.dumps(data | {field: value}))
        assert caught.value.message.key.startswith("prover."), value
    del data[field]
    with pytest.raises(InputError):
        read(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "7"])
def test_what_is_no_such_file_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text)
