"""Certificates that the checker accepts, and those that it must not accept."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marienbad import checker
from marienbad.checker import Rejected, Unreadable, check
from marienbad.games.catalogue import define
from marienbad.prover.certificates.checking import accept, smallest_error
from marienbad.prover.games.claims import claim
from tests.checker.support import changed, drop_start, text_of
from tests.support import PATIENCE

GAMES = (
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:misere",
    "wythoff:a=2",
    "wythoff:a=3,misere",
    "wythoff:b=3",
    "wythoff:a=2,b=2",
)


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
    text = (Path(__file__).parent / f"written_before/{name}.json").read_text("utf-8")
    statement = accept(checker.Certificate(text))
    if name == "odd":
        assert statement.moves[1:] == ["take n, n from two where n % 2 == 1"]
    else:
        assert (statement.name, text) == (name, text_of(name))


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


def mutants(game: str) -> list[tuple[str, Callable[[dict[str, Any]], object]]]:
    """Every change of one accepting state, and of every fifth transition to three other states."""
    data = json.loads(text_of(game))
    table = data["positions"]["table"]
    found: list[tuple[str, Callable[[dict[str, Any]], object]]] = []
    for state in range(1, len(table)):

        def flip(data: dict[str, Any], state: int = state) -> None:
            accepting = set(data["positions"]["accepting"]) ^ {state}
            data["positions"]["accepting"] = sorted(accepting)

        found.append((f"state {state}", flip))
    edges = [(q, a) for q in range(1, len(table)) for a in range(len(table[0]))]
    for q, a in edges[:: max(1, len(edges) // 24)]:
        for target in {0, 1, len(table) - 1} - {table[q][a]}:

            def turn(data: dict[str, Any], q: int = q, a: int = a, target: int = target) -> None:
                data["positions"]["table"][q][a] = target

            found.append((f"{q} -{a}-> {target}", turn))
    return found


# Certificates that are wrong


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_the_automaton_is_accepted(game: str) -> None:
    """The automaton is minimal and the rest unchanged, so that every mutant is a false claim."""
    for name, change in mutants(game):
        with pytest.raises(Rejected):
            print(f"{name} is accepted: {check(changed(game, change)).game}")


def test_a_false_claim_is_rejected_whatever_the_witness() -> None:
    """The covers of other games, covers without runs, and covers that name every run."""
    wrong = json.loads(changed("wythoff", drop_start))
    true = json.loads(text_of("wythoff"))
    runs = len(true["cover"]["runs"])
    nothing = {"start": 0, "runs": [], "sets": [[]], "table": [[0] * 4]}
    everything = true["cover"] | {
        "sets": [[], *([list(range(runs))] * (len(true["cover"]["sets"]) - 1))]
    }
    for cover in (nothing, everything, true["cover"]):
        with pytest.raises(Rejected):
            check(json.dumps(wrong | {"cover": cover}))
    for cover in (nothing, everything):
        with pytest.raises(Rejected):
            check(json.dumps(true | {"cover": cover}))


def test_a_witness_must_name_real_runs() -> None:
    for change in (
        lambda data: data["cover"]["sets"][1].append(len(data["cover"]["runs"]) - 1),
        lambda data: data["cover"]["sets"][2].append(len(data["cover"]["runs"]) - 1),
        lambda data: data["cover"]["sets"][2].append(10**5),
        lambda data: data["cover"]["runs"].__setitem__(0, [0, 10**6, 1]),
        lambda data: data["cover"].__setitem__("start", 2),
    ):
        with pytest.raises((Rejected, Unreadable)):
            check(changed("wythoff", change))


@pytest.mark.parametrize(
    ("game", "change", "key"),
    [
        ("wythoff", lambda d: d["takes"].pop(), "witness"),
        ("wythoff", drop_start, "cover"),
        (
            "nim",
            lambda d: d["takes"].append({"amounts": [1, 1], "places": None, "where": []}),
            "inside",
        ),
        ("wythoff", lambda d: d["positions"]["table"][1].__setitem__(3, 1), "words"),
        ("wythoff", lambda d: d["positions"]["table"][1].__setitem__(0, 4), "zeros"),
        (
            "wythoff:misere",
            lambda d: (d.__setitem__("misere", 0), d.pop("terminal"), d.pop("movable")),
            "cover",
        ),
        ("marienbad", lambda d: d["terminal"]["table"][1].__setitem__(1, 1), "terminal"),
        ("marienbad", lambda d: d["terminal"].__setitem__("accepting", []), "cover"),
        ("marienbad", lambda d: d["movable"].__setitem__("start", 0), "movable"),
    ],
)
def test_each_check_rejects(game: str, change: Callable[[Any], object], key: str) -> None:
    def unnamed(data: dict[str, Any]) -> None:
        change(data)
        data["game"] = "unnamed"  # with a name of ours the moves would be refused before all else

    with pytest.raises(Rejected) as caught:
        check(changed(game, unnamed))
    assert caught.value.key == key


# The command


def test_the_smallest_error_is_found_by_the_definition() -> None:
    """Whatever one accepting state is changed, and for misère play too."""
    for game in ("wythoff", "marienbad"):
        for name, change in mutants(game):
            if not name.startswith("state"):
                continue
            found = smallest_error(checker.Certificate(changed(game, change)))
            assert found is not None, name
            position, is_p = found
            assert (position in claim(define(game))) == is_p
