"""The table of the theorems: what the command prints."""

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby, product

import pytest

from marienbad.cli import theorems as command
from marienbad.prover.logic import statements as declared
from marienbad.prover.logic.statements import Statement
from marienbad.study.book.entry import entries
from marienbad.study.book.explanation import in_short
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from tests.prover.logic.support import ALL, x

pytestmark = pytest.mark.slow

# The command


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("difference", "unique_interpretation", "fibonacci_numbers")
    monkeypatch.setattr(declared, "statements", lambda: iter(s for s in ALL if s.name in names))


@pytest.mark.usefixtures("few")
def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="fr", json=False)) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = ["énoncé", "où", "ce que c’est", "cas", "résultat", "états", "s", "dans le livre"]
    assert re.fullmatch(r"\s*" + r"\s+".join(heads), lines[0])
    rows = re.split(r"\n  (?=\S)", "\n".join(lines[1 : lines.index("")]))
    assert "tel qu’imprimé" in rows[1]
    assert re.search(r"faux\u202f: .*\n.* x = 1,\n *y = 2$", rows[1])
    assert "quasi-définition" in rows[3]
    assert "r = 1–4" in rows[4]
    text = " ".join(lines)
    assert "3 énoncés dans 7 cas de leurs paramètres" in text
    assert "théorèmes" not in text
    assert "Rien n’est indécis" in text or "Pas encore écrits" in text


@pytest.mark.usefixtures("few")
def test_the_table_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="en", json=True)) == 0
    found = json.loads(capsys.readouterr().out)
    first, *_ = found["statements"]
    undecided = {name for name, entry in entries().items() if not entry.decided}
    assert set(found["without_verdict"]) == undecided
    assert first["formula"] == "∀x, y: R′(x) − x = R′(y) − y ⇒ x = y"
    assert first["counterexample"] == {"x": 1, "y": 2}
    assert first["parameters"] == {"a": 1, "b": 1}
    assert first["kind"] == "printed"
    assert not first["holds"]


def test_an_answer_that_was_not_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case = (("a", 1), ("b", 1))
    wrong = Statement("difference", "3.1.2 (1)", case, None, lambda _: x - x == 1, "theorem")
    monkeypatch.setattr(declared, "statements", lambda: iter([wrong]))
    assert command.run(Namespace(lang="en", json=False)) == 1
    assert "n + a(n) = b(n) (3.1.2 (1); 1,1): the answer is not" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_statement_has_a_sentence(lang: str) -> None:
    for name in {statement.name for statement in ALL}:
        assert template(f"theorems.{name}", lang)


def test_the_cases_are_listed_to_the_last() -> None:
    for name, found in groupby(ALL, key=lambda statement: statement.name):
        group = list(found)
        text = in_short([dict(statement.parameters) for statement in group])
        assert len(group) == len(list(read_cases(text))), (name, text)


def read_cases(text: str) -> Iterator[tuple[int, ...]]:
    """The parameters that are written as runs of numbers."""
    if not text:
        yield ()
    _, sign, numbers = text.rpartition(" = ")
    for part in numbers.split(", " if sign else None):
        ends = [[int(end) for end in side.split("–")] for side in part.split(",")]
        yield from product(*(range(side[0], side[-1] + 1) for side in ends))
