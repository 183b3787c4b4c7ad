"""Boxes, sweeps and checks on real schedulers with real workers: killed, frozen, late and lost."""

import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np
import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.cluster import solve as cluster
from marienbad.solver.cluster import workers
from marienbad.solver.cluster.solve import solve_into_on, solve_on
from marienbad.solver.cluster.tiles import SharedFolder, Tiles
from marienbad.solver.cluster.workers import connected
from marienbad.solver.parallel import Executor, parallel_map
from marienbad.solver.store import open_table, solve_into
from marienbad.solver.table import Progress, solve
from marienbad.solver.tiling.store import Store
from marienbad.study.sweep import Solving, sweep, variants
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from tests.support import PATIENCE, until
from tests.web.support import is_gone

pytestmark = pytest.mark.slow

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


@contextmanager
def started_scheduler(folder: Path, workers: int) -> Iterator[str]:
    """The address of a scheduler with some workers."""
    file = folder / "scheduler.json"
    local = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    processes = [started(folder, "scheduler", *local, "--scheduler-file", str(file))]
    try:
        until(file.exists)
        processes += [
            started(folder, "worker", "--scheduler-file", str(file), *WORKER)
            for _ in range(workers)
        ]
        with distributed().Client(scheduler_file=str(file), timeout=PATIENCE) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
            found = client.scheduler.address
        yield found
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers, for all tests but the one that kills it."""
    with started_scheduler(tmp_path_factory.mktemp("cluster"), 2) as address:
        yield address


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS", PATIENCE)


@pytest.fixture
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "side_for", lambda *_: 64)


def values(game: Definition, sizes: tuple[int, ...]) -> Any:
    """The Grundy values as this machine finds them in one piece."""
    return solve(game, sizes, True).grundy


@pytest.mark.sample(3)
@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("wythoff:a=2,b=3,misere", (150, 300)),
        ("wythoff", (300, 200)),
        ("rules:heaps 3; take n from one; take n, n from two", (20, 17, 300)),
        (BOUNDED, (200, 300)),
        (EUCLID, (150, 150)),
        ("rules:heaps 1; take n from one where n in {1, 3, 4}", (300,)),
        ("kayles", (50,)),
    ],
)
def test_a_box_solved_by_workers_is_the_same(
    scheduler: str, name: str, sizes: tuple[int, ...]
) -> None:
    game = define(name)
    found, expected = solve_on(scheduler, game, sizes), solve(game, sizes)
    assert np.array_equal(found.packed, expected.packed)
    if not game.is_misere:
        found = solve_on(scheduler, game, sizes, True)
        assert np.array_equal(found.packed, expected.packed)
        assert found.grundy is not None
        assert found.grundy.dtype == values(game, sizes).dtype
        assert np.array_equal(found.grundy, values(game, sizes))


@contextmanager
def one_more(scheduler: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Any]]:
    """A worker for the time being, and a function that lists the tiles it has to solve."""
    worker = started(folder, "worker", scheduler, "--name", str(folder), *WORKER)
    try:
        with distributed().Client(scheduler, set_as_default=False, timeout=PATIENCE) as looking:

            def address() -> str:
                workers = looking.scheduler_info(n_workers=-1)["workers"]
                found = [key for key, known in workers.items() if known["name"] == str(folder)]
                return "".join(found)

            until(address)
            place = address()
            # what it imports first must not keep it from the tiles until the others have them all
            looking.submit(resolve_name, "marienbad.solver.cluster.workers", workers=place).result()
            yield worker, lambda: [key for key in looking.processing()[place] if "tile" in key]
    finally:
        worker.kill()
        worker.wait()


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_killed_or_frozen_with_a_tile_loses_nothing(
    scheduler: str, end: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "LONG", 1)
    monkeypatch.setattr(workers, "LONGER", 1)
    monkeypatch.setattr(cluster, "ANSWER", 1)
    under_way: list[Any] = []
    reports: list[tuple[int, int]] = []

    def end_with_a_tile(done: int, rows: int) -> None:
        """End the worker at a report at which it has a tile, and borders of others."""
        reports.append((done, rows))
        if len(reports) < 9 or under_way:
            return
        os.kill(worker.pid, signal.SIGSTOP)
        under_way.extend(has())
        os.kill(worker.pid, end if under_way else signal.SIGCONT)

    with one_more(scheduler, tmp_path) as (worker, has):
        found = solve_on(scheduler, define(BOUNDED), (600, 700), progress=end_with_a_tile)
    assert under_way
    assert len(reports) > 40
    assert reports[-1] == (600, 600)
    assert reports == sorted(reports)
    assert np.array_equal(found.packed, solve(define(BOUNDED), (600, 700)).packed)


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.usefixtures("small_tiles")
def test_whoever_comes_late_is_waited_for_and_used_but_not_killed_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local: dict[str, Any] = {"protocol": "tcp", "dashboard_address": ":0"}
    told: list[Message] = []
    processes: list[subprocess.Popen[bytes]] = []
    with distributed().LocalCluster(n_workers=0, processes=False, **local) as empty:
        address = empty.scheduler_address
        with pytest.raises(InputError, match="has no workers"):
            solve_on(address, define("wythoff"), (9, 9), patience=0)

        def come(message: Message) -> None:
            told.append(message)
            processes.append(started(tmp_path, "worker", address, *WORKER))

        try:
            waiting: dict[str, Any] = {"patience": PATIENCE, "notice": come}
            found = solve_on(address, define("wythoff"), (200, 200), **waiting)
            monkeypatch.setattr(workers, "MOST_LOSSES", 1)
            with pytest.raises(InputError, match="failed over the same piece"):
                list(parallel_map(die, [1], Executor(cluster=address, **waiting)))
        finally:
            for worker in processes:
                worker.kill()
                worker.wait()
    assert [message.key for message in told] == ["cluster.waiting"]
    assert np.array_equal(found.packed, solve(define("wythoff"), (200, 200)).packed)


class Stopped(Exception):
    """Raised in the middle of the work."""


def stop_after(rows: int) -> Progress:
    def progress(done: int, _: int) -> None:
        if done > rows:
            raise Stopped

    return progress


@pytest.mark.sample(2)
@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("grundy", [False, True])
@pytest.mark.parametrize("is_shared", [False, True])
def test_a_store_is_taken_up_again_by_the_cluster_and_without_it(
    scheduler: str, tmp_path: Path, is_shared: bool, grundy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_shared:
        monkeypatch.setattr(
            cluster, "SharedFolder", lambda _, *rest: SharedFolder("elsewhere", *rest)
        )
    game, sizes, path = define("wythoff"), (260, 300), tmp_path / "box.zarr"
    with pytest.raises(Stopped):
        solve_into_on(scheduler, path, game, sizes, stop_after(60), grundy=grundy)
    first = set(Store.opened(path).solved)
    with pytest.raises(Stopped):
        solve_into(path, game, sizes, stop_after(130), grundy=grundy)
    second = Store.opened(path)
    assert 3 < len(first) < len(second.solved) < len(second.cut.places)
    assert first < set(second.solved)
    found = solve_into_on(scheduler, path, game, sizes, grundy=grundy)
    assert np.array_equal(found.is_p, solve(game, sizes).is_p)
    if grundy:
        assert np.array_equal(found.grundy[:], values(game, sizes))
    assert {entry.name for entry in path.iterdir()} == {
        "progress.json",
        "grundy" if grundy else "outcomes",
    }


@pytest.mark.usefixtures("small_tiles")
def test_borders_and_written_tiles_do_not_pass_through_the_command(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[int] = []
    delivered, job = Tiles.delivered, Tiles._job

    def watched(tiles: Tiles, *words: Any) -> Any:
        passed.append(len(pickle.dumps(words)))
        return delivered(tiles, *words)

    def sent(tiles: Tiles, *words: Any) -> Any:
        found = job(tiles, *words)
        passed.append(len(pickle.dumps(found.arguments)))
        return found

    monkeypatch.setattr(Tiles, "delivered", watched)
    monkeypatch.setattr(Tiles, "_job", sent)
    game, sizes = define("wythoff"), (400, 400)
    found = solve_into_on(scheduler, tmp_path / "box.zarr", game, sizes, grundy=True)
    assert np.array_equal(found.grundy[:], values(game, sizes))
    assert len(passed) >= 2 * 49
    assert max(passed) < 3000  # a tile has 64 × 64 values of two octets


def test_a_sweep_on_workers_is_the_same(scheduler: str) -> None:
    games = variants("wythoff", {"a": range(1, 4), "b": (1, 2)})

    def found(where: str | None) -> dict[str, list[int]]:
        answers = sweep(Solving((40, 40), grundy=True), games, cluster=where)
        return {a["game"]: [a["to_leave"], a["largest"], *a["first"]] for a in answers}

    assert found(scheduler) == found(None)


def test_the_commands_use_the_cluster(
    scheduler: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def told(*words: str, status: int = 0) -> str:
        assert main([*words, "--cluster", scheduler]) == status
        return capsys.readouterr().out

    assert "largest Grundy value is 19" in told("solve", EUCLID, "--size", "20", "--grundy")
    store = tmp_path / "w.zarr"
    told("solve", "wythoff", "--size", "99", "--grundy", "--out", str(store))
    assert open_table(store).done == 99
    assert "a=2" in told("sweep", "solve", "wythoff", "--a=1..2", "--size=9")
    assert "Everything agrees" in told("verify", "nim", "wythoff", "--bound=5", "--random=3")
    proofs = tmp_path / "proofs"
    rules = "rules:heaps 2; let k = 1; take n from one where n <= k"
    found = told("sweep", "discover", rules, "--let", "k=1..2", "--out", str(proofs))
    assert len(re.findall(r"k=\d +proved", found)) == 2
    files = sorted(map(str, proofs.glob("k=*.json")))
    other = tmp_path / "other.json"
    other.write_text("{}")
    checked = told("check", *files, str(other), status=2)
    assert checked.count("Accepted: for heaps of every size") == 2
    assert checked.index(files[0]) < checked.index(files[1]) < checked.index(str(other))


def test_what_goes_wrong_on_a_worker_is_the_same_sentence(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = f"rules:heaps 2; take n from x where n * {10**11} * {10**11} > y; take n from y"
    with pytest.raises(OutOfReach, match="10,000"):
        solve_on(scheduler, define(huge), (200, 200))
    with pytest.raises(InputError, match="chess"):
        list(sweep(Solving((9,)), {"a": "chess"}, cluster=scheduler))
    monkeypatch.setattr("marienbad.solver.table.available_memory", lambda: 1000)
    with pytest.raises(OutOfReach, match="MiB"):
        solve_on(scheduler, define("wythoff"), (200, 200))


@pytest.mark.parametrize(
    "wrong", ["", "nonsense", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "http://a:1"]
)
def test_a_malformed_address_is_named(wrong: str) -> None:
    with pytest.raises(InputError, match="expected tcp://HOST:PORT"):
        solve_on(wrong, define("wythoff"), (9, 9))


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS", 1)
    with pytest.raises(InputError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        solve_on("tcp://127.0.0.1:9", define("wythoff"), (9, 9))


def test_what_is_not_installed_is_named(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_ON_WORKERS", "marienbad.no_such_module:name")
    with pytest.raises(InputError, match=r"workers lack the module marienbad\.no_such_module"):
        solve_on(scheduler, define("wythoff"), (9, 9))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"needs the module distributed: .*marienbad\[cluster\]"):
        solve_on(scheduler, define("wythoff"), (9, 9))


def test_the_command_starts_a_cluster_and_ends_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "marienbad", "cluster", "--processes", "1", "--port", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        address = re.findall(r"tcp://[\d.]+:\d+", said)[0]
        assert f"dask worker {address}" in said
        found = solve_on(address, define("wythoff"), (50, 50))
        with connected(address) as client:
            [worker] = client.run(os.getpid).values()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output, errors) == (0, "", "")
    assert np.array_equal(found.packed, solve(define("wythoff"), (50, 50)).packed)
    until(lambda: is_gone(worker))


@pytest.mark.usefixtures("small_tiles")
def test_a_scheduler_that_dies_is_told_and_the_work_taken_up_elsewhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game, sizes, path = define("wythoff"), (400, 400), tmp_path / "box.zarr"
    with started_scheduler(tmp_path, 1) as address:
        with connected(address) as client:
            process = client.run_on_scheduler(os.getpid)

        def kill(done: int, rows: int) -> None:
            if done > 150:
                os.kill(process, signal.SIGKILL)

        with pytest.raises(InputError, match=r"has gone.*the same command goes on"):
            solve_into_on(address, path, game, sizes, kill, grundy=True)
    assert "Traceback" not in capfd.readouterr().err
    store = Store.opened(path)
    assert 0 < len(store.solved) < len(store.cut.places)
    local: dict[str, Any] = {"protocol": "tcp", "dashboard_address": ":0"}
    reports: list[int] = []
    with distributed().LocalCluster(n_workers=1, processes=False, **local) as other:
        found = solve_into_on(
            other.scheduler_address,
            path,
            game,
            sizes,
            lambda done, _: reports.append(done),
            grundy=True,
        )
    assert len(reports) == len(store.cut.places) - len(store.solved)
    assert np.array_equal(found.grundy[:], values(game, sizes))
