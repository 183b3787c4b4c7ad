"""Tiles on several threads: each after its neighbours, and an error ends the work."""

from threading import Lock

import pytest

from marienbad.solver.tiling.running import in_order, processors

TRIANGLE = [(i, j) for i in range(6) for j in range(i, 6)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_each_tile_comes_after_its_neighbours(threads: int) -> None:
    solved: set[tuple[int, int]] = set()
    lock = Lock()

    def solve(place: tuple[int, int]) -> None:
        i, j = place
        with lock:
            assert {(i - 1, j), (i, j - 1)} & set(TRIANGLE) <= solved
        with lock:
            assert place not in solved
            solved.add(place)

    in_order(TRIANGLE, solve, threads=threads)
    assert solved == set(TRIANGLE)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_tile_ends_the_work(threads: int) -> None:
    begun: list[tuple[int, int]] = []

    def solve(place: tuple[int, int]) -> None:
        begun.append(place)
        if place == (1, 1):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_order(TRIANGLE, solve, threads=threads)
    assert (1, 2) not in begun


def test_there_is_a_processor() -> None:
    assert processors() >= 1
