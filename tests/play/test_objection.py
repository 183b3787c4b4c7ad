"""Why a choice may not be played."""

import pytest

from marienbad.analysis import Game
from marienbad.heaps import Move
from marienbad.play.objection import objection
from marienbad.text.plain import Plain


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("nim", (1, 1), "one row only"),
        ("wythoff", (0, 0), "Choose the tokens"),
        ("wythoff", (3, 1), "the same number"),
        ("wythoff:a=2", (4, 1), "difference of at most 1"),
        ("wythoff:b=3", (4, 0), "multiple of 3"),
        ("wythoff:a=2,b=3", (4, 2), "difference that is a multiple of 3"),
        ("wythoff:a=2,b=3", (7, 1), "difference of at most 3"),
    ],
)
def test_why_a_choice_is_not_legal(game: str, move: Move, sentence: str) -> None:
    message = objection(Game.named(game), (9, 9), move)
    assert message is not None
    assert sentence in Plain("en").line(message)


@pytest.mark.parametrize("game", ["nim", "wythoff", "wythoff:b=3", "wythoff:a=2,b=3"])
def test_there_is_an_objection_exactly_where_a_move_is_illegal(game: str) -> None:
    rules = Game.named(game)
    for move in [(x, y) for x in range(8) for y in range(8)]:
        assert (objection(rules, (7, 7), move) is None) == rules.is_legal((7, 7), move)


@pytest.mark.parametrize(
    ("name", "move", "sentence"),
    [
        ("nim", (0, 0), "Choose the matches to take"),
        ("nim", (4, 0), "Only 3 matches in row 1"),
        ("wythoff", (0, 1), "Nothing is left in heap 2"),
        ("nim", (1, 1), "Nothing is left in row 2"),
        ("wythoff:b=2", (1, 0), "From one heap: a multiple of 2"),
    ],
)
def test_an_objection_says_what_is_wrong(name: str, move: Move, sentence: str) -> None:
    problem = objection(Game.named(name), (3, 0), move)
    assert problem is not None
    assert Plain("en").line(problem).startswith(sentence)
