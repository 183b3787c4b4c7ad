"""What is tried in a lost position, against the comparison of all moves by the search."""

from itertools import product

import pytest

import marienbad
from marienbad.analysis import Game
from marienbad.heaps import Move, Position, leave
from marienbad.play.coach import hint
from marienbad.text.plain import Plain

SMALL = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:a=2",
    "wythoff:b=3",
    "wythoff:a=2,b=2,misere",
    "euclid",
    "euclid:misere",
    "rules:heaps 2; take n from one where n in {1, 3, 4}; take n, n from two; last loses",
)


def compared(game: Game, position: Position) -> list[tuple[bool, int, int, Move]]:
    """Every move with the replies that win, the best first; what ends the game comes last."""
    found = []
    for move in game.moves(position):
        replies = len(game.analyse(leave(position, move), theory="table").winning_moves)
        found.append((replies == 0, replies, sum(move), move))
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_fewest_replies(name: str) -> None:
    game = marienbad.game(name)
    heaps = game.heaps or 4
    for position in product(range(6 if heaps == 4 else 16), repeat=heaps):
        analysis = game.analyse(position)
        if analysis.outcome == "N" or game.is_over(position):
            continue
        _, replies, taken, move = compared(game, position)[0]
        found = analysis.resistance
        assert found is not None
        assert analysis.suggestion == move == found.moves[0]
        assert {sum(other) for other in found.moves} == {taken}
        assert found.replies == replies
        assert found.is_surely_best
        assert found.is_only_move == (len(list(game.moves(position))) == 1)
        answers = list(game.moves(leave(position, move)))
        assert found.is_hopeless == (len(answers) == replies)


@pytest.mark.parametrize("digits", [20, 300])
def test_large_rows_break_the_rarest_packet(digits: int) -> None:
    game, large = marienbad.game("nim"), 10**digits
    position = (large, large + 1, large + 1, large)
    analysis = game.analyse(position)
    assert analysis.outcome == "P"
    assert analysis.resistance is not None
    assert analysis.resistance.replies == 1
    assert analysis.suggestion == (0, 1, 0, 0) or analysis.suggestion == (0, 0, 1, 0)


@pytest.mark.parametrize(
    ("name", "position", "sentence"),
    [
        ("marienbad", (1, 1, 1), "Whatever the other player does next wins."),
        ("marienbad", (1,), "It ends the game, and whoever ends it loses."),
        ("rules:heaps 1; take 1 from one", (2,), "There is only one move: take 1"),
        ("marienbad", (1, 3, 5, 7), "A good try all the same"),
    ],
)
def test_nothing_is_praised_that_is_forced(name: str, position: Position, sentence: str) -> None:
    text = marienbad.game(name).analyse(position).explanation.render("en", 1000)
    assert sentence in text


def test_hints_of_a_lost_position() -> None:
    game = marienbad.game("marienbad")
    said = [Plain("en").line(hint(game, position, 2).message) for position in ((1,), (1, 1, 1))]
    assert said == [
        "You have only one move, and it loses.",
        "Every move loses here, whatever you take.",
    ]
