"""The guide to adding a game, carried out on a copy of the package as CONTRIBUTING.md says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import compile_catalogues
from tests.support import PATIENCE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROMISED = """
import json
from marienbad.analysis import Game
from marienbad.cli import main
from marienbad.games.catalogue import FAMILIES
from marienbad.web.api import games
from marienbad.web.workers import preload

assert "half" in [family.name for family in FAMILIES]
for lang in ("en", "fr"):
    for name in ("half", "half:misere"):
        assert main(["history", name, "--lang", lang]) == 0
        assert main(["analyse", name, "20", "--lang", lang]) == 0
assert main(["history"]) == 0
assert main(["solve", "half", "--size", "40"]) == 0
assert main(["describe", "half", "--size", "40"]) == 0
assert main(["verify", "half", "--bound", "20"]) == 0
assert main(["watch", "half", "20", "--games", "1"]) == 0
outcomes = [Game.named("half").analyse((heap,)).outcome for heap in range(40)]
assert [heap for heap in range(40) if outcomes[heap] == "P"] == [0, 1, 3, 7, 15, 31]
assert main(["table", "half"]) == 2  # it has no pairs, and says so
assert games.game("half", "fr")["history"] == ""
preload.EXAMPLES = ("half", "half:misere", "nim")
preload.warm_up()
print("all of it")
"""


def blocks() -> dict[str, str]:
    """The blocks of the guide by the files that it names before them."""
    found = re.findall(
        r"`(src/marienbad/[^`]+)`:\n\n```\w+\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE
    )
    return dict(found)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the game of the guide, its words compiled."""
    root = tmp_path_factory.mktemp("guide")
    shutil.copytree(
        ROOT / "src/marienbad", root / "src/marienbad", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, text in blocks().items():
        path = root / name
        if not path.exists():
            path.write_text(text, "utf-8")
            continue
        # the catalogue, which gains an import and a line before the last
        imported, *_, added, last, _ = text.splitlines()
        before = path.read_text("utf-8")
        assert before.count(f"{last}\n") == 1
        now = before.replace(f"{last}\n", f"{added}\n{last}\n")
        path.write_text(now.replace("\nfrom", f"\n{imported}\nfrom", 1), "utf-8")
    compile_catalogues(root)
    return root / "src"


def test_the_guide_names_the_files_of_its_example() -> None:
    assert [Path(name).name for name in blocks()] == [
        "half.py",
        "catalogue.py",
        "half.pot",
        "half.po",
    ]


@pytest.mark.slow
def test_the_game_of_the_guide_works_at_once(copied: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROMISED],
        env=os.environ | {"PYTHONPATH": str(copied)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("all of it\n")
    assert "Traceback" not in done.stderr
    assert "No history of this game is known here." in done.stdout
    assert "On ne connaît pas ici l’histoire de ce jeu." in done.stdout
