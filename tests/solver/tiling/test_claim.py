"""A folder becomes a store only where nothing of anybody's is lost by it."""

from pathlib import Path

import pytest

from marienbad.solver.tiling.cut import Question
from marienbad.solver.tiling.store import Store
from marienbad.text.problems import InputError

QUESTION = Question("wythoff", (99, 99), False, 64)


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
