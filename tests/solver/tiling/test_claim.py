"""A folder becomes a store only where nothing of anybody's is lost by it."""

from errno import ENOSPC
from pathlib import Path

import numpy as np
import pytest

from marienbad.cli import main
from marienbad.games.catalogue import define
from marienbad.solver.store import open_table, solve_into
from marienbad.solver.tiling.cut import Question
from marienbad.solver.tiling.store import ARRAYS, Store
from marienbad.text.problems import InputError

QUESTION = Question("wythoff", (99, 99), False, 64)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["thesis.txt", "outcomes/mine/thesis.txt", "borders/letter.txt"])
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("years of work", "utf-8")
    with pytest.raises(InputError, match="holds something else"):
        Store.begun(tmp_path, QUESTION)
    assert file.read_text("utf-8") == "years of work"


def test_what_was_ended_before_it_was_a_store_becomes_one(tmp_path: Path) -> None:
    Store.begun(tmp_path, QUESTION)
    (tmp_path / "progress.json").rename(tmp_path / ".progress.json.abc.part")
    assert not Store.begun(tmp_path, QUESTION).solved
    assert {entry.name for entry in tmp_path.iterdir()} == {"outcomes", "progress.json"}


@pytest.mark.parametrize("grundy", [False, True])
@pytest.mark.parametrize(
    ("part", "content"),
    [("c/0/0", None), ("c/0/0", b""), ("c/0/0", b"something else"), ("zarr.json", None)],
)
def test_a_store_of_which_something_was_lost_is_not_shown(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    part: str,
    content: bytes | None,
    grundy: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("box.zarr")
    solve_into(path, define("wythoff"), (99, 99), grundy=grundy)
    file = path / ARRAYS[grundy] / part
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    options = ["--grundy"] * grundy
    assert main(["solve", "wythoff", "--size", "99", "--out", str(path), *options]) == 2
    assert f"“box.zarr” is damaged: {ARRAYS[grundy]}" in capsys.readouterr().err


def test_a_tile_without_any_position_to_leave_has_no_file(tmp_path: Path) -> None:
    game = define("rules:heaps 2; take 1 from x; take n from y; last loses")
    table = solve_into(tmp_path, game, (3, 500)).is_p
    assert np.array_equal(open_table(tmp_path).is_p, table)


def test_a_full_disk_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.zarr"

    def write(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "put", write)
        words = ["solve", "wythoff", "--size", "99", "--out", str(path), "--lang", "fr"]
        assert main(words) == 2
    said = capsys.readouterr().err.replace("\n", " ")
    assert f"plus de place sur le disque pour «\u202f{path}" in said
