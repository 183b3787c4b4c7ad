"""Drawings as data: whatever a theory draws says the same as its verdict."""

from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor

import pytest

from marienbad.analysis import Analysis, Game
from marienbad.heaps import Position, leave
from marienbad.registry import theory_of
from marienbad.text.problems import OutOfReach
from marienbad.theories.table import TableTheory
from marienbad.theories.theory import (
    BinaryDrawing,
    Change,
    DigitDrawing,
    MapDrawing,
    PacketDrawing,
    PathDrawing,
    Square,
)
from marienbad.theories.wythoff.arithmetic import SHOWN_DIGITS

TWO_HEAPS = [
    *("wythoff", "wythoff:misere", "wythoff:a=2", "wythoff:a=3,misere", "wythoff:b=3"),
    *("wythoff:a=2,b=2", "wythoff:b=2,misere", "rules:heaps 2; take n from one where n <= 3"),
]
POSITIONS = [*product(range(7), repeat=2), (26, 66), (66, 26), (63, 40), (64, 1)]


def analyses(name: str, position: Position) -> dict[str, Analysis]:
    """The position by every theory of the game."""
    game = Game.named(name)
    return {theory: game.analyse(position, theory) for theory in game.theories}


def left_by(position: Position, change: Change) -> Position:
    return (*position[: change.heap], change.left, *position[change.heap + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("heaps", range(4))
def test_rows_and_columns_say_what_the_verdict_says(name: str, heaps: int) -> None:
    game = Game.named(name)
    for position in product(range(6), repeat=heaps):
        for theory, analysis in analyses(name, position).items():
            drawing = analysis.drawing
            assert drawing is None or theory in ("packets", "binary")
            if not isinstance(drawing, PacketDrawing | BinaryDrawing):
                continue
            if isinstance(drawing, PacketDrawing):
                assert tuple(map(sum, drawing.rows)) == position
                assert sum(drawing.unpaired) == reduce(xor, position)
                is_even = not drawing.unpaired
            else:
                for heap, digits in zip(position, drawing.digits, strict=True):
                    assert value(drawing.weights, digits) == heap
                sums = [sum(column) for column in zip(*drawing.digits, strict=True)]
                assert drawing.odd == tuple(i for i, total in enumerate(sums) if total % 2)
                is_even = not drawing.odd
            assert is_even == (analysis.outcome == "P") == (drawing.change is None)
            if drawing.change is not None:
                left = left_by(position, drawing.change)
                assert left == leave(position, analysis.suggestion or ())
                assert game.analyse(left, theory).outcome == "P"


def test_the_end_of_misere_play_is_not_drawn() -> None:
    assert analyses("nim", (1, 1, 5))["packets"].drawing is not None
    assert analyses("marienbad", (1, 1, 5))["packets"].drawing is None


@pytest.mark.parametrize("position", [(), (0, 0), (2**30, 3), (1,) * 13])
def test_what_nobody_could_take_in_is_not_drawn(position: Position) -> None:
    drawings = [Game.named("nim").analyse(position, name).drawing for name in ("binary", "packets")]
    assert drawings == [None, None]


def pairs_of(analysis: Analysis) -> tuple[Square, ...]:
    drawing = analysis.drawing
    return drawing.pairs if isinstance(drawing, MapDrawing | DigitDrawing | PathDrawing) else ()


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_HEAPS)
def test_every_theory_draws_the_same_pairs(name: str) -> None:
    """Below the edge of the board, exactly the positions to leave, whatever the method."""
    table = theory_of(Game.named(name).definition, "table")
    table.is_p((63, 63))  # and all below it
    board = [s for s in combinations_with_replacement(range(64), 2) if table.is_p(s)]
    for position in POSITIONS:
        size = max(*position, 7) + 1
        expected = tuple((x, y) for x, y in board if y < size <= 64)
        for theory, analysis in analyses(name, position).items():
            assert pairs_of(analysis) == expected, (theory, position)
            if size <= 64:
                assert (tuple(sorted(position)) in expected) == (analysis.outcome == "P")


@pytest.mark.parametrize("name", [name for name in TWO_HEAPS if "b=2,m" not in name][:-1])
def test_the_digits_say_the_number_and_its_partner(name: str) -> None:
    game = Game.named(name)
    drawn = 0
    for position in POSITIONS:
        analysis = game.analyse(position, "arithmetic")
        drawing = analysis.drawing
        if not isinstance(drawing, DigitDrawing):
            continue
        drawn += 1
        digits = drawing.digits
        assert len(digits.weights) <= SHOWN_DIGITS
        assert list(digits.weights) == sorted(digits.weights, reverse=True)
        for row in digits.rows:
            assert value(digits.weights, digits.cells(row)) == row.value
            assert row.name.primes or row.name.number == row.value
            assert row.name.letter == "R"
            assert row.name.subscript in {"F", "p", "q"}
        if len(digits.rows) == 2 and min(position) == digits.rows[0].value:
            is_partner = max(position) == digits.rows[1].value
            assert is_partner == (analysis.outcome == "P"), position
    assert drawn > len(POSITIONS) // 3


@pytest.mark.parametrize("name", ["nim", "wythoff:a=2", "wythoff:b=2,misere"])
def test_the_path_is_that_of_the_automaton(name: str) -> None:
    game = Game.named(name)
    for position in POSITIONS:
        analysis = game.analyse(position, "automaton")
        drawing = analysis.drawing
        assert isinstance(drawing, PathDrawing)
        assert position == tuple(value(drawing.weights, digits) for digits in drawing.digits)
        assert len(drawing.states) == len(drawing.weights) + 1
        assert drawing.accepts == (analysis.outcome == "P")
        assert drawing.states[0] == 1
        assert drawing.states[-1] > 0 or not drawing.accepts


def value(weights: tuple[int, ...], digits: tuple[int | None, ...]) -> int:
    return sum(w * (digit or 0) for w, digit in zip(weights, digits, strict=True))


def test_a_board_is_drawn_only_where_the_order_of_the_heaps_is_nothing() -> None:
    ordered = Game.named("rules:heaps 2; take n from x; take 1 from y")
    assert ordered.analyse((3, 5)).drawing is None
    assert Game.named("rules:heaps 3; take n from one").analyse((3, 5, 1)).drawing is None


def test_a_board_beyond_the_reach_of_the_theory_is_not_drawn() -> None:
    class Short(TableTheory):
        def is_p(self, position: Position) -> bool:
            if max(position) > 5:
                raise OutOfReach("errors.table_too_large", position=position)
            return super().is_p(position)

    theory = Short(Game.named("wythoff").definition)
    assert theory.drawing((1, 3), theory.solve((1, 3))) is None
