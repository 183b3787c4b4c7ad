"""The three checkers of certificates on the same files, as whole processes, against the aim."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory

from bench.harness import Line
from marienbad import checker
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.certificates import verified
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games.library import proved
from marienbad.prover.games.proof import Proof

AIM = 60.0
"""Seconds, for whichever checker."""
GAMES = ("wythoff", "wythoff:a=2,b=2", "wythoff:a=12", "wythoff:a=12,misere", "wythoff:b=12")
PLASTIC = Path(__file__).parents[1] / "docs/plastic.json"
"""Wythoff's game without the move (2, 2)."""
PAGE = Path(checker.__file__).parent / "web/static/check/checker.js"
IN_NODE = """
import { readFileSync } from "node:fs";
const { check } = await import(process.argv[1]);
process.exit(check(readFileSync(process.argv[2], "utf-8")).verdict === "accepted" ? 0 : 1);
"""
REPEATS = 3


def lines() -> Iterator[Line]:
    """A line for each checker that is here, and each file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        for name, text in _certificates():
            path.write_text(text, "utf-8")
            for what, command in commands().items():
                seconds = median(_seconds([*command, str(path)]) for _ in range(REPEATS))
                note = f"{len(text) // 1000} kB"
                yield Line(f"{what}: {name}", seconds, "the aim", AIM, 1, note)


def commands() -> dict[str, list[str]]:
    """How each checker is run; one that is not built, or has nothing to run it, is left out."""
    found = {"checker.py": [sys.executable, checker.__file__]}
    if program := verified.program():
        found[verified.PROGRAM] = [program]
    if PAGE.exists() and (node := which("node")):
        found["the page's, in node"] = [node, "--input-type=module", "-e", IN_NODE, str(PAGE)]
    return found


def _certificates() -> Iterator[tuple[str, str]]:
    """Made from automata that are proved: what is not measured here."""
    for name in GAMES:
        yield name, _certificate(name, Automaton.of(proved(define(name))))
    name, diagram = read(PLASTIC.read_text("utf-8"))
    yield "wythoff without (2, 2)", _certificate(name, Automaton.of(diagram))


def _certificate(name: str, automaton: Automaton) -> str:
    return certificate(Proof(define(name), automaton, (), 0.0))


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began
