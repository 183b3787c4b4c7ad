"""Boxes and sweeps on a real scheduler with real workers, one of which is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.solver import cluster
from marienbad.solver.cluster import connected, solve_on
from marienbad.solver.store import open_table
from marienbad.solver.table import Progress, solve
from marienbad.study.sweep import Solving, sweep, variants
from marienbad.text.problems import InputError, OutOfReach
from tests.support import PATIENCE, until

BOUNDED = "rules:heaps 2; take n from one where n <= 20; take 3, 70 from two"
EUCLID = "rules:heaps 2; take n from x where n % y == 0; take n from y where n % x == 0"
WORKER = ("--no-nanny", "--nthreads", "1", "--memory-limit", "2GB", "--no-dashboard")


def distributed() -> Any:
    """Dask, imported when a test needs it: that takes half a second."""
    return import_module("distributed")


def started(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    with (folder / "log").open("ab") as log:
        command = [sys.executable, "-m", "dask", *words]
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    local = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    processes = [started(folder, "scheduler", *local, "--scheduler-file", str(file))]
    try:
        until(file.exists)
        processes += [
            started(folder, "worker", "--scheduler-file", str(file), *WORKER) for _ in range(2)
        ]
        with distributed().Client(scheduler_file=str(file), timeout=PATIENCE) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            found = client.scheduler.address
        yield found
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", PATIENCE)


@pytest.fixture
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LEAST_ROWS", "LEAST_WORDS"):
        monkeypatch.setattr(f"marienbad.solver.tiles.{name}", 1)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("wythoff:a=2,b=3,misere", (150, 700)),
        ("rules:heaps 3; take n from one; take n, n from two", (20, 17, 300)),
        (BOUNDED, (400, 300)),
        (EUCLID, (60, 60)),
        ("rules:heaps 1; take n from one where n in {1, 3, 4}", (100,)),
    ],
)
def test_a_box_solved_by_workers_is_the_same(
    scheduler: str, name: str, sizes: tuple[int, ...]
) -> None:
    found = solve_on(scheduler, define(name), sizes)
    assert np.array_equal(found.packed, solve(define(name), sizes).packed)


def test_grundy_values_come_from_one_worker(scheduler: str) -> None:
    found = solve_on(scheduler, define("wythoff"), (50, 60), grundy=True)
    expected = solve(define("wythoff"), (50, 60), grundy=True)
    grundy: Any = expected.grundy
    assert found.grundy is not None
    assert found.grundy.tolist() == grundy.tolist()
    assert np.array_equal(found.packed, expected.packed)


@pytest.mark.usefixtures("small_tiles")
def test_a_worker_killed_in_the_middle_loses_nothing(scheduler: str, tmp_path: Path) -> None:
    victim = started(tmp_path, "worker", scheduler, "--name", "victim", *WORKER)
    under_way: list[Any] = []
    reports: list[tuple[int, int]] = []

    def kill_with_a_tile(done: int, rows: int) -> None:
        """Kill the worker, frozen, at a report at which it has a tile."""
        reports.append((done, rows))
        if len(reports) < 3 or under_way:
            return
        os.kill(victim.pid, signal.SIGSTOP)
        under_way.extend(looking.processing()[place])
        if under_way:
            victim.kill()
        else:
            os.kill(victim.pid, signal.SIGCONT)

    try:
        with distributed().Client(scheduler, set_as_default=False) as looking:
            looking.wait_for_workers(3, timeout=PATIENCE)
            workers = looking.scheduler_info(n_workers=-1)["workers"]
            [place] = [key for key, worker in workers.items() if worker["name"] == "victim"]
            found = solve_on(scheduler, define(BOUNDED), (600, 700), progress=kill_with_a_tile)
    finally:
        victim.kill()
        victim.wait()
    assert under_way
    assert len(reports) > 40
    assert reports[-1] == (600, 600)
    assert reports == sorted(reports)
    assert np.array_equal(found.packed, solve(define(BOUNDED), (600, 700)).packed)


class Stopped(Exception):
    """Raised in the middle of the work."""


def stop_after(rows: int) -> Progress:
    def progress(done: int, _: int) -> None:
        if done > rows:
            raise Stopped

    return progress


def test_a_sweep_on_workers_is_the_same(scheduler: str) -> None:
    games = variants("wythoff", {"a": range(1, 4), "b": (1, 2)})

    def found(where: str | None) -> dict[str, list[int]]:
        answers = sweep(Solving((40, 40), grundy=True), games, cluster=where)
        return {a["game"]: [a["to_leave"], a["largest"], *a["first"]] for a in answers}

    assert found(scheduler) == found(None)


def test_the_commands_use_the_cluster(
    scheduler: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["solve", EUCLID, "--size", "20", "--cluster", scheduler]) == 0
    told = capsys.readouterr()
    assert "one worker solves it" in told.err
    assert "400 positions" in told.out
    store = str(tmp_path / "w.zarr")
    assert main(["solve", "wythoff", "--size", "99", "--cluster", scheduler, "--out", store]) == 0
    assert open_table(Path(store)).done == 99
    capsys.readouterr()
    assert main(["sweep", "solve", "nim", "--let", "a=1", "--size", "9"]) == 2
    assert main(["sweep", "solve", "wythoff", "--a=1..2", "--size=9", "--cluster", scheduler]) == 0
    assert "a=2" in capsys.readouterr().out


def test_what_goes_wrong_on_a_worker_is_the_same_sentence(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = f"rules:heaps 2; take n from x where n * {10**11} * {10**11} > y; take n from y"
    with pytest.raises(OutOfReach, match="10,000"):
        solve_on(scheduler, define(huge), (200, 200))
    monkeypatch.setattr("marienbad.solver.table.available_memory", lambda: 1000)
    with pytest.raises(OutOfReach, match="MiB"):
        solve_on(scheduler, define("wythoff"), (200, 200))


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", ["", "nonsense", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "http://a:1"]
)
def test_a_malformed_address_is_named(wrong: str) -> None:
    with pytest.raises(InputError, match="expected tcp://HOST:PORT"):
        solve_on(wrong, define("wythoff"), (9, 9))


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 1)
    with pytest.raises(InputError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        solve_on("tcp://127.0.0.1:9", define("wythoff"), (9, 9))


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = distributed().Client.wait_for_workers

    def wait_a_moment(client: Any, count: int, timeout: float) -> None:
        wait(client, count, timeout=1)

    monkeypatch.setattr(distributed().Client, "wait_for_workers", wait_a_moment)
    local: dict[str, Any] = {"protocol": "tcp", "dashboard_address": ":0"}
    with (
        distributed().LocalCluster(n_workers=0, processes=False, **local) as empty,
        pytest.raises(InputError, match="has no workers"),
    ):
        solve_on(empty.scheduler_address, define("wythoff"), (9, 9))


def test_what_is_not_installed_is_named(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ON_WORKERS", "marienbad.no_such_module:name")
    with pytest.raises(InputError, match=r"workers lack the module marienbad\.no_such_module"):
        solve_on(scheduler, define("wythoff"), (9, 9))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"needs the module distributed: .*marienbad\[cluster\]"):
        solve_on(scheduler, define("wythoff"), (9, 9))


@pytest.mark.usefixtures("small_tiles")
def test_a_scheduler_that_dies_is_told(scheduler: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The last test here: nobody is left after it."""
    with connected(scheduler) as client:
        process = client.run_on_scheduler(os.getpid)

    def kill(done: int, rows: int) -> None:
        os.kill(process, signal.SIGKILL)

    with pytest.raises(InputError, match="has gone"):
        solve_on(scheduler, define(BOUNDED), (600, 700), progress=kill)
    assert "Traceback" not in capfd.readouterr().err
