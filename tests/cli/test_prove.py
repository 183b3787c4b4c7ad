"""The command ``prove``, drawings, and the text format of Walnut."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from marienbad.cli import main
from marienbad.drawing.svg import svg
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import Diagram, custom_base, walnut
from marienbad.prover.automata.fused import automaton
from marienbad.prover.automata.picture import drawing
from marienbad.prover.games import proof
from marienbad.prover.games.claims import claim, points
from marienbad.prover.games.library import proved
from marienbad.prover.systems.linear import FIBONACCI, System, continued_fraction
from marienbad.text.problems import OutOfReach

Capture = pytest.CaptureFixture[str]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["wythoff", "wythoff:misere", "marienbad"])
def test_a_proof_is_told(name: str, lang: str, capsys: Capture) -> None:
    assert main(["prove", name, "--lang", lang]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert ("take n from x" if lang == "en" else "prendre n dans x") in told.out
    assert ("induction" if lang == "en" else "récurrence") in told.out
    assert ("with two heaps" if lang == "en" else "avec deux tas") in " ".join(told.out.split())
    assert "{" not in told.out


def test_a_proof_as_json(capsys: Capture) -> None:
    assert main(["prove", "wythoff:a=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.pop("seconds") >= 0
    assert [step.pop("states") > 1 for step in found["steps"]] == [True] * 3
    assert found == {
        "game": "wythoff:a=2",
        "proved": True,
        "system": "[1; (2)]",
        "states": 10,
        "steps": [
            {"set": "take n from x"},
            {"set": "take n from y"},
            {"set": "take c, d from x, y where -1 ≤ c - d ≤ 1"},
        ],
        "counterexample": None,
    }


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("wrong", [(3, 5), (3, 4)])
def test_a_refutation_is_told(
    wrong: tuple[int, int], lang: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = claim(define("wythoff")) ^ points(FIBONACCI, wrong)
    monkeypatch.setattr(proof, "known_claim", lambda game: bad)
    assert main(["prove", "wythoff", "--lang", lang]) == 1
    assert str(wrong) in capsys.readouterr().out
    assert main(["prove", "wythoff", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["counterexample"] == list(wrong)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["prove"], "nothing to prove"),
        (["prove", "wythoff", "--theorems"], "no game"),
        (["prove", "--theorems", "--out", "table.json"], "no --out"),
        (["prove", "chess"], "no game"),
        (["prove", "wythoff:a=1000"], "no theory of wythoff:a=1000"),
        (["prove", "wythoff", "--out", "/nowhere/file.svg"], "no folder"),
    ],
)
def test_what_cannot_be_proved(words: list[str], message: str, capsys: Capture) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def test_without_arrays_it_says_what_is_missing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marienbad.cli.prove.find_spec", lambda name: None)
    assert main(["prove", "wythoff"]) == 2
    assert "marienbad[fast]" in capsys.readouterr().err


def test_a_terminal_is_told_the_stages(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["prove", "wythoff"]) == 0
    assert "positions with a winning move" in capsys.readouterr().err


def test_files(tmp_path: Path, capsys: Capture) -> None:
    for name in ("proof.json", "automaton.svg", "automaton.txt"):
        assert main(["prove", "wythoff", "--out", str(tmp_path / name)]) == 0
    assert ET.parse(tmp_path / "automaton.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "automaton.txt").read_text("utf-8").startswith("msd_fib msd_fib\n")
    assert (tmp_path / "proof.json").stat().st_size > 100
    capsys.readouterr()


# Drawings


@pytest.mark.parametrize("name", ["wythoff", "wythoff:a=2,b=3", "nim", "wythoff:b=12"])
def test_a_drawing_has_every_state_and_edge(name: str) -> None:
    diagram = proved(define(name))
    root = ET.fromstring(svg(drawing(diagram, "a <b> & c")))
    space = "{http://www.w3.org/2000/svg}"
    states = [group for group in root.iter(f"{space}g") if group.get("data-state")]
    texts = [group.findtext(f"{space}text") or "" for group in states]
    assert sorted(map(int, texts)) == list(range(1, len(diagram.edges)))
    titles = [element.text or "" for element in root.iter(f"{space}title")]
    assert titles[0] == "a <b> & c"
    pairs = {(s, t) for s, row in enumerate(diagram.edges) for _, t in row if t}
    assert {tuple(map(int, t.split(":")[0].split(" → "))) for t in titles[1:]} == pairs
    for group in states:
        ring = group.find(f"{space}path")
        assert ring is not None
        accepts = diagram.accepts(int(group.get("data-state") or ""))
        assert (ring.get("d") or "").count("M") == 1 + accepts


def test_the_drawing_in_the_documentation_is_this_one() -> None:
    kept = (Path(__file__).parents[2] / "docs" / "wythoff-automaton.svg").read_text("utf-8")
    title = ET.fromstring(kept)[0].text
    assert title
    assert svg(drawing(proved(define("wythoff")), title)) == kept


def test_a_drawing_that_nobody_could_read_is_refused() -> None:
    huge = Diagram(FIBONACCI, ("x",), ((),) * 100, (1,))
    with pytest.raises(OutOfReach, match="100 states"):
        drawing(huge, "huge")


# Walnut


def read_walnut(text: str, system: System, tracks: tuple[str, ...]) -> Diagram:
    """A reader of the format, as far as this program writes it."""
    rows: list[list[tuple[tuple[int, ...], int]]] = [[]]
    accepting = []
    for line in text.splitlines()[1:]:
        words = line.split()
        if "->" in words:
            rows[-1].append((tuple(map(int, words[:-2])), int(words[-1]) + 1))
        elif words:
            rows.append([])
            if words[1] == "1":
                accepting.append(len(rows) - 1)
    return Diagram(system, tracks, tuple(map(tuple, rows)), tuple(accepting))


@pytest.mark.parametrize("name", ["wythoff", "nim", "wythoff:a=3", "wythoff:misere"])
def test_walnuts_text_is_the_automaton(name: str) -> None:
    diagram = proved(define(name))
    assert read_walnut(walnut(diagram), diagram.system, diagram.tracks) == diagram


def test_a_custom_base_of_walnut() -> None:
    system = continued_fraction(3)
    files = custom_base(system, "bronze")
    total = read_walnut(files["msd_bronze_addition.txt"], system, ("x", "y", "z"))
    assert Automaton.of(total).is_same(automaton(system, {"x": 1, "y": 1, "z": -1}, 0, 0))
    assert files["msd_bronze.txt"].startswith("{0,1,2,3}\n")
    with pytest.raises(ValueError, match="period"):
        custom_base(continued_fraction(1, 2), "mixed")


def test_the_written_certificate_is_accepted(tmp_path: Path, capsys: Capture) -> None:
    assert main(["prove", "nim", "--out", str(tmp_path / "nim.json")]) == 0
    assert main(["check", str(tmp_path / "nim.json")]) == 0
    capsys.readouterr()
