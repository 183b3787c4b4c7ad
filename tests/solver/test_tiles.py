"""Tiles: whatever the cut, what they find together is what the search finds in one piece."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.solver.table import solve
from marienbad.solver.tiles import Tile, Tiling
from marienbad.solver.words import Arrays, width_of

pytestmark = pytest.mark.slow

BOXES = [
    ("wythoff", (130, 200)),
    ("wythoff:a=2,b=3", (90, 260)),
    ("wythoff:b=4,misere", (100, 150)),
    ("marienbad", (70, 140)),
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
]
UNCUT = [
    ("rules:heaps 1; take n from one", (99,)),
    ("nim", (3, 3, 3, 3, 3)),
    ("rules:heaps 2; take n from x where n % y == 0; take n from y where n % x == 0", (30, 30)),
    ("rules:heaps 2; take c, d from two where (c * d) % 7 == 1; take n from one", (30, 30)),
    ("rules:heaps 2; take 1, n from two; take n from one where n < 4", (99, 99)),
]


def cut(length: int, places: set[int]) -> list[range]:
    """The parts of a length that is cut at these places."""
    ends = [0, *sorted(place for place in places if 0 < place < length), length]
    return [range(low, high) for low, high in pairwise(ends)]


@pytest.mark.parametrize(("name", "sizes"), BOXES)
@given(st.sets(st.integers(1, 140), max_size=4), st.sets(st.integers(1, 6), max_size=4))
def test_tiles_of_any_size_make_the_same_box(
    name: str, sizes: tuple[int, ...], row_cuts: set[int], word_cuts: set[int]
) -> None:
    game = define(name)
    tiling = Tiling.of(game, sizes)
    assert tiling is not None
    above: dict[range, Arrays] = {}
    strips = []
    for rows in cut(sizes[0], row_cuts):
        left, strip = None, []
        for words in cut(width_of(sizes[-1]), word_cuts):
            solved = tiling.solve(Tile(rows, words), above.get(words), left)
            above[words], left = solved.below, solved.right
            strip.append(solved.words)
        strips.append(np.concatenate(strip, axis=-1))
    found = np.concatenate(strips)
    expected = solve(game, sizes).packed
    assert np.array_equal(found.reshape(expected.shape), expected)


@pytest.mark.parametrize(("name", "sizes"), UNCUT)
def test_where_borders_do_not_suffice_nothing_is_cut(name: str, sizes: tuple[int, ...]) -> None:
    assert Tiling.of(define(name), sizes) is None


def test_a_cut_covers_the_box_and_no_tile_is_too_large() -> None:
    tiling = Tiling.of(define("wythoff"), (10**6, 10**6))
    assert tiling is not None
    rows, words = tiling.cut(range(10**6), 8)
    assert [part.start for part in rows[1:]] == [part.stop for part in rows[:-1]]
    assert (rows[0].start, rows[-1].stop, words[0].start, words[-1].stop) == (0, 10**6, 0, 15_625)
    assert max(8 * len(r) * len(w) for r in rows for w in words) <= 2**25
