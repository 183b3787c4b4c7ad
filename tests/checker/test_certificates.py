"""Certificates that the checker accepts, and those that it must not accept."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from marienbad import checker
from marienbad.checker import check
from marienbad.games.catalogue import define
from marienbad.prover.certificates.checking import accept, smallest_error
from marienbad.prover.games.claims import claim
from tests.checker.forgeries import GAMES, WRITTEN_BEFORE, changes
from tests.checker.support import changed, drop_start, text_of
from tests.support import PATIENCE

# Certificates that are right


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_certificate_is_accepted(game: str) -> None:
    accepted = check(text_of(game))
    assert accepted.game == game
    assert smallest_error(accepted) is None


@pytest.mark.parametrize("name", ["marienbad", "wythoff", "odd"])
def test_a_certificate_of_an_earlier_version_is_accepted(name: str) -> None:
    """Files as version 0.1.0 wrote them; those of the catalogue are still written so."""
    text = (WRITTEN_BEFORE / f"{name}.json").read_text("utf-8")
    statement = accept(checker.Certificate(text))
    if name == "odd":
        assert statement.moves[1:] == ["take n, n from two where n % 2 == 1"]
    else:
        assert (statement.name, text) == (name, text_of(name))


@pytest.mark.slow
def test_the_checker_stands_alone(tmp_path: Path) -> None:
    """It imports the standard library only, and runs as one file without anything installed."""
    source = Path(checker.__file__)
    tree = ast.parse(source.read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + [alias.name for alias in node.names if isinstance(node, ast.Import)]
    }
    assert imported <= sys.stdlib_module_names
    copy = tmp_path / "alone.py"
    copy.write_bytes(source.read_bytes())
    (tmp_path / "right.json").write_text(text_of("wythoff"), "utf-8")
    (tmp_path / "wrong.json").write_text(changed("wythoff", drop_start), "utf-8")
    (tmp_path / "none.json").write_text("{}", "utf-8")
    for name, status, word in (
        ("right", 0, "accepted"),
        ("wrong", 1, "rejected"),
        ("none", 2, "unreadable"),
    ):
        command = [sys.executable, "-I", "-S", str(copy), str(tmp_path / f"{name}.json")]
        process = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert (process.returncode, word in process.stdout) == (status, True), process


# Certificates that are wrong


def test_the_smallest_error_is_found_by_the_definition() -> None:
    """Whatever one accepting state is changed, and for misère play too."""
    for game in ("wythoff", "marienbad"):
        for name, change in changes(game):
            if not name.startswith("state"):
                continue
            found = smallest_error(checker.Certificate(changed(game, change)))
            assert found is not None, name
            assert (found.position in claim(define(game))) == found.is_refused
