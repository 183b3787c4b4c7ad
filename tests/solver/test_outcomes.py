"""Outcomes and Grundy values of examples and random rules, against the readable search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.declaration import Take
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.listing import Listed
from marienbad.solver.outcomes import engine_of
from marienbad.solver.reference import grundy_values
from marienbad.solver.rows import Rows
from marienbad.solver.survivors import Survivors, Symmetric
from marienbad.solver.table import solve
from tests.solver.support import EUCLID, FEW, SOME, expected, game_of, games

pytestmark = pytest.mark.slow

NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"


EXAMPLES: dict[str, tuple[str, tuple[int, ...], type]] = {
    "at most 3 from one": (
        "heaps 2; take n from one where n <= 3; take n, n from two",
        (20, 66),
        Rows,
    ),
    "c - d in {0, 1}": (
        "heaps 2; take n from one; take c, d from two where c - d in {0, 1}",
        (24, 66),
        Survivors,
    ),
    "without (2, 2)": (
        "heaps 2; take n from one; take n, n from two where n != 2",
        (24, 66),
        Survivors,
    ),
    "with (t, 2t)": (
        "heaps 2; take n from one; take n, n from two; take t, s from two where s == 2 * t",
        (24, 66),
        Survivors,
    ),
    "{1, 3, 4} from one heap": ("heaps 1; take n from one where n in {1, 3, 4}", (300,), Rows),
    "{1, 3, 4} from two": ("heaps 2; take n from one where n in {1, 3, 4}", (12, 90), Rows),
    "at most 5": ("heaps 3; take n from one where n <= 5", (9, 8, 9), Rows),
    "at most 20": ("heaps 2; take n from one where n <= 20", (24, 66), Rows),
    "nimoff": (NIMOFF, (9, 9, 9), Symmetric),
    "nimoff, not a cube": (NIMOFF, (3, 5, 66), Survivors),
    "n, n, 2n": (
        "heaps 3; take n from one; take n, n, m from all where m == 2 * n",
        (9, 9, 9),
        Symmetric,
    ),
    "euclid": (EUCLID, (20, 20), Listed),
    "lucas": (
        "heaps 2; take n from one; take c, d from two where c == 2 * d or d == 2 * c or c == d",
        (24, 66),
        Survivors,
    ),
    "multiples of what the other heaps say": (
        (
            "heaps 3; take n from x where n % (y + z - 3) == 0; take n from one where n % 2 == 1; "
            "take n from z where x > 2 and n % x == 0; take n from y where n % y == 0"
        ),
        (6, 7, 9),
        Listed,
    ),
    "limits that are formulas": (
        (
            "heaps 2; take n from one where n <= x ^ y; take c, d from x, y where c > y // 3 and "
            "d < x // c and c % 2 == 0; take n from y where x * x >= n and n % (x - 2) == 0"
        ),
        (14, 20),
        Listed,
    ),
    "Lucas–Wythoff": (
        (
            "heaps 2; take n from one; take n, n from two; take 1, 2 from x, y where x < y; "
            "take 2, 1 from x, y where x > y; "
            "take c, d from x, y where c == x and d == y and abs(x - y) == 1"
        ),
        (24, 40),
        Listed,
    ),
    "rays and a condition": (
        (
            "heaps 3; take n from one where n % 3 == 2; take n, n, n from all; "
            "take n, m from x, z where m == 2 * n; take n from y where n <= x"
        ),
        (7, 8, 9),
        Listed,
    ),
    "more rays than bits": (
        "heaps 4; take n from one; take n, n from two; take 1 from x where x > y",
        (5, 4, 5, 4),
        Listed,
    ),
    "one heap, a ray and a condition": (
        "heaps 1; take n from one where n % 3 == 0; take n from x where 2 * n == x + 1",
        (120,),
        Listed,
    ),
    "multiples of 70": ("heaps 2; take n from one where n % 70 == 0", (9, 300), Rows),
    "squares": (
        "heaps 2; take n from one where n in {1, 4, 9, 16, 25, 36, 49, 64}; take n, n from two",
        (12, 130),
        Rows,
    ),
    "a cone": ("heaps 2; take n from one; take c, d from two where c <= d", (14, 66), Rows),
    "formulas on a strip": (
        "heaps 2; take n from one; take c, d from two where c * d % 3 == 1 and c - d in {0, 1}",
        (14, 66),
        Survivors,
    ),
    "formulas on a broad strip": (
        "heaps 2; take c, d from two where c * d % 3 == 1 and abs(c - d) < 12",
        (14, 66),
        Rows,
    ),
    "a formula": ("heaps 2; take c, d from two where c * d % 5 == 1", (14, 66), Rows),
    "only from x": ("heaps 2; take n from x where n <= 2; take n, n from two", (14, 66), Rows),
    "no more than the other heap": (
        "heaps 2; take n from x where n <= y; take n from y",
        (30, 30),
        Listed,
    ),
    "four heaps": ("heaps 4; take n from one; take n, n, n, n from all", (5, 5, 5, 5), Symmetric),
    "xor of three amounts": (
        "heaps 3; take n from one; take c, d, e from three where c ^ d == e",
        (8, 9, 7),
        Listed,
    ),
    "xor of two amounts": (
        "heaps 2; take n from one; take c, d from two where c ^ d == 3",
        (20, 66),
        Rows,
    ),
    "xor of the heaps": (
        "heaps 2; take c, d from two where c ^ d == x ^ y ^ -4; take n from x where x ^ n >= y",
        (20, 24),
        Listed,
    ),
    "never": ("heaps 2; take n from one where n < 0 or n == 100", (5, 5), Rows),
}


# The examples


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_its_engine(name: str, misere: bool) -> None:
    text, sizes, engine = EXAMPLES[name]
    game = define_rules(f"{text}\nlast loses" if misere else text)
    assert type(engine_of(game, sizes)) is engine


@pytest.mark.sample(20)
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_the_outcomes_of_the_readable_search(name: str, misere: bool) -> None:
    text, sizes, _ = EXAMPLES[name]
    game = define_rules(f"{text}\nlast loses" if misere else text)
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_the_grundy_values_of_the_readable_search(name: str) -> None:
    text, sizes, _ = EXAMPLES[name]
    game, small = define_rules(text), tuple(min(size, 20) for size in sizes)
    found = solve(game, small, grundy=True)
    assert found.grundy is not None
    assert found.grundy.ravel().tolist() == list(grundy_values(game, small).values())
    assert np.array_equal(found.is_p, found.grundy == 0)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("nim", (100,)),
        ("nim", (8, 8, 8)),
        ("nim", (3, 4, 5, 4, 3)),
        ("marienbad", (6, 6, 6)),
        ("marienbad", (2, 4, 6, 8)),
        ("marienbad", (3, 2, 2, 2, 3)),
        ("wythoff", (66, 66)),
        ("wythoff:misere", (40, 40)),
        ("wythoff:a=3", (20, 90)),
        ("wythoff:b=4,misere", (40, 66)),
        ("wythoff:a=2,b=3", (30, 66)),
        ("wythoff:a=2,b=3,misere", (40, 40)),
        ("wythoff:a=1000", (16, 66)),
        ("wythoff:a=3,b=65", (9, 300)),
        ("wythoff:b=70,misere", (75, 75)),
        ("wythoff:a=7,b=9,misere", (14, 66)),
    ],
)
def test_a_game_of_the_catalogue(name: str, sizes: tuple[int, ...]) -> None:
    game = define(name)
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


# Random rules


@SOME
@given(games())
def test_random_rules_have_the_outcomes_of_the_readable_search(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = drawn
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@SOME
@given(games())
def test_random_rules_have_the_grundy_values_of_the_readable_search(
    drawn: tuple[Definition, tuple[int, ...]],
) -> None:
    game, sizes = game_of(*drawn[0].ruleset.takes), tuple(min(size, 25) for size in drawn[1])
    found = solve(game, sizes, grundy=True).grundy
    assert found is not None
    assert found.ravel().tolist() == list(grundy_values(game, sizes).values())


@FEW
@given(
    st.integers(1, 9),
    st.integers(1, 70),
    st.booleans(),
    st.sampled_from([(9, 70), (20, 20), (70, 5)]),
)
def test_any_two_numbers_of_wythoff(a: int, b: int, misere: bool, sizes: tuple[int, int]) -> None:
    game = define(f"wythoff:a={a},b={b}" + ",misere" * misere)
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@FEW
@given(
    st.integers(-20, 20),
    st.integers(0, 30),
    st.integers(1, 9),
    st.sampled_from(["one where n % 4 == 0", "one", "y where n % 70 == 0", "y"]),
    st.sampled_from([(14, 14), (6, 75)]),
)
def test_any_band(low: int, length: int, step: int, alone: str, sizes: tuple[int, int]) -> None:
    """What is taken from x and from y may differ by some amounts, with whatever is taken alone."""
    game = define_rules(
        f"heaps 2; take n from {alone}; take c, d from x, y where c - d >= {low} and "
        f"c - d <= {low + length} and (c - d) % {step} == {low % step}"
    )
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


@FEW
@given(
    st.sets(st.tuples(st.integers(0, 9), st.integers(0, 150)), min_size=4, max_size=12),
    st.sampled_from([(12, 200), (9, 70)]),
    st.booleans(),
)
def test_many_single_vectors(
    vectors: set[tuple[int, int]], sizes: tuple[int, int], misere: bool
) -> None:
    """Rows are moved by them four at a time, within words and over several."""
    takes = [Take((first, second), places=(0, 1)) for first, second in vectors if first and second]
    takes += [
        Take((max(pair),), places=(1 if pair[0] == 0 else 0,)) for pair in vectors if any(pair)
    ]
    game = game_of(*takes, misere=misere)
    assert np.array_equal(solve(game, sizes).is_p, expected(game, sizes))


# Known results


def test_the_grundy_values_of_nim_are_the_nim_sums() -> None:
    values = solve(define("nim"), (64, 64), grundy=True).grundy
    assert values is not None
    places = np.arange(64)
    assert np.array_equal(values, places[:, None] ^ places)
    deep = solve(define("nim"), (8, 8, 8, 8), grundy=True).grundy
    assert deep is not None
    x, y, z, w = np.indices((8, 8, 8, 8))
    assert np.array_equal(deep, x ^ y ^ z ^ w)


def test_a_row_of_wythoff_holds_every_value_once() -> None:
    size = 400
    values = solve(define("wythoff"), (size, size), grundy=True).grundy
    assert values is not None
    assert np.array_equal(values, values.T)
    for x in range(size // 8):
        row = values[x].tolist()
        assert len(set(row)) == size
        # A value v stands at y ≤ 2v + … in row x: the small ones have all been reached.
        assert set(range(size // 4)) <= set(row)
    assert np.array_equal(values == 0, solve(define("wythoff"), (size, size)).is_p)


def test_nimoff_begins_as_the_readable_search_says() -> None:
    game = define_rules(NIMOFF)
    table = solve(game, (14, 14, 14)).is_p
    found = sorted({tuple(sorted(map(int, place))) for place in np.argwhere(table)})
    assert found[:6] == [(0, 0, 0), (0, 1, 2), (0, 3, 5), (0, 4, 7), (0, 6, 10), (0, 8, 13)]
    assert np.array_equal(table, expected(game, (14, 14, 14)))


@pytest.mark.parametrize(
    "name",
    [
        *("wythoff", "wythoff:a=2,b=3", "wythoff:b=4", "wythoff:a=5,misere"),
        *("wythoff:a=1000", "wythoff:a=31,b=97", "wythoff:b=1000", "wythoff:a=3,b=700,misere"),
    ],
)
def test_large_boxes_agree_with_the_formulas(name: str) -> None:
    from marienbad.theories.batch import pairs_array

    size = 3000
    table = solve(define(name), (size, size)).is_p
    pairs = pairs_array(define(name), 2 * size)
    inside = pairs[(pairs < size).all(axis=1)]
    wanted = np.zeros((size, size), bool)
    wanted[inside[:, 0], inside[:, 1]] = wanted[inside[:, 1], inside[:, 0]] = True
    assert np.array_equal(table, wanted)


def test_what_many_single_moves_fill_is_open_again_in_the_next_row() -> None:
    """More than 64 of them fill whole words of a row, and of that row alone."""
    game = define_rules("heaps 2; take n from one; take n, n from two where n <= 101")
    size = 112
    is_p = np.zeros((size, size), np.bool_)
    for x, y in np.ndindex(size, size):
        near = range(1, min(x, y, 101) + 1)
        reaches = is_p[:x, y].any() or is_p[x, :y].any() or any(is_p[x - n, y - n] for n in near)
        is_p[x, y] = not reaches
    assert isinstance(engine_of(game, (200, 200)), Survivors)
    assert (solve(game, (200, 200)).is_p[:size, :size] == is_p).all()
