"""Arrays of pairs and of winning moves, against the theories and against exact integers."""

import sys
from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.registry import theories_of
from marienbad.text.problems import InputError, OutOfReach
from marienbad.theories.batch import BLOCK_ROWS, TWO_THREADS, nim_winning_moves, pairs_array, reach
from marienbad.theories.wythoff.pairs import PairRules

GAMES = [
    "wythoff",
    "wythoff:a=2",
    "wythoff:b=4",
    "wythoff:a=2,b=3",
    "wythoff:a=5,b=7",
    "wythoff:misere",
    "wythoff:a=2,misere",
    "wythoff:a=5,misere",
]
MANY = BLOCK_ROWS * 2 + 5


def exact_pair(game: Definition, row: int) -> list[int]:
    """A pair by the formula of the thesis with an integer square root."""
    rules = PairRules.of(game)
    if row < len(rules.exceptions):
        return [[0, 1], [2, 2]][row]
    index, residue = divmod(row, rules.b)
    family = rules.family(residue)
    difference = index * rules.step + family.residue
    k = rules.step
    rational = difference * (2 - k) + 2 * rules.b * family.shift
    small = (rational + isqrt(difference**2 * (k * k + 4))) // (2 * k)
    return [small, small + difference]


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", GAMES)
def test_the_first_pairs_are_the_positions_to_leave(name: str) -> None:
    game = define(name)
    table = theories_of(game)["table"]
    size = 40
    expected = [[x, y] for x in range(size) for y in range(x, size) if table.solve((x, y)).is_p]
    found = [pair for pair in pairs_array(game, 3 * size).tolist() if pair[1] < size]
    assert found == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, "wythoff:b=1000", "wythoff:a=1000"])
@pytest.mark.parametrize("count", [0, 1, BLOCK_ROWS, BLOCK_ROWS + 1, MANY])
def test_blocks_join_without_a_seam(name: str, count: int) -> None:
    game = define(name)
    assert pairs_array(game, count).tolist() == [exact_pair(game, row) for row in range(count)]


@pytest.mark.parametrize("name", GAMES)
def test_the_halves_of_a_long_table_join_without_a_seam(name: str) -> None:
    game, count = define(name), TWO_THREADS + 5
    table = pairs_array(game, count)
    for start in range(0, count, TWO_THREADS // 4):
        part = table[start : start + TWO_THREADS // 4]
        assert (part == pairs_array(game, len(part), start)).all()
    seam = count // 2
    for row in (*range(seam - 2 * BLOCK_ROWS, seam + 2), count - 1):
        assert table[row].tolist() == exact_pair(game, row)


@pytest.mark.parametrize("name", GAMES)
def test_small_members_never_decrease(name: str) -> None:
    pairs = pairs_array(define(name), 100_000)
    assert (np.diff(pairs[:, 0]) >= 0).all()
    assert (np.diff(pairs[2:, 1] - pairs[2:, 0]) > 0).all()


@pytest.mark.parametrize("name", [*GAMES, "wythoff:a=1000", "wythoff:a=1000000", "wythoff:b=1000"])
def test_the_last_pairs_within_reach_are_exact(name: str) -> None:
    game = define(name)
    start = reach(PairRules.of(game)) - MANY
    expected = [exact_pair(game, row) for row in range(start, start + MANY)]
    assert pairs_array(game, MANY, start).tolist() == expected


@pytest.mark.parametrize("name", GAMES)
def test_neighbours_of_convergents_are_exact(name: str) -> None:
    game = define(name)
    rules = PairRules.of(game)
    system = ContinuedFraction((rules.step,))
    for i in range(5, 60):
        for index in (system.p(i), system.q(i), system.p(i) + system.q(i + 1)):
            start = max((index - 2) * rules.b, 0)
            if start + 4 * rules.b < reach(rules):
                expected = [exact_pair(game, row) for row in range(start, start + 4 * rules.b)]
                assert pairs_array(game, 4 * rules.b, start).tolist() == expected


@given(st.sampled_from(GAMES), st.integers(0, 2**60), st.integers(0, BLOCK_ROWS + 3))
def test_a_window_anywhere_is_exact(name: str, start: int, count: int) -> None:
    game = define(name)
    start %= reach(PairRules.of(game)) - count
    expected = [exact_pair(game, row) for row in range(start, start + count)]
    assert pairs_array(game, count, start).tolist() == expected


def test_an_array_given_is_filled_and_returned() -> None:
    out = np.empty((10, 2), np.int64)
    assert pairs_array(define("wythoff"), 10, out=out) is out
    assert out[-1].tolist() == [14, 23]


@pytest.mark.parametrize(
    ("name", "count", "start", "said"),
    [
        ("nim", 1, 0, "nim"),
        ("wythoff:b=2,misere", 5, 10**7, "b=2"),
        ("wythoff", -1, 0, "-1|−1"),
        ("wythoff", 2**31, 0, "at most"),
        ("wythoff", 5, 2**62, "at most"),
    ],
)
def test_what_cannot_be_listed_is_refused(name: str, count: int, start: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        pairs_array(define(name), count, start)


@pytest.mark.parametrize("out", [np.empty((9, 2), np.int64), np.empty((10, 2), np.int32)])
def test_an_array_that_does_not_fit_is_refused(out: Any) -> None:
    with pytest.raises(InputError, match=r"\(10, 2\)"):
        pairs_array(define("wythoff"), 10, out=out)


def test_a_missing_module_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(InputError, match=r"numpy .*“fast”"):
        pairs_array(define("wythoff"), 10)


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
@given(data=st.data())
def test_nim_moves_are_those_of_the_theory(misere: bool, data: st.DataObject) -> None:
    heaps = data.draw(st.integers(1, 6))
    size = st.one_of(st.integers(0, 2), st.integers(0, 2**62))
    position = st.tuples(*[size] * heaps)
    positions = data.draw(st.lists(position, min_size=1, max_size=20))
    theory = theories_of(define("marienbad" if misere else "nim"))["binary"]
    takes = nim_winning_moves(np.array(positions), misere)
    for position_, row in zip(positions, takes.tolist(), strict=True):
        moves = {tuple(move) for move in np.diag(row).tolist() if any(move)}
        assert moves == set(theory.solve(position_).winning_moves)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint32", ">i4", "int64", "uint64"])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_moves_in_every_type_of_integer(kind: str, misere: bool) -> None:
    positions = np.random.default_rng(1).integers(0, 4, (500, 4))
    expected = nim_winning_moves(positions, misere)
    found = nim_winning_moves(positions.astype(kind), misere)
    assert (found == expected).all()
    assert found.dtype == np.dtype(kind).newbyteorder("=")


def test_nim_moves_of_the_largest_heaps() -> None:
    positions = np.array([[2**64 - 1, 2**63]], np.uint64)
    assert nim_winning_moves(positions).tolist() == [[2**63 - 1, 0]]


def test_nim_moves_of_columns_and_of_nothing() -> None:
    positions = np.arange(24).reshape(4, 6)
    assert (nim_winning_moves(positions.T) == nim_winning_moves(positions.T.copy())).all()
    assert nim_winning_moves(np.zeros((3, 0), int), misere=True).shape == (3, 0)


@pytest.mark.parametrize(
    "positions", [np.zeros(3, int), np.zeros((2, 2)), np.zeros((2, 2), bool), np.array([[1, -2]])]
)
def test_what_is_no_array_of_positions_is_refused(positions: Any) -> None:
    with pytest.raises(InputError, match="expected"):
        nim_winning_moves(positions)


def test_out_of_reach_says_how_far_one_can_go() -> None:
    with pytest.raises(OutOfReach, match="at most"):
        pairs_array(define("wythoff:a=1000000000"), 300_000)


def test_many_families_are_bounded() -> None:
    with pytest.raises(OutOfReach, match="expected at most"):
        pairs_array(define("wythoff:b=100000000"), 10**8)
    assert pairs_array(define("wythoff:b=100000000"), 3).tolist() == [[0, 0], [0, 1], [0, 2]]
