"""What the worked examples share."""

from marienbad.analysis import game
from marienbad.heaps import Move, Position


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def assert_winning_moves(name: str, position: Position, *moves: Move) -> None:
    """The moves win and no others do, in every theory and by the search."""
    for theory in game(name).theories:
        assert game(name).analyse(position, theory).winning_moves == moves, theory
        assert game(name).analyse(position, theory).outcome == "N"


def assert_to_be_left(name: str, position: Position) -> None:
    for theory in game(name).theories:
        analysis = game(name).analyse(position, theory)
        assert (analysis.outcome, analysis.winning_moves) == ("P", ()), (theory, position)
