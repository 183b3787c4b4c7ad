"""Tiles of rows with few P-positions: whatever the cut, they are those of one piece."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.outcomes import kind_of, uniform_moves
from marienbad.solver.survivors import Survivors
from marienbad.solver.tiling.rows import SparseCut
from tests.solver.support import FEW
from tests.solver.tiling.support import assembled, whole

pytestmark = pytest.mark.slow

NIMOFF = "rules:heaps 3; take n from one; take n, n from two; take n, n, n from all"
BOXES = [
    ("wythoff", (200, 200)),
    ("wythoff", (130, 270)),
    ("wythoff:a=2,b=3", (140, 140)),
    ("wythoff:b=4,misere", (100, 150)),
    ("wythoff:a=5,b=70", (400, 400)),
    ("nim", (66, 66)),
    ("nim", (9, 10, 70)),
    ("marienbad", (8, 8, 8, 8)),
    (NIMOFF, (20, 20, 20)),
    (f"{NIMOFF}; last loses", (15, 15, 15)),
    (NIMOFF, (17, 20, 140)),
    ("rules:heaps 1; take n from one where n % 3 == 0", (300,)),
    ("rules:heaps 2; take n from one; take n, n from two where n != 2", (90, 90)),
    ("rules:heaps 2; take n from one; take 9, 5 from x, y; take n, n from two", (90, 90)),
]


def cut(game: Definition, sizes: tuple[int, ...], side: int) -> SparseCut:
    moves = uniform_moves(game, sizes)
    assert moves is not None
    kind, _ = kind_of(moves, sizes)
    assert issubclass(kind, Survivors)
    return SparseCut(kind, moves, sizes, game.is_misere, side)


@pytest.mark.parametrize(("name", "sizes"), BOXES)
@pytest.mark.parametrize("side", [1, 7, 64])
def test_outcomes_are_those_of_one_piece(name: str, sizes: tuple[int, ...], side: int) -> None:
    game = define(name)
    assert np.array_equal(assembled(cut(game, sizes, side)), whole(game, sizes))


@FEW
@given(
    st.integers(1, 5),
    st.integers(1, 4),
    st.booleans(),
    st.sets(st.tuples(st.integers(1, 30), st.integers(1, 30)), max_size=3),
    st.sampled_from([(60, 60), (50, 130)]),
    st.integers(1, 30),
)
def test_members_of_the_family_with_further_vectors(
    a: int,
    b: int,
    is_misere: bool,
    vectors: set[tuple[int, int]],
    sizes: tuple[int, int],
    side: int,
) -> None:
    takes = [f"take n from one where n % {b} == 0", f"take c, d from two where abs(c - d) < {a}"]
    takes += [f"take {one}, {other} from x, y" for one, other in sorted(vectors)]
    ending = "; last loses" if is_misere else ""
    game = define(f"rules:heaps 2; {'; '.join(takes)}{ending}")
    assert np.array_equal(assembled(cut(game, sizes, side)), whole(game, sizes))
