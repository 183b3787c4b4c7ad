"""Grundy values by lines: both ways through a row, all orders of heaps, several threads."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules
from marienbad.solver import grundy
from marienbad.solver.grundy import Lines, Values, lines_of
from marienbad.solver.reference import grundy_values
from marienbad.solver.vectors import Moves, Ray, moves_of
from tests.solver.support import EUCLID, SOME

TOO_LONG = (900, 900)
"""A vector that is never taken: with it a row is not plain."""


def values_by(lines: Lines, sizes: tuple[int, ...]) -> Any:
    found = np.full(sizes, 7777, np.uint16)
    lines.fill(found.ravel())
    return found


def test_both_ways_to_grundy_values_are_used() -> None:
    assert lines_of(define("wythoff"), (20, 20)) is not None
    assert lines_of(define_rules(EUCLID), (20, 20)) is None
    search = Values(define_rules(EUCLID), (3, 3))
    search.fill(1)
    assert search.done == 1


@pytest.mark.parametrize("text", ["wythoff", "wythoff:a=2", "wythoff:b=3", "nim"])
def test_many_rectangles_on_threads_are_as_one(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, sizes = define(text), (300, 300)
    whole = lines_of(game, sizes)
    assert whole is not None
    expected = values_by(whole, sizes)
    monkeypatch.setattr(grundy, "RECTANGLE", 64 * 64)
    monkeypatch.setattr("marienbad.solver.tiling.running.processors", lambda: 3)
    assert np.array_equal(values_by(whole, sizes), expected)
    small = {place: int(expected[place]) for place in np.ndindex(20, 20)}
    assert small == grundy_values(game, (20, 20))


@SOME
@given(
    st.sets(
        st.sampled_from([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 5)]), min_size=1, max_size=3
    ),
    st.sampled_from([(150, 150), (70, 200)]),
)
def test_plain_rows_are_as_any(steps: set[tuple[int, int]], sizes: tuple[int, int]) -> None:
    rays = frozenset(Ray(step, step) for step in steps)
    plain = Lines(Moves(frozenset(), rays, frozenset(), (), ()), sizes)
    other = Lines(Moves(frozenset({TOO_LONG}), rays, frozenset(), (), ()), sizes)
    assert np.array_equal(values_by(plain, sizes), values_by(other, sizes))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("heaps 3; take n from one; take n, n, n from all", (12, 12, 12)),
        ("heaps 3; take n from one where n <= 9; take n, n from two", (13, 13, 13)),
        ("heaps 4; take n from one; take n, m from two where m == n + 1", (6, 6, 6, 6)),
        ("heaps 2; take n from one where n <= 10; take c, d from two where d == 2 * c", (40, 40)),
        ("heaps 2; take n from one where n % 3 == 1; take 2, 3 from two", (40, 40)),
    ],
)
def test_heaps_that_can_be_exchanged_share_their_lines(text: str, sizes: tuple[int, ...]) -> None:
    game = define_rules(text)
    lines = lines_of(game, sizes)
    assert lines is not None
    assert lines.is_symmetric
    apart = sum(
        Lines(Moves(frozenset(), frozenset({ray}), frozenset(), (), ()), sizes).count
        for ray in moves_of(game.box_takes, sizes).rays
    )
    assert lines.count < apart
    assert values_by(lines, sizes).ravel().tolist() == list(grundy_values(game, sizes).values())


def test_the_work_ends_where_progress_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "RECTANGLE", 64 * 64)
    monkeypatch.setattr("marienbad.solver.tiling.running.PAUSE", 0)
    seen: list[tuple[int, int]] = []

    def progress(done: int, rows: int) -> None:
        seen.append((done, rows))
        if len(seen) == 5:
            raise KeyboardInterrupt

    lines = lines_of(define("wythoff"), (640, 640))
    assert lines is not None
    with pytest.raises(KeyboardInterrupt):
        lines.fill(np.zeros(640 * 640, np.uint16), progress)
    assert len(seen) == 5
    assert all(done < rows == 640 for done, rows in seen)
    progress_to_end: list[int] = []
    lines.fill(np.zeros(640 * 640, np.uint16), lambda done, _: progress_to_end.append(done))
    assert 50 < len(progress_to_end) < 55  # of 55 rectangles
    assert progress_to_end == sorted(progress_to_end)
