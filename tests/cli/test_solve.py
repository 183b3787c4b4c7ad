"""Solved boxes on disk and in files: nothing is lost when the work is killed."""

import json
import signal
import subprocess
import sys
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import marienbad
from marienbad.cli import main
from marienbad.games.catalogue import define, misere
from marienbad.solver import store
from marienbad.solver.reference import grundy_values
from marienbad.solver.reference import p_positions as plainly
from marienbad.solver.store import open_table, solve_into
from marienbad.solver.table import Table, solve
from marienbad.solver.tiling import running
from marienbad.study.export import (
    bfile_lines,
    count_p,
    csv_lines,
    format_of,
    largest_value,
    p_positions,
    write,
)
from marienbad.text.problems import InputError
from tests.support import until

pytestmark = pytest.mark.slow

GAMES = [
    ("wythoff", (90, 150)),
    ("wythoff:a=2,b=3,misere", (70, 130)),
    ("rules:heaps 2; take n from one; take c, d from two where c == 2 * d", (80, 80)),
    ("rules:heaps 2; take n from x where x >= y and n % y == 0; take n from y", (40, 30)),
    ("rules:heaps 1; take n from one where n in {1, 3, 4}", (300,)),
    ("rules:heaps 3; take n from one; take n, n from two; take n, n, n from all", (20, 17, 70)),
    ("marienbad", (9, 8, 7, 6)),
]


class Stopped(Exception):
    """Raised in the middle of the work."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("grundy", [False, True])
@pytest.mark.parametrize(("name", "sizes"), GAMES)
def test_interrupted_at_every_tile_the_box_is_the_same(
    name: str,
    sizes: tuple[int, ...],
    grundy: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if grundy and define(name).is_misere:
        return
    monkeypatch.setattr(running, "side_for", lambda *_: 16)
    game, path, calls = define(name), tmp_path / "box.zarr", 0

    def stop(done: int, rows: int) -> None:
        if done < rows:
            raise Stopped

    while True:
        calls += 1
        try:
            found = solve_into(path, game, sizes, stop, grundy=grundy)
            break
        except Stopped:
            continue
    expected = solve(game, sizes, grundy)
    values: Any = expected.grundy
    assert calls > 1 or len(sizes) == 4
    assert np.array_equal(found.is_p, expected.is_p)
    assert found.done == (sizes[0] if len(sizes) > 1 else 1)
    part = "grundy" if grundy else "outcomes"
    assert {entry.name for entry in path.iterdir()} == {part, "progress.json"}
    assert open_table(path).game == game
    if grundy:
        assert np.array_equal(found.grundy[:], values)


KILLED = """
import sys
from marienbad.cli import main
from marienbad.solver.tiling import running
from marienbad.solver.tiling.store import Store
running.CHECKPOINT = running.SHARE = 0
running.side_for = lambda *_: 16
commit = Store.commit

def commit_and_wait(store, tallies):
    commit(store, tallies)
    if len(store.solved) > 9:
        sys.stdin.read()

if "--wait" in sys.argv:
    sys.argv.remove("--wait")
    Store.commit = commit_and_wait
sys.exit(main(sys.argv[1:]))
"""


def test_killed_and_begun_again_the_box_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "box.zarr"
    name, sizes = "rules:heaps 2; take n from one where n <= 9", (160, 150)
    command = [sys.executable, "-c", KILLED, "solve", name, "--size", "160,150", "--grundy"]
    command += ["--out", str(path)]

    def tiles() -> int:
        known = path / "progress.json"
        return len(json.loads(known.read_text())["tiles"]) if known.exists() else 0

    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*command, "--wait"], **pipes) as process:
        until(lambda: process.poll() is not None or tiles() > 9)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert subprocess.run(command, check=True, stdout=subprocess.DEVNULL).returncode == 0
    found, expected = open_table(path), solve(define(name), sizes, grundy=True)
    values: Any = expected.grundy
    assert (found.done, found.sizes) == (160, sizes)
    assert np.array_equal(found.packed[:], expected.packed)
    assert count_p(found) == expected.is_p.sum()
    assert np.array_equal(found.grundy[:], values)


def test_a_store_of_another_box_and_other_folders_are_left_alone(tmp_path: Path) -> None:
    solve_into(tmp_path / "box", define("wythoff"), (50, 50))
    with pytest.raises(InputError, match="holds another box: wythoff, 50 × 50"):
        solve_into(tmp_path / "box", define("wythoff"), (60, 50))
    with pytest.raises(InputError, match="holds another box"):
        solve_into(tmp_path / "box", define("wythoff:a=2"), (50, 50))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letters.txt").write_text("dear")
    with pytest.raises(InputError, match="holds something else"):
        solve_into(tmp_path / "mine", define("wythoff"), (50, 50))
    (tmp_path / "mine" / "progress.json").write_text('{"version": 99}')
    with pytest.raises(InputError, match="holds something else"):
        open_table(tmp_path / "mine")
    with pytest.raises(InputError, match="no store"):
        open_table(tmp_path / "nothing")


def test_what_an_earlier_version_solved_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "box.zarr"
    solve_into(path, define("wythoff"), (50, 50))
    progress = path / "progress.json"
    progress.write_text(json.dumps(json.loads(progress.read_text()) | {"version": 1}))
    with pytest.raises(InputError, match="remove the folder"):
        open_table(path)
    words = ["--lang", "en", "solve", "wythoff", "--size", "50", "--out", str(path)]
    assert main(words) == 2
    told = capsys.readouterr()
    assert "written by an earlier version" in told.err.replace("\n", " ")
    assert told.out == ""


@pytest.mark.parametrize(("name", "sizes"), [(n, tuple(min(s, 12) for s in z)) for n, z in GAMES])
def test_lists_of_p_positions(name: str, sizes: tuple[int, ...], tmp_path: Path) -> None:
    game = define(name)
    expected = list(plainly(game, sizes))
    for table in (solve(game, sizes), solve_into(tmp_path / "box", game, sizes)):
        assert list(p_positions(table)) == expected
        assert count_p(table) == len(expected)
        heads, *rows = csv_lines(table)
        assert heads == ",".join("xyzw"[: len(sizes)])
        assert [tuple(map(int, row.split(","))) for row in rows] == expected


def test_b_files_are_those_of_the_tables() -> None:
    wythoff = solve(define("wythoff"), (30, 30))
    flat = [number for pair in marienbad.game("wythoff").p_positions(limit=11) for number in pair]
    assert list(bfile_lines(wythoff))[:22] == [f"{i} {n}" for i, n in enumerate(flat)]
    values = grundy_values(define("wythoff"), (5, 5))
    expected = [values[x, total - x] for total in range(5) for x in range(total + 1)]
    lines = bfile_lines(solve(define("wythoff"), (5, 5), grundy=True))
    assert [int(line.split()[1]) for line in lines] == expected


@pytest.mark.parametrize("form", ["npz", "csv", "bfile", "png", "svg"])
@pytest.mark.parametrize("grundy", [False, True])
def test_every_format_is_written_whole(form: str, grundy: bool, tmp_path: Path) -> None:
    table = solve(define("wythoff"), (40, 40), grundy=grundy)
    path = tmp_path / f"table.{form}"
    write(table, path, form)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    content = path.read_bytes()
    if form == "npz":
        with np.load(path) as arrays:
            assert str(arrays["game"]) == "wythoff"
            assert np.array_equal(arrays["is_p"], table.is_p)
            assert ("grundy" in arrays) == grundy
    else:
        starts = {"csv": b"x,y", "bfile": b"0 0\n", "png": b"\x89PNG", "svg": b"<svg"}
        assert starts[form] in content[:200]


@pytest.mark.parametrize("grundy", [False, True])
def test_what_is_on_disk_is_written_as_what_is_in_memory(
    grundy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a point of a picture is a block, and neither strips nor chunks are whole ones."""
    monkeypatch.setattr(running, "side_for", lambda *_: 192)
    monkeypatch.setattr(store, "_STRIP", 2**17)
    boxes: list[tuple[str, tuple[int, ...], tuple[str, ...]]] = [
        ("rules:heaps 2; take n from one where n <= 9", (1100, 2500), ("png", "svg")),
        ("rules:heaps 3; take n from one where n <= 9", (30, 20, 70), ("png", "npz", "csv")),
        ("rules:heaps 2; take n from one where n <= 5", (50, 300), ("png", "npz", "bfile", "csv")),
        ("rules:heaps 1; take n from one where n <= 5", (900,), ("npz", "bfile", "csv", "png")),
    ]
    for number, (name, sizes, forms) in enumerate(boxes):
        kept = solve_into(tmp_path / f"box{number}", define(name), sizes, grundy=grundy)
        table = solve(define(name), sizes, grundy=grundy)
        assert count_p(kept) == count_p(table)
        assert not grundy or largest_value(kept) == largest_value(table)
        for form in forms:
            write(kept, tmp_path / "kept", form)
            write(table, tmp_path / "table", form)
            if form == "npz":
                with np.load(tmp_path / "kept") as found, np.load(tmp_path / "table") as expected:
                    assert all(np.array_equal(found[part], expected[part]) for part in expected)
                    assert np.array_equal(found["is_p"], table.is_p)
            else:
                assert (tmp_path / "kept").read_bytes() == (tmp_path / "table").read_bytes()


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected one of npz, zarr"):
        format_of(Path("table.doc"))
    table = solve(define("nim"), (3, 3, 3), grundy=True)
    with pytest.raises(InputError, match="one or two heaps, not 3"):
        write(table, tmp_path / "b.txt", "bfile")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        write(table, tmp_path / "missing" / "t.csv", "csv")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "missing/t.csv"), "There is no folder “missing” to write into."),
        (("--out", "folder.csv"), "“folder.csv” is not the path of a file: expected one."),
        (("--out", "other.zarr"), "“other.zarr” holds another box"),
        (("--cluster", ""), "Argument --cluster: “” is not the address of a scheduler"),
    ],
)
def test_a_place_that_will_not_do_is_refused_at_once(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    solve_into(Path("other.zarr"), define("nim"), (3, 3))
    assert main(["solve", "wythoff", "--size", "9", "--memory", "9", *words]) == 2
    *memory, told = capsys.readouterr().err.splitlines()
    assert told.startswith(said)
    assert all(line.startswith("Memory needed") for line in memory)


@pytest.mark.parametrize("module", ["numba", "zarr"])
def test_without_the_extra_a_sentence_names_it(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=rf"{module} is not installed.*fast"):
        solve_into(tmp_path / "t.zarr", define("nim"), (3, 3))
    assert list(tmp_path.iterdir()) == []


def test_misere_of_every_kind_of_game() -> None:
    assert misere(define("wythoff:a=2,b=3")).name == "wythoff:a=2,b=3,misere"
    assert misere(define("marienbad")).name == "marienbad"
    own = define("rules:heaps 2; take n from one")
    assert misere(own).name == "rules:heaps 2; take n from one; last loses"


def test_the_command_solves_and_says_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        return (main(["solve", *words]), *capsys.readouterr())

    out = tmp_path / "small.csv"
    status, printed, _ = run("nim", "--heaps", "3", "--size", "4", "--misere", "--out", str(out))
    assert status == 0
    assert printed.startswith("marienbad, 4 × 4 × 4: 64 positions.")
    rows = out.read_text().splitlines()[1:]
    positions = {tuple(map(int, row.split(","))) for row in rows}
    game = marienbad.game("marienbad")
    for heaps in combinations_with_replacement(range(4), 3):
        assert (heaps in positions) == (game.analyse(heaps).outcome == "P")
    status, printed, told = run("wythoff", "--size", "8000", "--memory", "5", "--lang", "fr")
    assert (status, printed) == (2, "")
    assert "--out" in told
    status, printed, told = run("wythoff", "--size", "9000", "--memory", "5", "--out", f"{out}.npz")
    assert status == 0
    assert "small.csv.npz.zarr" in told
    with np.load(f"{out}.npz") as arrays:
        assert np.array_equal(arrays["is_p"][:200, :200], solve(define("wythoff"), (200, 200)).is_p)
    for wrong in (
        ("chess", "--size", "3"),
        ("nim",),
        ("nim", "--size", "0"),
        ("nim", "--size", "x"),
    ):
        status, printed, told = run(*wrong)
        assert (status, printed, len(told.splitlines())) == (2, "", 1)


def test_what_was_known_before_was_not_solved_so_fast(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["solve", "nim", "--size", "99", "--out", str(tmp_path / "box.zarr")]
    assert main(words) == 0
    assert "positions a second" in capsys.readouterr().out
    assert main(words) == 0
    assert "Solved in" not in capsys.readouterr().out


def test_one_position_is_spoken_of_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "wythoff", "--size", "1", "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "1 × 1\u202f: 1 position." in said
    assert "À laisser\u202f: 1 position." in said
    assert "D’abord\u202f: (0, 0)." in said


def test_solve_is_a_method_of_every_game() -> None:
    table = marienbad.rules("heaps 2; take n from one where n <= 3").solve((20, 20))
    assert isinstance(table, Table)
    game = table.game
    expected = set(plainly(game, (20, 20)))
    assert {p for p in product(range(20), repeat=2) if table.is_p[p]} == expected
