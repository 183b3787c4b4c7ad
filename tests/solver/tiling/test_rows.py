"""Tiles of rows of bits: whatever the cut, they find what the search finds in one piece."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.conditions import TooLarge
from marienbad.solver.tiling.rows import RowCut
from marienbad.solver.vectors import moves_of
from tests.solver.support import FEW, games
from tests.solver.tiling.support import assembled, whole

pytestmark = pytest.mark.slow

BOXES = [
    ("wythoff", (130, 200)),
    ("wythoff:a=2,b=3", (90, 260)),
    ("wythoff:b=4,misere", (100, 150)),
    ("marienbad", (70, 140)),
    ("rules:heaps 1; take n from one where n in {1, 3, 4, 70}", (300,)),
    ("rules:heaps 2; take n from one where n <= 20; take 3, 70 from two", (120, 330)),
    (
        "rules:heaps 2; take n from one where n in {1, 3, 4, 99}; take n, n from two where n < 40",
        (80, 333),
    ),
    (
        "rules:heaps 2; take c, d from two where c == 2 * d; take n from one where n % 5 == 2",
        (140, 150),
    ),
    ("rules:heaps 3; take n from one; take n, n from two; take n, n, n from all", (17, 20, 140)),
    (
        "rules:heaps 3; take n from x where n % 3 == 1; take n, n from two where n < 9; last loses",
        (20, 18, 150),
    ),
    (
        "rules:heaps 4; take n from one; take 1, 2 from two; take 1, 2, 66 from x, y, w",
        (6, 5, 4, 130),
    ),
    # with masks
    ("rules:heaps 2; take 1, n from two; take n from one where n < 4", (99, 299)),
    ("rules:heaps 2; take c, d from two where (c * d) % 7 == 1; take n from one", (30, 230)),
    ("rules:heaps 3; take n, 1 from two; take n from one where n * n % 7 == 2", (9, 8, 150)),
    ("rules:heaps 2; take n from one where n * n % 31 < 9; last loses", (20, 260)),
]


def cut(game: Definition, sizes: tuple[int, ...], side: int) -> RowCut:
    return RowCut(moves_of(game.box_takes, sizes), sizes, game.is_misere, side)


@pytest.mark.parametrize(("name", "sizes"), BOXES)
@pytest.mark.parametrize("side", [1, 64, 100])
def test_outcomes_are_those_of_one_piece(name: str, sizes: tuple[int, ...], side: int) -> None:
    game = define(name)
    assert np.array_equal(assembled(cut(game, sizes, side)), whole(game, sizes))


@FEW
@given(games(), st.integers(1, 20))
def test_random_rules(drawn: tuple[Definition, tuple[int, ...]], side: int) -> None:
    game, sizes = drawn
    try:
        moves = moves_of(game.box_takes, sizes)
    except TooLarge:
        assume(False)
    assume(not moves.conditional and (len(sizes) == 2 or not moves.regions))
    sizes = (*sizes[:-1], 3 * sizes[-1])
    assert np.array_equal(assembled(cut(game, sizes, side)), whole(game, sizes))
