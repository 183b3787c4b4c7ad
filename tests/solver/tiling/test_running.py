"""Tiles solved by threads of this machine into a store: in any order, and however it is ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import numpy as np
import pytest

from marienbad.solver.clock import TimeIsUp, clock
from marienbad.solver.tiling import running, store
from marienbad.solver.tiling.cut import Arrays, Border, Place, Question, Solved
from marienbad.solver.tiling.store import Store, Tally
from tests.solver.tiling.paths import Paths, ways
from tests.support import PATIENCE, until

SIZES = (30, 27)
QUESTION = Question("nim", SIZES, True, 10)
TILES = 3 * 4
ROOM = 2**30


@pytest.fixture(autouse=True)
def paths(monkeypatch: pytest.MonkeyPatch) -> Paths:
    """The cut of every question is that of the paths."""
    cut = Paths(SIZES, QUESTION.side)
    monkeypatch.setattr(store, "cut_of", lambda _: cut)
    return cut


class Stopped(Exception):
    """Raised in the middle of the work."""


def go_on(path: Path, **options: Any) -> Store:
    found = Store.begun(path, QUESTION)
    running.run(found.cut, found, found.solved, rows=30, **{"room": ROOM, "threads": 2} | options)
    return found


def is_whole(path: Path) -> bool:
    """Whether the table is right, all tiles are certain, and nothing else is left."""
    found = Store.opened(path)
    expected = ways(SIZES)
    assert np.array_equal(found.array[:], expected)
    assert sum(tally.lost for tally in found.solved.values()) == (expected == 0).sum()
    assert max(tally.largest for tally in found.solved.values()) == expected.max()
    assert {entry.name for entry in path.iterdir()} == {"grundy", "progress.json"}
    return found.is_done


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_all_tiles_are_solved_and_progress_grows(threads: int, tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    go_on(tmp_path / "box", threads=threads, progress=lambda *report: reports.append(report))
    assert is_whole(tmp_path / "box")
    assert reports == sorted(reports)
    assert reports[-1] == (30, 30)


@pytest.mark.slow
@pytest.mark.parametrize("room", [0, ROOM])
def test_interrupted_at_every_tile_the_table_is_the_same(room: int, tmp_path: Path) -> None:
    def stop(done: int, rows: int) -> None:
        if done < rows:
            raise Stopped

    certain = [0]
    while certain[-1] < TILES:
        try:
            found = go_on(tmp_path / "box", threads=1, room=room, progress=stop)
        except Stopped:
            found = Store.opened(tmp_path / "box")
        certain.append(len(found.solved))
    assert len(certain) > TILES // 3
    assert is_whole(tmp_path / "box")


@pytest.mark.slow
def test_whatever_write_is_the_last_the_table_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the power failed at each of the files that are written, one after the other."""
    monkeypatch.setattr(running, "CHECKPOINT", 0)
    monkeypatch.setattr(running, "SHARE", 0)
    put, calls = store._put, 0

    def fail_at_last(path: Path, write: Any) -> None:
        nonlocal calls
        calls -= 1
        if calls < 0:
            raise Stopped
        put(path, write)

    monkeypatch.setattr(store, "_put", fail_at_last)
    for last in range(1, 100, 2):
        calls, path = last, tmp_path / f"box{last}"
        try:
            go_on(path, threads=1, room=0)
        except Stopped:
            calls = ROOM
            go_on(path, threads=1, room=0)
            assert is_whole(path)
        else:
            break
    assert last > TILES


@pytest.mark.slow
def test_borders_without_room_go_to_disk_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHECKPOINT", PATIENCE)
    seen: set[str] = set()

    def look(done: int, rows: int) -> None:
        seen.update(entry.name for entry in (tmp_path / "box" / "borders").glob("*"))

    go_on(tmp_path / "box", room=ROOM, progress=look)
    assert not seen
    found = Store.begun(tmp_path / "small", QUESTION)
    read: list[Border] = []

    def border(border: Border) -> Arrays:
        read.append(border)
        return Store.border(found, border)

    monkeypatch.setattr(found, "border", border)
    running.run(found.cut, found, rows=30, room=3 * 4 * 10)
    assert {name for _, name in read} == {"table", "below", "begun"}
    assert is_whole(tmp_path / "small")


def test_the_border_that_is_needed_last_goes_first() -> None:
    kept: list[Border] = []

    class Keeper:
        def keep(self, border: Border, arrays: Arrays) -> None:
            kept.append(border)

    borders: list[Border] = [((0, j), "below") for j in range(3)]
    users = {border: [number] for border, number in zip(borders, (5, 9, 7), strict=True)}
    held = running._Borders(Keeper(), 20, users)  # type: ignore[arg-type]
    for border in borders:
        held.add(border, {"row": np.zeros(1)})
    assert kept == [borders[1]]


def test_tiles_are_solved_at_the_same_time(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tiles, neither of which is finished before the other is begun."""
    both, solve = Barrier(2, timeout=PATIENCE), paths.solve

    def meet(place: Place, borders: Any) -> Solved:
        if place in ((0, 1), (1, 0)):
            both.wait()
        return solve(place, borders)

    monkeypatch.setattr(paths, "solve", meet)
    go_on(tmp_path / "box")
    assert is_whole(tmp_path / "box")


@pytest.mark.parametrize("error", [MemoryError, OSError, KeyboardInterrupt])
def test_what_is_raised_in_a_thread_is_raised_here(
    error: type[BaseException], paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = paths.solve

    def fail(place: Place, borders: Any) -> Solved:
        if place == (2, 1):
            raise error
        return solve(place, borders)

    monkeypatch.setattr(paths, "solve", fail)
    with pytest.raises(error):
        go_on(tmp_path / "box")
    assert len(Store.opened(tmp_path / "box").solved) >= 3
    monkeypatch.setattr(paths, "solve", solve)
    go_on(tmp_path / "box")
    assert is_whole(tmp_path / "box")


def test_tiles_under_way_are_given_up_when_the_work_is_ended(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, given_up, solve = Event(), Event(), paths.solve

    def endless(place: Place, borders: Any) -> Solved:
        if place != (1, 1):
            return solve(place, borders)
        begun.set()
        try:
            until(clock.check)
        except TimeIsUp:
            given_up.set()
            raise
        raise AssertionError

    def stop(done: int, rows: int) -> None:
        if begun.is_set():
            raise Stopped

    monkeypatch.setattr(paths, "solve", endless)
    with pytest.raises(Stopped):
        go_on(tmp_path / "box", progress=stop)
    assert given_up.is_set()


def test_the_seconds_of_a_user_bound_the_threads_too(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(place: Place, borders: Any) -> Solved:
        clock.check()
        raise AssertionError

    monkeypatch.setattr(paths, "solve", check)
    with pytest.raises(TimeIsUp), clock.within(0):
        go_on(tmp_path / "box")


def test_tiles_in_a_circle_are_not_waited_for(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "needs", lambda place: ((place, "below"),))
    with pytest.raises(ValueError, match="wait for each other"):
        go_on(tmp_path / "box")


def test_a_checkpoint_comes_after_each_tile_if_it_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[int] = []
    commit = Store.commit

    def count(store: Store, tallies: Mapping[Place, Tally]) -> None:
        commits.append(len(tallies))
        commit(store, tallies)

    monkeypatch.setattr(Store, "commit", count)
    monkeypatch.setattr(running, "CHECKPOINT", PATIENCE)
    go_on(tmp_path / "rare")
    assert commits == [TILES]
    monkeypatch.setattr(running, "CHECKPOINT", 0)
    monkeypatch.setattr(running, "SHARE", 0)
    commits.clear()
    go_on(tmp_path / "often", threads=1)
    assert sum(commits) == TILES
    assert len(commits) > TILES // 3


KILLED = """
import sys
from pathlib import Path
from marienbad.solver.tiling import running, store
from tests.solver.tiling.paths import Paths
from tests.solver.tiling.test_running import QUESTION, SIZES, go_on

running.CHECKPOINT = running.SHARE = 0
tiles = 0

class Slow(Paths):
    def solve(self, place, borders):
        global tiles
        tiles += 1
        if tiles > 4:
            print("begun", flush=True)
            sys.stdin.read()
        return super().solve(place, borders)

store.cut_of = lambda _: Slow(SIZES, QUESTION.side)
go_on(Path(sys.argv[1]), room=0)
"""


@pytest.mark.slow
def test_killed_again_and_again_the_table_is_the_same(tmp_path: Path) -> None:
    certain, path = [0], tmp_path / "box"
    for _ in range(2):
        command = [sys.executable, "-c", KILLED, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline()
            until(lambda: len(Store.opened(path).solved) > certain[-1])
            os.kill(process.pid, signal.SIGKILL)
        certain.append(len(Store.opened(path).solved))
    assert certain == sorted(set(certain))
    go_on(path)
    assert is_whole(path)
