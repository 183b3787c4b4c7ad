"""Proofs that marienbad has are accepted by the checker that is proved, and told alike.

Of those that are kept some are tried in a run, and all of them by ``make verify``.
"""

from pathlib import Path

import pytest

from marienbad.checker import Certificate
from marienbad.games.catalogue import define
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.diagram import read
from marienbad.prover.certificates.writing import certificate
from marienbad.prover.games import library
from marienbad.prover.games.proof import Proof
from tests.checker.support import ACCEPTED
from tests.proofs.support import said

pytestmark = pytest.mark.slow

FILES = sorted(Path(library.FOLDER).glob("*.json"))
PLASTIC = Path(__file__).parents[2] / "docs" / "plastic.json"
"""Wythoff's game without the move (2, 2), as it was discovered: the largest proof so far."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", [*FILES, PLASTIC], ids=lambda path: path.stem)
def test_the_proved_checker_accepts_a_proof(path: Path, tmp_path: Path) -> None:
    name, diagram = read(path.read_text("utf-8"))
    text = certificate(Proof(define(name), Automaton.of(diagram), (), 0.0))
    (tmp_path / "proof.json").write_text(text, "utf-8")
    status, shown = said(tmp_path, "proof.json")
    first, *lines = shown.splitlines()
    assert (status, first) == (ACCEPTED, "proof.json: accepted")
    assert [line.strip() for line in lines] == list(Certificate(text).statement().lines())
