"""The public names of the package: complete, true to their types, loaded when they are used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import marienbad
from marienbad.checker import Rejected, Unreadable
from tests.support import PATIENCE

SOURCE = Path(str(marienbad.__file__)).read_text("utf-8")


def imported_for_types() -> dict[str, str]:
    """The names that a type checker sees later, and the modules it is told they are from."""
    (block,) = (node for node in ast.parse(SOURCE).body if isinstance(node, ast.If))
    return {
        alias.name: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_all_is_all_and_in_order() -> None:
    names = marienbad.__all__
    assert names == sorted(set(names))
    assert set(names) <= set(dir(marienbad))
    at_once = {"Analysis", "Call", "Game", "InputError", "OutOfReach", "Split", "game", "rules"}
    assert set(names) == {"__version__"} | at_once | set(imported_for_types())


@pytest.mark.parametrize(("name", "home"), imported_for_types().items())
def test_a_name_is_what_its_type_says(name: str, home: str) -> None:
    module = import_module(home)
    expected = getattr(module, name, None) or import_module(f"{home}.{name}")
    assert getattr(marienbad, name) is expected


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver_of'"):
        marienbad.solver_of  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", [None, 5, ["nim"], b"nim"])
def test_what_is_no_name_is_no_game(name: Any) -> None:
    with pytest.raises(marienbad.InputError, match=r"There is no game .*: expected nim") as raised:
        marienbad.game(name)
    assert repr(name) in str(raised.value)
    with pytest.raises(marienbad.InputError, match=r"Line 1, column \d:"):
        marienbad.rules(name)


@pytest.mark.parametrize(
    "heaps", ["35", "3,5", 35, 10**5000, None], ids=lambda heaps: type(heaps).__name__
)
def test_what_is_no_sequence_is_no_position(heaps: Any) -> None:
    for ask in (marienbad.game("wythoff").analyse, marienbad.game("nim").moves):
        with pytest.raises(marienbad.InputError, match="is not a position: expected a tuple"):
            ask(heaps)


@pytest.mark.parametrize(("name", "example"), [("takeaway", "(3,)"), ("wythoff", "(3, 5)")])
def test_the_example_of_a_position_has_the_heaps_of_the_game(name: str, example: str) -> None:
    with pytest.raises(marienbad.InputError) as raised:
        marienbad.game(name).analyse("ab")  # type: ignore[arg-type]
    assert str(raised.value).endswith(f"such as {example}.")


def test_what_is_no_sequence_is_no_move() -> None:
    with pytest.raises(marienbad.InputError, match="“5” is not a move: expected what is taken"):
        marienbad.game("nim").is_legal((1, 2), 5)  # type: ignore[arg-type]


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = (
        "import marienbad, sys; before = set(sys.modules); marienbad.Match;"
        "print(*(name for name in ('marienbad.play.match', 'marienbad.prover.games.proof')"
        " if name in before), 'marienbad.play.match' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert process.stdout == "True\n"


def test_all_names_can_be_imported_without_extras() -> None:
    code = (
        f"import sys; sys.path.append({str(Path(str(marienbad.__file__)).parents[1])!r});"
        "from marienbad import *; print(Match(game('nim'), (1, 2)).position)"
    )
    # -S leaves out whatever is installed: only this package and the standard library are seen.
    process = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (process.stdout, process.stderr) == ("(1, 2)\n", "")


@pytest.mark.slow
def test_a_game_opens_every_room(tmp_path: Path) -> None:
    game = marienbad.game("wythoff")
    assert list(game.table("pairs", rows=3).rows) == [(0, 0, 0), (1, 1, 2), (2, 3, 5)]
    assert "◆" in game.board(8, at=(7, 4), pairs=2)
    assert game.board(8, form="svg").startswith("<svg")
    assert game.picture(48).startswith("<svg")
    assert game.chance(8).lost == 7
    assert game.describe(64).count == 49
    assert game.pairs_array(2, start=1).tolist() == [[1, 2], [3, 5]]
    found = game.discover(size=400)
    assert found.proof is not None
    found.proof.write(tmp_path / "proof.json")
    assert marienbad.check(tmp_path / "proof.json").game == "wythoff"


def test_a_file_that_shows_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    proof = marienbad.game("wythoff").prove()
    assert proof.holds
    text = proof.certificate()
    file.write_text(text.replace('"game": "wythoff"', '"game": "nim"'), "utf-8")
    with pytest.raises(Rejected):
        marienbad.check(file)
    file.write_text("[]", "utf-8")
    with pytest.raises(Unreadable):
        marienbad.check(file)
