"""The table of the theorems: what the command prints, and the page that has the same rows."""

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path

import pytest

from marienbad.cli import theorems as command
from marienbad.prover.logic import statements as declared
from marienbad.prover.logic.statements import Statement
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from tests.prover.logic.support import ALL, x

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "theorems.md"


# The command


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("difference", "unique_interpretation", "fibonacci_numbers")
    monkeypatch.setattr(declared, "statements", lambda: iter(s for s in ALL if s.name in names))


@pytest.mark.usefixtures("few")
def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="fr", json=False)) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = ["énoncé", "mémoire", "ce que c’est", "a,b", "résultat", "états", "s"]
    assert re.split(r"\s{2,}", lines[0].strip())[:-1] == heads[:-2]
    assert "tel qu’imprimé" in lines[2]
    assert "faux\u202f: x = 1, y = 2" in lines[2]
    assert "quasi-définition" in lines[4]
    assert "r = 1–4" in lines[5]
    text = " ".join(lines)
    assert "3 énoncés dans 7 cas de leurs paramètres" in text
    assert "théorèmes" not in text


@pytest.mark.usefixtures("few")
def test_the_table_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(Namespace(lang="en", json=True)) == 0
    first, *_ = json.loads(capsys.readouterr().out)
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
        text = command._cases(group)
        assert len(group) == len(list(read_cases(text))), (name, text)


def read_cases(text: str) -> Iterator[tuple[int, ...]]:
    """The parameters that are written as runs of numbers."""
    for part in text.removeprefix("r = ").split():
        ends = [[int(end) for end in side.split("–")] for side in part.split(",")]
        yield from product(*(range(side[0], side[-1] + 1) for side in ends))


# The page


def rows() -> Iterator[str]:
    """A row of the page's tables for each statement: words, place, parameters, formula, answer."""
    for name, found in groupby(ALL, key=lambda statement: statement.name):
        group = list(found)
        first = group[-1] if "r" in dict(group[0].parameters) else group[0]
        words = " ".join((first.writer.__doc__ or "").partition("\n")[0].split())
        known = [dict(statement.parameters) for statement in group]
        cases = "; ".join(dict.fromkeys(f"{values['a']}, {values['b']}" for values in known))
        kind = template(f"theorems.kind.{first.kind}", "en")
        row = f"| `{name}` | {words} | {first.reference} | {kind} | {cases} | `{first.formula}` |"
        if first.correction is None:
            yield row
            continue
        answers = (s.decide().counterexample or {} for s in group)
        shown = "; ".join(", ".join(f"{k} = {v}" for k, v in answer.items()) for answer in answers)
        yield f"{row} {shown} | {first.correction} |"


def test_the_page_has_every_statement() -> None:
    written = PAGE.read_text("utf-8").splitlines()
    assert [row for row in rows() if row not in written] == []


def test_the_page_counts_statements_and_cases() -> None:
    names = {statement.name for statement in ALL}
    assert f"{len(names)} statements in {len(ALL)} cases" in PAGE.read_text("utf-8")
