"""Tiles of listed rules: whatever the cut, they find what the search finds in one piece."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.conditions import TooLarge
from marienbad.solver.tiling.listed import ListedCut
from tests.solver.support import FEW, games
from tests.solver.tiling.support import assembled, whole

pytestmark = pytest.mark.slow

BOXES = [
    ("euclid", (70, 150)),
    ("lucas", (90, 200)),
    ("lucas:misere", (65, 130)),
    ("rules:heaps 1; take n from one where n * n < x", (300,)),
    ("nim", (3, 4, 3, 4, 70)),
    ("rules:heaps 2; take c, d from two where (c * d) % 7 == 1; take n from one", (15, 70)),
    ("rules:heaps 3; take n from one; take 2, 1 from x, z where x > y; take n from y", (9, 8, 70)),
    ("rules:heaps 2; take n from one where n % 9 == 5; take 3 from x where x > y", (40, 140)),
]


@pytest.mark.parametrize(("name", "sizes"), BOXES)
@pytest.mark.parametrize("side", [7, 64])
def test_outcomes_are_those_of_one_piece(name: str, sizes: tuple[int, ...], side: int) -> None:
    game = define(name)
    found = assembled(ListedCut(game, sizes, grundy=False, side=side))
    assert np.array_equal(found, whole(game, sizes))


@pytest.mark.parametrize(("name", "sizes"), [box for box in BOXES if "misere" not in box[0]])
@pytest.mark.parametrize("side", [11, 40])
def test_grundy_values_are_those_of_one_piece(name: str, sizes: tuple[int, ...], side: int) -> None:
    game = define(name)
    found = assembled(ListedCut(game, sizes, grundy=True, side=side))
    assert np.array_equal(found, whole(game, sizes, grundy=True))


@FEW
@given(games(), st.integers(1, 20), st.booleans())
def test_random_rules(drawn: tuple[Definition, tuple[int, ...]], side: int, grundy: bool) -> None:
    game, sizes = drawn
    assume(not (grundy and game.is_misere))
    try:
        cut = ListedCut(game, sizes, grundy, side)
    except TooLarge:
        assume(False)
    assert np.array_equal(assembled(cut), whole(game, sizes, grundy))


def test_what_is_taken_says_which_tiles_are_needed() -> None:
    rules = "rules:heaps 2; take n from x where n <= 20 and n <= y; take 1, n from x, y where n < x"
    cut = ListedCut(define(rules), (400, 640), grundy=False, side=64)
    names = dict(cut.needs((4, 2)))
    assert names.keys() == {(3, 2), *((i, j) for i in (3, 4) for j in (0, 1))}
    assert set(names.values()) == {"table"}
