"""Grundy values in tiles that hand each other sets of values, against those in one piece."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.grundy import Lines, lined_moves
from marienbad.solver.tiling.cut import cut_for
from marienbad.solver.tiling.lines import LineCut
from marienbad.solver.vectors import Moves, Ray
from tests.solver.support import SOME
from tests.solver.tiling.support import assembled, most_octets, whole

pytestmark = pytest.mark.slow

SIZES: dict[int, list[tuple[int, ...]]] = {
    1: [(90,)],
    2: [(40, 40), (17, 53), (64, 30)],
    3: [(9, 4, 11), (7, 7, 7)],
}


def in_one_piece(moves: Moves, sizes: tuple[int, ...]) -> Any:
    found = np.zeros(sizes, np.uint16)
    Lines(moves, sizes).fill(found.ravel())
    return found


@st.composite
def moves(draw: st.DrawFn) -> tuple[Moves, tuple[int, ...]]:
    """Rays from their step on or from elsewhere, ending or not, and vectors."""
    heaps = draw(st.sampled_from((1, 2, 2, 2, 3)))
    vector = st.tuples(*[st.integers(0, 4)] * heaps).filter(any)
    rays, vectors = set(), draw(st.sets(vector, max_size=3))
    for step in draw(st.sets(vector, max_size=3)):
        base = draw(st.just(step) | vector)
        rays.add(Ray(base, step, draw(st.none() | st.integers(1, 5))))
    if draw(st.booleans()):  # so that heaps can be exchanged
        rays |= {Ray(ray.base[::-1], ray.step[::-1], ray.count) for ray in rays}
        vectors |= {vector[::-1] for vector in vectors}
    sizes = draw(st.sampled_from(SIZES[heaps]))
    return Moves(frozenset(vectors), frozenset(rays), frozenset(), (), ()), sizes


@SOME
@given(moves(), st.integers(1, 30))
def test_random_moves_have_the_values_of_one_piece(
    drawn: tuple[Moves, tuple[int, ...]], side: int
) -> None:
    some, sizes = drawn
    cut = LineCut(some, sizes, side)
    assert np.array_equal(assembled(cut), in_one_piece(some, sizes))


@pytest.mark.parametrize(
    "text",
    [
        "take n from one; take n, n from two",
        "take n from one where n <= 12; take n, n from two",
        "take n from one where n % 3 == 0; take c, d from two where abs(c - d) < 2",
        "take n from x; take c, d from x, y where d == 2 * c; take 5, 1 from y, x",
    ],
)
def test_rules_have_the_values_of_the_whole_table(text: str) -> None:
    game = define_rules(f"heaps 2; {text}")
    cut = cut_for(game, (130, 130), True, 32)
    assert isinstance(cut, LineCut)
    assert np.array_equal(assembled(cut), whole(game, (130, 130), True))


def test_where_heaps_can_be_exchanged_half_of_the_tiles_are_solved() -> None:
    found = lined_moves(define("wythoff"), (100, 100))
    assert found is not None
    cut = LineCut(found, (100, 100), 25)
    assert cut.needs((3, 1)) == (((1, 3), "table"),)
    assert cut.needs((2, 2)) == (((1, 2), "below"), ((1, 1), "corner"))
    assert not LineCut(found, (100, 90), 25).is_symmetric


@pytest.mark.parametrize(
    "name", ["wythoff", "wythoff:a=2,b=3", "rules:heaps 2; take 1, 9 from x, y"]
)
def test_no_tile_takes_more_memory_than_is_said(name: str) -> None:
    cut = cut_for(define(name), (700, 700), True, 200)
    assembled(cut)  # what is compiled takes memory once
    assert most_octets(cut) <= cut.memory()
