"""Tiles handed out to workers that come, go and lose things: each from borders that are there."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from marienbad.solver.cluster.tiles import BordersLost, TileResult, Tiles, TileTask
from marienbad.solver.cluster.workers import Job
from marienbad.solver.tiling.cut import Arrays, Border, Cut, Place, Question, Solved

QUESTION = Question("nim", (1, 1), grundy=False, side=1)


class Corners(Cut):
    """Tiles that need their neighbours above and to the left, and all before them in their row."""

    def __init__(self, rows: int, columns: int) -> None:
        self.places = [(i, j) for i in range(rows) for j in range(columns)]

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        above: list[Border] = [((i - 1, j), "below")] if i else []
        return (*above, *(((i, earlier), "table") for earlier in range(j)))

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        raise NotImplementedError

    def memory(self) -> int:
        return 0


class Sky:
    """Workers with shelves, which do what they are told, or die, or come."""

    def __init__(self, random: Random, tiles: Tiles) -> None:
        self.random, self.tiles = random, tiles
        self.shelves: dict[str, set[Border]] = {"a": set(), "b": set()}
        self.under_way: list[tuple[str, Job]] = []
        self.solved: list[Place] = []

    def step(self) -> None:
        worker = self.random.choice(sorted(self.shelves))
        if all(busy != worker for busy, _ in self.under_way):
            job = self.tiles.next_for(worker)
            if job is not None:
                self.under_way.append((worker, job))
        if self.under_way and self.random.random() < 0.7:
            self.finish(*self.under_way.pop(self.random.randrange(len(self.under_way))))

    def finish(self, worker: str, job: Job) -> None:
        (order,) = job.arguments
        assert isinstance(order, TileTask)
        self.shelves[worker] -= set(order.unwanted)
        lost = tuple(b for b, where in order.borders if not self.has(worker, b, where))
        if lost:
            self.tiles.failed(job, BordersLost(lost))
            return
        borrowed = {border for border, _ in order.borders} - self.shelves[worker]
        self.shelves[worker] |= borrowed
        handed = {(order.place, name) for name in order.wanted}
        holders = [worker]
        self.shelves[worker] |= handed
        if order.second in self.shelves:
            self.shelves[str(order.second)] |= handed
            holders.append(str(order.second))
        if self.tiles.delivered(
            order.place, TileResult(tuple(holders), None, None, tuple(borrowed))
        ):
            self.solved.append(order.place)

    def has(self, worker: str, border: Border, where: object) -> bool:
        assert isinstance(where, tuple)
        return any(border in self.shelves.get(place, ()) for place in (worker, *where))

    def die(self, worker: str) -> None:
        del self.shelves[worker]
        gone = [job for busy, job in self.under_way if busy == worker]
        self.under_way = [(busy, job) for busy, job in self.under_way if busy != worker]
        self.tiles.left(worker)
        for job in gone:
            self.tiles.lost(job)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(), st.integers(0, 4))
def test_whoever_dies_all_tiles_are_solved(rows: int, columns: int, seed: int, deaths: int) -> None:
    random = Random(seed)
    tiles = Tiles("run", QUESTION, Corners(rows, columns))
    sky = Sky(random, tiles)
    names = iter("cdefghijkl")
    for _ in range(100_000):
        if tiles.is_done:
            break
        sky.step()
        if deaths and random.random() < 0.1:
            deaths -= 1
            sky.die(random.choice(sorted(sky.shelves)))
            if len(sky.shelves) < 2 or random.random() < 0.5:
                sky.shelves[next(names)] = set()
    assert tiles.is_done
    assert set(sky.solved) == set(tiles.cut.places)


def test_a_single_death_has_only_what_was_under_way_solved_again() -> None:
    tiles = Tiles("run", QUESTION, Corners(4, 4))
    sky = Sky(Random(1), tiles)
    while len(sky.solved) < 10:
        sky.step()
    sky.die("b")
    while not tiles.is_done:
        sky.step()
    # All had a copy but what was handed over before a second worker had shown itself.
    assert len(sky.solved) - 16 <= 3


def test_what_no_tile_needs_is_forgotten() -> None:
    tiles = Tiles("run", QUESTION, Corners(40, 3))
    sky = Sky(Random(0), tiles)
    while not tiles.is_done:
        sky.step()
    assert not tiles.frontier()
    # Of some 350; the last are forgotten with the next order, and with the run.
    assert sum(len(shelf) for shelf in sky.shelves.values()) < 20
    again = Tiles("run", QUESTION, Corners(3, 3), solved=tiles.cut.places[:4])
    assert [place for place in again.cut.places if again.is_open(place)] == again.cut.places[4:]
