"""Every rule that can be solved is cut, and what cannot be solved is refused alike."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.table import solve
from marienbad.solver.tiling.cut import Question, WholeCut, cut_for, cut_of, side_for
from marienbad.text.problems import InputError
from tests.solver.support import SOME, games
from tests.solver.tiling.support import assembled, most_octets, whole

pytestmark = pytest.mark.slow

WHOLE = [
    ("kayles", (9, 150)),
    (f"rules:heaps 1; take n from one where n % ({' * '.join('x' * 14)}) == 1", (40,)),
]
REFUSED = [
    ("wythoff", (3, 0), False),
    ("wythoff", (3, 3, 3), False),
    ("wythoff:misere", (30, 30), True),
    ("rules:heaps 1; take n from one where n % (x * x * x) == 1", (10**8,), False),
    ("kayles:misere", (10**5,), False),
]
BOUNDED = [
    ("wythoff:misere", (2000, 4000), False),
    ("rules:heaps 3; take n from one; take n, n from two", (90, 90, 90), False),
    ("lucas", (700, 900), False),
    ("euclid", (300, 300), True),
    ("rules:heaps 2; take n from one where n <= 20; take 3, 70 from two", (900, 9000), False),
    (
        "rules:heaps 2; take 1, n from two; take n from one where n < 4; last loses",
        (500, 4000),
        False,
    ),
]


@SOME
@given(games(), st.integers(1, 80), st.booleans())
def test_random_rules_are_solved_as_in_one_piece(
    drawn: tuple[Definition, tuple[int, ...]], side: int, grundy: bool
) -> None:
    game, sizes = drawn
    assume(not (grundy and game.is_misere))
    found = assembled(cut_for(game, sizes, grundy, side))
    assert np.array_equal(found, whole(game, sizes, grundy))


@pytest.mark.parametrize(("name", "sizes"), WHOLE)
@pytest.mark.parametrize("grundy", [False, True])
def test_what_is_not_compiled_is_one_tile(name: str, sizes: tuple[int, ...], grundy: bool) -> None:
    cut = cut_of(Question(name, sizes, grundy, 64))
    assert isinstance(cut, WholeCut)
    assert np.array_equal(assembled(cut), whole(define(name), sizes, grundy))


@pytest.mark.parametrize(("name", "sizes", "grundy"), REFUSED)
def test_what_cannot_be_solved_is_refused_alike(
    name: str, sizes: tuple[int, ...], grundy: bool
) -> None:
    with pytest.raises(InputError) as expected:
        solve(define(name), sizes, grundy)
    with pytest.raises(InputError) as found:
        cut_of(Question(name, sizes, grundy, 64))
    assert str(found.value) == str(expected.value)


@pytest.mark.parametrize(("name", "sizes", "grundy"), BOUNDED)
def test_no_tile_takes_more_memory_than_is_said(
    name: str, sizes: tuple[int, ...], grundy: bool
) -> None:
    cut = cut_of(Question(name, sizes, grundy, 256))
    assembled(cut)  # what is compiled takes memory once
    assert most_octets(cut) <= cut.memory()


def test_with_less_memory_tiles_are_smaller_and_fit() -> None:
    game, sizes = define("rules:heaps 2; take n from one where n < 9"), (30_000, 30_000)
    sides = [side_for(game, sizes, False, memory, 4) for memory in (2**28, 2**23, 2**21)]
    assert sides == sorted(sides, reverse=True)
    assert len(set(sides)) == 3
    assert 4 * cut_for(game, sizes, False, sides[-1]).memory() <= 2**21


def test_tiles_are_as_many_as_threads_ask_for() -> None:
    game, sizes = define("euclid"), (8192, 8192)
    sides = [side_for(game, sizes, False, 2**30, threads) for threads in (1, 4)]
    assert sides == [2048, 512]
